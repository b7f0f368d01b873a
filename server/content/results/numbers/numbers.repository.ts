import { sql } from 'kysely'
import type { BranchCode } from '#contract/codes/branches.ts'
import type { LookupInput, PictureBox } from '#contract/resources/lookup.ts'
import { limits } from '#contract/limits.ts'
import type { ChangeTag } from '#server/base/changes.ts'
import type { Queryable, Transaction } from '#server/base/db/types.ts'
import { shownNow } from './shown-results.ts'
import type { Shown } from './shown-results.ts'

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
    .where('resultId', '=', resultId)
    .where('kind', 'in', ['pdf', 'image'])
    .where('fileId', 'is not', null)
}

/** The contents of a result's sheets that nobody has read, and how many there are in all. */
export async function listUnread(
  db: Queryable,
  resultId: string,
): Promise<{ unread: SheetContent[]; total: number }> {
  const rows = await readableSheets(db, resultId)
    .select(['fileId', 'kind', isRead.as('isRead')])
    .distinct()
    .orderBy('fileId')
    .execute()
  const unread = rows.flatMap(({ fileId, kind, isRead: known }) =>
    known || fileId === null || (kind !== 'pdf' && kind !== 'image') ? [] : [{ fileId, kind }],
  )
  return { unread, total: rows.length }
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

const rowsAtOnce = 500

/** Keeps what was read in a content, in place of what was known of it. */
export async function putReading(
  transaction: Transaction,
  fileId: string,
  { pages, school, failure }: { pages: readonly PageToKeep[]; school: string | null; failure: string | null },
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
    .values({ fileId, ...counts, school, failure })
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
  for (let at = 0; at < pageRows.length; at += rowsAtOnce)
    await transaction
      .insertInto('sheetPages')
      .values(pageRows.slice(at, at + rowsAtOnce))
      .execute()
  const numberRows = pages.flatMap(({ page, numbers }) =>
    numbers.map(({ box, ...rest }) => ({ ...rest, fileId, page, box: JSON.stringify(box) })),
  )
  for (let at = 0; at < numberRows.length; at += rowsAtOnce)
    await transaction
      .insertInto('sheetNumbers')
      .values(numberRows.slice(at, at + rowsAtOnce))
      .execute()
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

/** The sheets of a result that were read and have no exam number, by name. */
export function listWithoutNumbers(
  db: Queryable,
  resultId: string,
): Promise<{ id: string; school: string; reason: string | null }[]> {
  return db
    .selectFrom('sheets')
    .innerJoin('sheetReadings', 'sheetReadings.fileId', 'sheets.fileId')
    .where('sheets.resultId', '=', resultId)
    .where('sheets.isPublic', '=', true)
    .where('sheetReadings.readablePages', '=', 0)
    .select(['sheets.id', 'sheets.school', 'sheetReadings.failure as reason'])
    .orderBy(sql`sheets.school collate "und-x-icu"`)
    .limit(limits.sheetsPerPage)
    .execute()
}

/** A page of a public sheet. */
export interface PublicPage {
  sheetId: string
  resultId: string
  school: string
  ending: string
  fileId: string
  city: string
  branch: BranchCode | null
  releaseYear: number
  try: number
  page: number
  pages: number
  picture: string | null
  width: number
  height: number
  head: PictureBox | null
  cuts: number[]
}

/** The pages of sheets that everybody sees. */
export function publicPages(db: Queryable, stage: LookupInput['stage'], shown: Shown = shownNow) {
  return db
    .selectFrom('sheets')
    .innerJoin('sheetArchives', 'sheetArchives.resultId', 'sheets.resultId')
    .innerJoin('results', 'results.id', 'sheets.resultId')
    .innerJoin('sheetReadings', 'sheetReadings.fileId', 'sheets.fileId')
    .innerJoin('sheetPages', 'sheetPages.fileId', 'sheets.fileId')
    .where('sheets.isPublic', '=', true)
    .where('sheetArchives.state', '=', 'ready')
    .where('sheetArchives.removedAt', 'is', null)
    .where(shown)
    .where('results.stage', '=', stage)
    .select([
      'sheets.id as sheetId',
      'sheets.resultId',
      'sheets.school',
      'sheets.ending',
      'sheetPages.fileId',
      'results.city',
      'results.branch',
      'results.releaseYear',
      'results.try',
      'sheetPages.page',
      'sheetReadings.pages',
      'sheetPages.picture',
      'sheetPages.width',
      'sheetPages.height',
      'sheetPages.head',
      'sheetPages.cuts',
    ])
}

/** Where a number stands in public sheets, the newest release first; none that was read with doubt. */
export function findNumber(
  db: Queryable,
  { stage, number, releaseYear, try: round }: LookupInput,
): Promise<(PublicPage & { box: PictureBox })[]> {
  let rows = publicPages(db, stage)
    .innerJoin('sheetNumbers', join =>
      join
        .onRef('sheetNumbers.fileId', '=', 'sheetPages.fileId')
        .onRef('sheetNumbers.page', '=', 'sheetPages.page'),
    )
    .where('sheetNumbers.number', '=', number)
    .where('sheetNumbers.isDoubtful', '=', false)
    .select('sheetNumbers.box')
  if (releaseYear !== undefined) rows = rows.where('results.releaseYear', '=', releaseYear)
  if (round !== undefined) rows = rows.where('results.try', '=', round)
  return rows
    .orderBy('results.releaseYear', 'desc')
    .orderBy('results.try', 'desc')
    .orderBy('sheets.id')
    .limit(limits.maxLookupMatches)
    .execute()
}

/** The surely read numbers of contents. Shape: `lines` of page, number and row as JSON, parted by tabs. */
export async function listNumberLines(
  db: Queryable,
  fileIds: readonly string[],
): Promise<{ fileId: string; lines: string }[]> {
  const { rows } = await sql<{ fileId: string; lines: string }>`
    select file_id as "fileId", string_agg(concat_ws(E'\\t', page, number, box::text), E'\\n') as lines
    from sheet_numbers where file_id = any(${fileIds}) and not is_doubtful group by file_id`.execute(db)
  return rows
}

/** A release as it would be public. */
export interface NumbersVersion {
  stage: LookupInput['stage']
  /** Year and round: `2026-1`. */
  release: string
  /** A word that changes with anything in it. */
  version: string
  results: string[]
  cities: string[]
}

/** What there is to find of every release, were these results public. */
export async function listNumbersVersions(db: Queryable, shown: Shown): Promise<NumbersVersion[]> {
  const { rows } = await sql<NumbersVersion>`
    select results.stage, results.release_year || '-' || results.try as release,
      array_agg(distinct results.id) as results, array_agg(distinct results.city) as cities,
      md5(string_agg(concat_ws('|', sheets.id, sheets.file_id, sheets.school, results.id, results.city,
        results.branch, extract(epoch from sheet_readings.read_at)), ',' order by sheets.id)) as version
    from sheets
    join sheet_archives on sheet_archives.result_id = sheets.result_id
      and sheet_archives.state = 'ready' and sheet_archives.removed_at is null
    join results on results.id = sheets.result_id and ${shown}
    join sheet_readings on sheet_readings.file_id = sheets.file_id
    where sheets.is_public
    group by results.stage, results.release_year, results.try
    order by results.stage, release`.execute(db)
  return rows
}

const momentsAhead = 5

/** When results are to become public next, the nearest first. */
export async function listMoments(db: Queryable): Promise<Date[]> {
  const rows = await db
    .selectFrom('results')
    .where('state', '=', 'scheduled')
    .where('publishAt', 'is not', null)
    .select('publishAt')
    .distinct()
    .orderBy('publishAt')
    .limit(momentsAhead)
    .execute()
  return rows.flatMap(({ publishAt }) => publishAt ?? [])
}
