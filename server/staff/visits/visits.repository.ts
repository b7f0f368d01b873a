import { sql } from 'kysely'
import type { Expression, ExpressionBuilder, Insertable, Selectable, SqlBool } from 'kysely'
import type { ListPage } from '#contract/page.ts'
import type { Period } from '#contract/period.ts'
import { timeZone } from '#contract/format.ts'
import { pageOf } from '#server/base/paging.ts'
import type { Database } from '#server/base/db/schema.ts'
import type { Queryable } from '#server/base/db/types.ts'
import type { PageVisitsTable } from './visits.table.ts'

export type VisitRow = Selectable<PageVisitsTable>

/** The filters of the visits; `page` that begins with a slash is a whole path, any other a part of one. */
export interface VisitFilter extends Period {
  page?: string | undefined
}

/** The newest first; a page past the end still has the true total. */
export function listVisits(
  database: Queryable,
  filter: VisitFilter,
  limit: number,
  offset: number,
): Promise<ListPage<VisitRow>> {
  const filtered = database.selectFrom('pageVisits').where(builder => matches(builder, filter))
  return pageOf(filtered, {
    limit,
    offset,
    read: rows => rows.selectAll().orderBy('createdAt', 'desc').orderBy('id', 'desc'),
  })
}

/** The visits after one in the order of the list, for walking through all of them. */
export function listVisitsAfter(
  database: Queryable,
  filter: VisitFilter,
  after: Pick<VisitRow, 'createdAt' | 'id'> | undefined,
  limit: number,
): Promise<VisitRow[]> {
  let query = database.selectFrom('pageVisits').where(builder => matches(builder, filter))
  if (after) query = query.where(sql<SqlBool>`(created_at, id) < (${after.createdAt}, ${after.id})`)
  return query.selectAll().orderBy('createdAt', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

export async function insertVisits(
  database: Queryable,
  visits: readonly Insertable<PageVisitsTable>[],
): Promise<void> {
  await database
    .insertInto('pageVisits')
    .values([...visits])
    .execute()
}

export async function countVisits(database: Queryable, filter: VisitFilter): Promise<number> {
  const { count } = await database
    .selectFrom('pageVisits')
    .where(builder => matches(builder, filter))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The most visited pages first; pages with as many visits in the order of their paths. */
export function listMostVisited(
  database: Queryable,
  filter: VisitFilter,
  limit: number,
): Promise<{ page: string; count: number }[]> {
  return database
    .selectFrom('pageVisits')
    .where(builder => matches(builder, filter))
    .select(({ fn }) => ['page', fn.countAll<number>().as('count')] as const)
    .groupBy('page')
    .orderBy('count', 'desc')
    .orderBy('page')
    .limit(limit)
    .execute()
}

/** How many visits each day in Baghdad had, by day; days without any are missing. */
export async function countVisitsByDay(
  database: Queryable,
  filter: VisitFilter,
): Promise<Map<string, number>> {
  const day = sql<string>`to_char(created_at at time zone ${sql.lit(timeZone)}, 'YYYY-MM-DD')`
  const rows = await database
    .selectFrom('pageVisits')
    .where(builder => matches(builder, filter))
    .select(({ fn }) => [day.as('day'), fn.countAll<number>().as('count')] as const)
    .groupBy(day)
    .execute()
  return new Map(rows.map(row => [row.day, row.count]))
}

function matches(
  builder: ExpressionBuilder<Database, 'pageVisits'>,
  filter: VisitFilter,
): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = []
  if (filter.from) conditions.push(builder('createdAt', '>=', filter.from))
  if (filter.to) conditions.push(builder('createdAt', '<', filter.to))
  if (filter.page?.startsWith('/')) conditions.push(builder('page', '=', filter.page))
  else if (filter.page) conditions.push(sql<SqlBool>`position(${filter.page}::text in page) > 0`)
  return builder.and(conditions)
}
