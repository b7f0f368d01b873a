import path from 'node:path'
import type { Readable } from 'node:stream'
import type { Config } from '#server/config.ts'
import { createLocalStore } from './local-store.ts'

/** One stored object. Units: bytes. */
export interface StoredObject {
  key: string
  size: number
  modifiedAt: Date
}

/** Both ends included, as in HTTP. Units: bytes. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Keeps bytes under keys such as `objects/ab/abcd…`. Keys are made by us: lower-case letters, digits, `-._/`.
 * A key is written once and never changes; after `put` returns the bytes survive a power cut.
 */
export interface ObjectStore {
  /** Moves a finished local file into the store; the local file is gone afterwards or left for the caller to remove. */
  put(key: string, localFile: string, type: string): Promise<void>
  stat(key: string): Promise<StoredObject | undefined>
  /** Errors: `file_not_found` when there is no such object. */
  read(key: string, range?: ByteRange): Promise<Readable>
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>
  list(prefix: string): AsyncIterable<StoredObject>
  close(): void
}

/** Where files on their way in are written; on the same file system as the local store. */
export function incomingDirectory(config: Pick<Config, 'dataDir'>): string {
  return path.join(config.dataDir, 'files', 'incoming')
}

/** The store that the configuration names: a bucket, or the data directory. */
export async function createObjectStore(config: Pick<Config, 'dataDir' | 'objectStore'>): Promise<ObjectStore> {
  if (config.objectStore === undefined) return createLocalStore(path.join(config.dataDir, 'files', 'store'))
  // The client library is large: it is loaded only where a bucket is configured.
  const { createS3Store } = await import('./s3-store.ts')
  return createS3Store(config.objectStore)
}
