import { sql, type SqlBool } from 'kysely'
import { gradesOfStage } from '#contract/codes/grades.ts'
import { kinds } from '#contract/kinds.ts'
import type { SchoolCount, SchoolListQuery } from '#contract/school-lists.ts'
import type { Queryable } from '#server/base/db/types.ts'
import { countRowsBySchool } from '#server/base/row-counts.ts'
import { countLightBySchool, hasLightCopy } from '#server/files/light-copies/light-copies.repository.ts'
import { bestFirst, onlyMatching, type ListMatches, type Rows } from '#server/search/list-search.ts'
import { inBranch, placeOfBranch, placeOfGrade, placeOfSubject } from './curriculum-order.ts'

type SchoolTable = 'books' | 'notes'

const entityOf = { books: kinds.book.entity, notes: kinds.note.entity } as const

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
  let found = published(rows).where(sql<SqlBool>`stage in (${sql.join(grades)})`)
  if (branch) found = found.where(inBranch(branch))
  if (subject) found = found.where(sql<SqlBool>`subject = ${subject}`)
  if (file) found = found.where(hasLightCopy(entityOf[table], table))
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

/** How many published rows there are of each grade, branch and subject, and how many of them have a light copy. */
export async function countSchool(db: Queryable, table: SchoolTable): Promise<SchoolCount[]> {
  const [rows, light] = await Promise.all([
    countRowsBySchool(db, table),
    countLightBySchool(db, entityOf[table], table),
  ])
  const placeOf = ({ stage, branch, subject }: Omit<SchoolCount, 'count' | 'light'>) =>
    [stage, branch, subject].join(' ')
  const lightOf = new Map(light.map(cell => [placeOf(cell), cell.light]))
  return rows.map(cell => ({ ...cell, light: lightOf.get(placeOf(cell)) ?? 0 }))
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
      sql<number>`count(*) filter (where ${hasLightCopy(entityOf[table], table)})`.as('light'),
    ])
    .groupBy([sql`stage`, sql`branch`, sql`subject`])
    .execute()
}
