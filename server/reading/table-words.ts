import { fold } from '#contract/arabic/fold.ts'
import type { Rect } from './page-glyphs.ts'
import type { Page } from './page.types.ts'
import { plainDigits } from './scripts.ts'

/** A word of a page. Units: points. */
export interface TableWord {
  text: string
  rect: Rect
  /** Its place in the reading order of the page. */
  order: number
  isDoubtful: boolean
}

/** A place that may be an exam number. Units: points. */
export interface Candidate {
  words: TableWord[]
  rect: Rect
  /** Groups of digits from left to right, as they stand. */
  groups: string[]
  /** Marks between digits were seen. */
  hasMarks: boolean
  looksLikeDate: boolean
}

const minDigits = 6
const maxDigits = 14
/** Units: heights of a digit. */
const groupGap = 0.75
const minGroupDigits = 2
const numberWord = /^[\p{Nd}\s.,،٫٬:؛;/\\|_\-–—−‐‑·•*'’"#()[\]]+$/u
const dateWord = /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4}|\d{4}[-/]\d{4})$/u

/** The words of a page in points, with their order. */
export function tableWords(page: Page): TableWord[] {
  let order = 0
  return page.lines.flatMap(line =>
    line.words.map(word => {
      order += 1
      const [left, top, width, height] = word.box
      const rect = {
        left: left * page.width,
        top: top * page.height,
        right: (left + width) * page.width,
        bottom: (top + height) * page.height,
      }
      return { text: word.text, rect, order, isDoubtful: word.isDoubtful === true }
    }),
  )
}

/** Numbers of six to fourteen digits, in one word or in groups with little space between them. */
export function findCandidates(page: Page, words: readonly TableWord[]): Candidate[] {
  const candidates: Candidate[] = []
  let start = 0
  for (const line of page.lines) {
    const lineWords = words.slice(start, start + line.words.length)
    start += line.words.length
    if (isOfPhone(line.text)) continue
    const numeric = lineWords
      .filter(word => numberWord.test(word.text))
      .toSorted((a, b) => a.rect.left - b.rect.left)
    for (const run of intoRuns(numeric)) candidates.push(...candidatesOf(run))
  }
  return candidates
}

function isOfPhone(text: string): boolean {
  return /هاتف|موبايل|جوال|فاكس/u.test(fold(text))
}

function intoRuns(words: readonly TableWord[]): TableWord[][] {
  const runs: TableWord[][] = []
  for (const word of words) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    const height = word.rect.bottom - word.rect.top
    if (run !== undefined && last !== undefined && word.rect.left - last.rect.right < groupGap * height) {
      run.push(word)
    } else runs.push([word])
  }
  return runs
}

function candidatesOf(run: readonly TableWord[]): Candidate[] {
  const isWhole = (word: TableWord) => {
    const digits = plainDigits(word.text).length
    return digits >= minDigits && digits <= maxDigits
  }
  if (run.some(isWhole)) return run.filter(isWhole).map(word => candidate([word]))
  const digits = run.map(word => plainDigits(word.text)).join('')
  const hasPercentages = run.some(word => /[.٫,]/u.test(word.text))
  const isShort = run.some(
    word => plainDigits(word.text).length < minGroupDigits && plainDigits(word.text) !== '',
  )
  if (run.length < 2 || isShort || hasPercentages || digits.length < minDigits || digits.length > maxDigits)
    return []
  return [candidate([...run])]
}

function candidate(words: TableWord[]): Candidate {
  const groups = words.flatMap(word =>
    word.text
      .split(/[^\p{Nd}]+/u)
      .map(plainDigits)
      .filter(group => group !== ''),
  )
  const [first, ...rest] = words
  if (first === undefined) throw new Error('a number without words')
  const rect = rest.reduce(
    (sum, word) => ({
      left: Math.min(sum.left, word.rect.left),
      right: Math.max(sum.right, word.rect.right),
      top: Math.min(sum.top, word.rect.top),
      bottom: Math.max(sum.bottom, word.rect.bottom),
    }),
    first.rect,
  )
  const plain = [...first.text].map(character => plainDigits(character) || character).join('')
  return {
    words,
    rect,
    groups,
    hasMarks: groups.length > 1,
    looksLikeDate: words.length === 1 && dateWord.test(plain),
  }
}
