import { open } from 'node:fs/promises'

const endOfDirectory = Buffer.from([0x50, 0x4b, 0x05, 0x06])
const endOfDirectoryBytes = 22
const longLocator = Buffer.from([0x50, 0x4b, 0x06, 0x07])
const longLocatorBytes = 20
const listedEntry = Buffer.from([0x50, 0x4b, 0x01, 0x02])
const maxCommentBytes = 65_535

/** The last bytes of a file. Units: bytes. */
export async function tailOf(file: string, maxBytes: number): Promise<Buffer> {
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    const length = Math.min(size, maxBytes)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, size - length)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** True when a program that reads ZIP files would take this file for one, whatever it begins with. */
export async function hasZipAtItsEnd(file: string): Promise<boolean> {
  const tail = await tailOf(file, endOfDirectoryBytes + maxCommentBytes)
  for (let at = tail.indexOf(endOfDirectory); at >= 0; at = tail.indexOf(endOfDirectory, at + 1)) {
    if (at + endOfDirectoryBytes > tail.length) return false
    const commentBytes = tail.readUInt16LE(at + 20)
    if (at + endOfDirectoryBytes + commentBytes > tail.length) continue
    if (await leadsToEntries(file, tail, at)) return true
  }
  return false
}

/* Noise has these four bytes once in some ten thousand large files; only a ZIP file has a list where they say. */
async function leadsToEntries(file: string, tail: Buffer, at: number): Promise<boolean> {
  const locatorAt = at - longLocatorBytes
  if (locatorAt >= 0 && tail.subarray(locatorAt).indexOf(longLocator) === 0) return true
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    const [listBytes, listAt] = [tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)]
    /* Where it says, or right before it: what stands before an archive moves everything. */
    for (const position of [size - tail.length + at - listBytes, listAt]) {
      if (position < 0 || position >= size) continue
      const { buffer } = await handle.read(Buffer.alloc(listedEntry.length), 0, listedEntry.length, position)
      if (buffer.equals(listedEntry)) return true
    }
    return false
  } finally {
    await handle.close()
  }
}
