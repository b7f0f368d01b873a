import type { AuditAction, AuditEntity } from '#contract/codes/audit.ts'
import type { Actor } from '#server/staff/session/actor.ts'
import type { AuditService } from '#server/staff/audit/audit.service.ts'
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
export interface AuditedWrite<Result> {
  result: Result
  action: AuditAction
  entity: AuditEntity
  entityId: string
  /** One Arabic sentence for the audit screen. */
  description: string
  oldData: object | null
  newData: object | null
  tag: ChangeTag
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
    if (write.files) {
      const { recordId, addresses } = write.files
      await writing.files.replaceReferences(transaction, write.entity, recordId, addresses)
    }
    if (write.search && 'put' in write.search) await indexDocument(transaction, write.search.put)
    if (write.search && 'remove' in write.search) {
      await removeDocument(transaction, write.search.remove.type, write.search.remove.id)
    }
    const auditId = await writing.audit.writeEntry(transaction, {
      action: write.action,
      entity: write.entity,
      entityId: write.entityId,
      description: write.description,
      oldData: write.oldData,
      newData: write.newData,
      actor,
    })
    await writing.changes.announce(transaction, [write.tag])
    return { result: write.result, auditId, tag: write.tag }
  })
  writing.changes.tellHere([outcome.tag])
  return { result: outcome.result, auditId: outcome.auditId }
}
