import type { Generated, GeneratedAlways } from 'kysely'
import type { Optional } from '#server/base/db/columns.ts'

/** How far the reading of a file's pages is. */
export interface PageTextFilesTable {
  fileHash: string
  /** As the file says; missing until it was opened. */
  pageCount: Optional<number>
  /** Pages whose own text was looked at, from the first one on. */
  layerPages: Generated<number>
  /** Pages that the reader did not survive, or not in time. */
  brokenPages: Generated<number>
  /** Nothing is left to read. */
  isEnded: Generated<boolean>
  /** Fewer than half of its pages are read well enough to be searched. */
  isUnread: Generated<boolean>
  /** What was not read and why, in Arabic. */
  failure: Optional<string>
  /** The version of the reader. */
  readerVersion: number
}

/** What stands on a page. */
export interface PageTextsTable {
  fileHash: string
  /** From 1. */
  page: number
  source: 'layer' | 'picture'
  /** How much of it can be believed, 0 to 1. Below `limits.leastTextQuality` the page is not searched. */
  quality: number
  /** In reading order: lines end with a line feed, words with one space. */
  text: string
  /** The boxes of the words of `text`, in their order: `word-boxes.ts`. */
  boxes: Uint8Array
  readerVersion: number
  /** Of `text`, so that it can be told from another one without being read. */
  textHash: GeneratedAlways<string>
}

declare module '#server/base/db/schema.ts' {
  interface Database {
    pageTextFiles: PageTextFilesTable
    pageTexts: PageTextsTable
  }
}
