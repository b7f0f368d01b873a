import { sql } from 'kysely'
import type { BranchCode } from '#contract/codes/branches.ts'
import type { MinisterialGradeCode } from '#contract/codes/grades.ts'
import type { Queryable } from '#server/base/db/types.ts'
import { readingJob } from '../numbers/numbers.jobs.ts'
import { roundOrder } from '../results.repository.ts'
import { openingJob } from '../sheets/sheets.jobs.ts'
import { isGoingOn, isToBeRead } from '../unread-cities.ts'

/** A stage, year and round. */
export interface ReleasePlace {
  stage: MinisterialGradeCode
  releaseYear: number
  try: number
}

/** The releases of a stage that have a result, public or not, newest first. The preliminary round is before the others. */
export function listAllReleases(
  db: Queryable,
  stage: MinisterialGradeCode,
): Promise<Omit<ReleasePlace, 'stage'>[]> {
  return db
    .selectFrom('results')
    .where('stage', '=', stage)
    .select(['releaseYear', 'try'])
    .groupBy(['releaseYear', 'try'])
    .orderBy('releaseYear', 'desc')
    .orderBy(roundOrder('try'), 'desc')
    .execute()
}

/** How many public sheets and exam numbers each city and branch has in what is public of a release. */
export async function countBefore(
  db: Queryable,
  release: ReleasePlace,
): Promise<{ city: string; branch: BranchCode | null; schools: number; numbers: number }[]> {
  const { stage, releaseYear, try: round } = release
  const places = await countSchools(db, release)
  const results = await db
    .selectFrom('results')
    .where('stage', '=', stage)
    .where('releaseYear', '=', releaseYear)
    .where('try', '=', round)
    .where('state', '=', 'published')
    .select(['id', 'city', 'branch'])
    .execute()
  const numbers = await countNumbers(
    db,
    results.map(({ id }) => id),
  )
  return places.map(place => {
    const own = results.filter(({ city, branch }) => city === place.city && branch === place.branch)
    return { ...place, numbers: own.reduce((sum, { id }) => sum + (numbers.get(id) ?? 0), 0) }
  })
}

/** How many exam numbers were surely read in the public sheets of each result. */
export async function countNumbers(
  db: Queryable,
  resultIds: readonly string[],
): Promise<Map<string, number>> {
  if (resultIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('sheets')
    .where('sheets.resultId', 'in', resultIds)
    .where('sheets.isPublic', '=', true)
    .select([
      'sheets.resultId',
      /* Not joined: the readings of all years would be read for those of some results. */
      sql<number>`coalesce(sum(coalesce(sheets.numbers, (
        select numbers from sheet_readings where sheet_readings.file_id = sheets.file_id))), 0)::int`.as(
        'numbers',
      ),
    ])
    .groupBy('sheets.resultId')
    .execute()
  return new Map(rows.map(({ resultId, numbers }) => [resultId, numbers]))
}

/** The public sheets of a result whose numbers are still to be read. */
export interface UnreadSheets {
  unread: number
  /** Why nobody reads them now; null while the work goes on. Work that nobody remembers has failed. */
  stopped: 'failed' | 'cancelled' | null
}

const stoppedBy = (kind: typeof openingJob | typeof readingJob) => sql`case
  when ${isGoingOn(kind)} then null
  when (select state from jobs where kind = ${kind.name} and key = results.id order by id desc limit 1) = 'cancelled'
    then 'cancelled'
  else 'failed'
end`

/**
 * The sheets of results that are still to be read, as of one moment; without results that have none. While an archive is
 * opened, its sheets wait for that.
 */
export async function findUnread(
  db: Queryable,
  resultIds: readonly string[],
): Promise<Map<string, UnreadSheets>> {
  if (resultIds.length === 0) return new Map()
  const { rows } = await sql<UnreadSheets & { id: string }>`
    select results.id, sheets.unread, case
        when archives.state in ('waiting', 'reading') then ${stoppedBy(openingJob)}
        else ${stoppedBy(readingJob)}
      end as stopped
    from (
      select result_id, count(*)::int as unread from sheets
      where result_id = any(${resultIds}::text[]) and ${isToBeRead}
      group by result_id
    ) sheets
    join results on results.id = sheets.result_id
    left join sheet_archives archives on archives.result_id = results.id`.execute(db)
  return new Map(rows.map(({ id, ...found }) => [id, found]))
}

/** How many public sheets each city and branch has in what is public of a release. */
export function countSchools(
  db: Queryable,
  { stage, releaseYear, try: round }: ReleasePlace,
): Promise<{ city: string; branch: BranchCode | null; schools: number }[]> {
  return db
    .selectFrom('results')
    .innerJoin('sheets', 'sheets.resultId', 'results.id')
    .where('results.stage', '=', stage)
    .where('results.releaseYear', '=', releaseYear)
    .where('results.try', '=', round)
    .where('results.state', '=', 'published')
    .where('sheets.isPublic', '=', true)
    .select(['city', 'branch', sql<number>`count(*)::int`.as('schools')])
    .groupBy(['city', 'branch'])
    .execute()
}

/** The stage of the result that was added last; undefined while there is none. */
export async function findNewestStage(db: Queryable): Promise<MinisterialGradeCode | undefined> {
  const row = await db
    .selectFrom('results')
    .select('stage')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.stage
}
