import { createHash } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { pipeline } from 'node:stream/promises'
import { errorCodeOf } from '#contract/errors.ts'
import { writeNewFile } from '#server/files/new-file.ts'
import type { ObjectStore } from '#server/files/object-store.types.ts'
import { newIncomingPath } from '#server/files/receive.ts'
import { storageError } from '#server/files/storage-errors.ts'

/** A store, and where files on their way into it are written. */
export interface CopyPlace {
  objects: ObjectStore
  incoming: string
}

interface Bytes {
  from: ObjectStore
  fromKey: string
  /** What the bytes must be. */
  sha256: string
  signal?: AbortSignal | undefined
}

/**
 * Hands an object's bytes, proven by their hash, to `act` as a temporary file, and removes it afterwards if it is still there.
 * Gives whether they were what they must be; `act` is not called otherwise.
 * Errors: those of the store and the disk; those of `act`; what `signal` throws.
 */
export async function withProvenFile(
  incoming: string,
  { from, fromKey, sha256, signal }: Bytes,
  act: (file: string) => Promise<void>,
): Promise<boolean> {
  await mkdir(incoming, { recursive: true })
  const file = newIncomingPath(incoming)
  const hash = createHash('sha256')
  async function* hashed(source: AsyncIterable<Buffer>) {
    for await (const piece of source) {
      hash.update(piece)
      yield piece
      // Whoever waits for an answer comes first.
      await nextTurn()
    }
  }
  try {
    const source = await from.read(fromKey)
    await writeNewFile(file, sink => pipeline(source, hashed, sink, { signal }))
  } catch (error) {
    await rm(file, { force: true })
    if (errorCodeOf(error) === 'file_not_found') return false
    throw storageError(error)
  }
  try {
    if (hash.digest('hex') !== sha256) return false
    await act(file)
    return true
  } finally {
    await rm(file, { force: true })
  }
}

/** Copies an object whole, or not at all. Gives whether its bytes were what they must be. Errors: as `withProvenFile`. */
export function copyContent(bytes: Bytes, to: CopyPlace, toKey: string, type: string): Promise<boolean> {
  return withProvenFile(to.incoming, bytes, file => to.objects.put(toKey, file, type))
}
