import type { PictureBox } from '#contract/resources/lookup.ts'
import type { Json, Optional, OptionalJson } from '#server/base/db/columns.ts'
import type { Generated } from 'kysely'

/** What was read in a sheet's content. */
export interface SheetReadingsTable {
  /** The content. */
  fileId: string
  pages: number
  /** Pages with at least one exam number that was read surely. */
  readablePages: number
  /** Different exam numbers that were read surely. */
  numbers: Generated<number>
  /** The school that its first page names, where that was surely read. */
  school: Optional<string>
  /** What could not be read and why, in Arabic. */
  failure: Optional<string>
  /** The version of the reader. */
  reader: Generated<number>
  readAt: Generated<Date>
}

/** A page that was read. */
export interface SheetPagesTable {
  fileId: string
  /** From 1. */
  page: number
  isReadable: boolean
  /** The content of its picture; missing where nobody is shown it. */
  picture: Optional<string>
  /** Of the picture. Units: pixels; 0 without one. */
  width: number
  height: number
  /** The head of its table. */
  head: OptionalJson<PictureBox>
  /** Where rows may be cut between cells. Units: fractions, from left to right. */
  cuts: Json<number[]>
}

/** An exam number on a page. */
export interface SheetNumbersTable {
  fileId: string
  page: number
  /** Digits 0 to 9. */
  number: string
  /** The row it stands in. */
  box: Json<PictureBox>
  /** Never published. */
  isDoubtful: boolean
}

declare module '#server/base/db/schema.ts' {
  interface Database {
    sheetReadings: SheetReadingsTable
    sheetPages: SheetPagesTable
    sheetNumbers: SheetNumbersTable
  }
}
