import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { newId } from '#server/base/db/id.ts'
import type { Transaction } from '#server/base/db/types.ts'
import { comparePages, type NamedFile } from './group-files.ts'
import { listArchives } from './archives.repository.ts'
import * as repository from './ingest.repository.ts'

/**
 * Puts named files into rows: pages of one thing into one, every other file into its own.
 * Shape: their ids in order; a file that is there already is itself, also an archive that is opened. `from` says of files out of an
 * archive which ones they are. Errors: `ingest_full`.
 */
export async function placeFiles(
  transaction: Transaction,
  ingestId: string,
  named: readonly NamedFile[],
  from: readonly { archiveId: string; entry: number }[] = [],
): Promise<string[]> {
  const rows = await repository.listRows(transaction, ingestId)
  const there = await repository.listFiles(transaction, ingestId)
  const keyOf = ({ folder, name, size }: { folder: string; name: string; size: number }) =>
    [folder, name, size].join('\n')
  const archives = await listArchives(transaction, ingestId)
  const known = new Map([...archives, ...there].map(file => [keyOf(file), file.id]))
  const rowOf = new Map(
    rows
      .filter(({ groupKey, recordId }) => groupKey !== '' && recordId === null)
      .map(row => [row.groupKey, row.id]),
  )
  let lastRow = await repository.lastPlace(transaction, 'ingestRows', ingestId)
  let lastFile = await repository.lastPlace(transaction, 'ingestFiles', ingestId)
  const newRows: Parameters<typeof repository.insertRows>[1][number][] = []
  const newFiles: Parameters<typeof repository.insertFiles>[1][number][] = []
  const joined = new Set<string>()
  const ids = named.map(({ said, doubts, groupKey, ...file }, at) => {
    const old = known.get(keyOf(file))
    if (old !== undefined) return old
    let rowId = groupKey === '' ? undefined : rowOf.get(groupKey)
    if (rowId === undefined) {
      rowId = newId()
      newRows.push({ id: rowId, ingestId, place: (lastRow += 1), groupKey, said, doubts })
      if (groupKey !== '') rowOf.set(groupKey, rowId)
    } else joined.add(rowId)
    const id = newId()
    known.set(keyOf(file), id)
    const { archiveId = null, entry = null } = from[at] ?? {}
    newFiles.push({ id, ingestId, rowId, ...file, archiveId, entry, place: (lastFile += 1) })
    return id
  })
  if (there.length + newFiles.length > limits.maxIngestFiles) throw new AppError('ingest_full')
  await repository.insertRows(transaction, newRows)
  await repository.insertFiles(transaction, newFiles)
  await sortPages(transaction, ingestId, joined)
  await repository.markUnseen(
    transaction,
    rows.flatMap(({ id }) => (joined.has(id) ? id : [])),
  )
  return ids
}

/** Puts the files of these rows into the order of their pages. */
export async function sortPages(
  transaction: Transaction,
  ingestId: string,
  rowIds: ReadonlySet<string>,
): Promise<void> {
  const all = await repository.listFiles(transaction, ingestId)
  for (const own of Map.groupBy(all, ({ rowId }) => rowId).values()) {
    if (!rowIds.has(own[0]?.rowId ?? '')) continue
    const places = own.map(file => file.place).toSorted((a, b) => a - b)
    const sorted = own.toSorted(comparePages)
    for (const [at, file] of sorted.entries()) {
      const next = places[at] ?? file.place
      if (next !== file.place) await repository.updateFile(transaction, ingestId, file.id, { place: next })
    }
  }
}
