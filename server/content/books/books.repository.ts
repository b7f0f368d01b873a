import { sql, type Selectable } from 'kysely'
import type { BookListQuery } from '#contract/resources/book.ts'
import { gradesOfStageFilter } from '#contract/resources/stage-filter.ts'
import type { ListOrder } from '#contract/resources/list-sort.ts'
import type { ListPage } from '#contract/page.ts'
import type { SchoolCount, SchoolListQuery } from '#contract/school-lists.ts'
import { kinds } from '#contract/kinds.ts'
import type { Queryable } from '#server/base/db/types.ts'
import { unawaited } from '#server/base/db/unawaited.ts'
import { bestFirst, foundForPage, type ListMatches } from '#server/search/list-search.ts'
import { inOrderOf, listRelatedIds, type Relation } from '#server/content/record/related.ts'
import { isWithout } from '#server/content/record/missing.ts'
import { countFoundOfSchool, pageOfSchool } from '#server/content/record/school-list.ts'
import { keptList } from '#server/content/record/kept-lists.ts'
import { inListOrder } from '#server/content/record/list-order.ts'
import { inState, type StateFilter } from '#server/content/record/visibility.ts'
import { KeptStatements } from '#server/base/db/kept-statements.ts'
import { ShapedStatement } from '#server/base/db/shaped-statement.ts'
import { pageOf, type TotalOf } from '#server/base/paging.ts'
import { asInserted, isOneOf, named, writeRows } from '#server/content/record/record-rows.ts'
import type { AuditedTransaction } from '#server/content/record/write-audited.ts'
import { bookColumns, bookVersionColumns } from './books.table.ts'
import type { BookVersionsTable, BooksTable } from './books.table.ts'

export type BookRow = Omit<Selectable<BooksTable>, 'searchText' | 'hasLight'>
/** A version; its book and its place are where it is listed. */
export type BookVersionRow = Omit<Selectable<BookVersionsTable>, 'bookId' | 'position'>

/** A book as it is written: its row, and its versions in the order that staff gave them. */
export type BookState = BookRow & { versions: BookVersionRow[] }

const listStatements = new KeptStatements()
const schoolStatements = new KeptStatements()
const locking = new ShapedStatement()
const inserting = new ShapedStatement()
const replacing = new ShapedStatement()
const listingVersions = new ShapedStatement()
const insertingVersions = new ShapedStatement()
const removingVersions = new ShapedStatement()

/** One page of books that pass every filter: what answers a search best, then newest first. */
export function listBooks(
  db: Queryable,
  query: BookListQuery & ListOrder,
  matches: ListMatches | undefined,
  state: StateFilter,
  totalOf?: TotalOf,
): Promise<ListPage<BookRow>> {
  const grades = gradesOfStageFilter(query.stage)
  const all = () => db.selectFrom('books').where(inState(state))
  const narrow = (whole: ReturnType<typeof all>) => {
    let rows = whole
    if (grades) rows = rows.where('stage', 'in', grades)
    if (query.branch) rows = rows.where('branch', '=', query.branch)
    if (query.category) rows = rows.where('subject', '=', query.category)
    if (query.releaseYear !== undefined) rows = rows.where('releaseYear', '=', query.releaseYear)
    if (query.missing) rows = rows.where(isWithout(query.missing, kinds.book.entity, 'books'))
    if (query.file) rows = rows.where('hasLight', '=', sql.lit(true))
    return rows
  }
  const { rows: found, count } = foundForPage(db, 'books', { all, narrow }, query, matches)
  return pageOf(found, {
    count,
    limit: query.limit,
    offset: query.offset,
    totalOf,
    whole: query.search ? undefined : db.selectFrom('books'),
    kept: keptList(db, listStatements, query, state),
    read: rows =>
      inListOrder(rows.select(bookColumns), query, own =>
        bestFirst(own, matches).orderBy('createdAt', 'desc').orderBy('id', 'desc'),
      ),
  })
}

/** The rows of a page of the site: what answers a search best, then the curriculum's order or the newest. */
export function listBooksOfSchool(
  db: Queryable,
  query: SchoolListQuery,
  matches: ListMatches | undefined,
): Promise<BookRow[]> {
  return schoolStatements.rows(db, query.search ? undefined : query, () =>
    pageOfSchool(db.selectFrom('books'), 'books', query, matches).select(bookColumns),
  )
}

/** How many published books that answer a text there are of each grade, branch and subject. */
export function countFoundBooks(
  db: Queryable,
  search: string,
  matches: ListMatches | undefined,
): Promise<SchoolCount[]> {
  return countFoundOfSchool(db.selectFrom('books'), 'books', search, matches)
}

export function findBook(
  db: Queryable,
  id: string,
  state: StateFilter = 'published',
): Promise<BookRow | undefined> {
  return db
    .selectFrom('books')
    .select(bookColumns)
    .where('id', '=', id)
    .where(inState(state))
    .executeTakeFirst()
}

export function listLatestBooks(db: Queryable, limit: number): Promise<BookRow[]> {
  return db
    .selectFrom('books')
    .select(bookColumns)
    .where('state', '=', 'published')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** The books related to one, the nearest first. Source: P5.3. */
export async function listRelatedBooks(db: Queryable, book: Relation, limit: number): Promise<BookRow[]> {
  const ids = await listRelatedIds(db, 'books', book, limit)
  if (ids.length === 0) return []
  return inOrderOf(ids, await db.selectFrom('books').select(bookColumns).where('id', 'in', ids).execute())
}

/** The whole books of these ids, their rows locked until the transaction ends. */
export async function lockBooks(
  transaction: AuditedTransaction,
  ids: readonly string[],
): Promise<BookState[]> {
  const rows = await locking.rows(transaction, named(ids), those =>
    transaction.selectFrom('books').select(bookColumns).where(isOneOf(those)).orderBy('id').forUpdate(),
  )
  const versions = await listingVersions.rows(transaction, named(ids), those =>
    transaction
      .selectFrom('bookVersions')
      .select(['bookId', ...bookVersionColumns])
      .where(isOneOf(those, 'book_id'))
      .orderBy('position')
      .orderBy('id'),
  )
  const versionsOf = Map.groupBy(versions, version => version.bookId)
  return rows.map(row => {
    const own = versionsOf.get(row.id) ?? []
    return { ...row, versions: own.map(({ bookId: _bookId, ...version }) => version) }
  })
}

/** A book as it is stored, with its folded text. */
type BookWithText = BookState & { searchText: string }

export async function insertBooks(
  transaction: AuditedTransaction,
  books: readonly BookWithText[],
): Promise<void> {
  await writeRows(transaction, inserting, books.map(withoutVersions), some =>
    transaction.insertInto('books').values(some).modifyEnd(unawaited),
  )
  await insertBookVersions(transaction, books)
}

export async function replaceBooks(
  transaction: AuditedTransaction,
  books: readonly BookWithText[],
): Promise<void> {
  await writeRows(transaction, replacing, books.map(withoutVersions), some =>
    transaction
      .insertInto('books')
      .values(some)
      .onConflict(conflict => conflict.column('id').doUpdateSet(asInserted(some)))
      .modifyEnd(unawaited),
  )
  const ids = books.map(({ id }) => id)
  await removingVersions.rows(transaction, named(ids), those =>
    transaction.deleteFrom('bookVersions').where(isOneOf(those, 'book_id')).modifyEnd(unawaited),
  )
  await insertBookVersions(transaction, books)
}

export async function removeBooks(transaction: AuditedTransaction, ids: readonly string[]): Promise<void> {
  await transaction
    .deleteFrom('books')
    .where(isOneOf(named(ids)))
    .execute()
}

function withoutVersions({ versions: _versions, ...row }: BookWithText): Omit<BookWithText, 'versions'> {
  return row
}

/** The versions of a book in the order that staff gave them. */
export function listBookVersions(db: Queryable, bookId: string): Promise<BookVersionRow[]> {
  return db
    .selectFrom('bookVersions')
    .select(bookVersionColumns)
    .where('bookId', '=', bookId)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

async function insertBookVersions(
  transaction: AuditedTransaction,
  books: readonly BookState[],
): Promise<void> {
  const rows = books.flatMap(({ id, versions }) =>
    versions.map((version, position) => ({ ...version, bookId: id, position })),
  )
  await writeRows(transaction, insertingVersions, rows, some =>
    transaction.insertInto('bookVersions').values(some).modifyEnd(unawaited),
  )
}
