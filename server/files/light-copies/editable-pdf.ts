import { loadWholePdf, makeFileAccess, PdfError, setCallback } from '#server/reading/pdfium.ts'
import type { LoadedPdf, PdfSource } from '#server/reading/pdfium.ts'

/** A picture of a page. Units: pixels; bytes in the file; `shown` in points. */
export interface PlacedPicture {
  object: number
  width: number
  height: number
  bitsPerPixel: number
  /** As PDFium names it: `colourSpaces`. */
  colourSpace: number
  bytes: number
  /** Its bytes are a JPEG as it is. */
  isJpeg: boolean
  shown: { width: number; height: number }
}

/** Decoded rows without gaps. */
export interface Pixels {
  width: number
  height: number
  channels: 1 | 3
  data: Uint8Array
}

/** A page whose pictures can be replaced. */
export interface EditablePage {
  /** Points, as it is looked at. */
  width: number
  height: number
  pictures(): PlacedPicture[]
  /** The picture's bytes in the file. */
  bytesOf(picture: PlacedPicture): Buffer
  /** What the picture shows; undefined for what PDFium cannot decode. */
  pixelsOf(picture: PlacedPicture): Pixels | undefined
  /** Whether parts of the picture let through what lies below. */
  isSeenThrough(picture: PlacedPicture): boolean
  /** Puts a JPEG in the picture's place; false when PDFium does not take it. */
  replace(picture: PlacedPicture, jpeg: Uint8Array): boolean
  /** Takes the page's replaced pictures into the document; false when that fails. */
  keep(): boolean
}

/** A PDF that is changed and saved as another one. Everything is synchronous: for threads only. */
export interface EditablePdf {
  pageCount: number
  /** Page from 1. */
  withPage<Result>(number: number, act: (page: EditablePage) => Promise<Result>): Promise<Result>
  /** Writes the whole document, in pieces that are only good during the call; false when that fails. */
  save(write: (piece: Uint8Array) => void): boolean
  close(): void
}

/** Of `FPDFImageObj_GetImageMetadata`. Source: PDFium, fpdf_edit.h. */
export const colourSpaces = {
  unknown: 0,
  grey: 1,
  rgb: 2,
  calibratedGrey: 4,
  calibratedRgb: 5,
  icc: 7,
} as const

const pictureObject = 3
const metadataBytes = 28
const notIncremental = 2
const noProtection = -1
/** Of a picture's edge, which is mixed with what is beside it, not more than this share lets through. */
const mostSeenThrough = 0.02
const formats = { grey: 1, bgr: 2, bgrx: 3, bgra: 4 } as const

/** Opens a PDF for changing. Units: bytes. Errors: PdfError, `locked` also for one that opens but is protected. */
export async function openEditablePdf(source: PdfSource, maxMemoryBytes: number): Promise<EditablePdf> {
  const pdf = await loadWholePdf(source, maxMemoryBytes)
  const { pdfium, raw, document } = pdf
  if (raw.FPDF_GetSecurityHandlerRevision(document) !== noProtection) throw new PdfError('locked')
  const pageCount = pdfium._FPDF_GetPageCount(document)
  if (pageCount < 1) throw new PdfError('damaged')
  return {
    pageCount,
    async withPage(number, act) {
      const page = pdfium._FPDF_LoadPage(document, number - 1)
      if (page === 0) throw new PdfError('damaged')
      try {
        return await act(editablePage(pdf, page))
      } finally {
        pdfium._FPDF_ClosePage(page)
      }
    },
    save(write) {
      const writer = makeWriter(pdf)
      setCallback(raw, {
        write(_writer, data, bytes) {
          write(pdfium.HEAPU8.subarray(data >>> 0, (data >>> 0) + (bytes >>> 0)))
          return 1
        },
      })
      const isSaved = raw.FPDF_SaveAsCopy(document, writer, notIncremental) !== 0
      raw.free(writer)
      return isSaved
    },
    close: () => pdfium._FPDF_CloseDocument(document),
  }
}

/** The structure through which PDFium writes: its version, and the slot of the callback. */
function makeWriter({ pdfium, raw }: LoadedPdf): number {
  const writer = raw.malloc(8)
  const words = new DataView(pdfium.HEAPU8.buffer, writer, 8)
  words.setUint32(0, 1, true)
  words.setUint32(4, 0, true)
  return writer
}

function editablePage(pdf: LoadedPdf, page: number): EditablePage {
  const { pdfium, raw, document } = pdf
  return {
    width: pdfium._FPDF_GetPageWidth(page),
    height: pdfium._FPDF_GetPageHeight(page),

    pictures() {
      const found: PlacedPicture[] = []
      for (let index = 0; index < raw.FPDFPage_CountObjects(page); index += 1) {
        const object = raw.FPDFPage_GetObject(page, index)
        if (raw.FPDFPageObj_GetType(object) !== pictureObject) continue
        const picture = describePicture(pdf, page, object)
        if (picture !== undefined) found.push(picture)
      }
      return found
    },

    bytesOf: ({ object, bytes }) =>
      withMemory(pdf, bytes, buffer => {
        const length = raw.FPDFImageObj_GetImageDataRaw(object, buffer, bytes)
        return Buffer.from(pdfium.HEAPU8.slice(buffer, buffer + length))
      }),

    pixelsOf({ object }) {
      const bitmap = raw.FPDFImageObj_GetBitmap(object)
      return bitmap === 0 ? undefined : takeBitmap(pdf, bitmap, () => pixelsOfBitmap(pdf, bitmap))
    },

    isSeenThrough({ object }) {
      const bitmap = raw.FPDFImageObj_GetRenderedBitmap(document, page, object)
      return bitmap === 0 || takeBitmap(pdf, bitmap, () => shareSeenThrough(pdf, bitmap) > mostSeenThrough)
    },

    replace: ({ object }, jpeg) =>
      withMemory(pdf, 4, pages => {
        new DataView(pdfium.HEAPU8.buffer, pages, 4).setUint32(0, page, true)
        setCallback(raw, {
          read(_parameter, position, target, bytes) {
            const start = position >>> 0
            pdfium.HEAPU8.set(jpeg.subarray(start, start + (bytes >>> 0)), target >>> 0)
            return 1
          },
        })
        const access = makeFileAccess(pdf, jpeg.byteLength)
        const isTaken = raw.FPDFImageObj_LoadJpegFileInline(pages, 1, object, access) !== 0
        raw.free(access)
        return isTaken
      }),

    keep: () => raw.FPDFPage_GenerateContent(page) !== 0,
  }
}

function withMemory<Result>({ raw }: LoadedPdf, bytes: number, act: (address: number) => Result): Result {
  const address = raw.malloc(Math.max(1, bytes)) >>> 0
  if (address === 0) throw new PdfError('damaged')
  try {
    return act(address)
  } finally {
    raw.free(address)
  }
}

function describePicture(pdf: LoadedPdf, page: number, object: number): PlacedPicture | undefined {
  const { pdfium, raw } = pdf
  return withMemory(pdf, metadataBytes, scratch => {
    if (raw.FPDFImageObj_GetImageMetadata(object, page, scratch) === 0) return undefined
    const facts = new DataView(pdfium.HEAPU8.buffer, scratch, metadataBytes)
    const [width, height] = [facts.getUint32(0, true), facts.getUint32(4, true)]
    const [bitsPerPixel, colourSpace] = [facts.getUint32(16, true), facts.getInt32(20, true)]
    if (raw.FPDFPageObj_GetMatrix(object, scratch) === 0) return undefined
    const matrix = new Float32Array(pdfium.HEAPU8.buffer.slice(scratch, scratch + 24))
    const [a = 0, b = 0, c = 0, d = 0] = matrix
    return {
      object,
      width,
      height,
      bitsPerPixel,
      colourSpace,
      bytes: raw.FPDFImageObj_GetImageDataRaw(object, 0, 0),
      isJpeg: isJpeg(pdf, object),
      shown: { width: Math.hypot(a, b), height: Math.hypot(c, d) },
    }
  })
}

function isJpeg(pdf: LoadedPdf, object: number): boolean {
  const { pdfium, raw } = pdf
  if (raw.FPDFImageObj_GetImageFilterCount(object) !== 1) return false
  return withMemory(pdf, 32, buffer => {
    const length = raw.FPDFImageObj_GetImageFilter(object, 0, buffer, 32)
    return Buffer.from(pdfium.HEAPU8.slice(buffer, buffer + length - 1)).toString('latin1') === 'DCTDecode'
  })
}

function takeBitmap<Result>({ raw }: LoadedPdf, bitmap: number, act: () => Result): Result {
  try {
    return act()
  } finally {
    raw.FPDFBitmap_Destroy(bitmap)
  }
}

function rowsOf({ pdfium, raw }: LoadedPdf, bitmap: number) {
  const [width, height] = [raw.FPDFBitmap_GetWidth(bitmap), raw.FPDFBitmap_GetHeight(bitmap)]
  const [stride, start] = [raw.FPDFBitmap_GetStride(bitmap), raw.FPDFBitmap_GetBuffer(bitmap) >>> 0]
  return { width, height, stride, rows: pdfium.HEAPU8.subarray(start, start + stride * height) }
}

function pixelsOfBitmap(pdf: LoadedPdf, bitmap: number): Pixels | undefined {
  const format = pdf.raw.FPDFBitmap_GetFormat(bitmap)
  const { width, height, stride, rows } = rowsOf(pdf, bitmap)
  if (format === formats.grey) {
    const data = new Uint8Array(width * height)
    for (let y = 0; y < height; y += 1) data.set(rows.subarray(y * stride, y * stride + width), y * width)
    return { width, height, channels: 1, data }
  }
  const step = format === formats.bgr ? 3 : 4
  if (format !== formats.bgr && format !== formats.bgrx) return undefined
  const data = new Uint8Array(width * height * 3)
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0, from = y * stride; x < width; x += 1, at += 3, from += step) {
      data[at] = rows[from + 2] ?? 0
      data[at + 1] = rows[from + 1] ?? 0
      data[at + 2] = rows[from] ?? 0
    }
  }
  return { width, height, channels: 3, data }
}

const solid = 250

function shareSeenThrough(pdf: LoadedPdf, bitmap: number): number {
  if (pdf.raw.FPDFBitmap_GetFormat(bitmap) !== formats.bgra) return 0
  const { width, height, stride, rows } = rowsOf(pdf, bitmap)
  let through = 0
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) if ((rows[y * stride + x * 4 + 3] ?? 0) < solid) through += 1
  return through / (width * height)
}
