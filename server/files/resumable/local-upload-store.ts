import { open, rm, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '#contract/errors.ts'
import { makeDurableDirectory, syncDirectory } from '../durable-directory.ts'
import { piecesPrefix } from '../object-keys.ts'
import type { ObjectStore } from '../object-store.types.ts'
import { isMissing, storageError } from '../storage-errors.ts'
import { copyObject } from './object-copy.ts'
import type { StoredUpload, UploadStore } from './upload-store.types.ts'

/** What a killed process may lose, and what is synced at once. */
const pieceBytes = 512 * 1024

async function writeAll(handle: FileHandle, bytes: Buffer, start: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, start + done)
    done += bytesWritten
  }
}

/** Keeps each upload as one growing file beside the objects, which becomes the object by a new name. */
export async function createLocalUploadStore(
  root: string,
  objects: ObjectStore,
  incoming: string,
): Promise<UploadStore> {
  const directory = path.join(root, piecesPrefix)
  await makeDurableDirectory(directory)
  const fileOf = ({ id }: Pick<StoredUpload, 'id'>) => path.join(directory, id)

  async function openFile(upload: StoredUpload): Promise<FileHandle> {
    if (upload.received > 0) return open(fileOf(upload), 'r+')
    const handle = await open(fileOf(upload), 'w')
    await syncDirectory(directory)
    return handle
  }

  return {
    pieceBytes,
    begin: async () => null,

    async append(upload, bytes) {
      try {
        const handle = await openFile(upload)
        try {
          if ((await handle.stat()).size < upload.received) throw new AppError('upload_not_found')
          await writeAll(handle, bytes, upload.received)
          await handle.datasync()
        } finally {
          await handle.close()
        }
      } catch (error) {
        throw isMissing(error) ? new AppError('upload_not_found', { cause: error }) : storageError(error)
      }
      return { state: null, settle: async () => undefined, undo: async () => undefined }
    },

    async openWhole(upload) {
      const file = fileOf(upload)
      const found = await stat(file).catch((error: unknown) => {
        if (!isMissing(error)) throw storageError(error)
      })
      // A process that was killed has given it its new name already.
      if (found === undefined) return copyObject(objects, incoming, upload)
      if (found.size !== upload.size) throw new AppError('upload_not_found')
      return { path: file, release: async () => undefined }
    },

    place: (upload, whole, type) => objects.put(upload.objectKey, whole.path, type),

    async remove(upload) {
      await rm(fileOf(upload), { force: true })
    },
  }
}
