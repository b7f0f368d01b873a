import { sql } from 'kysely'
import type { PictureBox } from '#contract/resources/lookup.ts'
import { limits } from '#contract/limits.ts'
import type { ChangeTag } from '#server/base/changes.ts'
import type { Queryable, Transaction } from '#server/base/db/types.ts'
import { portions } from '#server/base/portions.ts'
import { sheetReader } from '#server/reading/reader-version.ts'

/** A content that a result's sheets have. */
export interface SheetContent {
  fileId: string
  kind: 'pdf' | 'image'
}

/* A picture that the store does not have any more has to be drawn again. */
const isRead = sql<boolean>`
  exists (select 1 from sheet_readings where sheet_readings.file_id = sheets.file_id)
  and not exists (
    select 1 from sheet_pages left join files on files.id = sheet_pages.picture
    where sheet_pages.file_id = sheets.file_id and sheet_pages.picture is not null and files.id is null)`

function readableSheets(db: Queryable, resultId: string) {
  return db
    .selectFrom('sheets')
    .where('sheets.resultId', '=', resultId)
    .where('sheets.kind', 'in', ['pdf', 'image'])
    .where('sheets.fileId', 'is not', null)
}

/** The contents of a result's sheets that nobody has read, and how many there are in all. */
export async function listUnread(
  db: Queryable,
  resultId: string,
): Promise<{ pending: SheetContent[]; total: number }> {
  const rows = await readableSheets(db, resultId)
    .select(['fileId', 'kind', isRead.as('isRead')])
    .distinct()
    .orderBy('fileId')
    .execute()
  const pending = rows.flatMap(({ fileId, kind, isRead: known }) =>
    known || fileId === null || (kind !== 'pdf' && kind !== 'image') ? [] : [{ fileId, kind }],
  )
  return { pending, total: rows.length }
}

/** The contents of a result's sheets that an older reader has read, and how many there are in all. */
export async function listOutdated(
  db: Queryable,
  resultId: string,
): Promise<{ pending: SheetContent[]; total: number }> {
  const rows = await readableSheets(db, resultId)
    .innerJoin('sheetReadings', 'sheetReadings.fileId', 'sheets.fileId')
    .select(['sheets.fileId', 'kind', 'reader'])
    .distinct()
    .orderBy('sheets.fileId')
    .execute()
  const pending = rows.flatMap(({ fileId, kind, reader }) =>
    reader >= sheetReader || fileId === null || (kind !== 'pdf' && kind !== 'image')
      ? []
      : [{ fileId, kind }],
  )
  return { pending, total: rows.length }
}

/** The results with sheets that an older reader has read, the newest first. */
export async function listResultsOutdated(db: Queryable): Promise<string[]> {
  const rows = await db
    .selectFrom('sheets')
    .innerJoin('results', 'results.id', 'sheets.resultId')
    .innerJoin('sheetReadings', 'sheetReadings.fileId', 'sheets.fileId')
    .where('reader', '<', sheetReader)
    .where('kind', 'in', ['pdf', 'image'])
    .select(['results.id', 'results.releaseYear', 'results.createdAt'])
    .distinct()
    .orderBy('results.releaseYear', 'desc')
    .orderBy('results.createdAt', 'desc')
    .execute()
  return rows.map(row => row.id)
}

/** The results with sheets that nobody has read or tried to read. */
export async function listResultsUnread(db: Queryable): Promise<string[]> {
  const rows = await db
    .selectFrom('sheets')
    .innerJoin('sheetArchives', 'sheetArchives.resultId', 'sheets.resultId')
    .leftJoin('sheetReadings', 'sheetReadings.fileId', 'sheets.fileId')
    .where('sheetReadings.fileId', 'is', null)
    .where('sheets.fileId', 'is not', null)
    .where('sheets.kind', 'in', ['pdf', 'image'])
    .where('sheetArchives.state', '=', 'ready')
    .where('sheetArchives.removedAt', 'is', null)
    .select('sheets.resultId')
    .distinct()
    .execute()
  return rows.map(row => row.resultId)
}

/** A page to be kept. */
export interface PageToKeep {
  page: number
  picture: string | null
  width: number
  height: number
  head: PictureBox | null
  cuts: number[]
  numbers: { number: string; box: PictureBox; isDoubtful: boolean }[]
}

/** What a sheet's content was found to say. */
export interface Reading {
  pages: readonly PageToKeep[]
  school: string | null
  /** What could not be read and why, in Arabic. */
  failure: string | null
}

const readRowsAtOnce = 500

/** What is kept of a content, in an order of its own. */
async function findReading(db: Queryable, fileId: string): Promise<Reading | undefined> {
  const reading = await db
    .selectFrom('sheetReadings')
    .select(['school', 'failure'])
    .where('fileId', '=', fileId)
    .executeTakeFirst()
  if (!reading) return undefined
  const pages = await db.selectFrom('sheetPages').selectAll().where('fileId', '=', fileId).execute()
  const numbers = await db.selectFrom('sheetNumbers').selectAll().where('fileId', '=', fileId).execute()
  const numbersOf = (page: number) =>
    numbers
      .filter(each => each.page === page)
      .map(({ number, box, isDoubtful }) => ({ number, box, isDoubtful }))
  const kept = pages.map(({ page, picture, width, height, head, cuts }) => {
    return { page, picture, width, height, head, cuts, numbers: numbersOf(page) }
  })
  return { ...reading, pages: kept }
}

function isAlike(a: Reading, b: Reading): boolean {
  const inOrder = ({ pages, school, failure }: Reading) => {
    const lines = pages.map(({ numbers, page, picture, width, height, head, cuts }) => {
      const rows = numbers.map(({ number, box, isDoubtful }) => JSON.stringify([number, box, isDoubtful]))
      return JSON.stringify([page, picture, width, height, head, cuts, rows.toSorted()])
    })
    return JSON.stringify([school, failure, lines.toSorted()])
  }
  return inOrder(a) === inOrder(b)
}

/**
 * Keeps what a newer reader has read in a content. What is as it was stays untouched, so that nothing is made anew
 * because of it; so does what was read before, where now nothing could be.
 */
export async function putNewerReading(
  transaction: Transaction,
  fileId: string,
  reading: Reading,
): Promise<void> {
  const before = await findReading(transaction, fileId)
  if (!before) return
  if (!isAlike(before, reading) && (reading.failure === null || before.pages.length === 0))
    return putReading(transaction, fileId, reading)
  await transaction
    .updateTable('sheetReadings')
    .set({ reader: sheetReader })
    .where('fileId', '=', fileId)
    .execute()
}

/** Keeps what was read in a content, in place of what was known of it. */
export async function putReading(
  transaction: Transaction,
  fileId: string,
  { pages, school, failure }: Reading,
): Promise<void> {
  await transaction.deleteFrom('sheetReadings').where('fileId', '=', fileId).execute()
  const isReadable = (page: PageToKeep) => page.numbers.some(each => !each.isDoubtful)
  const sure = pages.flatMap(each => each.numbers.flatMap(one => (one.isDoubtful ? [] : one.number)))
  const counts = {
    pages: pages.length,
    readablePages: pages.filter(isReadable).length,
    numbers: new Set(sure).size,
  }
  await transaction
    .insertInto('sheetReadings')
    .values({ fileId, ...counts, school, failure, reader: sheetReader })
    .execute()
  const pageRows = pages.map(each => ({
    fileId,
    page: each.page,
    isReadable: isReadable(each),
    picture: each.picture,
    width: each.width,
    height: each.height,
    head: each.head && JSON.stringify(each.head),
    cuts: JSON.stringify(each.cuts),
  }))
  for (const some of portions(pageRows, readRowsAtOnce))
    await transaction.insertInto('sheetPages').values(some).execute()
  const numberRows = pages.flatMap(({ page, numbers }) =>
    numbers.map(({ box, ...rest }) => ({ ...rest, fileId, page, box: JSON.stringify(box) })),
  )
  for (const some of portions(numberRows, readRowsAtOnce))
    await transaction.insertInto('sheetNumbers').values(some).execute()
}

/** Whom it concerns that contents were read: the pages of the site, or staff alone. */
export async function tagOfContents(
  transaction: Transaction,
  fileIds: readonly string[],
): Promise<ChangeTag> {
  const row = await transaction
    .selectFrom('sheets')
    .innerJoin('results', 'results.id', 'sheets.resultId')
    .where('sheets.fileId', 'in', fileIds)
    .where('results.state', '=', 'published')
    .select('results.id')
    .limit(1)
    .executeTakeFirst()
  return row ? 'results' : 'drafts'
}

/** Forgets what could not be read of a result's sheets, so that it is tried again. */
export async function forgetFailures(transaction: Transaction, resultId: string): Promise<void> {
  await sql`
    delete from sheet_readings
    where failure is not null and file_id in (select file_id from sheets where result_id = ${resultId})`.execute(
    transaction,
  )
}

/** Forgets what was read in contents that no sheet has any more. */
export async function forgetUnused(transaction: Transaction): Promise<void> {
  await sql`
    delete from sheet_readings
    where not exists (select 1 from sheets where sheets.file_id = sheet_readings.file_id)`.execute(
    transaction,
  )
}

/** The pictures of the pages of a result's sheets. */
export async function listPictures(db: Queryable, resultId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('sheetPages')
    .innerJoin('sheets', 'sheets.fileId', 'sheetPages.fileId')
    .where('sheets.resultId', '=', resultId)
    .where('picture', 'is not', null)
    .select('picture')
    .distinct()
    .execute()
  return rows.flatMap(row => row.picture ?? [])
}

/** What was read in the sheets of a result. */
export interface ReadingCounts {
  sheets: number
  sheetsRead: number
  pages: number
  readablePages: number
  numbers: number
  numbersTwice: number
  doubtful: number
}

/** Counts what was read in the sheets of a result that show. */
export async function countReadings(db: Queryable, resultId: string): Promise<ReadingCounts> {
  const { rows } = await sql<Record<keyof ReadingCounts, string>>`
    with shown as (
      select distinct file_id from sheets
      where result_id = ${resultId} and is_public and kind in ('pdf', 'image')
    ), found as (
      select number, count(*) filter (where not is_doubtful) as sure, count(*) filter (where is_doubtful) as doubtful
      from sheet_numbers where file_id in (select file_id from shown) group by number
    )
    select
      (select count(*) from shown) as "sheets",
      (select count(*) from sheet_readings where file_id in (select file_id from shown)) as "sheetsRead",
      (select coalesce(sum(pages), 0) from sheet_readings where file_id in (select file_id from shown)) as "pages",
      (select coalesce(sum(readable_pages), 0) from sheet_readings
        where file_id in (select file_id from shown)) as "readablePages",
      (select count(*) from found where sure > 0) as "numbers",
      (select count(*) from found where sure > 1) as "numbersTwice",
      (select coalesce(sum(doubtful), 0) from found) as "doubtful"`.execute(db)
  const [row] = rows
  const count = (name: keyof ReadingCounts) => Number(row?.[name] ?? 0)
  return {
    sheets: count('sheets'),
    sheetsRead: count('sheetsRead'),
    pages: count('pages'),
    readablePages: count('readablePages'),
    numbers: count('numbers'),
    numbersTwice: count('numbersTwice'),
    doubtful: count('doubtful'),
  }
}

/** The pages of a result's sheets on which numbers were read with doubt, by school, with what they may be. */
export async function listDoubted(
  db: Queryable,
  resultId: string,
): Promise<{ id: string; school: string; page: number; numbers: string[] }[]> {
  const { rows } = await sql<{ id: string; school: string; page: number; numbers: string[] }>`
    select sheets.id, sheets.school, sheet_numbers.page, json_agg(sheet_numbers.number order by number) as numbers
    from sheets join sheet_numbers on sheet_numbers.file_id = sheets.file_id and sheet_numbers.is_doubtful
    where sheets.result_id = ${resultId} and sheets.is_public
    group by sheets.id, sheets.school, sheet_numbers.page
    order by sheets.school collate "und-x-icu", sheets.id, sheet_numbers.page
    limit ${limits.sheetsPerPage}`.execute(db)
  return rows
}

/** How many contents of a result's sheets could not be read, or not all of them. */
export async function countFailures(db: Queryable, resultId: string): Promise<number> {
  const { count } = await db
    .selectFrom('sheets')
    .innerJoin('sheetReadings', 'sheetReadings.fileId', 'sheets.fileId')
    .where('sheets.resultId', '=', resultId)
    .where('sheetReadings.failure', 'is not', null)
    .select(({ fn }) => fn.count<string>('sheets.fileId').distinct().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The sheets of a result that were read and have no exam number, or of which something could not be read, by name. */
export function listWithoutNumbers(
  db: Queryable,
  resultId: string,
): Promise<{ id: string; school: string; reason: string | null }[]> {
  return db
    .selectFrom('sheets')
    .innerJoin('sheetReadings', 'sheetReadings.fileId', 'sheets.fileId')
    .where('sheets.resultId', '=', resultId)
    .where('sheets.isPublic', '=', true)
    .where(({ or, eb }) =>
      or([eb('sheetReadings.readablePages', '=', 0), eb('sheetReadings.failure', 'is not', null)]),
    )
    .select(['sheets.id', 'sheets.school', 'sheetReadings.failure as reason'])
    .orderBy(sql`sheets.school collate "und-x-icu"`)
    .limit(limits.sheetsPerPage)
    .execute()
}
