import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { BranchCode } from '#contract/codes/branches.ts'
import type { ResultListQuery } from '#contract/resources/result.ts'
import type { ListOrder } from '#contract/resources/list-sort.ts'
import type { ListPage } from '#contract/page.ts'
import { kinds } from '#contract/kinds.ts'
import type { Queryable } from '#server/base/db/types.ts'
import { unawaited } from '#server/base/db/unawaited.ts'
import { matchesSearchText } from '#server/search/list-text.ts'
import { isWithout } from '#server/content/record/missing.ts'
import { keptList } from '#server/content/record/kept-lists.ts'
import { inListOrder } from '#server/content/record/list-order.ts'
import { inState, type StateFilter } from '#server/content/record/visibility.ts'
import { KeptStatements } from '#server/base/db/kept-statements.ts'
import { ShapedStatement } from '#server/base/db/shaped-statement.ts'
import { pageOf, type TotalOf } from '#server/base/paging.ts'
import { asInserted, isOneOf, named, writeRows } from '#server/content/record/record-rows.ts'
import type { AuditedTransaction } from '#server/content/record/write-audited.ts'
import { resultColumns } from './results.table.ts'
import type { ResultsTable } from './results.table.ts'

/** The folded texts that list filters look through; derived from the row. */
export interface ResultSearchTexts {
  searchText: string
  schoolText: string
}

export type ResultRow = Omit<Selectable<ResultsTable>, keyof ResultSearchTexts>

/** What the folders of results are made of. Source: R2.1. */
export type ResultLevelColumn = 'releaseYear' | 'city' | 'branch' | 'try'

export interface ResultCount {
  value: string | number | null
  count: number
}

/** No list has more rows than this; it stands for "without a limit". */
const unlimited = 1_000_000

const listStatements = new KeptStatements()

/** The results that pass every filter, newest first; all of them without a limit. */
export function listResults(
  db: Queryable,
  query: ResultListQuery & ListOrder,
  state: StateFilter,
  totalOf?: TotalOf,
): Promise<ListPage<ResultRow>> {
  const filtered = () => {
    let rows = db.selectFrom('results').where(inState(state))
    if (query.stage) rows = rows.where('stage', '=', query.stage)
    if (query.branch) rows = rows.where('branch', '=', query.branch)
    if (query.city) rows = rows.where('city', '=', query.city)
    if (query.try !== undefined) rows = rows.where('try', '=', query.try)
    if (query.releaseYear !== undefined) rows = rows.where('releaseYear', '=', query.releaseYear)
    if (query.school) rows = rows.where(matchesSearchText(query.school, 'schoolText'))
    if (query.missing) rows = rows.where(isWithout(query.missing, kinds.result.entity, 'results'))
    if (query.search) rows = rows.where(matchesSearchText(query.search))
    return rows
  }
  return pageOf(filtered, {
    limit: query.limit ?? unlimited,
    offset: query.offset,
    totalOf,
    whole: query.search ? undefined : db.selectFrom('results'),
    kept: keptList(db, listStatements, query, state),
    read: rows =>
      inListOrder(rows.select(resultColumns), query, own =>
        own.orderBy('createdAt', 'desc').orderBy('id', 'desc'),
      ),
  })
}

/** A place of the results' tree; a branch of null means those without one. */
export interface ResultPlaceFilter {
  stage: ResultsTable['stage']
  releaseYear?: number
  city?: string
  branch?: BranchCode | null
  try?: number
  /** Absent: published. */
  state?: StateFilter
}

function resultsWithin(db: Queryable, place: ResultPlaceFilter) {
  const { stage, releaseYear, city, branch, try: round, state = 'published' } = place
  let within = db.selectFrom('results').where('stage', '=', stage).where(inState(state))
  if (releaseYear !== undefined) within = within.where('releaseYear', '=', releaseYear)
  if (city !== undefined) within = within.where('city', '=', city)
  if (branch === null) within = within.where('branch', 'is', null)
  else if (branch !== undefined) within = within.where('branch', '=', branch)
  if (round !== undefined) within = within.where('try', '=', round)
  return within
}

/** How many results of a place there are for each value of a column, in no order. */
export async function countResultsBy(
  db: Queryable,
  column: ResultLevelColumn,
  place: ResultPlaceFilter,
): Promise<ResultCount[]> {
  const rows = await resultsWithin(db, place)
    .select([`${column} as value`, db.fn.countAll<string>().as('count')])
    .groupBy(column)
    .execute()
  return rows.map(({ value, count }) => ({ value, count: Number(count) }))
}

/** Every result of a place, newest first. */
export function listResultsWithin(db: Queryable, place: ResultPlaceFilter): Promise<ResultRow[]> {
  return resultsWithin(db, place)
    .select(resultColumns)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** The newest public results of a grade; with a branch, its own and those that name none. */
export function listNewestResults(
  db: Queryable,
  { stage, branch }: Pick<ResultPlaceFilter, 'stage' | 'branch'>,
  limit: number,
): Promise<ResultRow[]> {
  let newest = resultsWithin(db, { stage })
  if (branch) newest = newest.where(({ eb, or }) => or([eb('branch', 'is', null), eb('branch', '=', branch)]))
  return newest
    .select(resultColumns)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Those of these results that are there, whoever may see them. */
export function listResultsById(db: Queryable, ids: readonly string[]): Promise<ResultRow[]> {
  if (ids.length === 0) return Promise.resolve([])
  return db.selectFrom('results').where('id', 'in', ids).select(resultColumns).execute()
}

/** A release of a stage, and in how many cities something of it is public. */
export interface ReleaseRow {
  releaseYear: number
  try: number
  announced: number
}

/** The rounds of a year in their order: the preliminary one, which is the fourth by number, comes first. */
export const roundOrder = (column: string) =>
  sql<number>`case when ${sql.ref(column)} = 4 then 0 else ${sql.ref(column)} end`

/** The releases of a stage that have something public, newest first. The preliminary round comes before the others. */
export async function listReleases(db: Queryable, stage: ResultsTable['stage']): Promise<ReleaseRow[]> {
  const rows = await db
    .selectFrom('results')
    .where('stage', '=', stage)
    .where('state', '=', 'published')
    .select(['releaseYear', 'try', sql<number>`count(distinct city)::int`.as('announced')])
    .groupBy(['releaseYear', 'try'])
    .orderBy('releaseYear', 'desc')
    .orderBy(roundOrder('try'), 'desc')
    .execute()
  return rows
}

/** Whether a later release of the same stage is public. */
export async function isFollowed(db: Queryable, id: string): Promise<boolean> {
  const later = await db
    .selectFrom('results as own')
    .innerJoin('results as later', 'later.stage', 'own.stage')
    .where('own.id', '=', id)
    .where('later.state', '=', 'published')
    .where(({ eb, ref }) =>
      eb.or([
        eb('later.releaseYear', '>', ref('own.releaseYear')),
        eb.and([
          eb('later.releaseYear', '=', ref('own.releaseYear')),
          eb(roundOrder('later.try'), '>', roundOrder('own.try')),
        ]),
      ]),
    )
    .select('later.id')
    .limit(1)
    .executeTakeFirst()
  return later !== undefined
}

/** What is public of a release: each city and branch, since when, and when it was last changed. */
export function listAnnounced(
  db: Queryable,
  { stage, releaseYear, try: round }: Pick<ReleaseRow, 'releaseYear' | 'try'> & Pick<ResultRow, 'stage'>,
): Promise<{ city: string; branch: BranchCode | null; at: Date; changedAt: Date }[]> {
  return resultsWithin(db, { stage, releaseYear, try: round })
    .select([
      'city',
      'branch',
      sql<Date>`min(coalesce(publish_at, created_at))`.as('at'),
      sql<Date>`max(updated_at)`.as('changedAt'),
    ])
    .groupBy(['city', 'branch'])
    .execute()
}

export function findResult(
  db: Queryable,
  id: string,
  state: StateFilter = 'published',
): Promise<ResultRow | undefined> {
  return db
    .selectFrom('results')
    .select(resultColumns)
    .where('id', '=', id)
    .where(inState(state))
    .executeTakeFirst()
}

const locking = new ShapedStatement()
const inserting = new ShapedStatement()
const replacing = new ShapedStatement()

/** The results of these ids, their rows locked until the transaction ends. */
export function lockResults(transaction: AuditedTransaction, ids: readonly string[]): Promise<ResultRow[]> {
  return locking.rows(transaction, named(ids), those =>
    transaction.selectFrom('results').select(resultColumns).where(isOneOf(those)).orderBy('id').forUpdate(),
  )
}

export async function insertResults(
  transaction: AuditedTransaction,
  rows: readonly (ResultRow & ResultSearchTexts)[],
): Promise<void> {
  await writeRows(transaction, inserting, rows, some =>
    transaction.insertInto('results').values(some).modifyEnd(unawaited),
  )
}

export async function replaceResults(
  transaction: AuditedTransaction,
  rows: readonly (ResultRow & ResultSearchTexts)[],
): Promise<void> {
  await writeRows(transaction, replacing, rows, some =>
    transaction
      .insertInto('results')
      .values(some)
      .onConflict(conflict => conflict.column('id').doUpdateSet(asInserted(some)))
      .modifyEnd(unawaited),
  )
}

export async function removeResults(transaction: AuditedTransaction, ids: readonly string[]): Promise<void> {
  await transaction
    .deleteFrom('results')
    .where(isOneOf(named(ids)))
    .execute()
}
