import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { AppError } from '#contract/errors.ts'
import { writeNewFile } from '../new-file.ts'
import type { ObjectStore } from '../object-store.types.ts'
import { newIncomingPath } from '../receive.ts'
import type { StoredUpload, WholeUpload } from './upload-store.types.ts'

/**
 * Copies the object of an upload into the incoming directory.
 * Errors: `upload_not_found` when there is none of the upload's size.
 */
export async function copyObject(
  objects: ObjectStore,
  incoming: string,
  { objectKey, size }: StoredUpload,
): Promise<WholeUpload> {
  const found = await objects.stat(objectKey)
  if (found?.size !== size) throw new AppError('upload_not_found')
  const path = newIncomingPath(incoming)
  const content = await objects.read(objectKey)
  await writeNewFile(path, sink => pipeline(content, sink))
  return { path, release: () => rm(path, { force: true }) }
}
