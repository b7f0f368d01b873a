import { readFile, rm, writeFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { setTimeout as wait } from 'node:timers/promises'
import { errorCodeOf } from '#contract/errors.ts'
import { kinds } from '#contract/kinds.ts'
import { limits } from '#contract/limits.ts'
import { readingWidth } from '#contract/page-pictures.ts'
import type { FileParts, PagePictures, Renditions } from '../files.types.ts'
import type { InspectionTask } from '../inspector.ts'
import { aloneOnDatabase } from '../one-process.ts'
import { newIncomingPath } from '../receive.ts'
import { unlessAborted } from '#server/base/unless-aborted.ts'
import { isTimeout } from '../task-timeout.ts'
import { makerVersion, mostTries } from './likeness.types.ts'
import type { Likeness } from './likeness.types.ts'

/** The width of the pictures that are compared, which are made for lists in any case. Units: pixels. */
const comparedWidth = 320
const picturesOf = [kinds.book, kinds.note, kinds.exam].map(({ entity }) => entity)
const firstPagesOf = [kinds.book, kinds.note].map(({ entity }) => entity)
const markedAtOnce = 100
/** So many pairs a process remembers. */
const comparedKept = 5000
/** What cannot be read now is none of those that ask: it is looked at later. */
const passing = ['file_not_found', 'file_damaged', 'unavailable', 'busy', 'wrong_file_type', 'page_not_drawn']
/** Nothing can be seen of the file, unless the machine was busy. */
const unseen = ['wrong_file_type', 'page_not_drawn']
const pdf = 'application/pdf'
/* What took too long is left alone for a while, and after some tries until it is made in another way. */
const isLeft = sql<boolean>`(tries = 0 or maker_version = ${makerVersion} and (
  tries >= ${mostTries} or tried_at > now() - ${limits.likenessSearchMs / 2} * interval '1 ms'))`

/** Of a picture whose size is not known it cannot be said. */
const isTooSmall = ({ width, height }: { width: number | null; height: number | null }) =>
  Math.min(width ?? Infinity, height ?? Infinity) < limits.likenessFromPx

/** Knows pictures again, over the smaller ones that `renditions` makes, and PDFs by the drawing of their first page. */
export function createLikeness(
  { database, incoming, inspector, log }: Pick<FileParts, 'database' | 'incoming' | 'inspector' | 'log'>,
  renditions: Pick<Renditions, 'get'>,
  pagePictures: Pick<PagePictures, 'get'>,
): Likeness {
  const db = database.kysely
  const preparing = new Set<Promise<unknown>>()
  /* One first page after the other: they are drawn for whoever looks at them, too. */
  let lastPage: Promise<unknown> = Promise.resolve()
  let isClosed = false
  const told = new Set<string>()
  /* A content never looks otherwise: whoever asks again goes on where time was over. */
  const compared = new Map<string, boolean>()

  async function pictureOf(sha256: string): Promise<Buffer> {
    const file = await db.selectFrom('files').select('type').where('id', '=', sha256).executeTakeFirst()
    return file?.type === pdf
      ? pagePictures.get(sha256, 1, readingWidth)
      : renditions.get(sha256, comparedWidth, 'webp')
  }

  /** What the thread says of the smaller pictures of these files; '' for nothing. */
  async function work(
    sha256s: readonly string[],
    task: (files: readonly string[], target: string) => InspectionTask,
  ): Promise<string> {
    const target = newIncomingPath(incoming)
    const files = sha256s.map(() => newIncomingPath(incoming))
    try {
      for (const [at, sha256] of sha256s.entries()) await writeFile(files[at] ?? '', await pictureOf(sha256))
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
      .select(['width', 'height', 'mark', isLeft.as('isLeft')])
      .where('files.id', '=', sha256)
      .executeTakeFirst()
    if (known?.isLeft) return known.mark
    const mark = known && isTooSmall(known) ? null : await lookAt(sha256)
    /* The file may be gone meanwhile. */
    await sql`
      insert into picture_marks (file_hash, mark) select id, ${mark}::bit(256) from files where id = ${sha256}
      on conflict (file_hash) do update set mark = excluded.mark, tries = 0`.execute(db)
    return mark
  }

  /** The same for the search in the background, which counts what takes too long. */
  async function markAndCount(sha256: string): Promise<void> {
    try {
      await markOf(sha256)
    } catch (error) {
      if (isTimeout(error)) await countTry(sha256)
      throw error
    }
  }

  async function countTry(sha256: string): Promise<void> {
    const { rows } = await sql<{ tries: number }>`
      insert into picture_marks as m (file_hash, tries, tried_at, maker_version)
      select id, 1, now(), ${makerVersion}::smallint from files where id = ${sha256}
      on conflict (file_hash) do update set tried_at = excluded.tried_at, maker_version = excluded.maker_version,
        tries = case when m.maker_version = excluded.maker_version then m.tries + 1 else 1 end
      where m.tries > 0
      returning tries`.execute(db)
    if (rows[0]?.tries === mostTries)
      log.warn({ sha256 }, 'files: what a picture looks like is not asked again, since it takes too long')
  }

  async function lookAt(sha256: string): Promise<string | null> {
    try {
      return (await work([sha256], ([file = ''], target) => ({ act: 'mark-picture', file, target }))) || null
    } catch (error) {
      /* It says nothing at any other time either, unless the machine was busy. */
      if (unseen.includes(errorCodeOf(error) ?? '') && !isTimeout(error)) return null
      throw error
    }
  }

  async function adopt(signal: AbortSignal): Promise<void> {
    /* Bytes that are put back are others than those that took too long. */
    await sql`
      delete from picture_marks m using files f
      where f.id = m.file_hash and m.tries > 0 and f.damage is not null`.execute(db)
    let after = ''
    for (;;) {
      const { rows } = await sql<{ id: string }>`
        select distinct f.id from files f join file_references r on r.file_id = f.id
        where f.id > ${after} and f.damage is null
          and (f.type like 'image/%' and r.entity = any(${picturesOf}::text[])
            or f.type = ${pdf} and r.entity = any(${firstPagesOf}::text[]))
          and not exists (select from picture_marks m where m.file_hash = f.id and ${isLeft})
        order by f.id limit ${markedAtOnce}`.execute(db)
      for (const { id } of rows) {
        signal.throwIfAborted()
        after = id
        /* Another process that looks for them, too, waits here, and finds the mark. */
        const run = aloneOnDatabase(database, `likeness ${id}`, () => markAndCount(id))
        keep(run)
        await unlessAborted(run, signal).catch((error: unknown) => {
          signal.throwIfAborted()
          tellOnce(id, error)
        })
      }
      if (rows.length < markedAtOnce) return
    }
  }

  /* Many ask with one patience, and it is said once. */
  const over = new WeakSet<AbortSignal>()

  function tellOnce(sha256: string, error: unknown): void {
    if (told.has(sha256) || errorCodeOf(error) === 'busy') return
    told.add(sha256)
    log.warn({ err: error, sha256 }, 'files: a picture has no mark yet, and is tried again')
  }

  /* Whatever has no mark gets one when it is looked for. */
  async function markSoon(sha256: string): Promise<void> {
    await markOf(sha256).catch((error: unknown) => {
      if (!['unavailable', 'busy'].includes(errorCodeOf(error) ?? ''))
        log.warn({ err: error, sha256 }, 'files: what a picture looks like')
    })
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
      if (!isTooSmall(size)) keep(markSoon(id))
    },

    preparePdf(sha256) {
      lastPage = lastPage.then(() => (isClosed ? undefined : markSoon(sha256)))
      keep(lastPage)
    },

    async isAlike(one, other) {
      const pair = `${one} ${other}`
      const before = one === other || compared.get(pair)
      if (before !== undefined) return before
      const answer = await unlessGone(
        work([one, other], ([first = '', second = ''], target) => ({
          act: 'compare-pictures',
          file: first,
          other: second,
          target,
        })),
      )
      if (answer !== undefined) compared.set(pair, answer === 'alike')
      for (const oldest of compared.keys())
        if (compared.size > comparedKept) compared.delete(oldest)
        else break
      return answer === 'alike'
    },

    async within(patience, ask) {
      if (patience?.aborted) {
        if (!over.has(patience))
          log.warn('files: its time over, a check no longer looks which pictures are alike')
        over.add(patience)
        return
      }
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

    async close() {
      isClosed = true
      await Promise.all(preparing)
    },
  }
}
