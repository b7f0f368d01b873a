import { sql } from 'kysely'
import type { BranchCode } from '#contract/codes/branches.ts'
import type { MinisterialGradeCode } from '#contract/codes/grades.ts'
import type { Queryable } from '#server/base/db/types.ts'
import { roundOrder } from '../results.repository.ts'

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
    .innerJoin('sheetReadings', 'sheetReadings.fileId', 'sheets.fileId')
    .where('sheets.resultId', 'in', resultIds)
    .where('sheets.isPublic', '=', true)
    .select(['sheets.resultId', sql<number>`coalesce(sum(sheet_readings.numbers), 0)::int`.as('numbers')])
    .groupBy('sheets.resultId')
    .execute()
  return new Map(rows.map(({ resultId, numbers }) => [resultId, numbers]))
}

/** How many public sheets of each result are still to be read for their numbers. */
export async function countUnread(db: Queryable, resultIds: readonly string[]): Promise<Map<string, number>> {
  if (resultIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('sheets')
    .leftJoin('sheetReadings', 'sheetReadings.fileId', 'sheets.fileId')
    .where('sheets.resultId', 'in', resultIds)
    .where('sheets.isPublic', '=', true)
    .where('sheets.kind', 'in', ['pdf', 'image'])
    .where('sheetReadings.fileId', 'is', null)
    .select(['sheets.resultId', sql<number>`count(*)::int`.as('unread')])
    .groupBy('sheets.resultId')
    .execute()
  return new Map(rows.map(({ resultId, unread }) => [resultId, unread]))
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
