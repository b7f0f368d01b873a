import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import { newsCategoryCodes } from '#contract/codes/news-categories.ts'
import type { Kind, kinds } from '#contract/kinds.ts'
import type { ListOrder, ListSort } from '#contract/resources/list-sort.ts'
import type { Database } from '#server/base/db/schema.ts'
import { placeIn, placeOfBranch, placeOfGrade, placeOfSubject } from './curriculum-order.ts'

/** The table of a kind whose list can be sorted. */
type SortedTable = (typeof kinds)[Kind]['list']

/* A title as dictionaries sort it: folded, without article; the beginning of the searched text is the title. */
const titleInOrder = sql`left(search_text, 60)`

const sortedBy: Record<ListSort, RawBuilder<unknown>> & Record<string, RawBuilder<unknown>> = {
  title: titleInOrder,
  teacher: sql`teacher_text`,
  city: sql`city`,
  subject: placeOfSubject,
  stage: placeOfGrade,
  branch: placeOfBranch,
  type: placeIn(newsCategoryCodes, 'type'),
  releaseYear: sql`release_year`,
  try: sql`try`,
  createdAt: sql`created_at`,
  updatedAt: sql`updated_at`,
}

/** Puts rows in the order that staff ask for, those that are alike by their ids; without one, in the list's own. */
export function inListOrder<Table extends SortedTable, Row>(
  rows: SelectQueryBuilder<Database, Table, Row>,
  { sort, direction = 'asc' }: ListOrder,
  own: (rows: SelectQueryBuilder<Database, Table, Row>) => SelectQueryBuilder<Database, Table, Row>,
): SelectQueryBuilder<Database, Table, Row> {
  if (sort === undefined) return own(rows)
  return rows.orderBy(sortedBy[sort], direction).orderBy(sql`id`, direction)
}
