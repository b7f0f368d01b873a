import type { OutlineEntry } from './page.types.ts'
import type { LoadedPdf } from './pdfium.ts'

const maxEntries = 500
const maxLevel = 3
const maxTitleLength = 200
/** Some files lead from a chapter back to itself. */
const maxVisited = 5000

/** The chapters that a PDF names, in its order; none that lead nowhere in it. */
export function readOutline(pdf: LoadedPdf): OutlineEntry[] {
  const { raw, document } = pdf
  const entries: OutlineEntry[] = []
  const seen = new Set<number>()

  function walk(parent: number, level: number): void {
    let bookmark = raw.FPDFBookmark_GetFirstChild(document, parent)
    while (bookmark !== 0 && !seen.has(bookmark) && seen.size < maxVisited && entries.length < maxEntries) {
      seen.add(bookmark)
      const title = titleOf(pdf, bookmark)
      const page = pageOf(pdf, bookmark)
      if (title !== '' && page !== undefined) entries.push({ title, page, level })
      if (level < maxLevel) walk(bookmark, level + 1)
      bookmark = raw.FPDFBookmark_GetNextSibling(document, bookmark)
    }
  }

  walk(0, 0)
  return entries
}

function titleOf(pdf: LoadedPdf, bookmark: number): string {
  const title = utf16Of(pdf, (target, bytes) => pdf.raw.FPDFBookmark_GetTitle(bookmark, target, bytes))
  return title
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .normalize('NFKC')
    .slice(0, maxTitleLength)
}

/** Whether a Chromium printed the file, whose bookmarks join the lines and runs of a heading in the order of drawing. */
export function namesHeadingsAsDrawn(pdf: LoadedPdf): boolean {
  const name = Buffer.from('Producer\0', 'ascii')
  const tag = pdf.raw.malloc(name.length)
  try {
    pdf.pdfium.HEAPU8.set(name, tag)
    return utf16Of(pdf, (target, bytes) =>
      pdf.raw.FPDF_GetMetaText(pdf.document, tag, target, bytes),
    ).startsWith('Skia/PDF')
  } finally {
    pdf.raw.free(tag)
  }
}

/** A text that PDFium writes: `write` gives its bytes, and fills the target where these find room. */
function utf16Of({ pdfium, raw }: LoadedPdf, write: (target: number, bytes: number) => number): string {
  const bytes = write(0, 0)
  if (bytes <= 2) return ''
  const scratch = raw.malloc(bytes)
  try {
    write(scratch, bytes)
    return new TextDecoder('utf-16le').decode(pdfium.HEAPU8.slice(scratch, scratch + bytes - 2))
  } finally {
    raw.free(scratch)
  }
}

function pageOf({ raw, document }: LoadedPdf, bookmark: number): number | undefined {
  let place = raw.FPDFBookmark_GetDest(document, bookmark)
  if (place === 0) {
    const action = raw.FPDFBookmark_GetAction(bookmark)
    if (action !== 0) place = raw.FPDFAction_GetDest(document, action)
  }
  const index = place === 0 ? -1 : raw.FPDFDest_GetDestPageIndex(document, place)
  return index < 0 ? undefined : index + 1
}
