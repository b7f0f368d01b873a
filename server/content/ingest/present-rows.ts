import type { Kind } from '#contract/kinds.ts'
import type { IngestRow } from '#contract/resources/ingest.ts'
import type { Queryable } from '#server/base/db/types.ts'
import * as repository from './ingest.repository.ts'
import type { IngestFileRecord, IngestRowRecord } from './ingest.repository.ts'

/** What lists call a record; undefined for one that is gone. */
export type NameOfRecord = (kind: Kind, id: string) => Promise<string | undefined>

/** Who acts, as colleagues are told. */
export interface IngestPerson {
  userId: string
  name: string
}

/** Rows as staff see them. */
export async function presentRows(
  from: Queryable,
  nameOf: NameOfRecord,
  rows: readonly IngestRowRecord[],
  all: readonly IngestFileRecord[],
  person: IngestPerson,
): Promise<IngestRow[]> {
  const ofRow = Map.groupBy(all, ({ rowId }) => rowId)
  const undone = await repository.listUndone(
    from,
    rows.flatMap(({ batchId }) => batchId ?? []),
  )
  const own = new Set(rows.map(({ id }) => id))
  const shown = all.filter(({ rowId }) => own.has(rowId)).flatMap(({ sha256 }) => sha256 ?? [])
  const uses = await repository.listUses(from, [...new Set(shown)])
  const names = new Map<string, string>()
  for (const { kind, recordId } of uses)
    if (!names.has(recordId)) names.set(recordId, (await nameOf(kind, recordId)) ?? '')
  return rows.map((row): IngestRow => {
    const { said, recordId, batchId } = row
    const isAdded = recordId !== null && batchId !== null && !undone.has(batchId) && said.kind !== ''
    return {
      id: row.id,
      version: row.version,
      values: said,
      doubts: row.doubts,
      isSeen: row.isSeen,
      record: isAdded && said.kind !== '' ? { kind: said.kind, id: recordId, batchId } : null,
      files: (ofRow.get(row.id) ?? []).map(({ id, name, folder, size, url, type, sha256 }) => ({
        id,
        name,
        folder,
        size,
        url,
        type,
        usedBy: uses
          .filter(use => use.fileId === sha256 && use.recordId !== recordId)
          .map(use => ({ kind: use.kind, id: use.recordId, name: names.get(use.recordId) ?? '' })),
      })),
      changedBy:
        row.changedBy === null
          ? null
          : { name: row.changedBy, isYou: row.changedById !== null && row.changedById === person.userId },
    }
  })
}
