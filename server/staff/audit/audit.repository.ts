import { expressionBuilder, sql } from 'kysely'
import type { Expression, InsertObject, RawBuilder, Selectable, SqlBool } from 'kysely'
import type { AuditAction, AuditEntity } from '#contract/codes/audit.ts'
import type { ListPage } from '#contract/page.ts'
import { pageOf } from '#server/base/paging.ts'
import type { Database } from '#server/base/db/schema.ts'
import type { Queryable, Transaction } from '#server/base/db/types.ts'
import { ShapedStatement } from '#server/base/db/shaped-statement.ts'
import { unawaited } from '#server/base/db/unawaited.ts'
import { countKept, isKeptCounted } from './audit-counts.repository.ts'
import type { AuditEntriesTable } from './audit.table.ts'

export type AuditRow = Omit<Selectable<AuditEntriesTable>, 'words'>

/** What is read of an entry. */
export const columns = [
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
  'batchId',
  'createdAt',
] as const satisfies (keyof AuditRow)[]

/** The filters of the log; `to` itself is left out, and the words are looked for apart. */
export interface AuditFilter {
  action?: AuditAction | undefined
  entity?: AuditEntity | undefined
  from?: Date | undefined
  to?: Date | undefined
  /** The record that the entries are of. */
  entityId?: string | undefined
  /** The act on many records that the entries are of. */
  batch?: string | undefined
  /** The e-mail address that the entries name. */
  person?: string | undefined
}

/** The newest first; a page past the end still has the true total. */
export async function listEntries(
  database: Queryable,
  filter: AuditFilter,
  limit: number,
  offset: number,
): Promise<ListPage<AuditRow>> {
  const filtered = database.selectFrom('auditEntries').where(passes(filter))
  return pageOf(() => filtered, {
    limit,
    offset,
    totalOf: isKeptCounted(filter) ? () => countKept(database, filter) : undefined,
    read: rows => rows.select(columns).orderBy('createdAt', 'desc').orderBy('id', 'desc'),
  })
}

/** Where an entry stands in the list. */
export interface Place {
  /** The time as the engine writes it: it counts more finely than a `Date`. */
  at: string
  id: string
}

/** Whether an entry is older than one. */
export function isAfter({ at, id }: Place): RawBuilder<SqlBool> {
  return sql`(created_at, id) < (${at}::timestamptz, ${id})`
}

/** The entries after one in the order of the list, for walking through all of them. */
export function listEntriesAfter(
  database: Queryable,
  filter: AuditFilter,
  after: Place | undefined,
  limit: number,
): Promise<(AuditRow & Place)[]> {
  let query = database.selectFrom('auditEntries').where(passes(filter))
  if (after !== undefined) query = query.where(isAfter(after))
  return query
    .select([...columns, sql<string>`created_at::text`.as('at')])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
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

/** Who changed each of these records last, and when, by their ids; nothing of those whose entries are gone. */
export async function findLastChanges(
  database: Queryable,
  entity: AuditEntity,
  entityIds: readonly string[],
): Promise<Map<string, LastChange>> {
  if (entityIds.length === 0) return new Map()
  const rows = await database
    .selectFrom('auditEntries')
    .leftJoin('users', 'users.id', 'auditEntries.actorId')
    .distinctOn('entityId')
    .select(['entityId', 'actorId', 'actorEmail', 'name', 'auditEntries.createdAt as at'])
    .where('entity', '=', entity)
    .where(sql<SqlBool>`entity_id = any(${entityIds}::text[])`)
    .orderBy('entityId')
    .orderBy('auditEntries.createdAt', 'desc')
    .orderBy('auditEntries.id', 'desc')
    .execute()
  return new Map(
    rows.flatMap(({ entityId, actorId, actorEmail, name, at }) => {
      const actorName = name ?? actorEmail
      return actorName ? [[entityId, { actorId, actorName, at }]] : []
    }),
  )
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

/** An entry as it is written, with the words by which it is found. */
export type WrittenEntry = Omit<InsertObject<Database, 'auditEntries'>, 'words'> & {
  words: readonly string[]
}

const inserting = new ShapedStatement()

/** Inserts entries, each with the link of the chain that waits for it. */
export async function insertEntries(transaction: Transaction, rows: readonly WrittenEntry[]): Promise<void> {
  await inserting.rows(transaction, rows, entries =>
    transaction
      .with('written', query =>
        query
          .insertInto('auditEntries')
          .values(
            entries.map(({ words, ...entry }) => ({
              ...entry,
              words: sql<string>`array_to_tsvector(${words}::text[])`,
            })),
          )
          .returning(['id as entryId', 'actorId']),
      )
      .insertInto('auditLinks')
      .columns(['entryId', 'actorId'])
      .expression(query => query.selectFrom('written').select(['entryId', 'actorId']))
      .modifyEnd(unawaited),
  )
}

/** Removes an entry and returns what it was. */
export function removeEntry(transaction: Transaction, id: string): Promise<AuditRow | undefined> {
  return transaction.deleteFrom('auditEntries').where('id', '=', id).returning(columns).executeTakeFirst()
}

/** The e-mail addresses that entries name, in their order; reads one entry of each. */
export async function listActorEmails(database: Queryable): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    with recursive people as (
      (select actor_email as email from audit_entries where actor_email is not null order by actor_email limit 1)
      union all
      select (select actor_email from audit_entries where actor_email > people.email order by actor_email limit 1)
        from people where people.email is not null
    )
    select email from people where email is not null`.execute(database)
  return rows.map(({ email }) => email)
}

/** Whether an entry passes every filter but the words. */
export function passes(filter: AuditFilter): Expression<SqlBool> {
  const builder = expressionBuilder<Database, 'auditEntries'>()
  const conditions: Expression<SqlBool>[] = []
  if (filter.action) conditions.push(builder('action', '=', filter.action))
  if (filter.entity) conditions.push(builder('entity', '=', filter.entity))
  if (filter.from) conditions.push(builder('createdAt', '>=', filter.from))
  if (filter.entityId) conditions.push(builder('entityId', '=', filter.entityId))
  if (filter.batch) conditions.push(builder('batchId', '=', filter.batch))
  if (filter.person) conditions.push(builder('actorEmail', '=', filter.person))
  if (filter.to) conditions.push(builder('createdAt', '<', filter.to))
  return builder.and(conditions)
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
