import { sql } from 'kysely'
import type { MinisterialGradeCode } from '#contract/codes/grades.ts'
import type { Queryable } from '#server/base/db/types.ts'
import type { JobKind } from '#server/jobs/declare-job.ts'
import { readingJob } from './numbers/numbers.jobs.ts'
import { openingJob } from './sheets/sheets.jobs.ts'

/** Whether work of a kind on a row of `results` waits or runs. */
export const isGoingOn = ({ name }: Pick<JobKind<unknown>, 'name'>) => sql`exists (
  select from jobs where kind = ${name} and key = results.id and state in ('waiting', 'running'))`

/**
 * Whether a row of `sheets` is public and readable and was not read: those that may be so have an index of their own.
 * `offset 0` holds the database to a look for each of them: it would otherwise read the readings of all years for the few
 * sheets that are asked about.
 */
export const isToBeRead = sql`is_public and kind in ('pdf', 'image') and numbers is null and not exists (
  select from sheet_readings where sheet_readings.file_id = sheets.file_id offset 0)`

/**
 * The cities of a release whose public archives are not opened, or not read to the end. Shape: `reading` while the work goes
 * on, `stopped` where somebody has to want it again; a city with several archives may be both.
 */
export async function listUnreadCities(
  db: Queryable,
  release: { stage: MinisterialGradeCode; releaseYear: number; try: number },
): Promise<{ reading: string[]; stopped: string[] }> {
  const { rows } = await sql<{ city: string; isAwaited: boolean }>`
    select distinct city, is_awaited as "isAwaited" from (
      select results.city, case
        when archives.state in ('waiting', 'reading') then ${isGoingOn(openingJob)}
        when archives.state = 'failed' then false
        when exists (
          select from sheets where sheets.result_id = results.id and ${isToBeRead} offset 0
        ) then ${isGoingOn(readingJob)}
      end as is_awaited
      from results join sheet_archives archives on archives.result_id = results.id and archives.removed_at is null
      where results.stage = ${release.stage} and results.release_year = ${release.releaseYear}
        and results.try = ${release.try} and results.state = 'published'
    ) unread where is_awaited is not null`.execute(db)
  const citiesOf = (isAwaited: boolean) =>
    rows.filter(row => row.isAwaited === isAwaited).map(({ city }) => city)
  return { reading: citiesOf(true), stopped: citiesOf(false) }
}
