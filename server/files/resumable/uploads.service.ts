import { setTimeout as wait } from 'node:timers/promises'
import { AppError, errorCodeOf } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { ListPage } from '#contract/page.ts'
import { apiPaths, filePath } from '#contract/paths.ts'
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
import { uploadObjectKey } from '../object-keys.ts'
import { measureFile } from '../receive.ts'
import { withFileName } from '../refusals.ts'
import { removeBytes, storedUploadOf } from './upload-bytes.ts'
import * as repository from './uploads.repository.ts'
import type { UploadRow } from './uploads.repository.ts'

interface NewUpload {
  userId: string
  name: string
  kind: FileKind
  size: number
  sha256: string | undefined
}

/** Uploads that go on where they were cut: what is recorded of them is safe. */
export interface UploadsService {
  /** How many bytes are best appended at once. */
  readonly pieceBytes: number
  /** Errors: `file_too_large`, `too_many_requests`. */
  create(upload: NewUpload): Promise<UploadRow>
  /** Errors: `upload_not_found`, also for the upload of somebody else. */
  get(id: string, userId: string): Promise<UploadRow>
  find(id: string): Promise<UploadRow | undefined>
  listUnfinished(userId: string): Promise<UnfinishedUpload[]>
  /** Everybody's uploads that did not become a file. */
  list(query: UploadListQuery): Promise<ListPage<ListedUpload>>
  /**
   * Keeps what comes next; false when another request was faster.
   * Errors: `wrong_file_type` for a wrong beginning; `file_too_large` beyond the size that was named; `disk_full`.
   */
  append(upload: UploadRow, start: number, bytes: Buffer): Promise<boolean>
  /**
   * Makes a file of an upload that has come whole; does so once, however often it is asked.
   * Errors: those of `FilesService.storeWaiting`; `upload_not_found`; `bad_request` while bytes are missing.
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
  files: Pick<FilesService, 'storeWaiting' | 'factsOf' | 'parts'>,
): UploadsService {
  const { parts } = files
  const { uploadStore, log } = parts
  const db = parts.database.kysely
  const finishing = new Map<string, Promise<FileFacts>>()
  /** What is being appended, by upload: one after the other. */
  const appending = new Map<string, Promise<unknown>>()
  /** This process, among all that may be asked to finish the same upload. */
  const finisher = newId()

  async function remove(id: string): Promise<void> {
    const row = await repository.findUpload(db, id)
    if (row === undefined) return
    await repository.removeUpload(db, id)
    await removeBehind(row)
  }

  async function removeBehind(row: UploadRow): Promise<void> {
    await appending.get(row.id)?.catch(() => undefined)
    await removeBytes(parts, row).catch((error: unknown) => {
      log.warn({ err: error, upload: row.id }, 'uploads: bytes stay until the next sweep')
    })
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
    const stored = storedUploadOf(row)
    if (stored === undefined) throw new AppError('upload_not_found')
    const whole = await uploadStore.openWhole(stored)
    try {
      const received = await measureFile(whole.path, kindOf(row))
      const place = () => uploadStore.place(stored, whole, received.type)
      const facts = await files.storeWaiting(
        { ...received, objectKey: stored.objectKey, place },
        { name: row.name, uploadedBy: row.userId },
      )
      await repository.finishUpload(db, row.id, received.sha256)
      await removeBehind(row)
      return facts
    } catch (error) {
      const code = errorCodeOf(error)
      if (code === 'wrong_file_type' || code === 'file_too_large') await remove(row.id)
      throw withFileName(error, row.name)
    } finally {
      await whole.release()
    }
  }

  async function appendAt(id: string, start: number, bytes: Buffer): Promise<boolean> {
    const row = await repository.findAt(db, id, start)
    const stored = row && storedUploadOf(row)
    if (stored === undefined) return false
    const appended = await uploadStore.append(stored, bytes, async () => {
      const number = await repository.takePartNumber(db, id)
      if (number === undefined) throw new AppError('upload_not_found')
      return number
    })
    const isRecorded = await repository.recordBytes(db, stored, bytes.length, appended.state)
    await (isRecorded ? appended.settle() : appended.undo()).catch((error: unknown) => {
      log.warn({ err: error, upload: id }, 'uploads: a piece stays until the next sweep')
    })
    return isRecorded
  }

  return {
    pieceBytes: uploadStore.pieceBytes,

    async create({ userId, name, kind, size, sha256 }) {
      if (size < 1) throw new AppError('wrong_file_type', { message: 'الملف فارغ.' })
      if (size > fileRules[kind].maxBytes)
        throw new AppError('file_too_large', { message: fileRules[kind].tooLarge })
      const unfinished = await repository.listUnfinished(db, userId)
      if (unfinished.length >= limits.unfinishedUploadsPerUser) {
        throw new AppError('too_many_requests', { message: tooMany })
      }
      const id = newId()
      const objectKey = uploadObjectKey(id)
      return repository.insertUpload(db, {
        id,
        userId,
        name: safeFileName(name, fileRules[kind].types[0] ?? ''),
        kind,
        size,
        claimedSha256: sha256,
        objectKey,
        state: await uploadStore.begin(objectKey),
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
      if (start + bytes.length > upload.size) throw new AppError('file_too_large')
      const showsType = bytes.length >= headBytes || bytes.length === upload.size
      if (start === 0 && showsType) await typeOfHead(bytes.subarray(0, headBytes), kindOf(upload))
      const before = appending.get(upload.id)
      const run = (async () => {
        await before?.catch(() => undefined)
        return appendAt(upload.id, start, bytes)
      })()
      appending.set(upload.id, run)
      return run.finally(() => {
        if (appending.get(upload.id) === run) appending.delete(upload.id)
      })
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
      const row = await repository.findExpired(db, id, new Date())
      if (row === undefined) return false
      await repository.removeUpload(db, id)
      await removeBehind(row)
      return true
    },
  }
}
