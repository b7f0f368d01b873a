import type { Actor } from '#server/staff/session/actor.ts'
import type { AuditService, NewAuditEntry } from '#server/staff/audit/audit.service.ts'
import type { OpenDatabase, Transaction } from '#server/base/db/types.ts'
import type { FilesService } from '#server/files/files.service.ts'
import type { FileUse } from '#server/files/files.types.ts'
import type { SearchDocument } from '#server/search/search-document.ts'
import { indexDocument, removeDocument } from '#server/search/search-index.ts'
import type { ChangeTag, Changes } from '#server/base/changes.ts'

declare const audited: unique symbol

/** The only transaction that repository writes accept: `writeAudited` alone hands it out. */
export type AuditedTransaction = Transaction & { readonly [audited]: true }

/** What every write of content needs. */
export interface Writing {
  database: OpenDatabase
  audit: Pick<AuditService, 'writeEntry' | 'findLastChange'>
  files: Pick<FilesService, 'replaceReferences'>
  changes: Changes
}

/** How a record appears in the search after the write, or that it is gone. */
export type SearchChange = { put: SearchDocument } | { remove: { type: SearchDocument['type']; id: string } }

/** What a write did: the parts that must be true together. */
export interface AuditedWrite<Result> extends Omit<NewAuditEntry, 'actor'> {
  result: Result
  tag: ChangeTag
  /** Something that was public is not any more. */
  isWithdrawal?: boolean
  /** The record that the file references belong to, and every use of a file that it shows after the write. */
  files?: { recordId: string; addresses: readonly FileUse[] }
  search?: SearchChange
}

export interface WriteOutcome<Result> {
  result: Result
  auditId: string
}

/**
 * Does a write in one transaction with its audit entry, search document, file references and announcement.
 * Errors: whatever `act` throws, and `invalid_fields` for a file of ours that does not exist or that its field does not
 * take; then nothing is written.
 * Source: A8.1, D2.2.
 */
export async function writeAudited<Result>(
  writing: Writing,
  actor: Actor,
  act: (transaction: AuditedTransaction) => Promise<AuditedWrite<Result>>,
): Promise<WriteOutcome<Result>> {
  const outcome = await writing.database.kysely.transaction().execute(async transaction => {
    const write = await act(transaction as AuditedTransaction)
    const auditId = await writeParts(writing, actor, transaction, write)
    const tags = tagsOf(write)
    await writing.changes.announce(transaction, tags)
    return { result: write.result, auditId, tags }
  })
  await writing.changes.tellHere(outcome.tags)
  return { result: outcome.result, auditId: outcome.auditId }
}

/**
 * Does many writes in one transaction, each with its audit entry, and announces them together: everybody sees all of
 * them, or none. Errors: as `writeAudited`; then nothing is written. Source: A8.1.
 */
export async function writeAllAudited(
  writing: Writing,
  actor: Actor,
  act: (
    transaction: AuditedTransaction,
    write: (one: AuditedWrite<unknown>) => Promise<void>,
  ) => Promise<void>,
): Promise<void> {
  const tags = new Set<ChangeTag>()
  await writing.database.kysely.transaction().execute(async transaction => {
    await act(transaction as AuditedTransaction, async one => {
      await writeParts(writing, actor, transaction, one)
      for (const tag of tagsOf(one)) tags.add(tag)
    })
    if (tags.size > 0) await writing.changes.announce(transaction, [...tags])
  })
  if (tags.size > 0) await writing.changes.tellHere([...tags])
}

function tagsOf({ tag, isWithdrawal }: AuditedWrite<unknown>): ChangeTag[] {
  return isWithdrawal === true ? [tag, 'withdrawals'] : [tag]
}

/** Writes what belongs to a write beside its row. Shape: the id of the audit entry. */
async function writeParts(
  writing: Writing,
  actor: Actor,
  transaction: Transaction,
  { files, search, ...write }: AuditedWrite<unknown>,
): Promise<string> {
  if (files) {
    await writing.files.replaceReferences(transaction, write.entity, files.recordId, files.addresses)
  }
  if (search && 'put' in search) await indexDocument(transaction, search.put)
  if (search && 'remove' in search) await removeDocument(transaction, search.remove.type, search.remove.id)
  const { action, entity, entityId, description, oldData, newData } = write
  return writing.audit.writeEntry(transaction, {
    action,
    entity,
    entityId,
    description,
    oldData,
    newData,
    actor,
  })
}
