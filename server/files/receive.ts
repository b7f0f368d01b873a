import { createHash, randomBytes } from 'node:crypto'
import { open, opendir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { fileRules, kindOfType } from '#contract/resources/file.ts'
import type { FileKind } from '#contract/resources/file.ts'
import { headBytes, typeOfDocument, typeOfHead } from './file-type.ts'
import { countPassedBytes } from './free-buffers.ts'
import { writeNewFile } from './new-file.ts'
import { isMissing, storageError } from './storage-errors.ts'
import { watchProgress } from './watch-progress.ts'

/** A file that has come in whole and waits in the incoming directory. Units: bytes. */
export interface ReceivedFile {
  path: string
  size: number
  sha256: string
  type: string
}

interface ReceiveOptions {
  directory: string
  kind?: FileKind | undefined
  /** The name of a document that is only to be downloaded: what it is called decides what it is. */
  documentName?: string | undefined
  /** In place of the limit of its kind. */
  maxBytes?: number | undefined
  signal?: AbortSignal | undefined
  stallMs?: number | undefined
}

const measuredAtOnceBytes = 256 * 1024

/** A path for a new temporary file. */
export function newIncomingPath(directory: string): string {
  return path.join(directory, `${randomBytes(16).toString('hex')}.part`)
}

/**
 * Writes a stream to a temporary file, hashing and counting on the way; nothing stays behind when it fails.
 * Errors: `wrong_file_type` as soon as the first bytes show it; `file_too_large` at the first byte over the limit
 * of the kind; `upload_stalled` when hardly anything comes any more; `disk_full`.
 */
export async function receiveFile(stream: Readable, options: ReceiveOptions): Promise<ReceivedFile> {
  const { directory, kind, documentName, signal } = options
  const target = newIncomingPath(directory)
  const hash = createHash('sha256')
  let head = Buffer.alloc(0)
  let type: string | undefined
  let maxBytes = options.maxBytes ?? Infinity
  let size = 0

  async function decideType(): Promise<void> {
    type = documentName === undefined ? await typeOfHead(head, kind) : typeOfDocument(head, documentName)
    const ruled = kind ?? kindOfType(type)
    if (ruled === undefined || options.maxBytes !== undefined) return
    maxBytes = fileRules[ruled].maxBytes
  }

  function refuseExcess(): void {
    if (size <= maxBytes) return
    const ruled = kind ?? (type === undefined ? undefined : kindOfType(type))
    throw new AppError(
      'file_too_large',
      ruled === undefined || options.maxBytes !== undefined ? {} : { message: fileRules[ruled].tooLarge },
    )
  }

  async function* measured(source: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
    for await (const chunk of source) {
      size += chunk.length
      countPassedBytes(chunk.length)
      progress.moved(chunk.length)
      hash.update(chunk)
      if (type === undefined) {
        head = Buffer.concat([head, chunk.subarray(0, headBytes - head.length)])
        if (head.length >= headBytes) await decideType()
      }
      refuseExcess()
      yield chunk
    }
    if (type === undefined) await decideType()
    refuseExcess()
  }

  const progress = watchProgress(stream, options.stallMs)
  try {
    await writeNewFile(target, sink => pipeline(stream, measured, sink, { signal }))
  } catch (error) {
    throw storageError(error)
  } finally {
    progress.stop()
  }
  return { path: target, size, sha256: hash.digest('hex'), type: type ?? '' }
}

/**
 * Looks at a file that is here already as `receiveFile` looks at one that comes in; it stays whatever is found.
 * Errors: `wrong_file_type`; `file_too_large`.
 */
export async function measureFile(file: string, kind: FileKind): Promise<ReceivedFile> {
  const hash = createHash('sha256')
  const piece = Buffer.allocUnsafeSlow(measuredAtOnceBytes)
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    if (size > fileRules[kind].maxBytes) {
      throw new AppError('file_too_large', { message: fileRules[kind].tooLarge })
    }
    const head = await handle.read(piece, 0, headBytes, 0)
    const type = await typeOfHead(piece.subarray(0, head.bytesRead), kind)
    for (let at = 0; at < size;) {
      const { bytesRead } = await handle.read(piece, 0, piece.length, at)
      if (bytesRead === 0) throw new AppError('unavailable')
      hash.update(piece.subarray(0, bytesRead))
      at += bytesRead
    }
    return { path: file, size, sha256: hash.digest('hex'), type }
  } catch (error) {
    throw storageError(error)
  } finally {
    await handle.close()
  }
}

/** How many works of this process need each temporary file, or folder of them. */
const held = new Map<string, number>()

/** Does something that needs a temporary file: it is not swept meanwhile, however long nobody writes to it. */
export async function whileHeld<Result>(file: string, act: () => Promise<Result>): Promise<Result> {
  held.set(file, (held.get(file) ?? 0) + 1)
  try {
    return await act()
  } finally {
    const others = (held.get(file) ?? 1) - 1
    if (others > 0) held.set(file, others)
    else held.delete(file)
  }
}

/**
 * Removes temporary files that nobody has written to for a while and no work of this process needs: what a killed process
 * left behind. Shape: how many were removed.
 */
export async function sweepIncoming(
  directory: string,
  idleMs: number = limits.incomingIdleMs,
): Promise<number> {
  let removed = 0
  try {
    for await (const entry of await opendir(directory)) {
      const file = path.join(directory, entry.name)
      if (held.has(file)) continue
      const facts = await stat(file).catch(() => undefined)
      if (facts === undefined || Date.now() - facts.mtimeMs < idleMs) continue
      await rm(file, { force: true, recursive: true })
      removed += 1
    }
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  return removed
}
