import { readSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { PDFiumModule } from '@hyzyla/pdfium'

type Pdfium = Awaited<ReturnType<typeof PDFiumModule>>

/** What PDFium exports beside the functions that the package describes. Source: PDFium, fpdfview.h. */
interface RawExports {
  __indirect_function_table: WebAssembly.Table
  malloc(bytes: number): number
  FPDF_LoadCustomDocument(access: number, password: number): number
}

export type PdfProblem = 'damaged' | 'locked'

/** A PDF that cannot be used, by the kind of problem. */
export class PdfError extends Error {
  readonly problem: PdfProblem

  constructor(problem: PdfProblem) {
    super(problem)
    this.problem = problem
  }
}

/** A picture of a page. Shape: BGRA rows without gaps. Units: pixels. */
export interface PagePicture {
  width: number
  height: number
  pixels: Uint8Array
}

export interface PdfDocument {
  pageCount: number
  /** Errors: PdfError when the page cannot be read. */
  drawPage(index: number, widthPx: number): PagePicture
  close(): void
}

const errorPassword = 4
const errorSecurity = 5
const formatBgra = 4
const drawAnnotations = 1
const white = 0xff_ff_ff_ff

let compiled: Promise<WebAssembly.Module> | undefined

function compile(): Promise<WebAssembly.Module> {
  const file = createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm')
  compiled ??= readFile(file).then(bytes => WebAssembly.compile(bytes))
  return compiled
}

/** A module of one function that calls `f(i32, i32, i32, i32): i32`: only such a function fits into the table. */
const callbackModule = new Uint8Array([
  0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00, 0x01, 0x09, 0x01, 0x60, 0x04, 0x7f, 0x7f, 0x7f, 0x7f, 0x01,
  0x7f, 0x02, 0x07, 0x01, 0x01, 0x65, 0x01, 0x66, 0x00, 0x00, 0x07, 0x05, 0x01, 0x01, 0x66, 0x00, 0x00,
])

type ReadBlock = (parameter: number, position: number, target: number, bytes: number) => number

/** The table cannot grow, and its slot 0, C's null pointer, is the only free one; PDFium does not check it. */
const callbackSlot = 0

function setCallback(table: WebAssembly.Table, readBlock: ReadBlock): void {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(callbackModule), {
    e: { f: readBlock },
  })
  table.set(callbackSlot, exports.f)
}

async function startPdfium(maxMemoryBytes: number): Promise<{ pdfium: Pdfium; raw: RawExports }> {
  const wasm = await compile()
  let raw: RawExports | undefined
  const pdfium = await PDFiumModule({
    instantiateWasm(imports, ready) {
      const grow = imports.env?.emscripten_resize_heap as (bytes: number) => number
      const env = {
        ...imports.env,
        emscripten_resize_heap: (bytes: number) => (bytes >>> 0 > maxMemoryBytes ? 0 : grow(bytes)),
      }
      const instance = new WebAssembly.Instance(wasm, { ...imports, env })
      raw = instance.exports as unknown as RawExports
      ;(ready as unknown as (instance: WebAssembly.Instance) => void)(instance)
      return instance.exports
    },
  })
  if (raw === undefined) throw new Error('PDFium was not started')
  pdfium._FPDF_InitLibraryWithConfig({})
  return { pdfium, raw }
}

/**
 * Opens a PDF through reads at a position, so that memory does not grow with the file.
 * Runs in the inspection thread: reads are synchronous. Units: bytes.
 * Errors: PdfError.
 */
export async function openPdf(fd: number, fileBytes: number, maxMemoryBytes: number): Promise<PdfDocument> {
  const { pdfium, raw } = await startPdfium(maxMemoryBytes)
  const readBlock: ReadBlock = (_parameter, position, target, bytes) => {
    const start = position >>> 0
    const length = bytes >>> 0
    if (start + length > fileBytes) return 0
    let done = 0
    while (done < length) {
      const count = readSync(fd, pdfium.HEAPU8, (target >>> 0) + done, length - done, start + done)
      if (count === 0) return 0
      done += count
    }
    return 1
  }
  setCallback(raw.__indirect_function_table, readBlock)
  const access = raw.malloc(12)
  const words = new DataView(pdfium.HEAPU8.buffer, access, 12)
  words.setUint32(0, fileBytes, true)
  words.setUint32(4, callbackSlot, true)
  words.setUint32(8, 0, true)

  const document = raw.FPDF_LoadCustomDocument(access, 0)
  if (document === 0) {
    const reason = pdfium._FPDF_GetLastError()
    throw new PdfError(reason === errorPassword || reason === errorSecurity ? 'locked' : 'damaged')
  }

  return {
    pageCount: pdfium._FPDF_GetPageCount(document),
    drawPage(index, widthPx) {
      const page = pdfium._FPDF_LoadPage(document, index)
      if (page === 0) throw new PdfError('damaged')
      const ratio = pdfium._FPDF_GetPageHeight(page) / pdfium._FPDF_GetPageWidth(page)
      if (!(ratio > 0.05 && ratio < 20)) throw new PdfError('damaged')
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
