import type { kinds, KindWithPage } from '#contract/kinds.ts'
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { Database } from '#server/base/db/schema.ts'
import type { Queryable } from '#server/base/db/types.ts'
import { isAmongHolders } from './list-text.ts'

/** What the search found for a list. Shape: a statement of `record_id`, `score`, higher is better, and `created_at`. */
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
  const found = sql<{
    recordId: string
    score: number
  }>`(select record_id, score from (${matches}) matches)`.as('found')
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

/** What a page of a list with a search box is read from, and how it is counted where that is not by the same rows. */
interface FoundForPage<Table extends SearchedTable> {
  rows: () => Rows<Table, object>
  count?: () => Promise<number>
}

/**
 * What a page shows of the rows that answer what was typed. Where nothing narrows `all` besides, and no other order than the list's own
 * is asked for, what was found is ordered, cut and counted by itself: only rows that are shown are read.
 */
export function foundForPage<Table extends SearchedTable, Row extends object>(
  db: Queryable,
  table: Table,
  { all, narrow }: { all: () => Rows<Table, Row>; narrow: (rows: Rows<Table, Row>) => Rows<Table, Row> },
  query: { search?: string | undefined; sort?: string | undefined; limit: number; offset: number },
  matches: ListMatches | undefined,
): FoundForPage<Table> {
  const { search, sort, limit, offset } = query
  if (!matches) return { rows: () => onlyMatching(narrow(all()), table, search, undefined) }
  const whole = all()
  const rows = narrow(whole)
  if (rows !== whole || sort !== undefined) return { rows: () => onlyMatching(rows, table, search, matches) }
  const first = sql`
    select * from (${matches}) matches
    order by score desc, created_at desc, record_id desc limit ${offset + limit}`
  return {
    rows: () => onlyMatching(whole, table, search, first),
    async count() {
      const found = await sql<{ total: number }>`
        select count(*) as total from (${matches}) found`.execute(db)
      return found.rows[0]?.total ?? 0
    },
  }
}
