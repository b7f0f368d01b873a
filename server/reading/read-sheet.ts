import { compareDigits } from './check-digits.ts'
import { findSheetRows } from './find-rows.ts'
import type { Page, PageLine, PageRows, PdfPages } from './page.types.ts'
import { openWordReader } from './picture-words.ts'
import { readPicture } from './read-picture.ts'
import { schoolOf } from './school-name.ts'

const mostHead = 0.4

/** A page of a sheet with its rows. */
export interface SheetPage {
  page: Page
  found: PageRows
}

/** What a sheet says. */
export interface ReadSheet {
  pages: SheetPage[]
  /** The school that its first page names, where that is sure. */
  school: string | undefined
}

/**
 * Reads a sheet: its text where that says what the page shows, else its picture. Text whose digits are not those of the
 * picture is not believed; where it is not clear which of both is wrong, all numbers of the page are doubtful.
 * `maxPages`: pages after this one are not read; `onPage` hears of every page that was looked at. Errors: PdfError.
 */
export async function readSheet(
  pages: PdfPages,
  maxPages: number,
  onPage: () => void = () => undefined,
): Promise<ReadSheet> {
  const read: Page[] = []
  for (let number = 1; number <= Math.min(pages.pageCount, maxPages); number += 1) {
    const page = pages.readPage(number)
    read.push(page.needsPicture ? await readSeen(pages, page) : page)
    onPage()
  }
  const first = findSheetRows(read)
  const believed = read.map((page, index) => {
    onPage()
    return believe(pages, page, first[index])
  })
  const found = believed.every((page, index) => page === read[index]) ? first : findSheetRows(believed)
  const sheet = believed.flatMap((page, index) => {
    const rows = found[index]
    return rows === undefined ? [] : [{ page, found: rows }]
  })
  return { pages: sheet, school: schoolOf(linesOver(sheet[0])) }
}

/** Words are read on the first page only: it names the school. */
async function readSeen(pages: PdfPages, page: Page): Promise<Page> {
  if (page.number > 1) return readPicture(pages, page)
  const reader = await openWordReader()
  try {
    return readPicture(pages, page, reader)
  } finally {
    reader.close()
  }
}

function linesOver(sheet: SheetPage | undefined): PageLine[] {
  if (sheet === undefined) return []
  const { page, found } = sheet
  const top = Math.min(mostHead, found.head?.[1] ?? 1, ...found.rows.map(row => row.box[1]))
  return page.lines.filter(({ box: [, y, , height] }) => y + height / 2 < top)
}

function believe(pages: PdfPages, page: Page, found: PageRows | undefined): Page {
  if (page.source !== 'text' || found === undefined || found.rows.length === 0) return page
  const verdict = compareDigits(pages, page, found.rows)
  if (verdict === 'alike') return page
  const seen = readPicture(pages, page)
  return verdict === 'changed' ? seen : withDoubt(seen)
}

function withDoubt(page: Page): Page {
  const lines = page.lines.map(line => ({
    ...line,
    words: line.words.map(word => ({ ...word, isDoubtful: true })),
  }))
  return { ...page, lines }
}
