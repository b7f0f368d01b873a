import { rm, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { AppError, errorCodeOf } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { ListPage } from '#contract/page.ts'
import { apiPaths, filePath, sha256OfFileAddress } from '#contract/paths.ts'
import { fileKinds, fileRules } from '#contract/resources/file.ts'
import type {
  FileFacts,
  FileKind,
  ListedUpload,
  UnfinishedUpload,
  UploadListQuery,
} from '#contract/resources/file.ts'
import { newId } from '#server/base/db/id.ts'
import { safeFileName } from '../file-name.ts'
import { headBytes, typeOfHead } from '../file-type.ts'
import type { FilesService } from '../files.types.ts'
import { newPieceKey } from '../object-keys.ts'
import { newIncomingPath } from '../receive.ts'
import { withFileName } from '../refusals.ts'
import { storageError } from '../storage-errors.ts'
import * as repository from './uploads.repository.ts'
import type { UploadRow } from './uploads.repository.ts'

interface NewUpload {
  userId: string
  name: string
  kind: FileKind
  size: number
  sha256: string | undefined
}

/** Uploads that go on where they were cut: each piece is safe as soon as it is recorded. */
export interface UploadsService {
  /** Errors: `file_too_large`, `too_many_requests`. */
  create(upload: NewUpload): Promise<UploadRow>
  /** Errors: `upload_not_found`, also for the upload of somebody else. */
  get(id: string, userId: string): Promise<UploadRow>
  find(id: string): Promise<UploadRow | undefined>
  listUnfinished(userId: string): Promise<UnfinishedUpload[]>
  /** Everybody's uploads that did not become a file. */
  list(query: UploadListQuery): Promise<ListPage<ListedUpload>>
  /** Keeps the next piece; false when another request was faster. Errors: `wrong_file_type` for a wrong beginning. */
  append(upload: UploadRow, start: number, bytes: Buffer): Promise<boolean>
  /**
   * Makes a file of an upload whose pieces are all here; does so once, however often it is asked.
   * Errors: those of `FilesService.store`; `upload_not_found`; `bad_request` while pieces are missing.
   */
  finish(id: string, userId: string): Promise<FileFacts>
  remove(id: string): Promise<void>
  /** Forgets an upload whose time is over, whosever it was; false when there is none such. */
  removeExpired(id: string): Promise<boolean>
}

const tooMany = 'لديك عمليات رفع كثيرة غير مكتملة. أكملها أو ألغها أولاً.'
const notComplete = 'لم يصل الملف كله بعد. أكمل رفعه أولاً.'

function presentUpload(row: UploadRow) {
  return {
    id: row.id,
    url: `${apiPaths.uploads}/${row.id}`,
    name: row.name,
    kind: kindOf(row),
    size: row.size,
    received: row.received,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }
}

function kindOf(row: UploadRow): FileKind {
  return fileKinds.find(kind => kind === row.kind) ?? 'pdf'
}

/** Makes the uploads over the same store and database as the files. */
export function createUploadsService(
  files: Pick<FilesService, 'store' | 'factsOf' | 'parts'>,
): UploadsService {
  const { objects, incoming, database, log } = files.parts
  const db = database.kysely
  const finishing = new Map<string, Promise<FileFacts>>()
  /** This process, among all that may be asked to finish the same upload. */
  const finisher = newId()

  async function removeObjects(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await objects.remove(key).catch((error: unknown) => {
        log.warn({ err: error, key }, 'uploads: a piece stays until the next sweep')
      })
    }
  }

  async function remove(id: string): Promise<void> {
    const pieces = await repository.listPieces(db, id)
    await repository.removeUpload(db, id)
    await removeObjects(pieces.map(piece => piece.objectKey))
  }

  async function get(id: string, userId: string): Promise<UploadRow> {
    const row = await repository.findUpload(db, id)
    if (row === undefined || row.userId !== userId) throw new AppError('upload_not_found')
    return row
  }

  async function finishedFile(row: UploadRow): Promise<FileFacts | undefined> {
    if (row.fileId === null) return undefined
    const address = filePath(row.fileId, row.name)
    return (await files.factsOf([address])).get(address)
  }

  /** Makes the file while no other process does; the hold is renewed as long as the work lasts. */
  async function assembleAlone(row: UploadRow): Promise<FileFacts> {
    const hold = () => repository.holdFinish(db, row.id, finisher, limits.uploadFinishHoldMs)
    const renewal = setInterval(() => {
      hold().catch((error: unknown) => log.warn({ err: error, upload: row.id }, 'uploads: finishing'))
    }, limits.uploadFinishHoldMs / 3)
    try {
      return await assemble(row)
    } catch (error) {
      await repository.releaseFinish(db, row.id, finisher).catch(() => undefined)
      throw error
    } finally {
      clearInterval(renewal)
    }
  }

  async function finishOnce(id: string, userId: string): Promise<FileFacts> {
    for (;;) {
      const row = await get(id, userId)
      const known = await finishedFile(row)
      if (known !== undefined) return known
      if (row.received < row.size) throw new AppError('bad_request', { message: notComplete })
      if (await repository.holdFinish(db, id, finisher, limits.uploadFinishHoldMs)) return assembleAlone(row)
      await wait(limits.uploadFinishPollMs)
    }
  }

  async function assemble(row: UploadRow): Promise<FileFacts> {
    const pieces = await repository.listPieces(db, row.id)
    const keys = pieces.map(piece => piece.objectKey)
    const total = pieces.reduce((sum, piece) => sum + piece.size, 0)
    if (total !== row.size) throw new AppError('upload_not_found')
    async function* bytes(): AsyncIterable<Buffer> {
      for (const key of keys) yield* await objects.read(key)
    }
    const source = Readable.from(bytes(), { objectMode: false, highWaterMark: 256 * 1024 })
    const options = { name: row.name, kind: kindOf(row), uploadedBy: row.userId }
    const facts = await files.store(source, options).catch(async (error: unknown) => {
      const code = errorCodeOf(error)
      if (code === 'wrong_file_type' || code === 'file_too_large') await remove(row.id)
      throw withFileName(error, row.name)
    })
    const sha256 = sha256OfFileAddress(facts.url)
    if (sha256 !== undefined) await repository.finishUpload(db, row.id, sha256)
    await removeObjects(keys)
    return facts
  }

  return {
    async create({ userId, name, kind, size, sha256 }) {
      if (size < 1) throw new AppError('wrong_file_type', { message: 'الملف فارغ.' })
      if (size > fileRules[kind].maxBytes)
        throw new AppError('file_too_large', { message: fileRules[kind].tooLarge })
      const unfinished = await repository.listUnfinished(db, userId)
      if (unfinished.length >= limits.unfinishedUploadsPerUser) {
        throw new AppError('too_many_requests', { message: tooMany })
      }
      return repository.insertUpload(db, {
        id: newId(),
        userId,
        name: safeFileName(name, fileRules[kind].types[0] ?? ''),
        kind,
        size,
        claimedSha256: sha256,
        expiresAt: new Date(Date.now() + limits.uploadExpiryMs),
      })
    },

    get,
    find: id => repository.findUpload(db, id),

    async listUnfinished(userId) {
      const rows = await repository.listUnfinished(db, userId)
      return rows.map(row => ({ ...presentUpload(row), sha256: row.claimedSha256 }))
    },

    async list(query) {
      const now = new Date()
      const { items, total } = await repository.listUploads(db, query, now)
      const present = (row: (typeof items)[number]): ListedUpload => ({
        ...presentUpload(row),
        state: row.expiresAt <= now ? 'failed' : 'unfinished',
        owner: { id: row.userId, name: row.ownerName },
      })
      return { items: items.map(present), total }
    },

    async append(upload, start, bytes) {
      const showsType = bytes.length >= headBytes || bytes.length === upload.size
      if (start === 0 && showsType) await typeOfHead(bytes.subarray(0, headBytes), kindOf(upload))
      const local = newIncomingPath(incoming)
      const objectKey = newPieceKey(upload.id)
      try {
        await writeFile(local, bytes, { flag: 'wx' })
        await objects.put(objectKey, local, 'application/octet-stream')
      } catch (error) {
        throw storageError(error)
      } finally {
        await rm(local, { force: true })
      }
      const isRecorded = await repository.insertPiece(db, {
        uploadId: upload.id,
        start,
        size: bytes.length,
        objectKey,
      })
      if (!isRecorded) await removeObjects([objectKey])
      return isRecorded
    },

    async finish(id, userId) {
      await get(id, userId)
      const running = finishing.get(id)
      if (running !== undefined) return running
      const run = finishOnce(id, userId).finally(() => finishing.delete(id))
      finishing.set(id, run)
      return run
    },

    remove,

    async removeExpired(id) {
      const pieces = await repository.listPieces(db, id)
      const isRemoved = await repository.removeExpired(db, id, new Date())
      if (isRemoved) await removeObjects(pieces.map(piece => piece.objectKey))
      return isRemoved
    },
  }
}
