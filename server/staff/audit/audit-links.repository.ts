import { sql } from 'kysely'
import type { Queryable, Transaction } from '#server/base/db/types.ts'
import { columns } from './audit.repository.ts'
import type { AuditRow } from './audit.repository.ts'
import type { LinkedContent } from './link-hash.ts'

/** A closed link as it is written. */
export interface ClosedLink {
  entryId: string
  position: number
  contentHash: string
  addressSalt: string | null
  addressHash: string | null
  hash: string
}

/** The end of the chain. */
export interface ChainHead {
  position: number
  hash: string
}

/** An entry whose link waits. */
export type WaitingEntry = LinkedContent & Pick<AuditRow, 'ipAddress'> & { linkActorId: string | null }

/** A link with its entry, whose columns are null when it is gone. */
export type LinkWithEntry = ClosedLink & {
  actorId: string | null
  /** Whether that person is still there. */
  isActorThere: boolean
  /** Whether an entry of the log says that somebody removed this one. */
  isRemovalTold: boolean
  entry: (LinkedContent & Pick<AuditRow, 'ipAddress' | 'actorId' | 'createdAt'>) | null
}

const contentColumns = columns.filter(column => column !== 'createdAt' && column !== 'actorId')
const writtenAt = sql<string>`(extract(epoch from e.created_at) * 1000000)::bigint::text`.as('writtenAt')

/** Whether this transaction alone closes links until it ends. */
export async function takeChain(transaction: Transaction): Promise<boolean> {
  const { rows } = await sql<{ isOurs: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('rafid audit chain')) as is_ours`.execute(transaction)
  return rows[0]?.isOurs === true
}

/** The last closed link; undefined of a log that has none. */
export function findHead(database: Queryable): Promise<ChainHead | undefined> {
  return database
    .selectFrom('auditLinks')
    .select(['position', 'hash'])
    .where('position', 'is not', null)
    .orderBy('position', 'desc')
    .limit(1)
    .$narrowType<ChainHead>()
    .executeTakeFirst()
}

/** Whether a link waits that can be closed. */
export async function isLinkWaiting(database: Queryable): Promise<boolean> {
  const row = await waitingLinks(database).select('l.entryId').limit(1).executeTakeFirst()
  return row !== undefined
}

/** The entries whose links wait, the oldest first; nobody else removes them until the transaction ends. */
export function lockWaiting(transaction: Transaction, limit: number): Promise<WaitingEntry[]> {
  return waitingLinks(transaction)
    .select(contentColumns.map(column => `e.${column}` as const))
    .select(['l.actorId as linkActorId', writtenAt])
    .orderBy('l.entryId')
    .limit(limit)
    .forUpdate('l')
    .skipLocked()
    .execute()
}

function waitingLinks(database: Queryable) {
  return database
    .selectFrom('auditLinks as l')
    .innerJoin('auditEntries as e', 'e.id', 'l.entryId')
    .where('l.position', 'is', null)
}

export async function closeLinks(transaction: Transaction, links: readonly ClosedLink[]): Promise<void> {
  await sql`
    update audit_links l set position = c.position, content_hash = c."contentHash", address_salt = c."addressSalt",
      address_hash = c."addressHash", hash = c.hash
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb)
      as c ("entryId" text, position int, "contentHash" text, "addressSalt" text, "addressHash" text, hash text)
    where l.entry_id = c."entryId" collate "C"`.execute(transaction)
}

/** Forgets the link of an entry that goes before it was closed, and of a closed one what its address could be found by. */
export async function letGoOfLink(transaction: Transaction, entryId: string): Promise<void> {
  await transaction
    .deleteFrom('auditLinks')
    .where('entryId', '=', entryId)
    .where('position', 'is', null)
    .execute()
  await transaction
    .updateTable('auditLinks')
    .set({ addressSalt: null })
    .where('entryId', '=', entryId)
    .execute()
}

/** The closed links after a position, in their order, each with its entry. */
export async function listLinks(database: Queryable, after: number, limit: number): Promise<LinkWithEntry[]> {
  const rows = await database
    .selectFrom('auditLinks as l')
    .leftJoin('auditEntries as e', 'e.id', 'l.entryId')
    .where('l.position', '>', after)
    .orderBy('l.position')
    .limit(limit)
    .select(contentColumns.map(column => `e.${column}` as const))
    .select(['e.actorId as entryActorId', 'e.createdAt', writtenAt])
    .select([
      'l.entryId as linkId',
      'l.actorId',
      'l.position',
      'l.contentHash',
      'l.addressSalt',
      'l.addressHash',
      'l.hash',
    ])
    .select(
      sql<boolean>`e.id is null and exists (
        select from audit_entries d where d.entity = 'AUDIT_LOG' and d.action = 'DELETE'
          and (d.entity_id = l.entry_id or d.old_data->'removed' ? l.entry_id))`.as('isRemovalTold'),
    )
    .select(sql<boolean>`exists (select from users u where u.id = l.actor_id)`.as('isActorThere'))
    .execute()
  return rows.map(row => ({
    entryId: row.linkId,
    actorId: row.actorId,
    position: row.position ?? 0,
    contentHash: row.contentHash ?? '',
    addressSalt: row.addressSalt,
    addressHash: row.addressHash,
    hash: row.hash ?? '',
    isActorThere: row.isActorThere,
    isRemovalTold: row.isRemovalTold,
    entry: entryOf(row),
  }))
}

function entryOf(
  row: {
    [Column in (typeof contentColumns)[number]]: AuditRow[Column] | null
  } & { createdAt: Date | null; entryActorId: string | null; writtenAt: string | null },
): LinkWithEntry['entry'] {
  if (row.id === null) return null
  const { entryActorId: actorId, ...content } = row
  return { ...content, actorId } as LinkWithEntry['entry']
}

/** Entries that have no link, the oldest first, and links that wait for an entry that is gone. Shape: their ids. */
export async function listStrays(
  database: Queryable,
  limit: number,
): Promise<{ unlinked: string[]; gone: string[] }> {
  const unlinked = await database
    .selectFrom('auditEntries as e')
    .leftJoin('auditLinks as l', 'l.entryId', 'e.id')
    .where('l.entryId', 'is', null)
    .select('e.id')
    .orderBy('e.createdAt')
    .orderBy('e.id')
    .limit(limit)
    .execute()
  const gone = await database
    .selectFrom('auditLinks as l')
    .leftJoin('auditEntries as e', 'e.id', 'l.entryId')
    .where('l.position', 'is', null)
    .where('e.id', 'is', null)
    .select('l.entryId as id')
    .orderBy('l.entryId')
    .limit(limit)
    .execute()
  return { unlinked: unlinked.map(({ id }) => id), gone: gone.map(({ id }) => id) }
}

/** Drops the addresses of entries older than a moment, and what they could be found by. Shape: of how many. */
export async function dropEntryAddresses(
  transaction: Transaction,
  before: Date,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with old as (
      select id from audit_entries where created_at < ${before} and ip_address is not null limit ${limit}
    ), dropped as (
      update audit_entries set ip_address = null where id in (select id from old) returning id
    ), unsalted as (
      update audit_links set address_salt = null where entry_id in (select id from old)
    )
    select count(*)::int as count from dropped`.execute(transaction)
  return rows[0]?.count ?? 0
}
