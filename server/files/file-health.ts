import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError, errorCodeOf } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { FileDamage } from '#contract/resources/file.ts'
import { Turns } from '#server/base/turns.ts'
import type { FileIndex } from './file-index.ts'
import * as repository from './files.repository.ts'
import type { DamageWatch, FileParts } from './files.types.ts'
import type { KnownFile } from './known-file.ts'
import type { ObjectStore, StoredObject } from './object-store.types.ts'

/** Nobody has written to an object that is not there. */
const noMark = ''

/** How the bytes of a file are: proven, unproven as yet, or damaged. */
export type Health = 'sound' | 'unproven' | FileDamage

/** Knows which stored bytes are still what was stored. */
export interface FileHealth {
  /**
   * Compares what the store says of an object with what is known of the file, and reads it from end to end when somebody has
   * written to it since it was last proven. Waits for that at most `waitMs`.
   */
  healthOf(file: KnownFile, found: StoredObject | undefined, waitMs: number): Promise<Health>
  /**
   * The same for one file whom nobody asks for: waits until it is compared, also where it was last proven longer ago than
   * `limits.fileCheckEveryMs`. Errors: those of the store.
   */
  lookAt(file: KnownFile): Promise<Health>
  /** Takes down that these bytes are sound: they have just been stored. */
  proven(file: KnownFile, found: StoredObject | undefined): Promise<void>
  /** Ends when no comparison is under way. */
  close(): Promise<void>
}

/** What is wrong with an object, read from end to end. Errors: those of the store. */
export async function compareWithHash(
  objects: ObjectStore,
  { objectKey, id }: Pick<KnownFile, 'objectKey' | 'id'>,
  signal?: AbortSignal,
): Promise<FileDamage | undefined> {
  const hash = createHash('sha256')
  try {
    signal?.throwIfAborted()
    for await (const piece of await objects.read(objectKey)) {
      signal?.throwIfAborted()
      hash.update(piece as Buffer)
      // Whoever waits for an answer comes first.
      await nextTurn()
    }
  } catch (error) {
    if (errorCodeOf(error) === 'file_not_found') return 'missing'
    throw error
  }
  return hash.digest('hex') === id ? undefined : 'rotten'
}

/** Opens the watch over stored bytes; `watch` hears of every file that is found damaged or is sound again. */
export function createFileHealth(
  { database, objects, log }: Pick<FileParts, 'database' | 'objects' | 'log'>,
  index: FileIndex,
  watch: DamageWatch,
): FileHealth {
  const running = new Map<string, Promise<Health>>()
  const turns = new Turns({ atOnce: limits.fileChecksAtOnce })
  const closing = new AbortController()

  async function record(file: KnownFile, mark: string, damage: FileDamage | null): Promise<void> {
    const known = { ...file, checkedMark: mark, checkedAt: new Date(), damage }
    index.remember(known)
    let isThere = false
    const tell = await database.kysely.transaction().execute(async transaction => {
      const before = await repository.recordCheck(transaction, known)
      isThere = before !== undefined
      return before === undefined || before.damage === damage ? undefined : watch(transaction, known)
    })
    if (!isThere) return index.forget([file.id])
    if (damage === null) await index.keepFacts(known)
    if (tell === undefined) return
    if (damage === null)
      log.info({ sha256: file.id, name: file.name }, 'files: a damaged file is sound again')
    else log.error({ sha256: file.id, name: file.name, damage }, 'files: a damaged file was found')
    tell()
  }

  function recordBehind(file: KnownFile, mark: string, damage: FileDamage | null): Promise<void> {
    return record(file, mark, damage).catch((error: unknown) => {
      log.warn({ err: error, sha256: file.id, damage }, 'files: what a check found could not be recorded')
    })
  }

  async function compare(file: KnownFile, { mark }: StoredObject): Promise<Health> {
    try {
      const damage = await turns.take(() => compareWithHash(objects, file, closing.signal))
      const now = await objects.stat(file.objectKey)
      // Somebody wrote to it meanwhile: the next request looks again.
      if (now?.mark !== mark) return 'unproven'
      await recordBehind(file, mark, damage ?? null)
      return damage ?? 'sound'
    } catch (error) {
      if (!closing.signal.aborted)
        log.warn({ err: error, sha256: file.id }, 'files: a file could not be checked')
      return 'unproven'
    }
  }

  /** One comparison of the same bytes at a time, and not too many waiting. */
  function compareOnce(file: KnownFile, found: StoredObject): Promise<Health> {
    const key = `${file.objectKey} ${found.mark}`
    const known = running.get(key)
    if (known !== undefined) return known
    if (turns.waiting >= limits.fileChecksWaiting || closing.signal.aborted)
      return Promise.resolve('unproven')
    const run = compare(file, found).finally(() => running.delete(key))
    running.set(key, run)
    return run
  }

  /** What can be said without reading; undefined where somebody has written to the object since it was compared. */
  async function withoutReading(
    file: KnownFile,
    found: StoredObject | undefined,
  ): Promise<Health | undefined> {
    if (found === undefined || found.size !== file.size) {
      const damage = found === undefined ? 'missing' : 'cut'
      const mark = found?.mark ?? noMark
      if (file.damage !== damage || file.checkedMark !== mark) await recordBehind(file, mark, damage)
      return damage
    }
    return found.mark === file.checkedMark ? (file.damage ?? 'sound') : undefined
  }

  function isOld({ checkedAt, damage }: KnownFile): boolean {
    return damage === null && Date.now() - (checkedAt?.getTime() ?? 0) > limits.fileCheckEveryMs
  }

  return {
    async healthOf(file, found, waitMs) {
      const known = await withoutReading(file, found)
      if (known !== undefined || found === undefined) {
        if (known === 'sound' && found !== undefined && isOld(file)) void compareOnce(file, found)
        return known ?? 'missing'
      }
      const late = new Promise<Health>(resolve => setTimeout(resolve, waitMs, 'unproven').unref())
      return Promise.race([compareOnce(file, found), late])
    },

    async lookAt(file) {
      const found = await objects.stat(file.objectKey)
      const known = await withoutReading(file, found)
      const isReadAnew = known === undefined || (known === 'sound' && isOld(file))
      return found !== undefined && isReadAnew ? compareOnce(file, found) : (known ?? 'missing')
    },

    async proven(file, found) {
      if (found === undefined || found.size !== file.size) throw new AppError('unavailable')
      await record(file, found.mark, null)
    },

    async close() {
      closing.abort()
      await Promise.allSettled(running.values())
    },
  }
}
