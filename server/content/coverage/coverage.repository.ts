import { sql, type RawBuilder } from 'kysely'
import { kinds } from '#contract/kinds.ts'
import type { CoverageBoard, CoverageCell, CoverageQuery } from '#contract/resources/coverage.ts'
import type { IngestKind } from '#contract/resources/ingest.ts'
import type { Queryable } from '#server/base/db/types.ts'
import { usesDamagedFile } from '#server/files/damaged.ts'
import { lacksLightCopy } from '#server/files/light-copies/light-copies.repository.ts'
import { isReadBadly } from '#server/files/page-texts/page-texts.repository.ts'
import { namesDeadMirror } from '#server/mirrors/mirrors.repository.ts'

/** The state of the records of a kind, and what is wrong with each. */
function conditionOf(kind: IngestKind) {
  const { entity, list } = kinds[kind]
  const branch = kind === 'exam' ? sql`null` : sql.ref('branch')
  return sql`state, ${branch} as branch, ${usesDamagedFile(entity, list)} as damaged,
    ${namesDeadMirror(list)} as dead, ${isReadBadly(entity, list)} as unread, ${lacksLightCopy(entity, list)} as heavy`
}

/** What each board counts: its records of a grade with their places. */
const records: Record<
  CoverageBoard,
  (where: RawBuilder<unknown>, branch: RawBuilder<unknown>) => RawBuilder<unknown>
> = {
  books: (where, branch) => sql`
    select 'book' as kind, subject as row, null::int as release_year, null::int as try, ${conditionOf('book')}
    from books where ${where} and ${branch}
    union all
    select 'note', subject, null, null, ${conditionOf('note')} from notes where ${where} and ${branch}`,
  exams: where => sql`
    select 'exam' as kind, subject as row, release_year, try, ${conditionOf('exam')} from exams where ${where}`,
  results: (where, branch) => sql`
    select 'result' as kind, city as row, release_year, try, ${conditionOf('result')}
    from results where school is null and ${where} and ${branch}`,
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
      (count(*) filter (where state <> 'published'))::int as hidden,
      (count(*) filter (where branch is null))::int as common,
      (count(*) filter (where state = 'published' and damaged))::int as damaged,
      (count(*) filter (where state = 'published' and dead))::int as dead,
      (count(*) filter (where state = 'published' and unread))::int as unread,
      (count(*) filter (where state = 'published' and heavy))::int as heavy
    from (${records[board](sql`stage = ${stage}`, ofBranch)}) as found
    group by kind, row, release_year, try
    order by kind, row, release_year desc, try`.execute(db)
  return rows
}
