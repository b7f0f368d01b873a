import { setImmediate as letOthersRun } from 'node:timers/promises'
import { crc32, createInflateRaw } from 'node:zlib'
import { pipeline } from 'node:stream'
import type { Readable } from 'node:stream'
import { fromRandomAccessReaderPromise } from 'yauzl'
import type { Entry, ZipFile } from 'yauzl'
import { limits } from '#contract/limits.ts'
import { ArchiveError } from './archive-errors.ts'
import type { ArchiveFault } from './archive-errors.ts'
import { BlockReader, partOf } from './block-reader.ts'
import type { ByteSource } from './block-reader.ts'
import { decodeUtf8 } from './code-pages.ts'
import type { StoredName } from './decode-names.ts'

/** One file in an archive. Units: bytes. */
export interface ArchiveEntry {
  name: StoredName
  /** What it says that it holds. */
  size: number
  packedSize: number
  /** Why it cannot be read, as far as its place in the archive's list shows. */
  fault: ArchiveFault | undefined
  /**
   * Its contents, unpacked on the way.
   * Errors, from the stream: `ArchiveError` for an entry that is damaged or holds another amount than it says.
   */
  content(): AsyncIterable<Buffer>
  /** A source of its packed bytes, for an entry that is stored as it is; undefined for any other. */
  storedSource(): Promise<ByteSource | undefined>
}

export interface OpenArchive {
  /** Its files in their order; folders are only in their names. */
  entries: ArchiveEntry[]
  close(): void
}

const stored = 0
const deflated = 8
const utf8Flag = 0x800
const encryptedFlag = 1
const unicodePath = 0x7075
const unixSymlink = 0o120000
const unixTypeMask = 0o170000
/** Less than this is no bomb, however well it packs. */
const harmlessBytes = 1024 * 1024
const localHeaderBytes = 30
const entriesAtOnce = 200

/* A name that says its encoding: by the flag, or in the field that Info-ZIP adds beside it. Source: APPNOTE 4.6.9. */
function nameOf(entry: Entry): StoredName {
  const raw = Buffer.from(entry.fileNameRaw)
  const field = entry.extraFields.find(
    ({ id, data }) => id === unicodePath && data.length > 5 && data[0] === 1,
  )
  if (field !== undefined && field.data.readUInt32LE(1) === crc32(raw)) {
    const text = decodeUtf8(field.data.subarray(5))
    if (text !== undefined) return { raw, certain: text }
  }
  const isMarked = (entry.generalPurposeBitFlag & utf8Flag) !== 0
  return { raw, certain: isMarked ? decodeUtf8(raw) : undefined }
}

function isOutside(name: Buffer): boolean {
  const path = name.toString('latin1').replaceAll('\\', '/')
  return (
    path.startsWith('/') || /^[a-z]:/i.test(path) || path.split('/').includes('..') || path.includes('\0')
  )
}

const isFolder = (entry: Entry) => /[/\\]$/.test(Buffer.from(entry.fileNameRaw).toString('latin1'))

function faultOf(entry: Entry): ArchiveFault | undefined {
  if (isOutside(entry.fileNameRaw)) return 'path'
  if ((entry.generalPurposeBitFlag & encryptedFlag) !== 0) return 'encrypted'
  const unixMode = entry.versionMadeBy >>> 8 === 3 ? entry.externalFileAttributes >>> 16 : 0
  if ((unixMode & unixTypeMask) === unixSymlink) return 'link'
  const { compressionMethod: method, compressedSize, uncompressedSize } = entry
  if (method !== stored && method !== deflated) return 'method'
  if (method === stored && compressedSize !== uncompressedSize) return 'size'
  if (uncompressedSize > harmlessBytes && uncompressedSize > compressedSize * limits.maxZipRatio)
    return 'bomb'
  return undefined
}

/** The entries whose packed bytes lie over those of another one. */
function overlapping(entries: readonly Entry[]): Set<Entry> {
  const found = new Set<Entry>()
  let last: Entry | undefined
  let end = 0
  const inPlace = entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)
  for (const entry of inPlace) {
    const start = entry.relativeOffsetOfLocalHeader
    if (last !== undefined && start < end) found.add(last).add(entry)
    const entryEnd = start + localHeaderBytes + entry.fileNameLength + entry.compressedSize
    if (entryEnd >= end) [end, last] = [entryEnd, entry]
  }
  return found
}

async function* unpacked(zip: ZipFile, entry: Entry): AsyncIterable<Buffer> {
  const packed = await zip.openReadStreamPromise(entry, { decodeFileData: false })
  const isPacked = entry.compressionMethod === deflated
  const stream: Readable = isPacked ? pipeline(packed, createInflateRaw(), () => undefined) : packed
  try {
    yield* stream
  } finally {
    stream.destroy()
    packed.destroy()
  }
}

async function* checked(zip: ZipFile, entry: Entry): AsyncIterable<Buffer> {
  let size = 0
  let sum = 0
  try {
    for await (const piece of unpacked(zip, entry)) {
      size += piece.length
      if (size > entry.uncompressedSize) throw new ArchiveError('size')
      sum = crc32(piece, sum)
      yield piece
    }
  } catch (error) {
    throw isOwn(error) ? error : new ArchiveError('damaged', error)
  }
  if (size !== entry.uncompressedSize) throw new ArchiveError('size')
  if (sum !== entry.crc32) throw new ArchiveError('damaged')
}

/* A failure of the store has a code of ours or of the system; that of a broken content has neither. */
function isOwn(error: unknown): boolean {
  if (error instanceof ArchiveError) return true
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && !code.startsWith('Z_')
}

async function listEntries(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > limits.maxZipEntries) throw new ArchiveError('tooMany')
  const entries: Entry[] = []
  for await (const entry of zip.eachEntry()) {
    entries.push(entry)
    if (entries.length % entriesAtOnce === 0) await letOthersRun()
  }
  return entries
}

/**
 * Opens a ZIP archive where it lies: its list is read by ranges, its contents as streams, and nothing of it is kept.
 * Errors: `ArchiveError` when its list cannot be read or is longer than allowed; whatever the source throws.
 */
export async function openArchive(source: ByteSource): Promise<OpenArchive> {
  let zip: ZipFile | undefined
  try {
    zip = await fromRandomAccessReaderPromise(new BlockReader(source), source.size, {
      autoClose: false,
      decodeStrings: false,
      validateEntrySizes: false,
    })
    const listed = await listEntries(zip)
    const shared = overlapping(listed)
    return {
      entries: listed.filter(entry => !isFolder(entry)).map(entryOf(zip, source, shared)),
      close: () => zip?.close(),
    }
  } catch (error) {
    zip?.close()
    throw isOwn(error) ? error : new ArchiveError('damagedArchive', error)
  }
}

function entryOf(zip: ZipFile, source: ByteSource, shared: ReadonlySet<Entry>) {
  return (entry: Entry): ArchiveEntry => ({
    name: nameOf(entry),
    size: entry.uncompressedSize,
    packedSize: entry.compressedSize,
    fault: faultOf(entry) ?? (shared.has(entry) ? 'overlap' : undefined),
    content: () => checked(zip, entry),
    async storedSource() {
      if (entry.compressionMethod !== stored) return undefined
      const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
      return partOf(source, fileDataStart, entry.compressedSize)
    },
  })
}
