import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { PDFiumModule } from '@hyzyla/pdfium'

export type Pdfium = Awaited<ReturnType<typeof PDFiumModule>>

/**
 * What PDFium exports beside the functions that the package describes. All arguments are numbers or addresses.
 * Source: PDFium, fpdfview.h, fpdf_text.h, fpdf_edit.h, fpdf_doc.h.
 */
export interface RawExports {
  __indirect_function_table: WebAssembly.Table
  malloc(bytes: number): number
  free(address: number): void
  FPDF_LoadCustomDocument(access: number, password: number): number
  FPDF_GetMetaText(document: number, tag: number, buffer: number, bytes: number): number
  FPDF_GetPageSizeByIndex(document: number, index: number, width: number, height: number): number
  FPDFBookmark_GetFirstChild(document: number, bookmark: number): number
  FPDFBookmark_GetNextSibling(document: number, bookmark: number): number
  FPDFBookmark_GetTitle(bookmark: number, buffer: number, bytes: number): number
  FPDFBookmark_GetDest(document: number, bookmark: number): number
  FPDFBookmark_GetAction(bookmark: number): number
  FPDFAction_GetDest(document: number, action: number): number
  FPDFDest_GetDestPageIndex(document: number, destination: number): number
  FPDF_GetPageBoundingBox(page: number, rect: number): number
  FPDFPage_GetRotation(page: number): number
  FPDFPage_CountObjects(page: number): number
  FPDFPage_GetObject(page: number, index: number): number
  FPDFFormObj_CountObjects(form: number): number
  FPDFFormObj_GetObject(form: number, index: number): number
  FPDFPageObj_GetType(object: number): number
  FPDFPageObj_GetMatrix(object: number, matrix: number): number
  FPDFPageObj_GetBounds(object: number, left: number, bottom: number, right: number, top: number): number
  FPDFTextObj_GetTextRenderMode(object: number): number
  FPDFText_LoadPage(page: number): number
  FPDFText_ClosePage(text: number): void
  FPDFText_CountChars(text: number): number
  FPDFText_GetUnicode(text: number, index: number): number
  FPDFText_IsGenerated(text: number, index: number): number
  FPDFText_HasUnicodeMapError(text: number, index: number): number
  FPDFText_GetTextObject(text: number, index: number): number
  FPDFText_GetFontSize(text: number, index: number): number
  FPDFText_GetMatrix(text: number, index: number, matrix: number): number
  FPDFText_GetCharAngle(text: number, index: number): number
  FPDFText_GetCharOrigin(text: number, index: number, x: number, y: number): number
  FPDFText_GetCharBox(
    text: number,
    index: number,
    left: number,
    right: number,
    bottom: number,
    top: number,
  ): number
  FPDFText_GetLooseCharBox(text: number, index: number, rect: number): number
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

/** Where a PDF's bytes come from. `readAt` fills the whole target from a position, or says that it cannot. */
export interface PdfSource {
  bytes: number
  readAt(target: Uint8Array, position: number): boolean
}

/** A document inside PDFium's memory. */
export interface LoadedPdf {
  pdfium: Pdfium
  raw: RawExports
  document: number
}

const errorPassword = 4
const errorSecurity = 5

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
 * Opens a PDF through reads at a position, so that memory does not grow with the file. Reads are synchronous: for
 * threads only. Units: bytes.
 * Errors: PdfError.
 */
export async function loadPdf(source: PdfSource, maxMemoryBytes: number): Promise<LoadedPdf> {
  const { pdfium, raw } = await startPdfium(maxMemoryBytes)
  setCallback(raw.__indirect_function_table, (_parameter, position, target, bytes) => {
    const start = position >>> 0
    const length = bytes >>> 0
    const address = target >>> 0
    if (start + length > source.bytes) return 0
    return source.readAt(pdfium.HEAPU8.subarray(address, address + length), start) ? 1 : 0
  })
  const access = raw.malloc(12)
  const words = new DataView(pdfium.HEAPU8.buffer, access, 12)
  words.setUint32(0, source.bytes, true)
  words.setUint32(4, callbackSlot, true)
  words.setUint32(8, 0, true)

  const document = raw.FPDF_LoadCustomDocument(access, 0)
  if (document === 0) {
    const reason = pdfium._FPDF_GetLastError()
    throw new PdfError(reason === errorPassword || reason === errorSecurity ? 'locked' : 'damaged')
  }
  return { pdfium, raw, document }
}

/** A PDF that lies in memory. */
export function sourceOfBytes(bytes: Uint8Array): PdfSource {
  return {
    bytes: bytes.byteLength,
    readAt(target, position) {
      target.set(bytes.subarray(position, position + target.byteLength))
      return true
    },
  }
}
