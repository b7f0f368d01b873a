import { sql } from 'kysely'
import type { Expression, ExpressionBuilder, Insertable, Selectable, SqlBool } from 'kysely'
import type { AuditAction, AuditEntity } from '#contract/codes/audit.ts'
import type { ListPage } from '#contract/page.ts'
import { pageOf } from '#server/base/paging.ts'
import type { Database } from '#server/base/db/schema.ts'
import type { Queryable, Transaction } from '#server/base/db/types.ts'
import type { AuditEntriesTable } from './audit.table.ts'

export type AuditRow = Selectable<AuditEntriesTable>

/** The filters of the log; `to` itself is left out. */
export interface AuditFilter {
  action?: AuditAction | undefined
  entity?: AuditEntity | undefined
  from?: Date | undefined
  to?: Date | undefined
  search?: string | undefined
}

/** The newest first; a page past the end still has the true total. */
export function listEntries(
  database: Queryable,
  filter: AuditFilter,
  limit: number,
  offset: number,
): Promise<ListPage<AuditRow>> {
  const filtered = database.selectFrom('auditEntries').where(builder => matches(builder, filter))
  return pageOf(filtered, limit, offset, rows =>
    rows.selectAll().orderBy('createdAt', 'desc').orderBy('id', 'desc'),
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
  return query.selectAll().orderBy('createdAt', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

export function findEntry(database: Queryable, id: string): Promise<AuditRow | undefined> {
  return database.selectFrom('auditEntries').selectAll().where('id', '=', id).executeTakeFirst()
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

export async function insertEntry(
  transaction: Transaction,
  row: Insertable<AuditEntriesTable>,
): Promise<void> {
  await transaction.insertInto('auditEntries').values(row).execute()
}

/** Removes an entry and returns what it was. */
export function removeEntry(transaction: Transaction, id: string): Promise<AuditRow | undefined> {
  return transaction.deleteFrom('auditEntries').where('id', '=', id).returningAll().executeTakeFirst()
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

/* The letters that people write in several ways, and the marks they leave out, on both sides of the comparison. */
const folded = (text: Expression<string>) =>
  sql<string>`translate(lower(${text}), 'أإآٱىةؤئ٠١٢٣٤٥٦٧٨٩ـًٌٍَُِّْ', 'اااايهوي0123456789')`

function holdsEveryWord(search: string): Expression<SqlBool> {
  const everything = folded(
    sql<string>`concat_ws(' ', description, actor_email, ip_address, old_data::text, new_data::text)`,
  )
  const words = search.split(/\s+/).filter(word => word !== '')
  return sql.join(
    words.map(word => sql`position(${folded(sql<string>`${word}::text`)} in ${everything}) > 0`),
    sql` and `,
  ) as Expression<SqlBool>
}
