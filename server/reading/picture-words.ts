import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { gunzipSync } from 'node:zlib'
import startTesseract from 'tesseract.js-core/tesseract-core-simd-lstm.js'
import type { PixelBox } from './digit-window.ts'
import type { Grey } from './grey-picture.ts'

/** A word as it was read from a picture. Units: pixels of the whole picture. */
export interface PictureWord {
  text: string
  box: PixelBox
  /** 0 to 1: how sure the reader is. Below `sureWord` nothing should be claimed. */
  confidence: number
  /** Words of one line have the same number; lines are numbered downwards. */
  line: number
}

/** What a picture is: lines of text under each other, words that stand anywhere, or a page with columns and pictures. */
export type PictureLayout = 'lines' | 'scattered' | 'page'

/** Reads printed Arabic words from pictures. */
export interface WordReader {
  /** The words of a straight picture, or of a part of it, in reading order. Takes some seconds for a page. */
  read(grey: Grey, layout: PictureLayout, part?: PixelBox): PictureWord[]
  /** Gives its memory back. */
  close(): void
}

/** From here on a word may be shown to people as what stands there. */
export const sureWord = 0.75

const language = 'ara'
const neuralOnly = 1
const layouts = { lines: '6', scattered: '11', page: '3' } as const
const wordLevel = '5'
/** Marks of direction are the reader's own addition. */
const directionMarks = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/**
 * Starts a reader of Arabic words; nothing is fetched, the model is a package. Synchronous and slow inside, with some 150 MB: for
 * threads at low priority only.
 */
export async function openWordReader(): Promise<WordReader> {
  const tesseract = await startTesseract({ print: () => undefined, printErr: () => undefined })
  const model = createRequire(import.meta.url).resolve(
    `@tesseract.js-data/${language}/4.0.0_best_int/${language}.traineddata.gz`,
  )
  tesseract.FS.writeFile(`/${language}.traineddata`, gunzipSync(readFileSync(model)))
  const recognizer = new tesseract.TessBaseAPI()
  if (recognizer.Init(null, language, neuralOnly) !== 0) throw new Error('the reader of words did not start')
  return {
    read(grey, layout, part = { left: 0, top: 0, right: grey.width, bottom: grey.height }) {
      if (part.right - part.left < 8 || part.bottom - part.top < 8) return []
      tesseract.FS.writeFile('/input', portableGrey(grey, part))
      recognizer.SetVariable('tessedit_pageseg_mode', layouts[layout])
      recognizer.SetVariable('user_defined_dpi', '300')
      if (recognizer.SetImageFile(1, 0) !== 0) throw new Error('the reader of words refused a picture')
      recognizer.Recognize(null)
      const words = wordsOf(recognizer.GetTSVText(0), part)
      recognizer.Clear()
      tesseract.FS.unlink('/input')
      return words
    },
    close: () => recognizer.End(),
  }
}

function portableGrey({ width, levels }: Grey, { left, top, right, bottom }: PixelBox): Uint8Array {
  const columns = right - left
  const head = Buffer.from(`P5\n${columns} ${bottom - top}\n255\n`)
  const picture = Buffer.alloc(head.length + columns * (bottom - top))
  picture.set(head)
  for (let y = top; y < bottom; y += 1) {
    const at = head.length + (y - top) * columns
    picture.set(levels.subarray(y * width + left, y * width + right), at)
  }
  return picture
}

/** Shape of a row: level, page, block, paragraph, line, word, left, top, width, height, confidence, text. */
function wordsOf(table: string, part: PixelBox): PictureWord[] {
  const words: PictureWord[] = []
  let line = -1
  let before = ''
  for (const row of table.split('\n')) {
    const [level, page, block, paragraph, lineNumber, , ...rest] = row.split('\t')
    const [x = 0, y = 0, width = 0, height = 0, confidence = 0] = rest.slice(0, 5).map(Number)
    const text = (rest[5] ?? '').replaceAll(directionMarks, '').trim()
    if (level !== wordLevel || text === '') continue
    const key = [page, block, paragraph, lineNumber].join(' ')
    if (key !== before) line += 1
    before = key
    const [left, top] = [part.left + x, part.top + y]
    const box = { left, top, right: left + width, bottom: top + height }
    words.push({ text, box, confidence: Math.max(0, confidence) / 100, line })
  }
  return words
}
