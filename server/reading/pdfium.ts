import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { PDFiumModule } from '@hyzyla/pdfium'

export type Pdfium = Awaited<ReturnType<typeof PDFiumModule>>

/**
 * What PDFium exports beside the functions that the package describes. All arguments are numbers or addresses.
 * Source: PDFium, fpdfview.h, fpdf_text.h, fpdf_edit.h, fpdf_save.h, fpdf_doc.h.
 */
export interface RawExports {
  __indirect_function_table: WebAssembly.Table
  malloc(bytes: number): number
  free(address: number): void
  FPDF_LoadCustomDocument(access: number, password: number): number
  FPDF_LoadMemDocument64(bytes: number, size: number, password: number): number
  FPDF_GetSecurityHandlerRevision(document: number): number
  FPDF_SaveAsCopy(document: number, writer: number, flags: number): number
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
  FPDFImageObj_GetImageMetadata(object: number, page: number, metadata: number): number
  FPDFImageObj_GetImageFilterCount(object: number): number
  FPDFImageObj_GetImageFilter(object: number, index: number, buffer: number, bytes: number): number
  FPDFImageObj_GetImageDataRaw(object: number, buffer: number, bytes: number): number
  FPDFImageObj_GetBitmap(object: number): number
  FPDFImageObj_GetRenderedBitmap(document: number, page: number, object: number): number
  FPDFImageObj_LoadJpegFileInline(pages: number, count: number, object: number, access: number): number
  FPDFPage_GenerateContent(page: number): number
  FPDFBitmap_GetFormat(bitmap: number): number
  FPDFBitmap_GetWidth(bitmap: number): number
  FPDFBitmap_GetHeight(bitmap: number): number
  FPDFBitmap_GetStride(bitmap: number): number
  FPDFBitmap_GetBuffer(bitmap: number): number
  FPDFBitmap_Destroy(bitmap: number): void
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

/** What PDFium's memory, which never gets smaller, may grow to. Units: bytes. */
export interface MemoryBound {
  maxBytes: number
}

/** A document inside PDFium's memory. */
export interface LoadedPdf {
  pdfium: Pdfium
  raw: RawExports
  document: number
  bound: MemoryBound
}

const errorPassword = 4
const errorSecurity = 5

let compiled: Promise<WebAssembly.Module> | undefined

function compile(): Promise<WebAssembly.Module> {
  const file = createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm')
  compiled ??= readFile(file).then(bytes => WebAssembly.compile(bytes))
  return compiled
}

/** A module of one function that calls `f(i32, …): i32`: only such a function fits into the table. */
function callbackModule(parameters: number): Uint8Array<ArrayBuffer> {
  const [typeBytes, i32] = [parameters + 5, 0x7f]
  const type = [0x01, typeBytes, 0x01, 0x60, parameters, ...Array<number>(parameters).fill(i32), 0x01, i32]
  const rest = [
    0x02, 0x07, 0x01, 0x01, 0x65, 0x01, 0x66, 0x00, 0x00, 0x07, 0x05, 0x01, 0x01, 0x66, 0x00, 0x00,
  ]
  return new Uint8Array([0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00, ...type, ...rest])
}

/** What PDFium calls for a part of a file (`FPDF_FILEACCESS`). Shape: 1 when `target` is filled, else 0. */
export type ReadBlock = (parameter: number, position: number, target: number, bytes: number) => number
/** What PDFium calls with a part of what it saves (`FPDF_FILEWRITE`). Shape: 1 when it is written, else 0. */
export type WriteBlock = (writer: number, data: number, bytes: number) => number

/** The table cannot grow, and its slot 0, C's null pointer, is the only free one; PDFium does not check it. */
const callbackSlot = 0

/** Puts a function where PDFium finds it. There is one place: whatever was there is called no more. */
export function setCallback(
  { __indirect_function_table: table }: RawExports,
  callback: { read: ReadBlock } | { write: WriteBlock },
): void {
  const [f, parameters] = 'read' in callback ? [callback.read, 4] : [callback.write, 3]
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(callbackModule(parameters)), {
    e: { f },
  })
  table.set(callbackSlot, exports.f)
}

/** Writes the structure through which PDFium reads a file of so many bytes; `setCallback` says how. Shape: its address. */
export function makeFileAccess({ pdfium, raw }: Pick<LoadedPdf, 'pdfium' | 'raw'>, bytes: number): number {
  const access = raw.malloc(12)
  const words = new DataView(pdfium.HEAPU8.buffer, access, 12)
  words.setUint32(0, bytes, true)
  words.setUint32(4, callbackSlot, true)
  words.setUint32(8, 0, true)
  return access
}

async function startPdfium(maxBytes: number): Promise<Omit<LoadedPdf, 'document'>> {
  const wasm = await compile()
  const bound = { maxBytes }
  let raw: RawExports | undefined
  const pdfium = await PDFiumModule({
    instantiateWasm(imports, ready) {
      const grow = imports.env?.emscripten_resize_heap as (bytes: number) => number
      const env = {
        ...imports.env,
        emscripten_resize_heap: (bytes: number) => (bytes >>> 0 > bound.maxBytes ? 0 : grow(bytes)),
      }
      const instance = new WebAssembly.Instance(wasm, { ...imports, env })
      raw = instance.exports as unknown as RawExports
      ;(ready as unknown as (instance: WebAssembly.Instance) => void)(instance)
      return instance.exports
    },
  })
  if (raw === undefined) throw new Error('PDFium was not started')
  pdfium._FPDF_InitLibraryWithConfig({})
  return { pdfium, raw, bound }
}

/**
 * Opens a PDF through reads at a position, so that memory does not grow with the file. Reads are synchronous: for
 * threads only. Units: bytes.
 * Errors: PdfError.
 */
export async function loadPdf(source: PdfSource, maxMemoryBytes: number): Promise<LoadedPdf> {
  const started = await startPdfium(maxMemoryBytes)
  const { pdfium, raw } = started
  setCallback(raw, {
    read(_parameter, position, target, bytes) {
      const start = position >>> 0
      const length = bytes >>> 0
      const address = target >>> 0
      if (start + length > source.bytes) return 0
      return source.readAt(pdfium.HEAPU8.subarray(address, address + length), start) ? 1 : 0
    },
  })
  const access = makeFileAccess(started, source.bytes)
  return { ...started, document: openedOf(pdfium, raw.FPDF_LoadCustomDocument(access, 0)) }
}

/**
 * Opens a PDF whose bytes lie in PDFium's memory, so that callbacks are free for pictures and for saving. For threads
 * only. Units: bytes.
 * Errors: PdfError.
 */
export async function loadWholePdf(source: PdfSource, maxMemoryBytes: number): Promise<LoadedPdf> {
  const started = await startPdfium(maxMemoryBytes)
  const { pdfium, raw } = started
  const address = raw.malloc(source.bytes) >>> 0
  if (address === 0) throw new PdfError('damaged')
  if (!source.readAt(pdfium.HEAPU8.subarray(address, address + source.bytes), 0))
    throw new PdfError('damaged')
  return { ...started, document: openedOf(pdfium, raw.FPDF_LoadMemDocument64(address, source.bytes, 0)) }
}

function openedOf(pdfium: Pdfium, document: number): number {
  if (document !== 0) return document
  const reason = pdfium._FPDF_GetLastError()
  throw new PdfError(reason === errorPassword || reason === errorSecurity ? 'locked' : 'damaged')
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
