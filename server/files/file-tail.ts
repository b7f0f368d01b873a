import { open } from 'node:fs/promises'

const endOfDirectory = Buffer.from([0x50, 0x4b, 0x05, 0x06])
const endOfDirectoryBytes = 22
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
    if (at + endOfDirectoryBytes + commentBytes <= tail.length) return true
  }
  return false
}
