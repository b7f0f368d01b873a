import { inflateSync } from 'node:zlib'

const woffHeaderBytes = 44
const woffEntryBytes = 20
const sfntHeaderBytes = 12
const sfntEntryBytes = 16

/**
 * A WOFF 1.0 font as the plain TrueType file it was made of. fontkit reads WOFF too, but inflates a table anew for
 * each glyph it reads.
 * Errors: throws when the bytes are no WOFF 1.0 file.
 * Source: https://www.w3.org/TR/WOFF/
 */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('Not a WOFF 1.0 font')
  const tableCount = woff.readUInt16BE(12)
  const header = Buffer.alloc(sfntHeaderBytes + tableCount * sfntEntryBytes)
  const power = Math.floor(Math.log2(tableCount))
  woff.copy(header, 0, 4, 8)
  header.writeUInt16BE(tableCount, 4)
  header.writeUInt16BE(2 ** power * 16, 6)
  header.writeUInt16BE(power, 8)
  header.writeUInt16BE(tableCount * 16 - 2 ** power * 16, 10)
  const parts: Uint8Array[] = [header]
  let offset = header.length
  for (let index = 0; index < tableCount; index++) {
    const entry = woffHeaderBytes + index * woffEntryBytes
    const start = woff.readUInt32BE(entry + 4)
    const packedBytes = woff.readUInt32BE(entry + 8)
    const bytes = woff.readUInt32BE(entry + 12)
    const packed = woff.subarray(start, start + packedBytes)
    const table = packedBytes < bytes ? inflateSync(packed) : packed
    const record = sfntHeaderBytes + index * sfntEntryBytes
    woff.copy(header, record, entry, entry + 4)
    woff.copy(header, record + 4, entry + 16, entry + 20)
    header.writeUInt32BE(offset, record + 8)
    header.writeUInt32BE(bytes, record + 12)
    const padding = Buffer.alloc((4 - (bytes % 4)) % 4)
    parts.push(table, padding)
    offset += bytes + padding.length
  }
  return Buffer.concat(parts)
}
