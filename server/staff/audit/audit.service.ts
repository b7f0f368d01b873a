import { wordsWithin } from '#contract/arabic/words-within.ts'
import type { AuditAction, AuditEntity } from '#contract/codes/audit.ts'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { ListPage } from '#contract/page.ts'
import { periodOf } from '#contract/period.ts'
import type { AuditEntry, AuditListQuery } from '#contract/resources/audit-entry.ts'
import { newId } from '#server/base/db/id.ts'
import type { OpenDatabase, Queryable, Transaction } from '#server/base/db/types.ts'
import type { Actor } from '#server/staff/session/actor.ts'
import {
  findEntry,
  findLastChanges,
  insertEntries,
  lastCreations,
  listActorEmails,
  listEntries,
  listEntriesAfter,
  removeEntry,
} from './audit.repository.ts'
import { countEntriesBy } from './audit-counts.repository.ts'
import { letGoOfLink } from './audit-links.repository.ts'
import { batchFacts } from './batch-entries.ts'
import type { AuditFilter, AuditRow, LastChange, Place } from './audit.repository.ts'
import { searchEntries, walkFound } from './audit-search.ts'

/** What a change leaves in the log. */
export interface NewAuditEntry {
  action: AuditAction
  entity: AuditEntity
  entityId: string
  /** One Arabic sentence for the audit screen. */
  description: string
  oldData: object | null
  newData: object | null
  actor: Actor
  /** The act on many records that it is a part of. */
  batchId?: string | undefined
}

/** The log of everything that staff change. */
export interface AuditService {
  /** Writes an entry in the transaction of the change itself. Shape: the entry's id. */
  writeEntry(transaction: Transaction, entry: NewAuditEntry): Promise<string>
  /** Writes the entries of many changes, in their order. Shape: their ids. */
  writeEntries(transaction: Transaction, entries: readonly NewAuditEntry[]): Promise<string[]>
  /** Who changed a record last, and when; undefined when its entries are gone. */
  findLastChange(database: Queryable, entity: AuditEntity, entityId: string): Promise<LastChange | undefined>
  /** The same of many records, by their ids, in one statement. */
  findLastChanges(
    database: Queryable,
    entity: AuditEntity,
    entityIds: readonly string[],
  ): Promise<Map<string, LastChange>>
  /**
   * One page, the newest first. A search for common words looks no further than it must: `searchedTo` then says how
   * far back it went, and `total` counts what it has found.
   */
  list(query: AuditListQuery): Promise<ListPage<AuditEntry> & { searchedTo: string | null }>
  /** All entries that pass the filters, newest first, read in small portions. */
  walk(query: Omit<AuditListQuery, 'limit' | 'offset'>): AsyncGenerator<AuditEntry>
  /** Errors: `audit_entry_not_found`. */
  get(id: string): Promise<AuditEntry>
  /** Removes an entry and leaves one that says who did. Errors: `audit_entry_not_found`. */
  delete(id: string, actor: Actor): Promise<{ id: string; auditId: string }>
  countByAction(): Promise<{ action: AuditAction; count: number }[]>
  countByEntity(): Promise<{ entity: AuditEntity; count: number }[]>
  /** Whom the entries name, by their e-mail addresses. */
  listPeople(): Promise<string[]>
}

const walkPortion = 200
const rowsPerInsert = 100

/** Opens the log over the database. */
export function createAuditService({
  database,
  chain,
  searchMs = limits.auditSearchMs,
}: {
  database: Pick<OpenDatabase, 'kysely'>
  /** Who closes the links of what is written; another process when left out. */
  chain?: { expect(): void }
  /** How long a search goes on looking. */
  searchMs?: number
}): AuditService {
  const { kysely } = database

  async function writeEntries(
    transaction: Transaction,
    entries: readonly NewAuditEntry[],
  ): Promise<string[]> {
    const rows = entries.map(entry => {
      const { actor, oldData, newData, ...facts } = entry
      return {
        ...facts,
        id: newId(),
        words: wordsOfEntry(entry),
        oldData: oldData && JSON.stringify(oldData),
        newData: newData && JSON.stringify(newData),
        actorId: actor.userId,
        actorEmail: actor.email,
        ipAddress: actor.ipAddress,
        userAgent: actor.userAgent,
      }
    })
    for (let at = 0; at < rows.length; at += rowsPerInsert) {
      await insertEntries(transaction, rows.slice(at, at + rowsPerInsert))
    }
    chain?.expect()
    return rows.map(({ id }) => id)
  }

  async function writeEntry(transaction: Transaction, entry: NewAuditEntry): Promise<string> {
    const [id = ''] = await writeEntries(transaction, [entry])
    return id
  }

  /** Entries as they leave the server: the listed fields and nothing else. */
  async function presentEntries(rows: readonly AuditRow[]): Promise<AuditEntry[]> {
    const creations = await lastCreations(
      kysely,
      rows.filter(({ action }) => action === 'DELETE'),
    )
    const batches = await batchFacts(
      kysely,
      rows.flatMap(({ batchId }) => batchId ?? []),
    )
    return rows.map(row => {
      const batch = row.batchId === null ? undefined : batches.get(row.batchId)
      const entry = batch ? { ...presentEntry(row), batch } : presentEntry(row)
      if (row.action !== 'DELETE') return entry
      const lastAt = creations.get(row.entityId)
      return { ...entry, isRestored: lastAt !== undefined && lastAt > row.createdAt }
    })
  }

  return {
    writeEntry,
    writeEntries,
    findLastChanges,
    findLastChange: async (from, entity, entityId) =>
      (await findLastChanges(from, entity, [entityId])).get(entityId),

    async list(query) {
      const { limit, offset, search } = query
      const filter = filterOf(query)
      if (!search) {
        const { items, total } = await listEntries(kysely, filter, limit, offset)
        return { items: await presentEntries(items), total, searchedTo: null }
      }
      const found = await searchEntries(kysely, { ...filter, search }, { limit, offset, searchMs })
      return {
        items: await presentEntries(found.items),
        total: found.total,
        searchedTo: found.searchedTo && found.searchedTo.toISOString(),
      }
    },

    async *walk(query) {
      const filter = filterOf(query)
      if (query.search) {
        for await (const rows of walkFound(kysely, { ...filter, search: query.search })) {
          for (const row of rows) yield presentEntry(row)
        }
        return
      }
      let last: Place | undefined
      do {
        const rows = await listEntriesAfter(kysely, filter, last, walkPortion)
        yield* await presentEntries(rows)
        last = rows.length < walkPortion ? undefined : rows.at(-1)
      } while (last !== undefined)
    },

    async get(id) {
      const row = await findEntry(kysely, id)
      const [entry] = row === undefined ? [] : await presentEntries([row])
      if (entry === undefined) throw new AppError('audit_entry_not_found')
      return entry
    },

    async delete(id, actor) {
      const auditId = await kysely.transaction().execute(async transaction => {
        const row = await removeEntry(transaction, id)
        if (row === undefined) throw new AppError('audit_entry_not_found')
        await letGoOfLink(transaction, id)
        const { action, entity, entityId, description, actorEmail, createdAt } = row
        return await writeEntry(transaction, {
          action: 'DELETE',
          entity: 'AUDIT_LOG',
          entityId: id,
          description: `حذف قيد من السجل: ${description}`,
          oldData: { action, entity, entityId, description, actorEmail, createdAt, ...removedBefore(row) },
          newData: null,
          actor,
        })
      })
      return { id, auditId }
    },

    async countByAction() {
      const rows = await countEntriesBy(kysely, 'action')
      return rows.map(({ code, count }) => ({ action: code as AuditAction, count }))
    },

    async countByEntity() {
      const rows = await countEntriesBy(kysely, 'entity')
      return rows.map(({ code, count }) => ({ entity: code as AuditEntity, count }))
    },

    listPeople: () => listActorEmails(kysely),
  }
}

/** An address is not among them, since it is forgotten before the entry is. */
function wordsOfEntry({ description, actor, oldData, newData }: NewAuditEntry): string[] {
  return wordsWithin([description, actor.email, oldData, newData], limits.maxAuditWords)
}

/** The entries whose removal this one told: from now on the entry of its own removal tells it. */
function removedBefore({ action, entity, entityId, oldData }: AuditRow): { removed?: string[] } {
  if (entity !== 'AUDIT_LOG' || action !== 'DELETE') return {}
  const earlier = Array.isArray(oldData?.removed) ? (oldData.removed as string[]) : []
  return { removed: [entityId, ...earlier] }
}

function filterOf({
  action,
  entity,
  dateFrom,
  dateTo,
  entityId,
  batch,
  person,
}: Omit<AuditListQuery, 'limit' | 'offset'>): AuditFilter {
  return { action, entity, entityId, batch, person, ...periodOf(dateFrom, dateTo) }
}

function presentEntry(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    action: row.action as AuditAction,
    entity: row.entity as AuditEntity,
    entityId: row.entityId,
    description: row.description,
    oldData: row.oldData,
    newData: row.newData,
    actor: row.actorEmail === null ? null : { id: row.actorId, email: row.actorEmail },
    ipAddress: row.ipAddress,
    userAgent: row.userAgent,
    createdAt: row.createdAt.toISOString(),
  }
}
