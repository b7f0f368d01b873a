import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { FileFacts } from '#contract/resources/file.ts'
import { newId } from '#server/base/db/id.ts'
import type { Transaction } from '#server/base/db/types.ts'
import type { FilesService } from '#server/files/files.service.ts'
import * as repository from './ingest.repository.ts'

interface Wanted {
  ingestId: string
  rowId: string
  /** The file of the row that they stand for. */
  fileId: string
  /** The stored pictures in their order. */
  pictures: readonly string[]
}

/**
 * Puts pictures in the place of a PDF of a row; the files behind it follow them. `facts`: of the pictures.
 * Errors: `ingest_files_gone` when the row has no such PDF, `file_not_found`, `ingest_full`.
 */
export async function replaceByPages(
  transaction: Transaction,
  { ingestId, rowId, fileId, pictures }: Wanted,
  facts: ReadonlyMap<string, FileFacts>,
  contentOf: FilesService['contentOf'],
): Promise<void> {
  const all = await repository.listFiles(transaction, ingestId)
  const own = all.filter(file => file.rowId === rowId)
  const pdf = own.find(file => file.id === fileId && file.type === 'application/pdf')
  if (!pdf) throw new AppError('ingest_files_gone', { stale: [fileId] })
  if (all.length - 1 + pictures.length > limits.maxIngestFiles) throw new AppError('ingest_full')
  const begin = await repository.lastPlace(transaction, 'ingestFiles', ingestId)
  const made = pictures.map((url, at) => {
    const { name, size, type } = facts.get(url) ?? {}
    const sha256 = contentOf(url)
    if (name === undefined || size === undefined || !type?.startsWith('image/') || sha256 === undefined)
      throw new AppError('file_not_found')
    const id = newId()
    const place = begin + 1 + at
    const file = { id, ingestId, rowId, name, folder: pdf.folder, size, page: at + 1, place }
    return { file: { ...file, archiveId: pdf.archiveId, entry: null }, arrived: { url, sha256, type } }
  })
  await repository.insertFiles(
    transaction,
    made.map(({ file }) => file),
  )
  for (const { file, arrived } of made) await repository.updateFile(transaction, ingestId, file.id, arrived)
  const behind = own.slice(own.indexOf(pdf) + 1)
  for (const [at, file] of behind.entries())
    await repository.updateFile(transaction, ingestId, file.id, { place: begin + 1 + made.length + at })
  await repository.removeFile(transaction, pdf.id)
}
