import { rm, writeFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import * as repository from './files.repository.ts'
import type { FileParts } from './files.types.ts'
import { knownFileSchema } from './known-file.ts'
import type { KnownFile } from './known-file.ts'
import { factsKey } from './object-keys.ts'
import { newIncomingPath } from './receive.ts'

/**
 * Finds what is known of a content: in memory while it is fresh, in the database, and while that is away in memory
 * however old, or in the facts that lie beside the bytes.
 */
export interface FileIndex {
  /** Undefined when there is no such file. Errors: `unavailable` when nobody can say. */
  find(sha256: string): Promise<KnownFile | undefined>
  /** The same, asking the database whenever it is there. */
  findAnew(sha256: string): Promise<KnownFile | undefined>
  remember(file: KnownFile): void
  /** Asks anew for these contents at their next use: somebody else holds them now. */
  forget(contents: readonly string[]): void
  /** Lays the facts of a file beside its bytes. */
  keepFacts(file: KnownFile): Promise<void>
}

interface Entry {
  file: KnownFile
  at: number
}

/** What was promised. Errors: its own; `unavailable` when it takes longer. */
export async function inTime<Value>(promise: Promise<Value>, waitMs: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new AppError('unavailable')), waitMs)
  })
  promise.catch(() => undefined)
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

/** Opens the index over the database and the store. */
export function createFileIndex({
  database,
  objects,
  incoming,
  log,
}: Pick<FileParts, 'database' | 'objects' | 'incoming' | 'log'>): FileIndex {
  const memory = new Map<string, Entry>()
  let isAwayUntil = 0

  function remember(file: KnownFile): void {
    memory.delete(file.id)
    memory.set(file.id, { file, at: performance.now() })
    const [oldest] = memory.keys()
    if (memory.size > limits.fileFactsKept && oldest !== undefined) memory.delete(oldest)
  }

  async function findWithoutDatabase(sha256: string): Promise<KnownFile | undefined> {
    const kept = memory.get(sha256)
    if (kept !== undefined) return kept.file
    const key = factsKey(sha256)
    if ((await objects.stat(key)) === undefined) return undefined
    const read = await text(await objects.read(key))
      .then(json => knownFileSchema.safeParse(JSON.parse(json)))
      .catch(() => undefined)
    if (read?.success !== true || read.data.id !== sha256) return undefined
    remember(read.data)
    return read.data
  }

  async function findAnew(sha256: string): Promise<KnownFile | undefined> {
    let cause: unknown
    if (performance.now() >= isAwayUntil) {
      try {
        const row = await inTime(repository.findFile(database.kysely, sha256), limits.fileDatabaseWaitMs)
        if (row === undefined) memory.delete(sha256)
        else remember(row)
        return row
      } catch (error) {
        cause = error
        isAwayUntil = performance.now() + limits.fileDatabaseRetryMs
        log.warn({ err: error }, 'files: the database is away, what is known of files goes on')
      }
    }
    const file = await findWithoutDatabase(sha256)
    if (file === undefined) throw new AppError('unavailable', { cause })
    return file
  }

  return {
    findAnew,
    remember,
    forget: contents => contents.forEach(sha256 => memory.delete(sha256)),

    async find(sha256) {
      const kept = memory.get(sha256)
      /* What has just been stored is not known to name people before somebody holds it. */
      const isKnown = kept?.file.namesPeople !== undefined
      const isFresh = isKnown && performance.now() - kept.at < limits.fileFactsFreshMs
      return isFresh ? kept.file : findAnew(sha256)
    },

    async keepFacts(file) {
      const local = newIncomingPath(incoming)
      try {
        await writeFile(local, JSON.stringify(knownFileSchema.parse(file)), { flag: 'wx' })
        await objects.put(factsKey(file.id), local, 'application/json')
      } finally {
        await rm(local, { force: true })
      }
    },
  }
}
