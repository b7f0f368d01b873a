import type { Kind } from '#contract/kinds.ts'
import { ingestKinds, type IngestRow } from '#contract/resources/ingest.ts'
import type { Queryable } from '#server/base/db/types.ts'
import { listThere } from '#server/content/record/trash.repository.ts'
import * as repository from './ingest.repository.ts'
import type { IngestFileRecord, IngestRowRecord } from './ingest.repository.ts'

/** What lists call these records of a kind, by their ids; without those that are gone. */
export type NamesOfRecords = (kind: Kind, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>

/** Who acts, as colleagues are told. */
export interface IngestPerson {
  userId: string
  name: string
}

/**
 * The records that rows have become, by the rows' ids: of an act that was taken back those that stayed or came back.
 */
export async function findAdded(
  from: Queryable,
  rows: readonly IngestRowRecord[],
): Promise<Map<string, NonNullable<IngestRow['record']>>> {
  const undone = await repository.listUndone(
    from,
    rows.flatMap(({ batchId }) => batchId ?? []),
  )
  const there = await listThere(
    from,
    rows.flatMap(({ recordId, batchId }) => (recordId && batchId && undone.has(batchId) ? recordId : [])),
  )
  return new Map(
    rows.flatMap(({ id: row, said, recordId: id, batchId }) => {
      if (id === null || batchId === null) return []
      const kind = undone.has(batchId) ? ingestKinds.find(known => known === there.get(id)) : said.kind
      return kind ? [[row, { kind, id, batchId }]] : []
    }),
  )
}

/** Rows as staff see them. */
export async function presentRows(
  from: Queryable,
  namesOf: NamesOfRecords,
  rows: readonly IngestRowRecord[],
  all: readonly IngestFileRecord[],
  person: IngestPerson,
): Promise<IngestRow[]> {
  const ofRow = Map.groupBy(all, ({ rowId }) => rowId)
  const added = await findAdded(from, rows)
  const shown = rows.flatMap(({ id }) => (ofRow.get(id) ?? []).flatMap(({ sha256 }) => sha256 ?? []))
  const uses = await repository.listUses(from, [...new Set(shown)])
  const named = new Map<Kind, ReadonlyMap<string, string>>()
  for (const [kind, own] of Map.groupBy(uses, use => use.kind))
    named.set(kind, await namesOf(kind, [...new Set(own.map(use => use.recordId))]))
  return rows.map((row): IngestRow => {
    const { said, recordId } = row
    return {
      id: row.id,
      version: row.version,
      values: said,
      doubts: row.doubts,
      isSeen: row.isSeen,
      record: added.get(row.id) ?? null,
      files: (ofRow.get(row.id) ?? []).map(({ id, name, folder, size, url, type, sha256, archiveId }) => ({
        id,
        name,
        folder,
        size,
        url,
        type,
        archiveId,
        usedBy: uses
          .filter(use => use.fileId === sha256 && use.recordId !== recordId)
          .map(use => ({
            kind: use.kind,
            id: use.recordId,
            name: named.get(use.kind)?.get(use.recordId) ?? '',
          })),
      })),
      changedBy:
        row.changedBy === null
          ? null
          : { name: row.changedBy, isYou: row.changedById !== null && row.changedById === person.userId },
    }
  })
}
