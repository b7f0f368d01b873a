import { crc32, deflateRawSync } from 'node:zlib'

/** One entry of an archive, as the program that packs it writes it down. */
export interface PackedEntry {
  name: Buffer
  content: Buffer
  /** Bit 11: the name is UTF-8. */
  isUtf8?: boolean
  /** 0 stored, 8 deflated; 8 when left out. */
  method?: number
  flags?: number
  extra?: Buffer
  madeBy?: number
  attributes?: number
  /** In place of the truth. Units: bytes. */
  claims?: { size?: number; packedSize?: number; crc?: number; offset?: number }
}

const localSignature = 0x04034b50
const centralSignature = 0x02014b50
const endSignature = 0x06054b50
const aDay = 0x5c21

/**
 * An archive byte for byte as it is said: programs of Windows, of old systems and of people with bad intent write
 * what no library here would.
 */
export function packArchive(entries: readonly PackedEntry[]): Buffer {
  const pieces: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const method = entry.method ?? 8
    const packed = method === 8 ? deflateRawSync(entry.content) : entry.content
    const facts = factsOf(entry, method, packed)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(localSignature, 0)
    facts.copy(local, 4)
    local.writeUInt16LE(entry.name.length, 26)
    pieces.push(local, entry.name, packed)
    const extra = entry.extra ?? Buffer.alloc(0)
    const listed = Buffer.alloc(46)
    listed.writeUInt32LE(centralSignature, 0)
    listed.writeUInt16LE(entry.madeBy ?? 0, 4)
    facts.copy(listed, 6)
    listed.writeUInt16LE(entry.name.length, 28)
    listed.writeUInt16LE(extra.length, 30)
    listed.writeUInt32LE(entry.attributes ?? 0, 38)
    listed.writeUInt32LE(entry.claims?.offset ?? offset, 42)
    central.push(listed, entry.name, extra)
    offset += local.length + entry.name.length + packed.length
  }
  const list = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(endSignature, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...pieces, list, end])
}

/* From "version needed" to the sizes: the same in both headers. */
function factsOf(
  { content, isUtf8, flags = 0, claims }: PackedEntry,
  method: number,
  packed: Buffer,
): Buffer {
  const facts = Buffer.alloc(22)
  facts.writeUInt16LE(20, 0)
  facts.writeUInt16LE(flags | (isUtf8 === true ? 0x800 : 0), 2)
  facts.writeUInt16LE(method, 4)
  facts.writeUInt16LE(aDay, 8)
  facts.writeUInt32LE(claims?.crc ?? crc32(content), 10)
  facts.writeUInt32LE(claims?.packedSize ?? packed.length, 14)
  facts.writeUInt32LE(claims?.size ?? content.length, 18)
  return facts
}

/** The field that WinRAR and Info-ZIP add beside a name in a code page. Source: APPNOTE 4.6.9. */
export function unicodePathField(raw: Buffer, name: string): Buffer {
  const text = Buffer.from(name)
  const field = Buffer.alloc(9)
  field.writeUInt16LE(0x7075, 0)
  field.writeUInt16LE(5 + text.length, 2)
  field.writeUInt8(1, 4)
  field.writeUInt32LE(crc32(raw), 5)
  return Buffer.concat([field, text])
}
