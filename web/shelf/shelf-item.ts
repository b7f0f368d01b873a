import type { SubjectCode } from '#contract/codes/subjects.ts'
import type { Kind } from '#contract/kinds.ts'

/**
 * What can be on a shelf: records with files, the sheet of a school, a student's own row of it, and a file that is on its
 * way to the device's downloads.
 */
export type ShelfKind = Kind | 'sheet' | 'row' | 'file'

/** A file of the shelf, under the SHA-256 that its bytes must have. Units: bytes. */
export interface ShelfFile {
  sha256: string
  url: string
  name: string
  size: number
  type: string
  /** Of a light copy: the SHA-256 of the file that it is of. */
  of?: string
}

/**
 * How far an item is: to be loaded as soon as there is a line, held by the student, whole and proven, without room on
 * the device, or not to be had.
 */
export type ShelfState = 'wanted' | 'paused' | 'kept' | 'full' | 'failed'

/** What is known of something before it is kept. */
export interface ShelfFacts {
  /** The kind, a colon, and the id of what it is. */
  id: string
  kind: ShelfKind
  title: string
  /** In words what it is: kind, grade, year. */
  about: string
  subject: SubjectCode | null
  /** Its page on the site. */
  page: string
  files: ShelfFile[]
  /** Of a row: the student's own line, cut out of the sheet, and nothing else of it. */
  picture?: Blob
}

/** Something on the shelf. Times: milliseconds since 1970. */
export interface ShelfItem extends ShelfFacts {
  state: ShelfState
  /** The season pack that it came with. */
  pack: string | null
  addedAt: number
  openedAt: number
  /** When it was last asked whether there is something newer. */
  checkedAt: number
  /** Its page must be fetched anew: the copy that may be there names other files. */
  needsPage?: boolean
  /** What it has become since, until the student takes it. */
  newer?: ShelfFacts
}

/** How much of a file is on the device. Units: bytes. */
export interface KeptFile {
  sha256: string
  size: number
  type: string
  name: string
  received: number
  /** All bytes are there and have the right SHA-256. */
  isWhole: boolean
}

/** Bytes of a file from `start` on. */
export interface FilePiece {
  sha256: string
  start: number
  bytes: Blob
}

/** A page that was opened; its bytes are in the cache of pages. Times: milliseconds since 1970. */
export interface KeptPage {
  url: string
  /** As it stands in the HTML, without the product's name. */
  title: string
  keptAt: number
  openedAt: number
  /** The built files that it needs. */
  assets: string[]
}

/** A season pack that a student chose. */
export interface KeptPack {
  id: string
  label: string
  address: string
  /** Notes that were chosen to it, by their id. */
  notes: string[]
  checkedAt: number
}

/** Whether both are kept as the same files; a light copy is the same as its file. */
export function hasSameFiles(one: Pick<ShelfFacts, 'files'>, other: Pick<ShelfFacts, 'files'>): boolean {
  const hashes = [one, other].map(({ files }) => files.map(({ sha256, of }) => of ?? sha256).join())
  return hashes[0] === hashes[1]
}

/** Whether what is on the shelf is these things already: their files are there, whole or as light copies. */
export function isKeptAs(known: ShelfItem | undefined, facts: ShelfFacts): known is ShelfItem {
  return known?.state === 'kept' && hasSameFiles(known, facts)
}

/** Whether both are to be loaded as the same bytes: a light copy is others than its file. */
export function hasSameBytes(one: Pick<ShelfFacts, 'files'>, other: Pick<ShelfFacts, 'files'>): boolean {
  const hashes = [one, other].map(({ files }) => files.map(({ sha256 }) => sha256).join())
  return hashes[0] === hashes[1]
}

/** The light copy of a file that is whole on the device, as something of the shelf names it. */
export function lightOf(
  sha256: string,
  { items, files }: { items: readonly ShelfItem[]; files: ReadonlyMap<string, KeptFile> },
): ShelfFile | undefined {
  const all = items.flatMap(item => item.files)
  return all.find(file => file.of === sha256 && files.get(file.sha256)?.isWhole)
}

/** The bytes of an item, whole and so far. Units: bytes. */
export function sizeOf(
  item: Pick<ShelfFacts, 'files' | 'picture'>,
  files?: ReadonlyMap<string, KeptFile>,
): number {
  if (item.picture) return item.picture.size
  return item.files.reduce(
    (sum, { sha256, size }) => sum + (files ? Math.min(files.get(sha256)?.received ?? 0, size) : size),
    0,
  )
}
