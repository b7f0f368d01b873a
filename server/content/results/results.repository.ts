import type { Selectable } from 'kysely'
import type { ResultListQuery } from '#contract/resources/result.ts'
import type { ListPage } from '#contract/page.ts'
import type { Queryable } from '#server/db/types.ts'
import { matchesSearchText } from '#server/search/list-text.ts'
import { isWithout } from '../standard/missing.ts'
import { pageOf } from '../standard/page-of.ts'
import type { AuditedTransaction } from '../standard/write-audited.ts'
import type { ResultsTable } from './results.table.ts'

/** The folded texts that list filters look through; derived from the row. */
export interface ResultSearchTexts {
  searchText: string
  schoolText: string
}

export type ResultRow = Omit<Selectable<ResultsTable>, keyof ResultSearchTexts>

const columns = [
  'id',
  'city',
  'school',
  'stage',
  'branch',
  'try',
  'releaseYear',
  'keywords',
  'telegramLink',
  'googleDriveLink',
  'directLink',
  'version',
  'createdAt',
  'updatedAt',
] as const satisfies readonly (keyof ResultsTable)[]

/** No list has more rows than this; it stands for "without a limit". */
const unlimited = 1_000_000

/** The results that pass every filter, newest first; all of them without a limit. */
export function listResults(db: Queryable, query: ResultListQuery): Promise<ListPage<ResultRow>> {
  let filtered = db.selectFrom('results')
  if (query.stage) filtered = filtered.where('stage', '=', query.stage)
  if (query.branch) filtered = filtered.where('branch', '=', query.branch)
  if (query.city) filtered = filtered.where('city', '=', query.city)
  if (query.try !== undefined) filtered = filtered.where('try', '=', query.try)
  if (query.releaseYear !== undefined) filtered = filtered.where('releaseYear', '=', query.releaseYear)
  if (query.school) filtered = filtered.where(matchesSearchText(query.school, 'schoolText'))
  if (query.missing) filtered = filtered.where(isWithout(query.missing))
  if (query.search) filtered = filtered.where(matchesSearchText(query.search))
  return pageOf(filtered, query.limit ?? unlimited, query.offset, rows =>
    rows.select(columns).orderBy('createdAt', 'desc').orderBy('id', 'desc'),
  )
}

export function findResult(db: Queryable, id: string): Promise<ResultRow | undefined> {
  return db.selectFrom('results').select(columns).where('id', '=', id).executeTakeFirst()
}

/** The result's row, locked until the transaction ends. */
export function findResultForUpdate(
  transaction: AuditedTransaction,
  id: string,
): Promise<ResultRow | undefined> {
  return transaction.selectFrom('results').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function insertResult(
  transaction: AuditedTransaction,
  row: ResultRow & ResultSearchTexts,
): Promise<void> {
  await transaction.insertInto('results').values(row).execute()
}

export async function replaceResult(
  transaction: AuditedTransaction,
  row: ResultRow & ResultSearchTexts,
): Promise<void> {
  const { id, createdAt: _, ...values } = row
  await transaction.updateTable('results').set(values).where('id', '=', id).execute()
}

export async function removeResult(transaction: AuditedTransaction, id: string): Promise<void> {
  await transaction.deleteFrom('results').where('id', '=', id).execute()
}
