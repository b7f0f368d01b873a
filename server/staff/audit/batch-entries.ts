import { sql, type SqlBool } from 'kysely'
import type { AuditEntity } from '#contract/codes/audit.ts'
import type { AuditEntry } from '#contract/resources/audit-entry.ts'
import type { Queryable } from '#server/base/db/types.ts'
import type { AuditRow } from './audit.repository.ts'

const columns = ['id', 'action', 'entity', 'entityId', 'oldData', 'newData'] as const

/** An entry as far as what it did can be undone. */
export type BatchEntry = Pick<AuditRow, (typeof columns)[number]>

/** What an act on many records did. */
export function listBatchEntries(database: Queryable, batchId: string): Promise<BatchEntry[]> {
  return database.selectFrom('auditEntries').select(columns).where('batchId', '=', batchId).execute()
}

/** The entry of the change that gave a record this version. */
export function findChange(
  database: Queryable,
  entity: AuditEntity,
  entityId: string,
  version: number,
): Promise<BatchEntry | undefined> {
  return database
    .selectFrom('auditEntries')
    .select(columns)
    .where('entity', '=', entity)
    .where('entityId', '=', entityId)
    .where('action', '=', 'UPDATE')
    .where(sql<SqlBool>`new_data->>'version' = ${String(version)}`)
    .executeTakeFirst()
}

/** These entries, in no order. */
export function listEntriesById(database: Queryable, ids: readonly string[]): Promise<BatchEntry[]> {
  return database
    .selectFrom('auditEntries')
    .select(columns)
    .where(sql<SqlBool>`id = any(${ids}::text[])`)
    .execute()
}

/** How many records an act wrote, and whether it was undone since. */
export type BatchFacts = NonNullable<AuditEntry['batch']>

/** What is told of these acts, by their ids. */
export async function batchFacts(
  database: Queryable,
  ids: readonly string[],
): Promise<Map<string, BatchFacts>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<BatchFacts>`
    select b.id, b.undone_by is not null as "isUndone",
      (select count(*)::int from audit_entries e where e.batch_id = b.id) as count
    from batches b where b.id = any(${ids}::text[])`.execute(database)
  return new Map(rows.map(row => [row.id, row]))
}
