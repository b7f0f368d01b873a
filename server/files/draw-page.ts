import { open, writeFile } from 'node:fs/promises'
import { drawPage } from '#server/reading/draw-page.ts'
import { PdfError } from '#server/reading/pdfium.ts'
import { openPages } from '#server/reading/read-pages.ts'
import { sourceOf } from './pdf-document.ts'
import { refuseFile } from './refusals.ts'

const maxMemoryBytes = 384 * 1024 * 1024

/** Draws one page of a PDF into a WebP file small enough for a phone's line. Errors: `wrong_file_type`. */
export async function drawPageTo(file: string, target: string, page: number): Promise<void> {
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    const pages = await openPages(sourceOf(handle.fd, size), { maxMemoryBytes })
    try {
      const { bytes } = await drawPage(pages, { number: page, turn: 0, skew: 0 })
      await writeFile(target, bytes)
    } finally {
      pages.close()
    }
  } catch (error) {
    if (error instanceof PdfError || error instanceof RangeError)
      throw refuseFile('تعذر رسم هذه الصفحة.', error)
    throw error
  } finally {
    await handle.close()
  }
}
