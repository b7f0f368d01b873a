import { read } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { open, opendir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '#contract/errors.ts'
import { makeDurableDirectory, syncDirectory } from './durable-directory.ts'
import type { ByteRange, ObjectStore, StoredObject } from './object-store.types.ts'
import { isMissing, storageError } from './storage-errors.ts'

const safeKey = /^(?:[a-z0-9][a-z0-9._-]*\/)*[a-z0-9][a-z0-9._-]*$/

/** A larger piece is read and sent with less work, until it does not fit into the processor's cache. */
const largePieceBytes = 256 * 1024
const smallPieceBytes = 64 * 1024
/** Where so much is held by downloads already, of which any number may be slow, the next ones get along with small pieces. */
const maxLargeBytes = 32 * 1024 * 1024
let heldBytes = 0

/** Reads into two buffers by turns: one fills while the other goes out, and nothing is left for the collector. */
async function copyHandle(
  { fd }: FileHandle,
  range: ByteRange,
  write: (piece: Buffer) => Promise<void>,
): Promise<void> {
  const length = range.end - range.start + 1
  const pieceBytes = heldBytes < maxLargeBytes ? largePieceBytes : smallPieceBytes
  const sizes = [Math.min(pieceBytes, length), length > pieceBytes ? pieceBytes : 0] as const
  heldBytes += sizes[0] + sizes[1]
  try {
    await copyThrough(fd, range, sizes, write)
  } finally {
    heldBytes -= sizes[0] + sizes[1]
  }
}

/** With less work than a `FileHandle` has for it, which is the third part of what a download costs. */
function readInto(fd: number, buffer: Buffer, length: number, at: number): Promise<number> {
  return new Promise((resolve, reject) => {
    read(fd, buffer, 0, length, at, (error, bytesRead) => (error ? reject(error) : resolve(bytesRead)))
  })
}

async function copyThrough(
  fd: number,
  { start, end }: ByteRange,
  sizes: readonly [number, number],
  write: (piece: Buffer) => Promise<void>,
): Promise<void> {
  let filling = Buffer.allocUnsafeSlow(sizes[0])
  let other = Buffer.allocUnsafeSlow(sizes[1])
  let writing: Promise<void> = Promise.resolve()
  for (let at = start; at <= end;) {
    const bytesRead = await readInto(fd, filling, Math.min(filling.length, end - at + 1), at)
    if (bytesRead === 0) throw new AppError('unavailable')
    await writing
    writing = write(filling.subarray(0, bytesRead))
    writing.catch(() => undefined)
    at += bytesRead
    ;[filling, other] = [other, filling]
  }
  await writing
}

/** Keeps objects as files under one directory. */
export async function createLocalStore(root: string): Promise<ObjectStore> {
  await makeDurableDirectory(root)

  function fileOf(key: string): string {
    if (!safeKey.test(key) || key.includes('..')) throw new AppError('file_not_found')
    return path.join(root, key)
  }

  async function statOf(key: string): Promise<StoredObject | undefined> {
    try {
      const facts = await stat(fileOf(key))
      if (!facts.isFile()) return undefined
      const { size, mtime, mtimeMs, ino } = facts
      return { key, size, modifiedAt: mtime, mark: `${size}-${mtimeMs}-${ino}` }
    } catch (error) {
      if (isMissing(error)) return undefined
      throw storageError(error)
    }
  }

  async function* walk(directory: string): AsyncIterable<StoredObject> {
    try {
      for await (const entry of await opendir(directory)) {
        const full = path.join(directory, entry.name)
        if (entry.isDirectory()) yield* walk(full)
        else {
          const found = await statOf(path.relative(root, full).split(path.sep).join('/'))
          if (found !== undefined) yield found
        }
      }
    } catch (error) {
      if (!isMissing(error)) throw storageError(error)
    }
  }

  async function openObject(key: string): Promise<FileHandle> {
    return open(fileOf(key), 'r').catch((error: unknown) => {
      throw isMissing(error) ? new AppError('file_not_found', { cause: error }) : storageError(error)
    })
  }

  return {
    async put(key, localFile) {
      const target = fileOf(key)
      try {
        const handle = await open(localFile, 'r+')
        try {
          await handle.sync()
        } finally {
          await handle.close()
        }
        await makeDurableDirectory(path.dirname(target))
        await rename(localFile, target)
        await syncDirectory(path.dirname(target))
      } catch (error) {
        throw storageError(error)
      }
    },

    stat: statOf,

    async read(key, range) {
      const handle = await openObject(key)
      return handle.createReadStream({ ...range, highWaterMark: 128 * 1024 })
    },

    async copy(key, range, write) {
      const handle = await openObject(key)
      try {
        const { size } = await handle.stat()
        await copyHandle(handle, range ?? { start: 0, end: size - 1 }, write)
      } finally {
        await handle.close()
      }
    },

    localFile: fileOf,

    async remove(key) {
      await rm(fileOf(key), { force: true })
    },

    list: prefix => walk(path.join(root, prefix)),

    close() {},
  }
}
