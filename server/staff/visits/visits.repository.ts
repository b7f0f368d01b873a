import { sql } from 'kysely'
import type { Expression, ExpressionBuilder, Insertable, Selectable, SqlBool } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { ListPage } from '#contract/page.ts'
import { dayInBaghdad, type Period } from '#contract/period.ts'
import { pageOf } from '#server/base/paging.ts'
import type { Database } from '#server/base/db/schema.ts'
import type { Queryable } from '#server/base/db/types.ts'
import {
  listPagesInFolders,
  listPagesNamed,
  listPagesWith,
  visitsWithPart,
} from './parts-of-paths.repository.ts'
import { allTime, spansOf } from './visit-spans.ts'
import type { PageVisitsTable } from './visits.table.ts'

export type VisitRow = Selectable<PageVisitsTable>

const dayLetters = 'YYYY-MM-DD'.length

/** The filters of the visits; `page` that begins with a slash is a whole path, any other a part of one. */
export interface VisitFilter extends Period {
  page?: string | undefined
}

/** The newest first; a page past the end still has the true total. */
export async function listVisits(
  database: Queryable,
  filter: VisitFilter,
  limit: number,
  offset: number,
): Promise<ListPage<VisitRow>> {
  const named = await namedPages(database, filter)
  const total = await countNamed(database, filter, named)
  if (offset >= total) return { items: [], total }
  const paths = await rarePaths(database, filter, total, named)
  const filtered = database.selectFrom('pageVisits').where(builder => matches(builder, filter, paths))
  return pageOf(() => filtered, {
    limit,
    offset,
    totalOf: () => Promise.resolve(total),
    whole: database.selectFrom('pageVisits'),
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
  return countNamed(database, filter, await namedPages(database, filter))
}

const namedPages = async (database: Queryable, { page }: VisitFilter) =>
  isPart(page) ? listPagesNamed(database, page) : undefined

async function countNamed(
  database: Queryable,
  filter: VisitFilter,
  named: readonly string[] | undefined,
): Promise<number> {
  const { page } = filter
  const { spans, rest } = spansOf(filter)
  const counted = isPart(page)
    ? visitsWithPart(page, spans, named)
    : sql`(
        select coalesce(sum(count), 0) from visit_counts where span = any(${spans}::text[]) and page = ${page ?? ''})`
  const { rows } = await sql<{ count: number }>`
    select (${counted})::bigint
      ${sql.join(
        rest.map(part => sql`+ (${visitsWithin(database, { ...filter, ...part })})`),
        sql` `,
      )} as count`.execute(database)
  return rows[0]?.count ?? 0
}

/** How many visits each day in Baghdad had, by day; days without any are missing. */
export async function countVisitsByDay(database: Queryable, period: Period): Promise<Map<string, number>> {
  const { spans, rest } = spansOf(period)
  const counts = await countWholeDays(database, spans)
  for (const part of rest) {
    const day = dayInBaghdad(part.from)
    const { rows: found } = await sql<{ count: number }>`${visitsWithin(database, part)}`.execute(database)
    counts.set(day, (counts.get(day) ?? 0) + (found[0]?.count ?? 0))
  }
  return counts
}

async function countWholeDays(database: Queryable, spans: readonly string[]): Promise<Map<string, number>> {
  const [first, last] = [spans.at(0), spans.at(-1)]
  if (first === undefined || last === undefined) return new Map()
  const { rows } = await sql<{ day: string; count: number }>`
    select span as day, count from visit_counts
    where page = '' and length(span) = ${dayLetters} and span >= ${first}
      and left(span, ${last.length}) <= ${last} and span <> ${allTime}`.execute(database)
  return new Map(rows.map(row => [row.day, row.count]))
}

const isPart = (page: string | undefined): page is string => page !== undefined && !page.startsWith('/')

function visitsWithin(database: Queryable, filter: VisitFilter) {
  return database
    .selectFrom('pageVisits')
    .where(builder => matches(builder, filter))
    .select(({ fn }) => fn.countAll<number>().as('count'))
}

/**
 * The paths that a part of one stands for, where they are so few, and have so few visits, that these are found by their
 * paths. `named`: as of `listPagesNamed`.
 */
async function rarePaths(
  database: Queryable,
  { page }: VisitFilter,
  total: number,
  named: readonly string[] | undefined,
): Promise<string[] | undefined> {
  if (!isPart(page) || total > limits.rareVisits) return undefined
  if (named === undefined) return await listPagesWith(database, page)
  const inFolders = await listPagesInFolders(database, page)
  const paths = inFolders && [...inFolders, ...named]
  return paths && paths.length <= limits.rareVisits ? paths : undefined
}

function matches(
  builder: ExpressionBuilder<Database, 'pageVisits'>,
  filter: VisitFilter,
  paths?: readonly string[],
): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = []
  if (filter.from) conditions.push(builder('createdAt', '>=', filter.from))
  if (filter.to) conditions.push(builder('createdAt', '<', filter.to))
  if (filter.page?.startsWith('/')) conditions.push(builder('page', '=', filter.page))
  else if (paths) conditions.push(sql<SqlBool>`page = any(${paths}::text[])`)
  else if (filter.page) conditions.push(sql<SqlBool>`position(${filter.page}::text in page) > 0`)
  return builder.and(conditions)
}
