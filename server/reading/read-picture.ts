import type { PixelBox } from './digit-patterns.ts'
import { contrastOf, greyOf, inkOf, skewOf, straightened } from './grey-picture.ts'
import type { Box, Page, PageLine, PdfPages } from './page.types.ts'
import { readNumbers } from './picture-numbers.ts'
import type { PictureNumber } from './picture-numbers.ts'

const dotsPerPoint = 300 / 72
const maxWidthPx = 3600
const skewInk = 0.8

/**
 * Reads the exam numbers of a page from its picture, for pages without text or with wrong text. Takes seconds and,
 * for a while, some 150 MB: for threads at low priority only. Numbers are words of their own lines; those read with
 * doubt say so. Boxes hold for the page as `drawPage` draws it: upright and straight.
 * Errors: PdfError.
 */
export function readPicture(pages: PdfPages, page: Page): Page {
  const isSideways = page.turn % 2 === 1
  const across = isSideways ? page.height : page.width
  const widthPx = Math.min(maxWidthPx, Math.round(across * dotsPerPoint))
  const seen = greyOf(pages.drawPixels(page.number, widthPx), page.turn)
  const skew = skewOf(inkOf(seen, contrastOf(seen), skewInk))
  const straight = skew === 0 ? seen : straightened(seen, skew)
  const { numbers, bands, head } = readNumbers(straight)
  const { width, height } = straight
  const sure = numbers.filter(number => !number.isDoubtful).length
  return {
    ...page,
    lines: numbers.map(number => lineOf(number, width, height)),
    rules: bands.flatMap(({ top, bottom, left, right }) =>
      [top, bottom].map(y => ({ y: y / height, left: left / width, right: right / width })),
    ),
    head: head === undefined ? null : boxOf(head, width, height),
    quality: numbers.length === 0 ? 0 : sure / numbers.length,
    source: 'ocr',
    skew,
    needsPicture: false,
  }
}

function lineOf({ text, box, isDoubtful }: PictureNumber, width: number, height: number): PageLine {
  const place = boxOf(box, width, height)
  return { text, box: place, words: [{ text, box: place, ...(isDoubtful ? { isDoubtful } : {}) }] }
}

function boxOf(box: PixelBox, width: number, height: number): Box {
  return [box.left / width, box.top / height, (box.right - box.left) / width, (box.bottom - box.top) / height]
}
