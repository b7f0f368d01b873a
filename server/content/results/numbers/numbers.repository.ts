import { sql } from 'kysely'
import type { BranchCode } from '#contract/codes/branches.ts'
import type { LookupInput, PictureBox } from '#contract/resources/lookup.ts'
import { limits } from '#contract/limits.ts'
import type { Queryable } from '#server/base/db/types.ts'
import { roundOrder } from '../results.repository.ts'
import { shownNow } from './shown-results.ts'
import type { Shown } from './shown-results.ts'

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

/**
 * Where a number stands in public sheets: the newest release first, the preliminary round before the others of its year,
 * and of one release what was added last; none that was read with doubt.
 */
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
    .orderBy(roundOrder('results.try'), 'desc')
    .orderBy('results.id', 'desc')
    .orderBy('sheets.id')
    .orderBy('sheetPages.page')
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

/**
 * What there is to find of every release, or of one, were these results public. What changed in their sheets the database
 * tells (`sheets.changes` of its kept counts): with the years there are too many to look at each time.
 */
export async function listNumbersVersions(
  db: Queryable,
  shown: Shown,
  of?: Pick<NumbersVersion, 'stage' | 'release'>,
): Promise<NumbersVersion[]> {
  const isAsked = of
    ? sql<boolean>`results.stage = ${of.stage} and results.release_year || '-' || results.try = ${of.release}`
    : sql<boolean>`true`
  const { rows } = await sql<NumbersVersion>`
    select results.stage, results.release_year || '-' || results.try as release,
      array_agg(results.id order by results.id) as results, array_agg(distinct results.city) as cities,
      md5(string_agg(concat_ws('|', results.id, results.city, results.branch, changed.changes), ','
        order by results.id)) as version
    from results
    join sheet_archives on sheet_archives.result_id = results.id
      and sheet_archives.state = 'ready' and sheet_archives.removed_at is null
    join (
      select part, sum(count)::bigint as changes from row_counts where name = 'sheets.changes' group by part
    ) changed on changed.part = results.id
    where ${shown} and ${isAsked} and exists (
      select from sheets join sheet_readings on sheet_readings.file_id = sheets.file_id
      where sheets.result_id = results.id and sheets.is_public)
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
