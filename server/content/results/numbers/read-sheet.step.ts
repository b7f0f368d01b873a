import { closeSync, fstatSync, openSync, readSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { limits } from '#contract/limits.ts'
import type { ThreadWork } from '#server/jobs/step-thread.ts'
import { drawPage } from '#server/reading/draw-page.ts'
import type { Page, PageRows, PdfPages } from '#server/reading/page.types.ts'
import { PdfError, sourceOfBytes } from '#server/reading/pdfium.ts'
import type { PdfSource } from '#server/reading/pdfium.ts'
import { openPages } from '#server/reading/read-pages.ts'
import { readSheet } from '#server/reading/read-sheet.ts'
import type { PageToKeep } from './readings.repository.ts'
import { cutsOf } from './row-cuts.ts'

/** A sheet to read. */
export interface SheetTask {
  /** Where its bytes lie. */
  file: string
  kind: 'pdf' | 'image'
  /** Where the pictures of its pages go. */
  directory: string
}

/** A page as it was read. Shape: `picture` is a file in the directory. */
export type ReadPage = PageToKeep

interface ReadContent {
  pages: ReadPage[]
  /** Of the whole sheet; the last ones may not have been read. */
  pageCount: number
  /** The school that the sheet names. */
  school: string | null
}

export type SheetAnswer = ReadContent | { problem: PdfError['problem'] }

const pdfiumMemory = {
  /** A scan of 600 points an inch takes 110 MB while it is drawn. */
  maxMemoryBytes: 300 * 1024 * 1024,
}

/** Reads the exam numbers of a sheet and draws its first page and those on which somebody may find an own row. */
export const work: ThreadWork<SheetTask, SheetAnswer> = async (task, report) => {
  const opened = await openSource(task)
  try {
    const pages = await openPages(opened.source, pdfiumMemory)
    return await readAll(pages, task, () => report('page'))
  } catch (error) {
    if (error instanceof PdfError) return { problem: error.problem }
    throw error
  } finally {
    opened.close()
  }
}

async function openSource({ file, kind }: SheetTask): Promise<{ source: PdfSource; close(): void }> {
  if (kind === 'image') {
    /* Most sheets are no pictures, and what writes a PDF takes longer to load than a sheet to read. */
    const { imagesToPdf } = await import('#server/pictures/images-to-pdf.ts')
    const { collect } = await import('#server/pictures/pdf-pages.ts')
    const pdf = await collect(imagesToPdf([{ content: readFileSync(file) }], 'sheet'))
    return { source: sourceOfBytes(pdf), close: () => undefined }
  }
  const handle = openSync(file, 'r')
  const source: PdfSource = {
    bytes: fstatSync(handle).size,
    readAt(target, position) {
      let at = 0
      while (at < target.byteLength) {
        const read = readSync(handle, target, at, target.byteLength - at, position + at)
        if (read === 0) return false
        at += read
      }
      return true
    },
  }
  return { source, close: () => closeSync(handle) }
}

async function readAll(
  pages: PdfPages,
  { kind, directory }: SheetTask,
  onPage: () => void,
): Promise<ReadContent> {
  const sheet = await readSheet(pages, limits.maxSheetPagesRead, onPage)
  const read: ReadPage[] = []
  for (const { page, found } of sheet.pages) {
    /* What visitors see first waits for nobody to ask; a picture is its own first page. */
    const isFirst = kind === 'pdf' && page.number === 1
    read.push(await readPageOf(pages, page, found, { directory, isFirst }))
    onPage()
  }
  return { pages: read, pageCount: pages.pageCount, school: sheet.school ?? null }
}

async function readPageOf(
  pages: PdfPages,
  page: Page,
  { head, rows }: PageRows,
  { directory, isFirst }: { directory: string; isFirst: boolean },
): Promise<ReadPage> {
  const numbers = rows.map(({ number, box, isDoubtful }) => ({ number, box, isDoubtful }))
  const isShown = isFirst || numbers.some(each => !each.isDoubtful)
  const drawn = isShown ? await drawPage(pages, page, { maxBytes: limits.maxPagePictureBytes }) : undefined
  const picture = drawn === undefined ? null : path.join(directory, `${page.number}.webp`)
  if (drawn !== undefined && picture !== null) await writeFile(picture, drawn.bytes)
  return {
    page: page.number,
    picture,
    width: drawn?.width ?? 0,
    height: drawn?.height ?? 0,
    head,
    cuts: cutsOf(page, head, rows),
    numbers,
  }
}
