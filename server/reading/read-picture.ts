import type { PixelBox } from './digit-window.ts'
import { contrastOf, greyOf, inkOf, skewOf, straightened } from './grey-picture.ts'
import type { Box, Page, PageLine, PdfPages } from './page.types.ts'
import { readNumbers } from './picture-numbers.ts'
import type { PictureNumber } from './digit-columns.ts'
import { sureWord } from './picture-words.ts'
import type { PictureWord, WordReader } from './picture-words.ts'

const dotsPerPoint = 300 / 72
const maxWidthPx = 3600
const skewInk = 0.8
const mostTitle = 0.4
const digit = /\p{Nd}/u

/**
 * Reads the exam numbers of a page from its picture, for pages without text or with wrong text; with a reader of words
 * also what stands over the table. Takes seconds and, for a while, some 150 MB: for threads at low priority only. Numbers
 * are words of their own lines; those read with doubt say so. Boxes hold for the page as `drawPage` draws it: upright and
 * straight.
 * Errors: PdfError.
 */
export function readPicture(pages: PdfPages, page: Page, reader?: WordReader): Page {
  const seen = greyOf(pages.drawPixels(page.number, pictureWidthOf(page)), page.turn)
  const skew = skewOf(inkOf(seen, contrastOf(seen), skewInk))
  const straight = skew === 0 ? seen : straightened(seen, skew)
  const { numbers, bands, head } = readNumbers(straight)
  const { width, height } = straight
  const table = [head, ...numbers.map(number => number.band)].flatMap(band => band?.top ?? [])
  const top = Math.min(height * mostTitle, ...table)
  const over = { left: 0, top: 0, right: width, bottom: Math.round(top) }
  const words = numbers.length === 0 ? [] : (reader?.read(straight, 'lines', over) ?? [])
  const titles = linesOf(words, width, height)
  const sure = numbers.filter(number => !number.isDoubtful).length
  return {
    ...page,
    lines: [...titles, ...numbers.map(number => lineOf(number, width, height))],
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

/** How wide a page is drawn for reading, before any turn. Units: pixels. */
export function pictureWidthOf({ turn, width, height }: Page): number {
  const across = turn % 2 === 1 ? height : width
  return Math.min(maxWidthPx, Math.round(across * dotsPerPoint))
}

/** Digits are left out: only the reader of digits may claim any. */
function linesOf(words: readonly PictureWord[], width: number, height: number): PageLine[] {
  return [...Map.groupBy(words, word => word.line).values()].flatMap(members => {
    const line = members
      .filter(({ text }) => !digit.test(text))
      .map(({ text, box, confidence }) => ({
        text,
        box: boxOf(box, width, height),
        ...(confidence < sureWord ? { isDoubtful: true } : {}),
      }))
    const [first, ...rest] = line.map(word => word.box)
    if (first === undefined) return []
    return [{ text: line.map(word => word.text).join(' '), box: rest.reduce(around, first), words: line }]
  })
}

function around([left, top, width, height]: Box, [x, y, w, h]: Box): Box {
  const [fromX, fromY] = [Math.min(left, x), Math.min(top, y)]
  return [fromX, fromY, Math.max(left + width, x + w) - fromX, Math.max(top + height, y + h) - fromY]
}

function lineOf({ text, box, isDoubtful }: PictureNumber, width: number, height: number): PageLine {
  const place = boxOf(box, width, height)
  return { text, box: place, words: [{ text, box: place, ...(isDoubtful ? { isDoubtful } : {}) }] }
}

function boxOf(box: PixelBox, width: number, height: number): Box {
  return [box.left / width, box.top / height, (box.right - box.left) / width, (box.bottom - box.top) / height]
}
