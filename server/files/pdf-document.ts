import { readSync } from 'node:fs'
import { PdfError, loadPdf } from '#server/reading/pdfium.ts'
import type { PdfSource } from '#server/reading/pdfium.ts'

export { PdfError }

/** A picture of a page. Shape: BGRA rows without gaps. Units: pixels. */
export interface PagePicture {
  width: number
  height: number
  pixels: Uint8Array
}

export interface PdfDocument {
  pageCount: number
  /** `widthOf`: the width to draw at, of the page's height by its width. Errors: PdfError when the page cannot be read. */
  drawPage(index: number, widthOf: (ratio: number) => number): PagePicture
  close(): void
}

const formatBgra = 4
const drawAnnotations = 1
const white = 0xff_ff_ff_ff

/** An open file as PDFium reads it. Units: bytes. */
export function sourceOf(fd: number, fileBytes: number): PdfSource {
  return {
    bytes: fileBytes,
    readAt(target, position) {
      let done = 0
      while (done < target.byteLength) {
        const count = readSync(fd, target, done, target.byteLength - done, position + done)
        if (count === 0) return false
        done += count
      }
      return true
    },
  }
}

/**
 * Opens a PDF through reads at a position, so that memory does not grow with the file.
 * Runs in the inspection thread: reads are synchronous. Units: bytes.
 * Errors: PdfError.
 */
export async function openPdf(fd: number, fileBytes: number, maxMemoryBytes: number): Promise<PdfDocument> {
  const { pdfium, raw, document } = await loadPdf(sourceOf(fd, fileBytes), maxMemoryBytes)

  return {
    pageCount: pdfium._FPDF_GetPageCount(document),
    drawPage(index, widthOf) {
      const page = pdfium._FPDF_LoadPage(document, index)
      if (page === 0) throw new PdfError('damaged')
      const ratio = pdfium._FPDF_GetPageHeight(page) / pdfium._FPDF_GetPageWidth(page)
      if (!(ratio > 0.05 && ratio < 20)) throw new PdfError('damaged')
      const widthPx = Math.max(1, Math.round(widthOf(ratio)))
      const height = Math.max(1, Math.round(widthPx * ratio))
      const stride = widthPx * 4
      const pixels = raw.malloc(stride * height)
      if (pixels === 0) throw new PdfError('damaged')
      const bitmap = pdfium._FPDFBitmap_CreateEx(widthPx, height, formatBgra, pixels, stride)
      pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, widthPx, height, white)
      pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, widthPx, height, 0, drawAnnotations)
      const picture = {
        width: widthPx,
        height,
        pixels: pdfium.HEAPU8.slice(pixels, pixels + stride * height),
      }
      pdfium._FPDFBitmap_Destroy(bitmap)
      pdfium._FPDF_ClosePage(page)
      return picture
    },
    close: () => pdfium._FPDF_CloseDocument(document),
  }
}
