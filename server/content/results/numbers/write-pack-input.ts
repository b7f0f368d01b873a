import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import type { MinisterialGradeCode } from '#contract/codes/grades.ts'
import type { BucketPage } from '#contract/resources/lookup.ts'
import type { Queryable } from '#server/base/db/types.ts'
import { portions } from '#server/base/portions.ts'
import { presentMatch } from './lookup.service.ts'
import { listNumberLines, publicPages } from './numbers.repository.ts'
import type { PublicPage } from './numbers.repository.ts'
import type { Shown } from './shown-results.ts'

const sheetsAtOnce = 20

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
 * have their turns. A number in more places than one stands first where it was added last.
 * Shape: lines of `page, content/page, JSON`; after them those of `content, id`, each followed by its numbers:
 * `page, number, box`.
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
    /* As a lookup in the database has them: an announcement changes nothing of it. */
    const sheets = await ofRelease
      .clearSelect()
      .select(['results.id as resultId', 'sheets.id', 'sheets.fileId'])
      .distinct()
      .orderBy('results.id', 'desc')
      .orderBy('sheets.id')
      .execute()
    for (const some of portions(sheets, sheetsAtOnce)) {
      signal.throwIfAborted()
      const rows = await ofRelease
        .where(
          'sheets.id',
          'in',
          some.map(({ id }) => id),
        )
        .orderBy('results.id', 'desc')
        .orderBy('sheets.id')
        .orderBy('sheetPages.page')
        .execute()
      for (const row of rows)
        await write(`page\t${row.fileId}/${row.page}\t${JSON.stringify(presentPage(row))}\n`)
    }
    const contents = [...new Set(sheets.flatMap(({ fileId }) => fileId ?? []))]
    for (const ids of portions(contents, sheetsAtOnce)) {
      signal.throwIfAborted()
      for (const { fileId, lines } of await listNumberLines(db, ids))
        await write(`content\t${fileId}\n${lines}\n`)
    }
    sink.end()
    await finished(sink)
  } finally {
    sink.destroy()
  }
}
