import { AppError } from '#contract/errors.ts'
import { newId } from '#server/base/db/id.ts'
import type { Transaction } from '#server/base/db/types.ts'
import { listArchives, insertArchive, removeArchive } from './archives.repository.ts'
import { nameFiles } from './group-files.ts'
import * as repository from './ingest.repository.ts'
import type { IngestFileRecord, IngestRowRecord } from './ingest.repository.ts'
import { findAdded } from './present-rows.ts'
import { wantUnpacking } from './unpack-archive.job.ts'
import { createUnpacking, type UnpackingDeps } from './unpack-archive.ts'

interface ArchiveFile extends IngestFileRecord {
  url: string
  sha256: string
}

const isArchive = (file: IngestFileRecord): file is ArchiveFile =>
  file.type === 'application/zip' && file.url !== null && file.sha256 !== null

/* Its name does not say that it holds results, or only so because it is an archive. */
const isForOpening = ({ said, doubts, recordId, isSeen }: IngestRowRecord) =>
  recordId === null && !isSeen && (said.kind !== 'result' || doubts['kind'] === 'guess')

/** What becomes of archives in an import: their files become files of it, or they stay one file. */
export function createArchives(deps: UnpackingDeps) {
  async function openFile(transaction: Transaction, ingestId: string, file: ArchiveFile): Promise<void> {
    const { id, rowId, name, folder, size, url, sha256 } = file
    await repository.removeFile(transaction, id)
    await repository.markUnseen(transaction, [rowId])
    await insertArchive(transaction, { id, ingestId, name, folder, size, url, sha256 })
    await wantUnpacking(transaction, { id, name })
  }

  return {
    unpack: createUnpacking(deps),

    /** Opens those of some files that are archives and do not say that they hold results. */
    async openArrived(transaction: Transaction, ingestId: string, ids: ReadonlySet<string>): Promise<void> {
      const all = await repository.listFiles(transaction, ingestId)
      const found = all.filter(file => ids.has(file.id)).filter(isArchive)
      if (found.length === 0) return
      const rowIds = found.map(({ rowId }) => rowId)
      const rows = await repository.listRows(transaction, ingestId, rowIds)
      const open = new Set(rows.filter(isForOpening).map(({ id }) => id))
      for (const file of found) if (open.has(file.rowId)) await openFile(transaction, ingestId, file)
      await repository.removeEmptyRows(transaction, ingestId)
    },

    /** Opens the archive that each of these rows is. Errors: `not_archive`. */
    async open(transaction: Transaction, ingestId: string, rows: readonly IngestRowRecord[]): Promise<void> {
      const all = await repository.listFiles(transaction, ingestId)
      for (const { id } of rows) {
        const own = all.filter(({ rowId }) => rowId === id)
        const archives = own.filter(isArchive)
        if (archives.length === 0 || archives.length < own.length) throw new AppError('not_archive')
        for (const file of archives) await openFile(transaction, ingestId, file)
      }
      await repository.removeEmptyRows(transaction, ingestId)
    },

    /** Makes an archive one file of a row again. Errors: `not_archive`; `archive_used` when a file of it is a record's. */
    async close(transaction: Transaction, ingestId: string, archiveId: string): Promise<void> {
      const archive = (await listArchives(transaction, ingestId)).find(({ id }) => id === archiveId)
      if (!archive) throw new AppError('not_archive')
      const own = (await repository.listFiles(transaction, ingestId)).filter(
        file => file.archiveId === archiveId,
      )
      const ids = [...new Set(own.map(({ rowId }) => rowId))]
      const rows = ids.length > 0 ? await repository.listRows(transaction, ingestId, ids) : []
      if ((await findAdded(transaction, rows)).size > 0) throw new AppError('archive_used')
      for (const { id } of own) await repository.removeFile(transaction, id)
      await repository.markUnseen(transaction, ids)
      await repository.removeEmptyRows(transaction, ingestId)
      await removeArchive(transaction, archiveId)
      const { id, name, folder, size, url, sha256 } = archive
      const [named] = await nameFiles([{ name, folder, size }])
      if (!named) return
      const { kind: _guess, ...doubts } = named.doubts
      const rowId = newId()
      const place = (await repository.lastPlace(transaction, 'ingestRows', ingestId)) + 1
      const said = { ...named.said, kind: 'result' as const }
      await repository.insertRows(transaction, [{ id: rowId, ingestId, place, groupKey: '', said, doubts }])
      const filePlace = (await repository.lastPlace(transaction, 'ingestFiles', ingestId)) + 1
      const facts = { name, folder, size, page: null, archiveId: null, entry: null }
      await repository.insertFiles(transaction, [{ id, ingestId, rowId, ...facts, place: filePlace }])
      const type = 'application/zip'
      await repository.updateFile(transaction, ingestId, id, { url, sha256, type })
    },
  }
}
