import { sql, type RawBuilder } from 'kysely'
import type { CoverageBoard, CoverageCell, CoverageQuery } from '#contract/resources/coverage.ts'
import type { Queryable } from '#server/base/db/types.ts'

/** What each board counts: its records with their places. */
const records: Record<CoverageBoard, (branch: RawBuilder<unknown>) => RawBuilder<unknown>> = {
  books: branch => sql`
    select 'book' as kind, subject as row, null::int as release_year, null::int as try, stage, state
    from books where ${branch}
    union all
    select 'note', subject, null, null, stage, state from notes where ${branch}`,
  exams: () => sql`select 'exam' as kind, subject as row, release_year, try, stage, state from exams`,
  results: branch => sql`
    select 'result' as kind, city as row, release_year, try, stage, state
    from results where school is null and ${branch}`,
}

/** What there is of a grade, place by place, in one statement. */
export async function countPlaces(
  db: Queryable,
  { board, stage, branch }: CoverageQuery,
): Promise<CoverageCell[]> {
  const ofBranch = branch === undefined ? sql`true` : sql`(branch = ${branch} or branch is null)`
  const { rows } = await sql<CoverageCell>`
    select kind, row, release_year, try,
      (count(*) filter (where state = 'published'))::int as published,
      (count(*) filter (where state <> 'published'))::int as hidden
    from (${records[board](ofBranch)}) as found
    where stage = ${stage}
    group by kind, row, release_year, try
    order by kind, row, release_year desc, try`.execute(db)
  return rows
}
