import type { Generated } from 'kysely'
import type { ArchiveState, SheetEncoding, SheetKind } from '#contract/resources/sheet.ts'
import type { Json, Optional, OptionalTimestamp } from '#server/base/db/columns.ts'

/** The archive of a result, and how its opening went. Kept for a while when its result is deleted. */
export interface SheetArchivesTable {
  resultId: string
  /** The content that the sheets are of, or are to be of. */
  sha256: string
  state: Generated<ArchiveState>
  /** Why it could not be opened, in Arabic. */
  failure: Optional<string>
  /** What staff have chosen. */
  encoding: Generated<SheetEncoding>
  foundEncoding: Optional<SheetEncoding>
  version: Generated<number>
  openedAt: OptionalTimestamp
  removedAt: OptionalTimestamp
}

/** A name in an archive as it stands there. Shape: bytes in base 64; text where the archive tells it for certain. */
export interface KeptName {
  raw: string
  certain: string | null
}

/** A file of an archive. */
export interface SheetsTable {
  id: string
  resultId: string
  /** Its path as it was read. */
  entry: string
  /** Its name; for a file of an archive in the archive, the inner archive's name first. */
  names: Json<KeptName[]>
  kind: SheetKind | 'other'
  foundSchool: string
  foundGroup: Optional<string>
  /** What staff have said instead. */
  givenSchool: Optional<string>
  /** An empty one: no group. */
  givenGroup: Optional<string>
  /** What is shown. */
  school: string
  /** What is shown; empty for none. */
  groupName: string
  isHidden: boolean
  /** Why it cannot be shown, in Arabic. */
  problem: Optional<string>
  /** It is a sheet, sound, and not hidden. */
  isPublic: boolean
  /** The stored content; missing for what is no sheet. */
  fileId: Optional<string>
  /** The ending of its file's name, without the dot. */
  ending: string
  /** Bytes. */
  size: number
  pages: Optional<number>
  /** How many numbers were surely read in its file; the database keeps it. Missing where nobody has read it, or only now. */
  numbers: Optional<number>
  searchText: string
  version: Generated<number>
}

declare module '#server/base/db/schema.ts' {
  interface Database {
    sheetArchives: SheetArchivesTable
    sheets: SheetsTable
  }
}
