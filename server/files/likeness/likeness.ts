import { readFile, rm, writeFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { setTimeout as wait } from 'node:timers/promises'
import { errorCodeOf } from '#contract/errors.ts'
import { kinds } from '#contract/kinds.ts'
import { limits } from '#contract/limits.ts'
import type { FileParts, Renditions } from '../files.types.ts'
import type { InspectionTask } from '../inspector.ts'
import { aloneOnDatabase } from '../one-process.ts'
import { newIncomingPath } from '../receive.ts'
import { unlessAborted } from '#server/base/unless-aborted.ts'
import { isTimeout } from '../task-timeout.ts'
import type { Likeness } from './likeness.types.ts'

/** The width of the pictures that are compared, which are made for lists in any case. Units: pixels. */
const comparedWidth = 320
const comparedEntities = [kinds.book, kinds.note, kinds.exam].map(({ entity }) => entity)
const markedAtOnce = 100
/** What cannot be read now is none of those that ask: it is looked at later. */
const passing = ['file_not_found', 'file_damaged', 'unavailable', 'wrong_file_type']

/** Of a picture whose size is not known it cannot be said. */
const isTooSmall = ({ width, height }: { width: number | null; height: number | null }) =>
  Math.min(width ?? Infinity, height ?? Infinity) < limits.likenessFromPx

/** Knows pictures again, over the smaller ones that `renditions` makes. */
export function createLikeness(
  { database, incoming, inspector, log }: Pick<FileParts, 'database' | 'incoming' | 'inspector' | 'log'>,
  renditions: Pick<Renditions, 'get'>,
): Likeness {
  const db = database.kysely
  const preparing = new Set<Promise<unknown>>()
  const told = new Set<string>()

  /** What the thread says of the smaller pictures of these files; '' for nothing. */
  async function work(
    sha256s: readonly string[],
    task: (files: readonly string[], target: string) => InspectionTask,
  ): Promise<string> {
    const target = newIncomingPath(incoming)
    const files = sha256s.map(() => newIncomingPath(incoming))
    try {
      for (const [at, sha256] of sha256s.entries())
        await writeFile(files[at] ?? '', await renditions.get(sha256, comparedWidth, 'webp'))
      await inspector.run(task(files, target))
      return await readFile(target, 'utf8')
    } finally {
      for (const file of [...files, target]) await rm(file, { force: true })
    }
  }

  async function markOf(sha256: string): Promise<string | null> {
    const known = await db
      .selectFrom('files')
      .leftJoin('pictureMarks', 'fileHash', 'files.id')
      .select(['width', 'height', 'fileHash', 'mark'])
      .where('files.id', '=', sha256)
      .executeTakeFirst()
    if (known?.fileHash) return known.mark
    const mark = known && isTooSmall(known) ? null : await lookAt(sha256)
    /* The file may be gone meanwhile. */
    await sql`
      insert into picture_marks (file_hash, mark) select id, ${mark}::bit(256) from files where id = ${sha256}
      on conflict do nothing`.execute(db)
    return mark
  }

  async function lookAt(sha256: string): Promise<string | null> {
    try {
      return (await work([sha256], ([file = ''], target) => ({ act: 'mark-picture', file, target }))) || null
    } catch (error) {
      /* It says nothing at any other time either, unless the machine was busy. */
      if (errorCodeOf(error) === 'wrong_file_type' && !isTimeout(error)) return null
      throw error
    }
  }

  async function adopt(signal: AbortSignal): Promise<void> {
    let after = ''
    for (;;) {
      const { rows } = await sql<{ id: string }>`
        select distinct f.id from files f join file_references r on r.file_id = f.id
        where f.id > ${after} and r.entity = any(${comparedEntities}::text[])
          and f.type like 'image/%' and f.damage is null
          and not exists (select from picture_marks m where m.file_hash = f.id)
        order by f.id limit ${markedAtOnce}`.execute(db)
      for (const { id } of rows) {
        signal.throwIfAborted()
        after = id
        /* Another process that looks for them, too, waits here, and finds the mark. */
        const run = aloneOnDatabase(database, `likeness ${id}`, () => markOf(id))
        keep(run)
        await unlessAborted(run, signal).catch((error: unknown) => {
          signal.throwIfAborted()
          tellOnce(id, error)
        })
      }
      if (rows.length < markedAtOnce) return
    }
  }

  function tellOnce(sha256: string, error: unknown): void {
    if (told.has(sha256) || errorCodeOf(error) === 'busy') return
    told.add(sha256)
    log.warn({ err: error, sha256 }, 'files: a picture has no mark yet, and is tried again')
  }

  /** The end waits for it. */
  function keep(run: Promise<unknown>): void {
    const end = () => void preparing.delete(settled)
    const settled: Promise<void> = run.then(end, end)
    preparing.add(settled)
  }

  async function unlessGone<Value>(asked: Promise<Value>): Promise<Value | undefined> {
    try {
      return await asked
    } catch (error) {
      if (!passing.includes(errorCodeOf(error) ?? '')) throw error
      log.warn({ err: error }, 'files: a picture could not be compared')
      return undefined
    }
  }

  return {
    markOf: async sha256 => (await unlessGone(markOf(sha256))) ?? undefined,

    prepare({ id, ...size }) {
      if (isTooSmall(size)) return
      keep(
        markOf(id).catch((error: unknown) => {
          // Whatever has no mark gets one when it is looked for.
          if (errorCodeOf(error) !== 'unavailable')
            log.warn({ err: error, sha256: id }, 'files: what a picture looks like')
        }),
      )
    },

    async isAlike(one, other) {
      if (one === other) return true
      const answer = await unlessGone(
        work([one, other], ([first = '', second = ''], target) => ({
          act: 'compare-pictures',
          file: first,
          other: second,
          target,
        })),
      )
      return answer === 'alike'
    },

    async within(patience, ask) {
      if (patience?.aborted) return
      const isOver = patience ?? AbortSignal.timeout(limits.likenessWaitMs)
      await unlessAborted(ask(isOver), isOver).catch((error: unknown) => {
        log.warn({ err: error }, 'files: a check answers without saying which pictures are alike')
      })
    },

    async adopt(signal) {
      for (;;) {
        await adopt(signal).catch((error: unknown) => {
          signal.throwIfAborted()
          log.warn({ err: error }, 'files: pictures without a mark are looked for later')
        })
        await wait(limits.likenessSearchMs, undefined, { signal, ref: false })
      }
    },

    close: async () => void (await Promise.all(preparing)),
  }
}
