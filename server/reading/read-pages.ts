import { buildLines } from './lines.ts'
import type { PlacedLine } from './lines.ts'
import { mendGlyphs } from './mend-glyphs.ts'
import { readGlyphs } from './page-glyphs.ts'
import type { PageGlyphs, Rect } from './page-glyphs.ts'
import type { Box, DrawnPage, OutlineEntry, Page, PdfPages } from './page.types.ts'
import { mendOutline } from './mend-outline.ts'
import { namesHeadingsAsDrawn, readOutline } from './outline.ts'
import { PdfError, loadPdf } from './pdfium.ts'
import type { LoadedPdf, PdfSource } from './pdfium.ts'

/** Below this share of believable glyphs a page is read from its picture. */
const leastBelievable = 0.85
/** Scanners put a line of their own under a page. */
const fewGlyphs = 80
const largePicture = 0.4
const manyShapes = 100
const fewWords = 8
const strangeInWord = /\p{Script=Arabic}[<>\\^_`{}|~@#$%&*=+;A-Za-z]+\p{Script=Arabic}|[\\^`{}|~@]/u
const strangeWeight = 2
const defaultMemoryBytes = 512 * 1024 * 1024
const defaultTextMemoryBytes = 48 * 1024 * 1024

export interface ReadingLimits {
  /** PDFium's own memory. Units: bytes. */
  maxMemoryBytes: number
  /**
   * What it may grow by for the text of one page, since it keeps all of a page's letters and shapes at once, and for all
   * chapters together. Units: bytes.
   */
  maxTextMemoryBytes: number
  /** Pages after this one are not read. */
  maxPages: number
}

const defaultLimits: ReadingLimits = {
  maxMemoryBytes: defaultMemoryBytes,
  maxTextMemoryBytes: defaultTextMemoryBytes,
  maxPages: 2000,
}

/**
 * Opens a PDF for reading. Everything after is synchronous: for threads only, whose owner ends them when a page takes
 * too long.
 * Errors: PdfError.
 */
export async function openPages(source: PdfSource, limits: Partial<ReadingLimits> = {}): Promise<PdfPages> {
  const { maxMemoryBytes, maxTextMemoryBytes, maxPages } = { ...defaultLimits, ...limits }
  const pdf = await guarded(() => loadPdf(source, maxMemoryBytes))
  const pageCount = pdf.pdfium._FPDF_GetPageCount(pdf.document)
  if (pageCount < 1) throw new PdfError('damaged')

  function withPage<Result>(number: number, act: (page: number) => Result): Result {
    if (number < 1 || number > Math.min(pageCount, maxPages)) throw new RangeError(`no page ${number}`)
    return mendErrors(() => {
      const page = pdf.pdfium._FPDF_LoadPage(pdf.document, number - 1)
      if (page === 0) throw new PdfError('damaged')
      try {
        return act(page)
      } finally {
        pdf.pdfium._FPDF_ClosePage(page)
      }
    })
  }

  /** Reads what is written, in no more memory than that may take. */
  function inTextMemory<Result>(act: () => Result): Result {
    pdf.bound.maxBytes = Math.min(maxMemoryBytes, pdf.pdfium.HEAPU8.byteLength + maxTextMemoryBytes)
    try {
      return act()
    } finally {
      pdf.bound.maxBytes = maxMemoryBytes
    }
  }

  const textOf = (number: number) => withPage(number, page => readPage(pdf, page, number))

  function linesOf(number: number): string[] {
    if (number > maxPages) return []
    return textOf(number).lines.map(({ words }) => words.map(({ text }) => text).join(' '))
  }

  return {
    pageCount,
    readPage: number => inTextMemory(() => textOf(number)),
    sizeOf: number => sizeOf(pdf, number - 1),
    outline: () => inTextMemory(() => mendErrors(() => outlineOf(pdf, linesOf))),
    drawPixels: (number, widthPx) => withPage(number, page => drawPart(pdf, page, widthPx, wholePage)),
    drawRgb: (number, widthPx) => withPage(number, page => drawPart(pdf, page, widthPx, wholePage, asRgb)),
    drawPart: (number, widthPx, part) => withPage(number, page => drawPart(pdf, page, widthPx, part)),
    close: () => pdf.pdfium._FPDF_CloseDocument(pdf.document),
  }
}

/** A file has its chapters on as many pages at most; each is read for the words of its heading. Units: pages. */
const mostHeadingPages = 120

function outlineOf(pdf: LoadedPdf, linesOf: (page: number) => string[]): OutlineEntry[] {
  const entries = readOutline(pdf)
  if (!namesHeadingsAsDrawn(pdf)) return entries
  const read = new Map<number, string[]>()
  let isBroken = false
  return mendOutline(entries, page => {
    const known = read.get(page)
    if (known !== undefined) return known
    const isRead = !isBroken && read.size < mostHeadingPages
    const lines = isRead ? linesOrNone(page) : []
    read.set(page, lines)
    return lines
  })

  /* A page that breaks PDFium leaves the chapters as the file names them: who has none of them has no reader. */
  function linesOrNone(page: number): string[] {
    try {
      return linesOf(page)
    } catch (error) {
      if (!(error instanceof PdfError)) throw error
      isBroken = true
      return []
    }
  }
}

/** Pages may be as long as a lesson's roll, or as wide; beyond that they are no pages. */
const mostLopsided = 20

function sizeOf({ pdfium, raw, document }: LoadedPdf, index: number): { width: number; height: number } {
  return mendErrors(() => {
    const scratch = raw.malloc(16)
    try {
      const isKnown = raw.FPDF_GetPageSizeByIndex(document, index, scratch, scratch + 8)
      const view = new DataView(pdfium.HEAPU8.buffer, scratch, 16)
      const [width, height] = [view.getFloat64(0, true), view.getFloat64(8, true)]
      const ratio = height / width
      if (!isKnown || !(ratio > 1 / mostLopsided && ratio < mostLopsided)) throw new PdfError('damaged')
      return { width, height }
    } finally {
      raw.free(scratch)
    }
  })
}

async function guarded<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    throw asPdfError(error)
  }
}

function mendErrors<Result>(act: () => Result): Result {
  try {
    return act()
  } catch (error) {
    throw asPdfError(error)
  }
}

function asPdfError(error: unknown): unknown {
  const isBroken = error instanceof WebAssembly.RuntimeError || error instanceof RangeError
  if (!isBroken) return error
  const broken = new PdfError('damaged')
  broken.cause = error
  return broken
}

function readPage(pdf: LoadedPdf, page: number, number: number): Page {
  const content = readGlyphs(pdf, page)
  const { width, height, turn, rules } = content
  if (!(width > 1 && height > 1)) throw new PdfError('damaged')
  const mended = mendGlyphs(content.glyphs)
  const built = mended.believable < leastBelievable ? [] : buildLines(mended.glyphs)
  const quality = Math.min(mended.believable, shareOfPlausibleWords(built))
  const needsPicture = quality < leastBelievable || isPictureOfText(content)
  const lines = needsPicture ? [] : built
  return {
    number,
    width,
    height,
    turn,
    skew: 0,
    lines: lines.map(line => lineOnPage(line, width, height)),
    rules: rules.map(({ y, left, right }) => ({ y: y / height, left: left / width, right: right / width })),
    head: null,
    quality: needsPicture ? 0 : quality,
    source: 'text',
    needsPicture,
  }
}

/** Words in which Arabic letters stand beside what never stands inside a word come from wrong tables of letters. */
function shareOfPlausibleWords(lines: readonly PlacedLine[]): number {
  const words = lines.flatMap(line => line.words).filter(word => /\p{Script=Arabic}{2}/u.test(word.text))
  if (words.length < fewWords) return 1
  const strange = words.filter(word => strangeInWord.test(word.text)).length
  return 1 - Math.min(1, (strange / words.length) * strangeWeight)
}

/** A scan, a text layer that other programs put over a scan, or letters that are drawn as shapes. */
function isPictureOfText({ glyphs, pictureShare, shapes }: PageGlyphs): boolean {
  const written = glyphs.filter(glyph => !glyph.isSpace)
  const invisible = written.filter(glyph => glyph.isInvisible).length
  if (invisible > written.length / 2) return true
  if (written.length < fewGlyphs)
    return pictureShare > largePicture || (written.length === 0 && shapes > manyShapes)
  return false
}

function lineOnPage(line: PlacedLine, width: number, height: number): Page['lines'][number] {
  return {
    text: line.text,
    box: boxOf(line.rect, width, height),
    words: line.words.map(word => ({ text: word.text, box: boxOf(word.rect, width, height) })),
  }
}

function boxOf(rect: Rect, width: number, height: number): Box {
  return [
    fraction(rect.left / width),
    fraction(rect.top / height),
    fraction((rect.right - rect.left) / width),
    fraction((rect.bottom - rect.top) / height),
  ]
}

function fraction(value: number): number {
  return Math.round(value * 1e5) / 1e5
}

const formatBgra = 4
const drawAnnotations = 1
const white = 0xff_ff_ff_ff
const maxPixels = 40_000_000

const wholePage: Box = [0, 0, 1, 1]

/** PDFium's memory never gets smaller, so it holds a part of a drawn page at a time. Units: bytes. */
const bandBytes = 2 * 1024 * 1024

/** How pixels are kept that lie in PDFium's memory. `copy` puts them into `target`, from a byte of it on. */
interface Kept {
  channels: 3 | 4
  copy(bgra: Uint8Array, target: Uint8Array, at: number): void
}

const asBgra: Kept = { channels: 4, copy: (bgra, target, at) => target.set(bgra, at) }

const asRgb: Kept = {
  channels: 3,
  copy(bgra, target, at) {
    for (let from = 0, to = at; from < bgra.length; from += 4, to += 3) {
      target[to] = bgra[from + 2] ?? 0
      target[to + 1] = bgra[from + 1] ?? 0
      target[to + 2] = bgra[from] ?? 0
    }
  },
}

function drawPart(
  pdf: LoadedPdf,
  page: number,
  widthPx: number,
  [left, top, across, down]: Box,
  { channels, copy }: Kept = asBgra,
): DrawnPage {
  const { pdfium, raw } = pdf
  const ratio = pdfium._FPDF_GetPageHeight(page) / pdfium._FPDF_GetPageWidth(page)
  if (!(ratio > 1 / mostLopsided && ratio < mostLopsided)) throw new PdfError('damaged')
  const heightPx = Math.max(1, Math.round(widthPx * ratio))
  const width = Math.max(1, Math.round(widthPx * across))
  const height = Math.max(1, Math.round(heightPx * down))
  const stride = width * 4
  if (width * height > maxPixels) throw new PdfError('damaged')
  const rows = Math.min(height, Math.max(1, Math.floor(bandBytes / stride)))
  const band = raw.malloc(stride * rows)
  if (band === 0) throw new PdfError('damaged')
  const bitmap = pdfium._FPDFBitmap_CreateEx(width, rows, formatBgra, band, stride)
  const [x, y] = [Math.round(-left * widthPx), Math.round(-top * heightPx)]
  const pixels = Buffer.allocUnsafeSlow(width * height * channels)
  try {
    for (let row = 0; row < height; row += rows) {
      pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, rows, white)
      pdfium._FPDF_RenderPageBitmap(bitmap, page, x, y - row, widthPx, heightPx, 0, drawAnnotations)
      const drawn = pdfium.HEAPU8.subarray(band, band + stride * Math.min(rows, height - row))
      copy(drawn, pixels, row * width * channels)
    }
    return { width, height, pixels }
  } finally {
    pdfium._FPDFBitmap_Destroy(bitmap)
    raw.free(band)
  }
}

/** The text of every page of a PDF, one at a time. Errors: PdfError. */
export async function* readPages(
  source: PdfSource,
  limits: Partial<ReadingLimits> = {},
): AsyncGenerator<Page, void, undefined> {
  const { maxPages } = { ...defaultLimits, ...limits }
  const pages = await openPages(source, limits)
  try {
    for (let number = 1; number <= Math.min(pages.pageCount, maxPages); number += 1) {
      yield pages.readPage(number)
    }
  } finally {
    pages.close()
  }
}
