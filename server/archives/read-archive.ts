import { createWriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { limits } from '#contract/limits.ts'
import { ArchiveError } from './archive-errors.ts'
import type { ArchiveFault } from './archive-errors.ts'
import type { ByteSource } from './block-reader.ts'
import { decodeNames } from './decode-names.ts'
import type { NameEncoding } from './code-pages.ts'
import type { StoredName } from './decode-names.ts'
import { openArchive } from './open-archive.ts'
import type { ArchiveEntry } from './open-archive.ts'

/** One file of an archive, or of an archive in it. Units: bytes. */
export interface FoundFile {
  /** Its name; for a file of an archive in the archive, the inner archive's name stands before it. */
  names: StoredName[]
  size: number
  fault: ArchiveFault | undefined
  content(): AsyncIterable<Buffer>
}

/** A file, and how much of the archive's list comes before it, 0 to 1. */
export interface FileInTurn extends FoundFile {
  share: number
}

interface ReadOptions {
  /** A new path for a temporary file each time. */
  newScratchPath(): string
}

const archiveName = /\.zip$/i
const textOf = ({ raw, certain }: StoredName) => certain ?? raw.toString('latin1')
const isClutter = (name: StoredName) => clutter.test(textOf(name).replaceAll('\\', '/'))
/* What systems and programs leave beside people's files. */
const clutter =
  /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|\._|Thumbs\.db$|ehthumbs\.db$|desktop\.ini$|~\$|\.Trashes\/|\.Spotlight-V100\/|\.fseventsd\/|@eaDir\/)/i

async function fileSource(file: string): Promise<ByteSource & { close(): Promise<void> }> {
  const handle = await open(file, 'r')
  const { size } = await handle.stat()
  return {
    size,
    read: async ({ start, end }) => handle.createReadStream({ start, end, autoClose: false }),
    close: () => handle.close(),
  }
}

/* An archive that is packed once more can be read from any place only when it is unpacked first. */
async function* filesOfPacked(outer: ArchiveEntry, scratch: string): AsyncIterable<FoundFile> {
  if (outer.size > limits.maxZipBytes) throw new ArchiveError('bomb')
  try {
    await pipeline(Readable.from(outer.content()), createWriteStream(scratch, { flags: 'wx' }))
    const source = await fileSource(scratch)
    try {
      yield* filesOfSource(outer, source)
    } finally {
      await source.close()
    }
  } finally {
    await rm(scratch, { force: true })
  }
}

async function* filesOfSource(outer: ArchiveEntry, source: ByteSource): AsyncIterable<FoundFile> {
  const inner = await openArchive(source)
  try {
    for (const entry of inner.entries) {
      if (isClutter(entry.name)) continue
      const fault = entry.fault ?? (archiveName.test(textOf(entry.name)) ? 'tooDeep' : undefined)
      yield { names: [outer.name, entry.name], size: entry.size, fault, content: entry.content }
    }
  } finally {
    inner.close()
  }
}

async function* filesWithin(outer: ArchiveEntry, { newScratchPath }: ReadOptions): AsyncIterable<FoundFile> {
  try {
    const source = await outer.storedSource()
    yield* source === undefined ? filesOfPacked(outer, newScratchPath()) : filesOfSource(outer, source)
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error
    const fault = error.fault === 'damagedArchive' ? 'damaged' : error.fault
    yield { names: [outer.name], size: outer.size, fault, content: outer.content }
  }
}

/**
 * Every file of an archive, one after the other, and those of archives that lie in it (one level). A file's content
 * is to be read before the next one is asked for. What systems leave behind is passed over.
 * Errors: `ArchiveError` when the archive itself cannot be opened, or there are more files in it than allowed.
 */
export async function* filesOfArchive(source: ByteSource, options: ReadOptions): AsyncIterable<FileInTurn> {
  const archive = await openArchive(source)
  let count = 0
  try {
    for (const [index, entry] of archive.entries.entries()) {
      if (isClutter(entry.name)) continue
      const isArchive = entry.fault === undefined && archiveName.test(textOf(entry.name))
      const { name, size, fault, content } = entry
      const found = isArchive ? filesWithin(entry, options) : [{ names: [name], size, fault, content }]
      for await (const file of found) {
        count += 1
        if (count > limits.maxZipEntries) throw new ArchiveError('tooMany')
        yield { ...file, share: index / archive.entries.length }
      }
    }
  } finally {
    archive.close()
  }
}

/** Names of files with their folders, and what they are written in. */
export interface ReadPaths {
  paths: string[]
  encoding: NameEncoding
}

/**
 * Reads the names of an archive's files: those of the archive together, and those of each archive in it together.
 * Shape: folders parted by `/`; an archive in the archive is a folder of its name without the ending.
 */
export async function readPaths(
  files: readonly { names: readonly StoredName[] }[],
  chosen?: NameEncoding,
): Promise<ReadPaths> {
  const keyOf = (name: StoredName) => `${name.raw.toString('latin1')}\0${name.certain ?? ''}`
  const outer = new Map<string, StoredName>()
  const inner = new Map<string, StoredName[]>()
  for (const { names } of files) {
    const [first, second] = names
    if (first === undefined) continue
    outer.set(keyOf(first), first)
    if (second !== undefined) {
      const group = inner.get(keyOf(first)) ?? []
      group.push(second)
      inner.set(keyOf(first), group)
    }
  }
  const { names: outerTexts, encoding } = await decodeNames([...outer.values()], chosen)
  const outerText = new Map([...outer.keys()].map((key, index) => [key, outerTexts[index] ?? '']))
  const innerTexts = new Map<string, Iterator<string>>()
  for (const [key, names] of inner) {
    innerTexts.set(key, (await decodeNames(names, chosen)).names[Symbol.iterator]())
  }
  const paths = files.map(({ names: [first, second] }) => {
    if (first === undefined) return ''
    const text = outerText.get(keyOf(first)) ?? ''
    if (second === undefined) return text
    return `${text.replace(archiveName, '')}/${innerTexts.get(keyOf(first))?.next().value ?? ''}`
  })
  return { paths, encoding }
}
