import type { Generated } from 'kysely'

/** A file whose pages are in the index, by a short number of its own. */
export interface PageWordFilesTable {
  id: Generated<number>
  fileHash: string
}

/** The words of a page. */
export interface PageWordsTable {
  fileNo: number
  /** From 1, within the file. */
  page: number
  /** How many of `words`, from the first on, are the page's words in reading order; after them come its other keys. */
  length: number
  /** Keys of `page-keys.ts`. */
  words: number[]
  /** Keys of words that follow each other. */
  pairs: Generated<number[]>
  /** Which text was indexed, and in which shape: `markOf`. */
  textMark: string
}

/** A word of any page, and on how many pages it was found. Pages that went away, and words that went from a page, are not taken off. */
export interface PageVocabularyTable {
  word: string
  pages: number
}

declare module '#server/base/db/schema.ts' {
  interface Database {
    pageVocabulary: PageVocabularyTable
    pageWordFiles: PageWordFilesTable
    pageWords: PageWordsTable
  }
}
