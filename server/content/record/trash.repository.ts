import { sql } from 'kysely'
import type { AuditEntity } from '#contract/codes/audit.ts'
import { kindNames, kindOfEntity, kinds, type Kind, type KindEntity } from '#contract/kinds.ts'
import type { TrashedKey, TrashListQuery } from '#contract/resources/trash.ts'
import type { Queryable, Transaction } from '#server/base/db/types.ts'
import { countRows } from '#server/base/row-counts.ts'
import type { BatchEntry } from '#server/staff/audit/batch-entries.ts'
import type { Actor } from '#server/staff/session/actor.ts'

/** A record that goes into the trash. */
export interface DeletedRecord {
  entity: AuditEntity
  id: string
  name: string
  data: unknown
}

/** What one of the trash is called by. */
export interface TrashAddress {
  entity: string
  recordId: string
}

const addressOf = ({ kind, id }: TrashedKey): TrashAddress => ({ entity: kinds[kind].entity, recordId: id })

function rowsOf(addresses: readonly TrashAddress[]) {
  const entities = addresses.map(({ entity }) => entity)
  const ids = addresses.map(({ recordId }) => recordId)
  return sql`unnest(${entities}::text[], ${ids}::text[]) as asked (entity, record_id)`
}

/** Puts deleted records into the trash, in the transaction that deletes them. */
export async function keepDeleted(
  transaction: Transaction,
  records: readonly DeletedRecord[],
  actor: Actor,
): Promise<void> {
  if (records.length === 0) return
  const rows = JSON.stringify(records)
  await sql`
    insert into trash (entity, record_id, name, data, deleted_by)
    select entity, id, name, data, ${actor.userId === null ? null : actor.email}::text
    from jsonb_to_recordset(${rows}::jsonb) as r (entity text, id text, name text, data jsonb)
    on conflict (entity, record_id) do update
    set name = excluded.name, data = excluded.data, deleted_by = excluded.deleted_by, deleted_at = now()`.execute(
    transaction,
  )
}

/**
 * Takes records out of the trash; another transaction that takes them is waited for. Their files stay in their use.
 * Shape: the ids of those that were there.
 */
export async function takeBack(
  transaction: Transaction,
  entity: AuditEntity,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ recordId: string }>`
    delete from trash using (
      select record_id from trash where entity = ${entity} and record_id = any(${ids}::text[])
      order by record_id for update
    ) found
    where trash.entity = ${entity} and trash.record_id = found.record_id
    returning trash.record_id as "recordId"`.execute(transaction)
  return new Set(rows.map(({ recordId }) => recordId))
}

/** Those of these that are in the trash, each as the entry of its deletion would hold it. */
export async function listTrashed(db: Queryable, keys: readonly TrashedKey[]): Promise<BatchEntry[]> {
  const { rows } = await sql<{ entity: KindEntity; recordId: string; data: unknown }>`
    select t.entity, t.record_id as "recordId", t.data
    from trash t join ${rowsOf(keys.map(addressOf))} using (entity, record_id)`.execute(db)
  return rows.map(({ entity, recordId, data }) => ({
    id: recordId,
    action: 'DELETE',
    entity,
    entityId: recordId,
    oldData: data as BatchEntry['oldData'],
    newData: null,
  }))
}

/** Those of these records that exist, by their ids. */
export async function listThere(db: Queryable, ids: readonly string[]): Promise<Map<string, Kind>> {
  if (ids.length === 0) return new Map()
  const ofKind = kindNames.map(
    kind =>
      sql`select ${kind}::text as kind, id from ${sql.table(kinds[kind].list)} where id = any(${ids}::text[])`,
  )
  const { rows } = await sql<{ kind: Kind; id: string }>`${sql.join(ofKind, sql` union all `)}`.execute(db)
  return new Map(rows.map(({ id, kind }) => [id, kind]))
}

/** One of the trash as it is read. Units: bytes of files that nothing else uses. */
export interface TrashRow extends TrashAddress {
  name: string
  deletedBy: string | null
  deletedAt: Date
  freedBytes: number
}

/** A page of the trash, what was deleted last first. */
export async function listTrash(
  db: Queryable,
  { kind, limit, offset }: TrashListQuery,
): Promise<{ items: TrashRow[]; total: number }> {
  const entity = kind ? kinds[kind].entity : null
  const ofKind = sql`(${entity}::text is null or entity = ${entity})`
  const total = await countRows(db, 'trash', entity ?? undefined)
  const { rows } = await sql<TrashRow>`
    with page as (
      select entity, record_id, name, deleted_by, deleted_at from trash where ${ofKind}
      order by deleted_at desc, record_id limit ${limit} offset ${offset}
    )
    select entity, record_id as "recordId", name, deleted_by as "deletedBy", deleted_at as "deletedAt",
      (select coalesce(sum(f.size), 0)::float8 from file_references r join files f on f.id = r.file_id
       where r.entity = page.entity and r.record_id = page.record_id
         and not exists (
           select from file_references o where o.file_id = r.file_id
             and (o.entity, o.record_id) <> (r.entity, r.record_id)
         )) as "freedBytes"
    from page order by deleted_at desc, record_id`.execute(db)
  return { items: rows, total }
}

/**
 * What emptying the trash frees: files that only records of it use. Units: bytes. The references of these records by their
 * index, however full the trash is, and never all: the offsets keep them apart.
 */
export async function freedByAll(db: Queryable): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum((select size from files where id = used.file_id)), 0)::float8 as bytes from (
      select distinct of_kind.file_id
      from (select entity, array_agg(record_id) as ids from trash group by entity) t cross join lateral (
        select file_id from file_references where entity = t.entity and record_id = any(t.ids) offset 0
      ) of_kind
    ) used
    where not exists (
      select from file_references r where r.file_id = used.file_id
        and not exists (select from trash t where t.entity = r.entity and t.record_id = r.record_id) offset 0
    )`.execute(db)
  return rows[0]?.bytes ?? 0
}

/** What the end of these of the trash frees: files that only they use, each counted once. Units: bytes. */
export async function freedBy(db: Queryable, keys: readonly TrashedKey[]): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    with gone as (
      select entity, record_id from trash join ${rowsOf(keys.map(addressOf))} using (entity, record_id)
    )
    select coalesce(sum(f.size), 0)::float8 as bytes from files f
    where f.id in (select r.file_id from gone join file_references r using (entity, record_id))
      and not exists (
        select from file_references r where r.file_id = f.id
          and (r.entity, r.record_id) not in (select entity, record_id from gone)
      )`.execute(db)
  return rows[0]?.bytes ?? 0
}

/** Forgets these of the trash. Shape: those that were there, with their names. */
export async function forget(
  transaction: Transaction,
  keys: readonly TrashedKey[],
): Promise<(TrashAddress & { name: string })[]> {
  const { rows } = await sql<TrashAddress & { name: string }>`
    delete from trash using (
      select t.entity, t.record_id from trash t join ${rowsOf(keys.map(addressOf))} using (entity, record_id)
      order by t.entity, t.record_id for update of t
    ) found
    where trash.entity = found.entity and trash.record_id = found.record_id
    returning trash.entity, trash.record_id as "recordId", trash.name`.execute(transaction)
  return rows
}

/** The oldest of the trash that were deleted before a moment. */
export async function listDue(db: Queryable, before: Date, limit: number): Promise<TrashedKey[]> {
  const { rows } = await sql<TrashAddress>`
    select entity, record_id as "recordId" from trash where deleted_at < ${before}
    order by deleted_at, record_id limit ${limit}`.execute(db)
  return rows.map(({ entity, recordId }) => ({ kind: kindOfEntity[entity as KindEntity], id: recordId }))
}
