import type { Readable } from 'node:stream'

/** One stored object. Units: bytes. */
export interface StoredObject {
  key: string
  size: number
  modifiedAt: Date
  /** Another one whenever somebody has written to the object, as far as the store can tell without reading it. */
  mark: string
}

/** Both ends included, as in HTTP. Units: bytes. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Keeps bytes under keys such as `objects/ab/abcd…`. Keys are made by us: lower-case letters, digits, `-._/`.
 * What a key holds changes only as a whole; after `put` returns the bytes survive a power cut.
 */
export interface ObjectStore {
  /** Moves a finished local file into the store; the local file is gone afterwards or left for the caller to remove. */
  put(key: string, localFile: string, type: string): Promise<void>
  stat(key: string): Promise<StoredObject | undefined>
  /** Errors: `file_not_found` when there is no such object. */
  read(key: string, range?: ByteRange): Promise<Readable>
  /**
   * Hands the bytes to `write` piece by piece; a piece may be used again as soon as `write` has ended.
   * Errors: `file_not_found` before anything is written; whatever `write` throws.
   */
  copy(key: string, range: ByteRange | undefined, write: (piece: Buffer) => Promise<void>): Promise<void>
  /** The file on this machine that holds an object's bytes; undefined where they lie elsewhere. */
  localFile(key: string): string | undefined
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>
  list(prefix: string): AsyncIterable<StoredObject>
  close(): void
}
