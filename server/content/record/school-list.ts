import { sql, type SqlBool } from 'kysely'
import { gradeCodes, gradesOfStage } from '#contract/codes/grades.ts'
import type { GradeCode } from '#contract/codes/grades.ts'
import type { SchoolCount, SchoolListQuery } from '#contract/school-lists.ts'
import { bestFirst, onlyMatching, type ListMatches, type Rows } from '#server/search/list-search.ts'
import { inBranch, placeOfBranch, placeOfGrade, placeOfSubject } from './curriculum-order.ts'

type SchoolTable = 'books' | 'notes'

function published<Table extends SchoolTable>(rows: Rows<Table, object>): Rows<Table, object> {
  return rows.where(sql<SqlBool>`state = 'published'`)
}

/**
 * The rows of a page of the site: what answers a search best, then the curriculum's order or the newest. Source: P4.10.
 *
 * Shape: `rows` is the whole table; what it returns has columns to select yet.
 */
export function pageOfSchool<Table extends SchoolTable>(
  rows: Rows<Table, object>,
  table: Table,
  query: SchoolListQuery,
  matches: ListMatches | undefined,
): Rows<Table, object> {
  const { grade, branch, subject, file, isLatest } = query
  const grades = grade ? [grade] : gradesOfStage(query.stage)
  const isByCurriculum = !isLatest && !query.search
  let found = published(rows).where(
    isByCurriculum ? standsAmong(grades) : sql<SqlBool>`stage in (${sql.join(grades)})`,
  )
  if (branch) found = found.where(inBranch(branch))
  if (subject) found = found.where(sql<SqlBool>`subject = ${subject}`)
  if (file) found = found.where(sql<SqlBool>`has_light`)
  found = bestFirst(onlyMatching(found, table, query.search, matches), isLatest ? undefined : matches)
  if (!isLatest) {
    found = found.orderBy(placeOfGrade)
    if (!branch) found = found.orderBy(placeOfBranch)
    found = found.orderBy(placeOfSubject)
  }
  return found
    .orderBy(sql`created_at`, 'desc')
    .orderBy(sql`id`, 'desc')
    .limit(query.limit)
    .offset(query.offset)
}

/* By their places, as the index in the order of the curriculum has them: these grades follow each other. */
function standsAmong(grades: readonly GradeCode[]) {
  const places = grades.map(grade => gradeCodes.indexOf(grade) + 1)
  const [first, last] = [Math.min(...places), Math.max(...places)]
  return first === last
    ? sql<SqlBool>`${placeOfGrade} = ${sql.lit(first)}`
    : sql<SqlBool>`${placeOfGrade} between ${sql.lit(first)} and ${sql.lit(last)}`
}

/** How many published rows that answer a text there are of each grade, branch and subject. */
export function countFoundOfSchool<Table extends SchoolTable>(
  rows: Rows<Table, object>,
  table: Table,
  search: string,
  matches: ListMatches | undefined,
): Promise<SchoolCount[]> {
  return onlyMatching(published(rows), table, search, matches)
    .select([
      sql<SchoolCount['stage']>`stage`.as('stage'),
      sql<SchoolCount['branch']>`branch`.as('branch'),
      sql<SchoolCount['subject']>`subject`.as('subject'),
      sql<number>`count(*)`.as('count'),
      sql<number>`count(*) filter (where has_light)`.as('light'),
    ])
    .groupBy([sql`stage`, sql`branch`, sql`subject`])
    .execute()
}
