import type { kinds, KindWithPage } from '#contract/kinds.ts'
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { Database } from '#server/base/db/schema.ts'
import { isAmongHolders } from './list-text.ts'

/** What the search found for a list. Shape: a statement of `record_id` and `score`, higher is better. */
export type ListMatches = RawBuilder<unknown>

type SearchedTable = (typeof kinds)[KindWithPage]['list']
export type Rows<Table extends SearchedTable, Row> = SelectQueryBuilder<Database, Table, Row>

/**
 * Keeps the rows that answer what was typed into a list's search box: those that the search found, or those that hold
 * the words themselves when it found none.
 *
 * Shape: without text nothing is left out.
 */
export function onlyMatching<Table extends SearchedTable>(
  rows: Rows<Table, object>,
  table: Table,
  text: string | undefined,
  matches: ListMatches | undefined,
): Rows<Table, object> {
  if (!text) return rows
  if (!matches) return rows.where(isAmongHolders(text, table))
  const found = sql<{ recordId: string; score: number }>`(${matches})`.as('found')
  // The joined columns are read by `bestFirst` alone; the list keeps the type of its own table.
  return rows.innerJoin(found, join =>
    join.on(sql`found.record_id`, '=', sql.ref(`${table}.id`)),
  ) as unknown as Rows<Table, object>
}

/** Puts what answers the search best before the list's own order. */
export function bestFirst<Table extends SearchedTable, Row>(
  rows: Rows<Table, Row>,
  matches: ListMatches | undefined,
): Rows<Table, Row> {
  return matches ? rows.orderBy(sql`found.score`, 'desc') : rows
}
