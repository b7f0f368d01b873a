import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'

const endOfDirectory = Buffer.from([0x50, 0x4b, 0x05, 0x06])
const endOfDirectoryBytes = 22
const longLocator = Buffer.from([0x50, 0x4b, 0x06, 0x07])
const longLocatorBytes = 20
const listedEntry = Buffer.from([0x50, 0x4b, 0x01, 0x02])
const maxCommentBytes = 65_535
/** No file has more by chance. */
const maxEnds = 16
const chunkBytes = 256 * 1024

/** The last bytes of a file. Units: bytes. */
export async function tailOf(file: string, maxBytes: number): Promise<Buffer> {
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    return await bytesAt(handle, Math.max(0, size - maxBytes), Math.min(size, maxBytes))
  } finally {
    await handle.close()
  }
}

/** True when a program that reads ZIP files would take this file for one, whatever it begins with. */
export async function hasZipAtItsEnd(file: string): Promise<boolean> {
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    const tailAt = Math.max(0, size - endOfDirectoryBytes - maxCommentBytes)
    const tail = await bytesAt(handle, tailAt, size - tailAt)
    const ends = endsIn(tail)
    if (ends.length > maxEnds || ends.some(at => hasLongLocator(tail, at))) return true
    return await leadToEntries(handle, { tail, tailAt, ends })
  } finally {
    await handle.close()
  }
}

/** Where ends of a ZIP's list may begin; not many more than tell that there are too many. */
function endsIn(tail: Buffer): number[] {
  const ends: number[] = []
  let at = tail.indexOf(endOfDirectory)
  while (at >= 0 && at + endOfDirectoryBytes <= tail.length && ends.length <= maxEnds) {
    ends.push(at)
    at = tail.indexOf(endOfDirectory, at + 1)
  }
  return ends
}

function hasLongLocator(tail: Buffer, end: number): boolean {
  const at = end - longLocatorBytes
  return at >= 0 && tail.subarray(at, at + longLocator.length).equals(longLocator)
}

/*
 * Noise has the four bytes of an end once in some ten thousand large files; only a ZIP file has a list as well. Programs
 * look for it where the end says, or from as far before the end as it is said to be long, and forgive wrong lengths.
 */
async function leadToEntries(
  handle: FileHandle,
  { tail, tailAt, ends }: { tail: Buffer; tailAt: number; ends: readonly number[] },
): Promise<boolean> {
  const last = ends.at(-1)
  if (last === undefined) return false
  for (const end of ends) {
    const bytes = await bytesAt(handle, tail.readUInt32LE(end + 16), listedEntry.length)
    if (bytes.equals(listedEntry)) return true
  }
  const begins = ends.map(end => tailAt + end - tail.readUInt32LE(end + 12)).filter(begin => begin >= 0)
  return holds(handle, listedEntry, { from: Math.min(tailAt, ...begins), to: tailAt + last })
}

/** Whether a stretch of a file has these bytes anywhere. */
async function holds(
  handle: FileHandle,
  sought: Buffer,
  { from, to }: { from: number; to: number },
): Promise<boolean> {
  for (let at = from; at < to; at += chunkBytes) {
    const bytes = await bytesAt(handle, at, Math.min(chunkBytes + sought.length - 1, to - at))
    if (bytes.includes(sought)) return true
  }
  return false
}

async function bytesAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}
