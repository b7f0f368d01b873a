import { createHash } from 'node:crypto'
import { limits } from '#contract/limits.ts'
import { PdfError } from '#server/reading/pdfium.ts'
import type { EditablePage, EditablePdf, PlacedPicture } from './editable-pdf.ts'
import { isHeavy, lightPicture } from './light-picture.ts'

/** Replaces heavy pictures of all pages but `except`; `onPage` hears of each. Shape: how many were replaced. */
export async function lightenPages(
  pdf: EditablePdf,
  except: ReadonlySet<number>,
  onPage: (page: number) => void,
): Promise<number> {
  const seen = new Set<string>()
  let replaced = 0
  for (let number = 1; number <= pdf.pageCount; number += 1) {
    if (!except.has(number)) replaced += await pdf.withPage(number, page => lightenPage(page, seen))
    onPage(number)
  }
  return replaced
}

async function lightenPage(page: EditablePage, seen: Set<string>): Promise<number> {
  const heavy = page.pictures().filter(isHeavy)
  let replaced = 0
  for (const picture of heavy) {
    if (isSeenAgain(page, picture, seen) || page.isSeenThrough(picture)) continue
    const light = await lightPicture(page, picture).catch(() => undefined)
    if (light !== undefined && page.replace(picture, light)) replaced += 1
  }
  if (replaced > 0 && !page.keep()) throw new PdfError('damaged')
  return replaced
}

/** A picture of many pages is in the file once; replaced, it would be there for each. */
function isSeenAgain(page: EditablePage, picture: PlacedPicture, seen: Set<string>): boolean {
  const mark = createHash('sha256').update(page.bytesOf(picture)).digest('base64')
  if (seen.has(mark)) return true
  seen.add(mark)
  return false
}

/** Whether the pictures that could be lighter are so much of a file that a copy can save enough. Units: bytes. */
export async function mayBeLighter(
  pdf: EditablePdf,
  fileBytes: number,
  onPage: (page: number) => void,
): Promise<boolean> {
  const least = fileBytes * limits.leastLightSaving
  let heavy = 0
  for (let number = 1; number <= pdf.pageCount && heavy < least; number += 1) {
    heavy += await pdf.withPage(number, async page =>
      page
        .pictures()
        .filter(isHeavy)
        .reduce((sum, { bytes }) => sum + bytes, 0),
    )
    onPage(number)
  }
  return heavy >= least
}
