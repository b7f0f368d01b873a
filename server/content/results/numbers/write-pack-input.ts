import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import type { MinisterialGradeCode } from '#contract/codes/grades.ts'
import type { BucketPage } from '#contract/resources/lookup.ts'
import type { Queryable } from '#server/base/db/types.ts'
import { presentMatch } from './lookup.service.ts'
import { listNumberLines, publicPages } from './numbers.repository.ts'
import type { PublicPage } from './numbers.repository.ts'
import type { Shown } from './shown-results.ts'

const contentsAtOnce = 20

/** A page as buckets show it: without a row, and its address in letters that take less room. */
function presentPage(row: PublicPage): BucketPage {
  const { picture, url, ...match } = presentMatch(row, [0, 0, 0, 0])
  const short = url.includes('%25') ? url : decodeURI(url)
  if (picture === null) return { ...match, url: short, picture }
  const { row: _row, ...shown } = picture
  return { ...match, url: short, picture: shown }
}

/**
 * Writes down the pages and numbers of a release, for the thread that packs them: a portion at a time, so that others
 * have their turns.
 * Shape: lines of `page, content/page, JSON`; of `content, id`, followed by those of its numbers: `page, number, box`.
 */
export async function writePackInput(
  db: Queryable,
  file: string,
  { stage, release }: { stage: MinisterialGradeCode; release: string },
  shown: Shown,
  signal: AbortSignal,
): Promise<void> {
  const [releaseYear = 0, round = 0] = release.split('-').map(Number)
  const sink = createWriteStream(file, { flags: 'wx' })
  const failed = once(sink, 'error').then(([error]) => Promise.reject(error as Error))
  failed.catch(() => undefined)
  const write = async (text: string) => {
    if (!sink.write(text)) await Promise.race([once(sink, 'drain'), failed])
  }
  try {
    const ofRelease = publicPages(db, stage, shown)
      .where('results.releaseYear', '=', releaseYear)
      .where('results.try', '=', round)
      .where('sheetPages.isReadable', '=', true)
    /* A number in more places than one is shown first where it was added last. */
    const contents = await ofRelease
      .clearSelect()
      .select('sheetPages.fileId')
      .groupBy('sheetPages.fileId')
      .orderBy(({ fn }) => fn.max('results.createdAt'), 'desc')
      .orderBy('sheetPages.fileId')
      .execute()
    for (let at = 0; at < contents.length; at += contentsAtOnce) {
      signal.throwIfAborted()
      const ids = contents.slice(at, at + contentsAtOnce).map(({ fileId }) => fileId)
      const rows = await ofRelease
        .where('sheetPages.fileId', 'in', ids)
        .orderBy('results.createdAt', 'desc')
        .orderBy('sheets.id')
        .orderBy('sheetPages.page')
        .execute()
      for (const row of rows)
        await write(`page\t${row.fileId}/${row.page}\t${JSON.stringify(presentPage(row))}\n`)
      for (const { fileId, lines } of await listNumberLines(db, ids))
        await write(`content\t${fileId}\n${lines}\n`)
    }
    sink.end()
    await finished(sink)
  } finally {
    sink.destroy()
  }
}
