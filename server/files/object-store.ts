import path from 'node:path'
import type { Config } from '#server/config.ts'
import { createLocalStore } from './local-store.ts'
import type { ObjectStore } from './object-store.types.ts'

/** Where files on their way in are written; on the same file system as the local store. */
export function incomingDirectory(config: Pick<Config, 'dataDir'>): string {
  return path.join(config.dataDir, 'files', 'incoming')
}

/** The store that the configuration names: a bucket, or the data directory. */
export async function createObjectStore(
  config: Pick<Config, 'dataDir' | 'objectStore'>,
): Promise<ObjectStore> {
  if (config.objectStore === undefined) return createLocalStore(path.join(config.dataDir, 'files', 'store'))
  // The client library is large: it is loaded only where a bucket is configured.
  const { createS3Store } = await import('./s3-store.ts')
  return createS3Store(config.objectStore)
}
