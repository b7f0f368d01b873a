import { closeSync, fstatSync, openSync } from 'node:fs'
import { limits } from '#contract/limits.ts'
import type { ThreadWork } from '#server/jobs/step-thread.ts'
import type { DrawnPage } from '#server/reading/page.types.ts'
import { loadPdf, PdfError } from '#server/reading/pdfium.ts'
import type { LoadedPdf, PdfSource } from '#server/reading/pdfium.ts'
import { openPages } from '#server/reading/read-pages.ts'
import { sourceOf } from '../pdf-document.ts'
import type { PagesDone } from './make-copy.step.ts'

export interface ComparisonTask {
  file: string
  copy: string
}

const maxMemoryBytes = limits.lightCopyMemoryMb * 1024 * 1024
/** Drawn so wide, in squares of so many pixels: a JPEG changes letters, never the grey of a whole square. */
const drawnWidthPx = 256
const squarePx = 8
const mostGreyApart = 26

/** The pages, from 1, that a copy shows otherwise, or with other letters; `null` for a copy that is no such document. */
export const work: ThreadWork<ComparisonTask, number[] | null> = async ({ file, copy }, report) => {
  const handles = [openSync(file, 'r'), openSync(copy, 'r')]
  try {
    const [original, light] = await Promise.all(handles.map(fd => openBoth(sourceOf(fd, fstatSync(fd).size))))
    if (original === undefined || light === undefined) return null
    const total = original.pages.pageCount
    if (light.pages.pageCount !== total) return null
    const apart: number[] = []
    for (let page = 1; page <= total; page += 1) {
      if (!isAlike(original, light, page)) apart.push(page)
      report({ done: page, total } satisfies PagesDone)
    }
    return apart
  } catch (error) {
    if (error instanceof PdfError) return null
    throw error
  } finally {
    handles.forEach(closeSync)
  }
}

type Opened = Awaited<ReturnType<typeof openBoth>>

async function openBoth(source: PdfSource) {
  const pages = await openPages(source, { maxMemoryBytes, maxPages: Infinity })
  return { pages, letters: await loadPdf(source, maxMemoryBytes) }
}

/** A page that neither shows is alike. */
function isAlike(original: Opened, light: Opened, page: number): boolean {
  const before = drawn(original, page)
  const after = drawn(light, page)
  if (before === undefined || after === undefined) return before === after
  return isSameGrey(before, after) && lettersOf(original.letters, page) === lettersOf(light.letters, page)
}

function drawn({ pages }: Opened, page: number): DrawnPage | undefined {
  try {
    return pages.drawPixels(page, drawnWidthPx)
  } catch (error) {
    if (error instanceof PdfError) return undefined
    throw error
  }
}

function isSameGrey(before: DrawnPage, after: DrawnPage): boolean {
  if (before.width !== after.width || before.height !== after.height) return false
  const [one, other] = [squaresOf(before), squaresOf(after)]
  return one.every((grey, index) => Math.abs(grey - (other[index] ?? 0)) <= mostGreyApart)
}

/** The mean of each colour in each square, 0 to 255. */
function squaresOf({ width, height, pixels }: DrawnPage): Float64Array {
  const across = Math.ceil(width / squarePx)
  const sums = new Float64Array(across * Math.ceil(height / squarePx) * 3)
  const counts = new Float64Array(sums.length)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      for (let colour = 0; colour < 3; colour += 1) {
        const at = (Math.floor(y / squarePx) * across + Math.floor(x / squarePx)) * 3 + colour
        sums[at] = (sums[at] ?? 0) + (pixels[(y * width + x) * 4 + colour] ?? 0)
        counts[at] = (counts[at] ?? 0) + 1
      }
  return sums.map((sum, at) => sum / (counts[at] ?? 1))
}

/** Every letter in the file's order, also those that are not to be seen. */
function lettersOf({ pdfium, raw, document }: LoadedPdf, number: number): string {
  const page = pdfium._FPDF_LoadPage(document, number - 1)
  if (page === 0) return ''
  const text = raw.FPDFText_LoadPage(page)
  try {
    const codes = Array.from({ length: raw.FPDFText_CountChars(text) }, (_, index) =>
      raw.FPDFText_GetUnicode(text, index),
    )
    return codes.join(' ')
  } finally {
    raw.FPDFText_ClosePage(text)
    pdfium._FPDF_ClosePage(page)
  }
}
