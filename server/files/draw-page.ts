import { open, writeFile } from 'node:fs/promises'
import { limits } from '#contract/limits.ts'
import { drawWidest, packedAt } from '#server/reading/draw-page.ts'
import type { RawPicture, WantedWidth } from '#server/reading/draw-page.ts'
import type { PdfPages } from '#server/reading/page.types.ts'
import { PdfError } from '#server/reading/pdfium.ts'
import { openPages } from '#server/reading/read-pages.ts'
import type { DocumentFacts } from './document-facts.ts'
import { shapesOf } from './document-facts.ts'
import { freeMemory } from './free-memory.ts'
import { sourceOf } from './pdf-document.ts'
import { refuseFile } from './refusals.ts'

const maxMemoryBytes = 384 * 1024 * 1024

/** A picture of a page to make, and the file that it becomes. Units: pixels, bytes. */
export interface PictureTarget extends WantedWidth {
  target: string
}

/** Draws one page of a PDF into a WebP file for each width. Errors: `wrong_file_type`. */
export async function drawPageTo(
  file: string,
  page: number,
  pictures: readonly PictureTarget[],
): Promise<void> {
  let drawn: RawPicture | undefined
  await withPages(file, async pages => void (drawn = drawWidest(pages, page, pictures)))
  freeMemory()
  if (drawn === undefined) return
  for (const picture of pictures) await writeFile(picture.target, await packedAt(drawn, picture))
}

/** Writes how many pages a PDF has, of what shapes, and its chapters. Errors: `wrong_file_type`. */
export function describeDocument(file: string, target: string): Promise<void> {
  return withPages(file, async pages => {
    const pageCount = Math.min(pages.pageCount, limits.maxDrawnPage)
    const facts: DocumentFacts = {
      pageCount,
      shapes: shapesOf(pages, pageCount),
      outline: pages.outline().filter(({ page }) => page <= pageCount),
    }
    await writeFile(target, JSON.stringify(facts))
  })
}

/** Opens the pages of a PDF for one use of them. Errors: `wrong_file_type` for one that cannot be read. */
export async function withPages(file: string, act: (pages: PdfPages) => Promise<void>): Promise<void> {
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    const limit = { maxMemoryBytes, maxPages: limits.maxDrawnPage }
    const pages = await openPages(sourceOf(handle.fd, size), limit)
    try {
      await act(pages)
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
