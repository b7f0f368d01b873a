import { open } from 'node:fs/promises'
import { sharp } from '#server/base/pictures-library.ts'
import type { ThreadWork } from '#server/jobs/step-thread.ts'
import { greyOf } from '#server/reading/grey-picture.ts'
import type { Grey } from '#server/reading/grey-picture.ts'
import { layerText, pictureText } from '#server/reading/page-text.ts'
import type { PageText } from '#server/reading/page-text.ts'
import type { PdfPages } from '#server/reading/page.types.ts'
import { PdfError } from '#server/reading/pdfium.ts'
import { openWordReader } from '#server/reading/picture-words.ts'
import { openPages } from '#server/reading/read-pages.ts'
import { sourceOf } from '../pdf-document.ts'
import { packBoxes } from './word-boxes.ts'

/** Pages to read: all from their own text, or all from their pictures. */
export interface PagesTask {
  file: string
  kind: 'pdf' | 'image'
  source: PageText['source']
  /** From 1; those that the file does not have are passed over. */
  pages: readonly number[]
}

/** A page's text as it is kept. */
export interface PackedText extends Omit<PageText, 'boxes'> {
  boxes: Uint8Array
}

/** What is told while the work goes on. Shape: `text` is null for a page that has none of its own. */
export type PagesReport = { pageCount: number } | { page: number; text: PackedText | null }

/** Why the work ended: `null` when all is told; what is not told was broken off by its first page. */
export type PagesAnswer = PdfError['problem'] | null

const pdfiumMemoryBytes = 384 * 1024 * 1024
/** Letters are large enough for the reader at 300 dots an inch. */
const readWidthPx = 2480
const mostEnlarged = 2
const mostPixels = 16_000_000

/** Reads pages one after the other, and tells of each. */
export const work: ThreadWork<PagesTask, PagesAnswer> = async (task, report) => {
  const tell = (page: number, text: PageText | undefined) =>
    report({ page, text: text === undefined ? null : packed(text) } satisfies PagesReport)
  const tellCount = (pageCount: number) => report({ pageCount } satisfies PagesReport)
  if (task.kind === 'image') {
    tellCount(1)
    if (task.source === 'layer') tell(1, undefined)
    else {
      const grey = await greyOfImage(task.file).catch(() => undefined)
      if (grey === undefined) return 'damaged'
      await withPictureReader(read => tell(1, read(grey)))
    }
    return null
  }
  return withPages(task.file, async pages => {
    tellCount(pages.pageCount)
    const asked = task.pages.filter(page => page <= pages.pageCount)
    if (task.source === 'layer') for (const page of asked) tell(page, layerText(pages.readPage(page)))
    else
      await withPictureReader(read => {
        for (const page of asked) tell(page, read(greyOfPage(pages, page)))
      })
  })
}

function packed({ source, quality, text, boxes }: PageText): PackedText {
  /* A database takes no null character. */
  return { source, quality, text: text.replaceAll('\0', ''), boxes: packBoxes(boxes) }
}

async function withPages(file: string, act: (pages: PdfPages) => Promise<void>): Promise<PagesAnswer> {
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    const pages = await openPages(sourceOf(handle.fd, size), {
      maxMemoryBytes: pdfiumMemoryBytes,
      /* One page that fails ends the reading of its book. */
      maxTextMemoryBytes: pdfiumMemoryBytes,
      maxPages: Infinity,
    })
    try {
      await act(pages)
    } finally {
      pages.close()
    }
    return null
  } catch (error) {
    if (error instanceof PdfError) return error.problem
    throw error
  } finally {
    await handle.close()
  }
}

async function withPictureReader(act: (read: (grey: Grey) => PageText) => void): Promise<void> {
  const reader = await openWordReader()
  try {
    act(grey => pictureText(grey, reader))
  } finally {
    reader.close()
  }
}

function greyOfPage(pages: PdfPages, page: number): Grey {
  const { width, height } = pages.sizeOf(page)
  return greyOf(pages.drawPixels(page, readingWidth(width, height)), 0)
}

function readingWidth(width: number, height: number): number {
  return Math.round(Math.min(readWidthPx, Math.sqrt((mostPixels * width) / height)))
}

/** An image as it is looked at, turned as its camera says and as large as words are read best. */
export async function greyOfImage(file: string | Buffer): Promise<Grey> {
  const picture = sharp(file).autoOrient().flatten({ background: '#ffffff' })
  const { autoOrient } = await sharp(file).metadata()
  const { width, height } = autoOrient
  const wanted = Math.min(readingWidth(width, height), width * mostEnlarged)
  const { data, info } = await picture
    .resize({ width: wanted })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, levels: new Uint8Array(data) }
}
