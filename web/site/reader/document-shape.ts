import type { FileFacts } from '#contract/resources/file.ts'

/** What is read, and the way back to it. */
export interface ReadRecord {
  /** The kind, a colon, and the id, as the device keeps it. */
  key: string
  title: string
  /** What it is of: «السادس الإعدادي». */
  about: string
  href: string
  file: FileFacts
  sha256: string
}

/** What is known of a document before its pages are drawn. Shapes: how many pages of one height. Units: thousandths of the width. */
export interface DocumentShape {
  pageCount: number
  shapes: [count: number, height: number][]
  outline: { title: string; page: number; level: number }[]
}
