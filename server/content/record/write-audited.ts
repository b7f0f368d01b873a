import type { Actor } from '#server/staff/session/actor.ts'
import type { AuditService, NewAuditEntry } from '#server/staff/audit/audit.service.ts'
import type { OpenDatabase, Transaction } from '#server/base/db/types.ts'
import type { FilesService } from '#server/files/files.service.ts'
import type { FileUse } from '#server/files/files.types.ts'
import type { SearchDocument } from '#server/search/search-document.ts'
import { changeIndex, type RecordKey } from '#server/search/search-index.ts'
import { keepDeleted } from './trash.repository.ts'
import type { ChangeTag, Changes } from '#server/base/changes.ts'

declare const audited: unique symbol

/** The only transaction that repository writes accept: `writeAudited` alone hands it out. */
export type AuditedTransaction = Transaction & { readonly [audited]: true }

/** What every write of content needs. */
export interface Writing {
  database: OpenDatabase
  audit: Pick<AuditService, 'writeEntries' | 'findLastChange' | 'findLastChanges'>
  files: Pick<FilesService, 'replaceReferences'>
  changes: Changes
}

/** How a record appears in the search after the write, for the first time or in place of what was, or that it is gone. */
export type SearchChange = { add: SearchDocument } | { put: SearchDocument } | { remove: RecordKey }

/** What a write did: the parts that must be true together. */
export interface AuditedWrite<Result> extends Omit<NewAuditEntry, 'actor'> {
  result: Result
  tag: ChangeTag
  /** Something that was public is not any more. */
  isWithdrawal?: boolean
  /**
   * The record that the file references belong to, every use of a file that it shows before and after the write, and
   * whether it was never there before.
   */
  files?: { recordId: string; before: readonly FileUse[]; addresses: readonly FileUse[]; isNew?: boolean }
  search?: SearchChange
  /** What lists call the record that the write deletes: it goes into the trash under this name. */
  trashedAs?: string
}

export interface WriteOutcome<Result> {
  result: Result
  auditId: string
}

/**
 * Does a write in one transaction with its audit entry, search document, file references and announcement.
 * Errors: whatever `act` throws, and `invalid_fields` for a file of ours that the record did not show before and that
 * does not exist or that its field does not take; then nothing is written.
 * Source: A8.1, D2.2.
 */
export async function writeAudited<Result>(
  writing: Writing,
  actor: Actor,
  act: (transaction: AuditedTransaction) => Promise<AuditedWrite<Result>>,
): Promise<WriteOutcome<Result>> {
  const outcome = await writing.database.kysely.transaction().execute(async transaction => {
    const write = await act(transaction as AuditedTransaction)
    await writeReferences(writing, transaction, [write])
    const [auditId = ''] = await writeParts(writing, actor, transaction, [write])
    const tags = tagsOf(write)
    await writing.changes.note(transaction, tags)
    return { result: write.result, auditId, tags }
  })
  await writing.changes.tellAll(outcome.tags)
  return { result: outcome.result, auditId: outcome.auditId }
}

/**
 * Does many writes in one transaction, each with its audit entry, and announces them together: everybody sees all of
 * them, or none. `batchId` names them all in the log. Errors: as `writeAudited`; then nothing is written. Source: A8.1.
 */
export async function writeAllAudited(
  writing: Writing,
  actor: Actor,
  act: (
    transaction: AuditedTransaction,
    write: (...some: readonly AuditedWrite<unknown>[]) => Promise<void>,
  ) => Promise<void>,
  batchId?: string,
): Promise<void> {
  const tags = new Set<ChangeTag>()
  await writing.database.kysely.transaction().execute(async transaction => {
    const writes: AuditedWrite<unknown>[] = []
    await act(transaction as AuditedTransaction, async (...some) => {
      await writeReferences(writing, transaction, some)
      writes.push(...some)
      for (const one of some) for (const tag of tagsOf(one)) tags.add(tag)
    })
    await writeParts(writing, actor, transaction, writes, batchId)
    if (tags.size > 0) await writing.changes.note(transaction, [...tags])
  })
  if (tags.size > 0) await writing.changes.tellAll([...tags])
}

function tagsOf({ tag, isWithdrawal }: AuditedWrite<unknown>): ChangeTag[] {
  return isWithdrawal === true ? [tag, 'withdrawals'] : [tag]
}

async function writeReferences(
  { files: service }: Writing,
  transaction: Transaction,
  writes: readonly AuditedWrite<unknown>[],
): Promise<void> {
  const records = writes.flatMap(({ entity, files }) =>
    files
      ? { entity, recordId: files.recordId, before: files.before, uses: files.addresses, isNew: files.isNew }
      : [],
  )
  await service.replaceReferences(transaction, records)
}

/** Writes what the writes leave in search and log. Shape: the ids of their entries. */
async function writeParts(
  writing: Writing,
  actor: Actor,
  transaction: Transaction,
  writes: readonly AuditedWrite<unknown>[],
  batchId?: string,
): Promise<string[]> {
  /* The last word of each record counts. */
  const searched = new Map(writes.flatMap(({ entityId, search }) => (search ? [[entityId, search]] : [])))
  const found = [...searched.values()]
  await changeIndex(transaction, {
    add: found.flatMap(search => ('add' in search ? search.add : [])),
    put: found.flatMap(search => ('put' in search ? search.put : [])),
    remove: found.flatMap(search => ('remove' in search ? search.remove : [])),
  })
  const trashed = writes.flatMap(({ entity, entityId: id, trashedAs: name, oldData: data }) =>
    name === undefined ? [] : { entity, id, name, data },
  )
  await keepDeleted(transaction, trashed, actor)
  const entries = writes.map(({ action, entity, entityId, description, oldData, newData }) => ({
    action,
    entity,
    entityId,
    description,
    oldData,
    newData,
    actor,
    batchId,
  }))
  return writing.audit.writeEntries(transaction, entries)
}
