/** Left, top, width, height. Units: fractions of the page's width and height, as it is looked at upright. */
export type Box = [left: number, top: number, width: number, height: number]

export interface PageWord {
  text: string
  box: Box
  /** Read from a picture, and not surely. */
  isDoubtful?: boolean
}

export interface PageLine {
  text: string
  box: Box
  words: PageWord[]
}

/** The text of one page in reading order. */
export interface Page {
  /** From 1. */
  number: number
  /** Units: points, upright. */
  width: number
  height: number
  /** Quarter turns to the right that the drawn page needs before its text is upright. */
  turn: number
  /** By how much the picture of a scanned page falls to the right; boxes hold for it straight. Units: degrees. */
  skew: number
  lines: PageLine[]
  /** Heights of horizontal rules, and how far they reach. Units: fractions. */
  rules: { y: number; left: number; right: number }[]
  /** The head of a table, where it was found on the picture. */
  head: Box | null
  /** How much of the text can be believed, 0 to 1. */
  quality: number
  source: 'text' | 'ocr'
  /** Whether the page needs to be read from its picture: no text, or one that is not what is seen. */
  needsPicture: boolean
}

/** One student's line in a sheet. */
export interface SheetRow {
  /** Digits 0 to 9 only. */
  number: string
  /** The whole line of the table, all cells. */
  box: Box
  /** The number itself. */
  place: Box
  /** From 1. */
  page: number
  /** Cells from right to left. */
  texts: string[]
  /** Read with doubt: not to be published. */
  isDoubtful: boolean
}

/** The rows of one page, and the head of their table where the page has one. */
export interface PageRows {
  page: number
  head: Box | null
  rows: SheetRow[]
}

/** A chapter that a file names. */
export interface OutlineEntry {
  title: string
  /** From 1. */
  page: number
  /** From 0. */
  level: number
}

/** An open PDF whose pages are read one by one. Only one page is in memory at a time. */
export interface PdfPages {
  /** As the file says; more than `maxPages` are not read. */
  pageCount: number
  /** Page from 1. Errors: PdfError, also for a page that breaks PDFium; the document is of no use after that. */
  readPage(number: number): Page
  /** As the page is drawn, without reading it. Units: points. Errors: PdfError. */
  sizeOf(number: number): { width: number; height: number }
  /** The chapters that the file names, in its order; where one leads to a page that breaks PDFium, the document is of no use after that. */
  outline(): OutlineEntry[]
  /** Draws a page as it is looked at, upright if the reader says so. Errors: PdfError. */
  drawPixels(number: number, widthPx: number): DrawnPage
  /** The same without a copy of what the page is made of in between. Shape: RGB rows without gaps. Errors: PdfError. */
  drawRgb(number: number, widthPx: number): DrawnPage
  /** Draws a part of a page that is `widthPx` wide in all, before any turn. Errors: PdfError. */
  drawPart(number: number, widthPx: number, part: Box): DrawnPage
  close(): void
}

/** A drawn page. Shape: BGRA rows without gaps. Units: pixels. */
export interface DrawnPage {
  width: number
  height: number
  pixels: Uint8Array
}
