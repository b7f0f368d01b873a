import type { Selectable } from 'kysely'
import type { NewsListQuery } from '#contract/resources/news.ts'
import type { ListOrder } from '#contract/resources/list-sort.ts'
import type { ListPage } from '#contract/page.ts'
import { kinds } from '#contract/kinds.ts'
import type { Queryable } from '#server/base/db/types.ts'
import { unawaited } from '#server/base/db/unawaited.ts'
import { bestFirst, foundForPage, onlyMatching, type ListMatches } from '#server/search/list-search.ts'
import { isWithout } from '#server/content/record/missing.ts'
import { keptList } from '#server/content/record/kept-lists.ts'
import { inListOrder } from '#server/content/record/list-order.ts'
import { inState, type StateFilter } from '#server/content/record/visibility.ts'
import { countRowsByPart } from '#server/base/row-counts.ts'
import { KeptStatements } from '#server/base/db/kept-statements.ts'
import { ShapedStatement } from '#server/base/db/shaped-statement.ts'
import { pageOf, type TotalOf } from '#server/base/paging.ts'
import { asInserted, isOneOf, named, writeRows } from '#server/content/record/record-rows.ts'
import type { AuditedTransaction } from '#server/content/record/write-audited.ts'
import { newsColumns } from './news.table.ts'
import type { NewsTable } from './news.table.ts'

/** How many published news a category has. */
export type NewsCount = Pick<NewsRow, 'type'> & { count: number }

export type NewsRow = Omit<Selectable<NewsTable>, 'searchText'>

const listStatements = new KeptStatements()

/** One page of news that pass every filter: as `sortBy` says; without it what answers a search best, then newest. */
export function listNews(
  db: Queryable,
  query: NewsListQuery & ListOrder,
  matches: ListMatches | undefined,
  state: StateFilter,
  totalOf?: TotalOf,
): Promise<ListPage<NewsRow>> {
  const direction = query.sortBy ?? 'desc'
  const all = () => db.selectFrom('news').where(inState(state))
  const narrow = (whole: ReturnType<typeof all>) => {
    let rows = whole
    if (query.type) rows = rows.where('type', '=', query.type)
    if (query.missing) rows = rows.where(isWithout(query.missing, kinds.news.entity, 'news'))
    return rows
  }
  const { rows: found, count } = foundForPage(
    db,
    'news',
    { all, narrow },
    { ...query, sort: query.sort ?? query.sortBy },
    matches,
  )
  return pageOf(found, {
    count,
    limit: query.limit,
    offset: query.offset,
    totalOf,
    whole: query.search ? undefined : db.selectFrom('news'),
    kept: keptList(db, listStatements, query, state),
    read: rows =>
      inListOrder(rows.select(newsColumns), query, own =>
        bestFirst(own, query.sortBy ? undefined : matches)
          .orderBy('createdAt', direction)
          .orderBy('id', direction),
      ),
  })
}

/** How many published news there are of each category, as the database keeps it. */
export async function countNews(db: Queryable): Promise<NewsCount[]> {
  const categories = await countRowsByPart(db, 'news.category')
  return categories.map(({ part, count }) => ({ type: part as NewsRow['type'], count }))
}

/** The same of those that answer a text. */
export function countFoundNews(
  db: Queryable,
  search: string,
  matches: ListMatches | undefined,
): Promise<NewsCount[]> {
  const found = onlyMatching(db.selectFrom('news').where('state', '=', 'published'), 'news', search, matches)
  return found
    .select('type')
    .select(expression => expression.fn.countAll<number>().as('count'))
    .groupBy('type')
    .execute() as Promise<NewsCount[]>
}

export function findNewsItem(
  db: Queryable,
  id: string,
  state: StateFilter = 'published',
): Promise<NewsRow | undefined> {
  return db
    .selectFrom('news')
    .select(newsColumns)
    .where('id', '=', id)
    .where(inState(state))
    .executeTakeFirst()
}

export function listLatestNews(db: Queryable, limit: number, exceptId = ''): Promise<NewsRow[]> {
  return db
    .selectFrom('news')
    .select(newsColumns)
    .where('state', '=', 'published')
    .where('id', '<>', exceptId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

const locking = new ShapedStatement()
const inserting = new ShapedStatement()
const replacing = new ShapedStatement()

/** The items of these ids, their rows locked until the transaction ends. */
export function lockNews(transaction: AuditedTransaction, ids: readonly string[]): Promise<NewsRow[]> {
  return locking.rows(transaction, named(ids), those =>
    transaction.selectFrom('news').select(newsColumns).where(isOneOf(those)).orderBy('id').forUpdate(),
  )
}

type WrittenNews = NewsRow & { searchText: string }

function asStored({ formatted, ...row }: WrittenNews) {
  return { ...row, formatted: formatted && JSON.stringify(formatted) }
}

export async function insertNews(
  transaction: AuditedTransaction,
  rows: readonly WrittenNews[],
): Promise<void> {
  await writeRows(transaction, inserting, rows.map(asStored), some =>
    transaction.insertInto('news').values(some).modifyEnd(unawaited),
  )
}

export async function replaceNews(
  transaction: AuditedTransaction,
  rows: readonly WrittenNews[],
): Promise<void> {
  await writeRows(transaction, replacing, rows.map(asStored), some =>
    transaction
      .insertInto('news')
      .values(some)
      .onConflict(conflict => conflict.column('id').doUpdateSet(asInserted(some)))
      .modifyEnd(unawaited),
  )
}

export async function removeNews(transaction: AuditedTransaction, ids: readonly string[]): Promise<void> {
  await transaction
    .deleteFrom('news')
    .where(isOneOf(named(ids)))
    .execute()
}
