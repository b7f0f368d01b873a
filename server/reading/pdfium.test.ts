import fs from 'node:fs'
import { createRequire } from 'node:module'
import { beforeAll, describe, expect, it } from 'vitest'
import { makePdf } from '#test/files.ts'
import { loadPdf, sourceOfBytes } from './pdfium.ts'
import type { LoadedPdf, RawExports } from './pdfium.ts'

/** The version whose inside was looked at. With another one, look again, then name it. */
const checkedVersion = '2.1.13'
const maxMemoryBytes = 48 * 1024 * 1024

/** How many numbers each raw function takes. */
const parameters: Record<Exclude<keyof RawExports, '__indirect_function_table'>, number> = {
  malloc: 1,
  free: 1,
  FPDF_LoadCustomDocument: 2,
  FPDF_LoadMemDocument64: 3,
  FPDF_GetSecurityHandlerRevision: 1,
  FPDF_SaveAsCopy: 3,
  FPDFImageObj_GetImageMetadata: 3,
  FPDFImageObj_GetImageFilterCount: 1,
  FPDFImageObj_GetImageFilter: 4,
  FPDFImageObj_GetImageDataRaw: 3,
  FPDFImageObj_GetBitmap: 1,
  FPDFImageObj_GetRenderedBitmap: 3,
  FPDFImageObj_LoadJpegFileInline: 4,
  FPDFPage_GenerateContent: 1,
  FPDFBitmap_GetFormat: 1,
  FPDFBitmap_GetWidth: 1,
  FPDFBitmap_GetHeight: 1,
  FPDFBitmap_GetStride: 1,
  FPDFBitmap_GetBuffer: 1,
  FPDFBitmap_Destroy: 1,
  FPDF_GetMetaText: 4,
  FPDF_GetPageSizeByIndex: 4,
  FPDFBookmark_GetFirstChild: 2,
  FPDFBookmark_GetNextSibling: 2,
  FPDFBookmark_GetTitle: 3,
  FPDFBookmark_GetDest: 2,
  FPDFBookmark_GetAction: 1,
  FPDFAction_GetDest: 2,
  FPDFDest_GetDestPageIndex: 2,
  FPDF_GetPageBoundingBox: 2,
  FPDFPage_GetRotation: 1,
  FPDFPage_CountObjects: 1,
  FPDFPage_GetObject: 2,
  FPDFFormObj_CountObjects: 1,
  FPDFFormObj_GetObject: 2,
  FPDFPageObj_GetType: 1,
  FPDFPageObj_GetMatrix: 2,
  FPDFPageObj_GetBounds: 5,
  FPDFTextObj_GetTextRenderMode: 1,
  FPDFText_LoadPage: 1,
  FPDFText_ClosePage: 1,
  FPDFText_CountChars: 1,
  FPDFText_GetUnicode: 2,
  FPDFText_IsGenerated: 2,
  FPDFText_HasUnicodeMapError: 2,
  FPDFText_GetTextObject: 2,
  FPDFText_GetFontSize: 2,
  FPDFText_GetMatrix: 3,
  FPDFText_GetCharAngle: 2,
  FPDFText_GetCharOrigin: 4,
  FPDFText_GetCharBox: 6,
  FPDFText_GetLooseCharBox: 3,
}

describe(`the inside of PDFium as of ${checkedVersion}`, () => {
  const asked: { position: number; bytes: number }[] = []
  let pdf: Buffer
  let loaded: LoadedPdf

  beforeAll(async () => {
    pdf = await makePdf(3)
    const { bytes, readAt } = sourceOfBytes(pdf)
    loaded = await loadPdf(
      {
        bytes,
        readAt(target, position) {
          asked.push({ position, bytes: target.byteLength })
          return readAt(target, position)
        },
      },
      maxMemoryBytes,
    )
  })

  it('is the version that was looked at', () => {
    const file = createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm')
    const folder = file.slice(0, file.lastIndexOf('pdfium') - 'dist/'.length)
    expect(JSON.parse(fs.readFileSync(`${folder}package.json`, 'utf8')).version).toBe(checkedVersion)
  })

  it('exports what its package does not describe, with as many parameters as are given', () => {
    const { raw } = loaded
    const found = Object.keys(parameters).map(name => {
      const act = raw[name as keyof typeof parameters]
      return [name, typeof act === 'function' ? act.length : undefined]
    })
    expect(Object.fromEntries(found)).toEqual(parameters)
  })

  it('has a table of functions that cannot grow, and in which only the null pointer was free', () => {
    const table = loaded.raw.__indirect_function_table
    expect(() => table.grow(1)).toThrow(RangeError)
    const slots = Array.from({ length: table.length }, (_unused, index) => table.get(index))
    expect(slots.indexOf(null)).toBe(-1)
    table.set(0, null)
    expect(table.get(0)).toBeNull()
    table.set(0, slots[0])
  })

  it('reads a document through the callback alone, within its bytes', () => {
    expect(loaded.pdfium._FPDF_GetPageCount(loaded.document)).toBe(3)
    expect(asked.length).toBeGreaterThan(0)
    for (const { position, bytes } of asked) {
      expect(position).toBeGreaterThanOrEqual(0)
      expect(position + bytes).toBeLessThanOrEqual(pdf.length)
    }
  })

  it('gives up a document whose bytes cannot be read', async () => {
    const unreadable = { bytes: 1000, readAt: () => false }
    await expect(loadPdf(unreadable, maxMemoryBytes)).rejects.toMatchObject({ problem: 'damaged' })
  })

  it('is refused more memory than it was allowed', () => {
    expect(loaded.raw.malloc(maxMemoryBytes)).toBe(0)
    expect(loaded.pdfium.HEAPU8.length).toBeLessThanOrEqual(maxMemoryBytes)
  })
})
