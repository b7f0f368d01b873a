import { auditEntityLabels, type AuditEntity } from '#contract/codes/audit.ts'
import { kindOfEntity, type KindEntity } from '#contract/kinds.ts'
import { limits } from '#contract/limits.ts'
import type { TrashAnswer, TrashedKey, TrashListQuery } from '#contract/resources/trash.ts'
import { day } from '#contract/units.ts'
import type { OpenDatabase, Transaction } from '#server/base/db/types.ts'
import type { FilesService } from '#server/files/files.service.ts'
import type { AuditService } from '#server/staff/audit/audit.service.ts'
import type { Actor } from '#server/staff/session/actor.ts'
import { forget, freedBy, freedByAll, listDue, listTrash, type TrashAddress } from './trash.repository.ts'

/** What was deleted, until it goes for ever. Source: S6.3. */
export interface Trash {
  list(query: TrashListQuery): Promise<TrashAnswer['data']>
  /** What the end of these frees together. Units: bytes. */
  freedBy(records: readonly TrashedKey[]): Promise<number>
  /** Deletes for ever, with an entry for each. Shape: how many there were. */
  purge(records: readonly TrashedKey[], actor: Actor): Promise<number>
}

interface Given {
  database: Pick<OpenDatabase, 'kysely'>
  audit: Pick<AuditService, 'writeEntries'>
  files: Pick<FilesService, 'replaceReferences'>
}

/** Lets go of the files of what has left the trash; the grace period of those that nothing else uses begins. */
async function letGo(
  files: Given['files'],
  transaction: Transaction,
  gone: readonly TrashAddress[],
): Promise<void> {
  const records = gone.map(({ entity, recordId }) => ({
    entity: entity as AuditEntity,
    recordId,
    before: [],
    uses: [],
  }))
  if (records.length > 0) await files.replaceReferences(transaction, records)
}

/** Forgets what was deleted before a moment, and lets go of its files. Shape: how many there were. */
export function dropTrash(files: Given['files']) {
  return async (transaction: Transaction, before: Date, limit: number): Promise<number> => {
    const gone = await forget(transaction, await listDue(transaction, before, limit))
    await letGo(files, transaction, gone)
    return gone.length
  }
}

/** Opens the trash over the database. */
export function createTrash({ database, audit, files }: Given): Trash {
  const db = database.kysely
  return {
    async list(query) {
      const { items, total } = await listTrash(db, query)
      const records = items.map(({ entity, recordId, deletedAt, ...row }) => ({
        ...row,
        kind: kindOfEntity[entity as KindEntity],
        id: recordId,
        deletedAt: deletedAt.toISOString(),
        goesAt: new Date(deletedAt.getTime() + limits.trashDays * day).toISOString(),
      }))
      return { records, total, freedBytes: await freedByAll(db) }
    },

    freedBy: records => freedBy(db, records),

    purge(records, actor) {
      return db.transaction().execute(async transaction => {
        const gone = await forget(transaction, records)
        await letGo(files, transaction, gone)
        const entries = gone.map(({ entity, recordId, name }) => ({
          action: 'DELETE' as const,
          entity: entity as AuditEntity,
          entityId: recordId,
          description: `حُذف نهائياً: ${auditEntityLabels[entity as AuditEntity]} «${name}»`,
          oldData: null,
          newData: null,
          actor,
        }))
        await audit.writeEntries(transaction, entries)
        return gone.length
      })
    },
  }
}
