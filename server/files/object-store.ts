import path from 'node:path'
import type { Config } from '#server/config.ts'
import { createLocalStore } from './local-store.ts'
import type { ObjectStore } from './object-store.types.ts'
import { createLocalUploadStore } from './resumable/local-upload-store.ts'
import type { UploadStore } from './resumable/upload-store.types.ts'

/** Where files on their way in are written; on the same file system as the local store. */
export function incomingDirectory(config: Pick<Config, 'dataDir'>): string {
  return path.join(config.dataDir, 'files', 'incoming')
}

/** The stores that the configuration names: a bucket, or the data directory. */
export async function openStores(
  config: Pick<Config, 'dataDir' | 'objectStore'>,
): Promise<{ objects: ObjectStore; uploadStore: UploadStore }> {
  const incoming = incomingDirectory(config)
  if (config.objectStore === undefined) {
    const root = path.join(config.dataDir, 'files', 'store')
    const objects = await createLocalStore(root)
    return { objects, uploadStore: await createLocalUploadStore(root, objects, incoming) }
  }
  // The client library is large: it is loaded only where a bucket is configured.
  const { openBucket } = await import('./s3-bucket.ts')
  const { createS3Store } = await import('./s3-store.ts')
  const { createS3UploadStore } = await import('./resumable/s3-upload-store.ts')
  const bucket = openBucket(config.objectStore)
  const objects = createS3Store(bucket)
  return { objects, uploadStore: createS3UploadStore(bucket, objects, incoming) }
}
