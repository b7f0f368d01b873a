import type { FileParts } from '../files.types.ts'
import * as files from '../files.repository.ts'
import type { StoredUpload } from './upload-store.types.ts'
import type { UploadRow } from './uploads.repository.ts'

/** The upload as its store sees it, or undefined when it holds no bytes any more. */
export function storedUploadOf({ objectKey, ...row }: UploadRow): StoredUpload | undefined {
  return objectKey === null ? undefined : { ...row, objectKey }
}

/** Removes all that is held of an upload, with an object in its place that did not become a file. */
export async function removeBytes(
  { uploadStore, objects, database }: Pick<FileParts, 'uploadStore' | 'objects' | 'database'>,
  row: UploadRow,
): Promise<void> {
  const stored = storedUploadOf(row)
  if (stored === undefined) return
  await uploadStore.remove(stored)
  const used = await files.listKnownKeys(database.kysely, [stored.objectKey])
  if (!used.has(stored.objectKey)) await objects.remove(stored.objectKey)
}
