import { sql } from 'kysely'
import type { Expression, ExpressionBuilder, InsertObject, Selectable, SqlBool } from 'kysely'
import type { AuditAction, AuditEntity } from '#contract/codes/audit.ts'
import { limits } from '#contract/limits.ts'
import type { ListPage } from '#contract/page.ts'
import { pageOf } from '#server/base/paging.ts'
import type { Database } from '#server/base/db/schema.ts'
import type { Queryable, Transaction } from '#server/base/db/types.ts'
import { foldedTerms } from '#server/search/list-text.ts'
import type { AuditEntriesTable } from './audit.table.ts'

export type AuditRow = Omit<Selectable<AuditEntriesTable>, 'words'>

const columns = [
  'id',
  'action',
  'entity',
  'entityId',
  'description',
  'oldData',
  'newData',
  'actorId',
  'actorEmail',
  'ipAddress',
  'userAgent',
  'createdAt',
] as const satisfies (keyof AuditRow)[]

/** The filters of the log; `to` itself is left out. */
export interface AuditFilter {
  action?: AuditAction | undefined
  entity?: AuditEntity | undefined
  from?: Date | undefined
  to?: Date | undefined
  search?: string | undefined
}

/** The newest first; a page past the end still has the true total. */
export async function listEntries(
  database: Queryable,
  filter: AuditFilter,
  limit: number,
  offset: number,
): Promise<ListPage<AuditRow>> {
  if (filter.search) {
    const { ids, total } = await searchEntries(database, filter, { limit, offset })
    return { items: await entriesOf(database, ids), total }
  }
  const filtered = database.selectFrom('auditEntries').where(builder => matches(builder, filter))
  return pageOf(filtered, limit, offset, rows =>
    rows.select(columns).orderBy('createdAt', 'desc').orderBy('id', 'desc'),
  )
}

/** The entries after one in the order of the list, for walking through all of them. */
export function listEntriesAfter(
  database: Queryable,
  filter: AuditFilter,
  after: Pick<AuditRow, 'createdAt' | 'id'> | undefined,
  limit: number,
): Promise<AuditRow[]> {
  let query = database.selectFrom('auditEntries').where(builder => matches(builder, filter))
  if (after) query = query.where(sql<SqlBool>`(created_at, id) < (${after.createdAt}, ${after.id})`)
  return query.select(columns).orderBy('createdAt', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

export function findEntry(database: Queryable, id: string): Promise<AuditRow | undefined> {
  return database.selectFrom('auditEntries').select(columns).where('id', '=', id).executeTakeFirst()
}

/** The last change of a record. */
export interface LastChange {
  actorId: string | null
  /** The person's name; the e-mail address of one who is gone. */
  actorName: string
  at: Date
}

/** Who changed a record last, and when; undefined when its entries are gone. */
export async function findLastChange(
  database: Queryable,
  entity: AuditEntity,
  entityId: string,
): Promise<LastChange | undefined> {
  const row = await database
    .selectFrom('auditEntries')
    .leftJoin('users', 'users.id', 'auditEntries.actorId')
    .select(['actorId', 'actorEmail', 'name', 'auditEntries.createdAt as at'])
    .where('entity', '=', entity)
    .where('entityId', '=', entityId)
    .orderBy('auditEntries.createdAt', 'desc')
    .orderBy('auditEntries.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const actorName = row?.name ?? row?.actorEmail
  return row && actorName ? { actorId: row.actorId, actorName, at: row.at } : undefined
}

/** When each of these records was last added or restored, by its id. */
export async function lastCreations(
  database: Queryable,
  entries: readonly Pick<AuditRow, 'entity' | 'entityId'>[],
): Promise<Map<string, Date>> {
  if (entries.length === 0) return new Map()
  const rows = await database
    .selectFrom('auditEntries')
    .where('entity', 'in', [...new Set(entries.map(({ entity }) => entity))])
    .where('entityId', 'in', [...new Set(entries.map(({ entityId }) => entityId))])
    .where('action', '=', 'CREATE')
    .groupBy('entityId')
    .select(({ fn, ref }) => ['entityId', fn.max(ref('createdAt')).as('lastAt')] as const)
    .execute()
  return new Map(rows.map(({ entityId, lastAt }) => [entityId, lastAt]))
}

export async function insertEntry(
  transaction: Transaction,
  row: InsertObject<Database, 'auditEntries'>,
): Promise<void> {
  await transaction.insertInto('auditEntries').values(row).execute()
}

/** Removes an entry and returns what it was. */
export function removeEntry(transaction: Transaction, id: string): Promise<AuditRow | undefined> {
  return transaction.deleteFrom('auditEntries').where('id', '=', id).returning(columns).executeTakeFirst()
}

/** How many entries each action, or each entity, has. */
export async function countEntriesBy<Column extends 'action' | 'entity'>(
  database: Queryable,
  column: Column,
): Promise<{ code: string; count: number }[]> {
  return await database
    .selectFrom('auditEntries')
    .select(({ fn, ref }) => [ref(column).as('code'), fn.countAll<number>().as('count')])
    .groupBy(column)
    .orderBy('count', 'desc')
    .orderBy('code')
    .execute()
}

/** Drops the addresses of entries older than a moment. Shape: how many rows changed. */
export async function dropEntryAddresses(database: Queryable, before: Date, limit: number): Promise<number> {
  const { numUpdatedRows } = await database
    .updateTable('auditEntries')
    .set({ ipAddress: null })
    .where('id', 'in', rows =>
      rows
        .selectFrom('auditEntries')
        .select('id')
        .where('createdAt', '<', before)
        .where('ipAddress', 'is not', null)
        .limit(limit),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

function matches(
  builder: ExpressionBuilder<Database, 'auditEntries'>,
  filter: AuditFilter,
): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = []
  if (filter.action) conditions.push(builder('action', '=', filter.action))
  if (filter.entity) conditions.push(builder('entity', '=', filter.entity))
  if (filter.from) conditions.push(builder('createdAt', '>=', filter.from))
  if (filter.to) conditions.push(builder('createdAt', '<', filter.to))
  if (filter.search) conditions.push(holdsEveryWord(filter.search))
  return builder.and(conditions)
}

/** The ids of all entries that pass a filter with words, the newest first. */
export async function findAllEntries(database: Queryable, filter: AuditFilter): Promise<string[]> {
  const { ids } = await searchEntries(database, filter, { limit: null, offset: 0 })
  return ids
}

/** These entries, the newest first. */
export function entriesOf(database: Queryable, ids: readonly string[]): Promise<AuditRow[]> {
  if (ids.length === 0) return Promise.resolve([])
  return database
    .selectFrom('auditEntries')
    .select(columns)
    .where(sql<SqlBool>`id = any(${ids}::text[])`)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/**
 * Looks the words up in their index before anything is put in order: read in the order of the list, a rare word would
 * be looked for in every entry.
 */
function searchEntries(
  database: Queryable,
  filter: AuditFilter,
  { limit, offset }: { limit: number | null; offset: number },
): Promise<{ ids: string[]; total: number }> {
  return database.transaction().execute(async transaction => {
    await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true),
      set_config('enable_indexonlyscan', 'off', true), set_config('jit', 'off', true),
      set_config('statement_timeout', ${String(limits.auditSearchMs)}, true)`.execute(transaction)
    const found = transaction
      .selectFrom('auditEntries')
      .select(['id', 'createdAt'])
      .where(builder => matches(builder, filter))
    const { rows } = await sql<{ total: number; ids: string[] }>`
      with found as materialized (${found})
      select (select count(*) from found) as total, array(
        select id from found order by created_at desc, id desc limit ${limit}::int offset ${offset}
      ) as ids`.execute(transaction)
    return rows[0] ?? { ids: [], total: 0 }
  })
}

function holdsEveryWord(search: string): Expression<SqlBool> {
  const words = sql<SqlBool>`words @@ ${textQueryOf(search)}::tsquery`
  if (!addressStart.test(search)) return words
  const pattern = `${search.toLowerCase().replace(/[\\%_]/g, sign => `\\${sign}`)}%`
  return sql<SqlBool>`(${words} or ip_address like ${pattern})`
}

/** Something that an IPv4 or IPv6 address may begin with. */
const addressStart = /^(?=.*[.:])[0-9a-f.:]{2,45}$/i

/** A shorter word is looked for whole: too many begin with it. */
const minPrefixLetters = 3

/** The folded words as a `tsquery`: every one must be there, or begin one that is. */
function textQueryOf(search: string): string {
  const term = (word: string) => `'${word}'${word.length < minPrefixLetters ? '' : ':*'}`
  return foldedTerms(search)
    .map(alternatives => `(${alternatives.map(term).join(' | ')})`)
    .join(' & ')
}
