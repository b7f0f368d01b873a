import type { Glyph, Rect } from './page-glyphs.ts'
import { union } from './page-glyphs.ts'
import { directionOf } from './scripts.ts'
import type { Direction } from './scripts.ts'

/** A word in logical order, with its place. Units: points. */
export interface PlacedWord {
  text: string
  rect: Rect
  em: number
  direction: Direction
}

/** The words of a line as they are read. Units: points. */
export interface PlacedLine {
  text: string
  rect: Rect
  baseline: number
  em: number
  words: PlacedWord[]
}

const sameLineEm = 0.3
const defaultWordGapEm = 0.2
const digitGapEm = 0.2
const scriptGapEm = 0.08
const lamAlefGapEm = 0.1
const advanceGapEm = 0.13
const sameAdvanceEm = 0.03
const overlapEm = 0.3
const pieceGapEm = 1
const seenSpaceEm = 0.16
const blankSpaceEm = 0.165
const realSpaceEm = 0.08

/** Builds lines and words from where glyphs stand; the order in the file does not matter. */
export function buildLines(glyphs: readonly Glyph[]): PlacedLine[] {
  const bands = intoBands(glyphs)
  const byInk = apartByInk(findWordGap(bands))
  const isApart: IsApart = advancesAreTrue(bands)
    ? (right, left) => isApartByAdvance(right, left) && byInk(right, left)
    : byInk
  return bands
    .map(band => lineOf(band, isApart))
    .filter(line => line.words.length > 0)
    .toSorted((a, b) => a.baseline - b.baseline)
}

const lamAlef = /^ل[اأإآ]/u

type IsApart = (right: Glyph, left: Glyph) => boolean

function intoBands(glyphs: readonly Glyph[]): Glyph[][] {
  const sorted = glyphs.toSorted((a, b) => a.baseline - b.baseline)
  const bands: { baseline: number; em: number; glyphs: Glyph[] }[] = []
  for (const glyph of sorted) {
    const band = bands.at(-1)
    const reach = sameLineEm * Math.max(glyph.em, band?.em ?? 0)
    if (band !== undefined && glyph.baseline - band.baseline < reach) {
      band.glyphs.push(glyph)
      if (!glyph.isSpace) {
        band.em = Math.max(band.em, glyph.em)
        band.baseline += (glyph.baseline - band.baseline) / band.glyphs.length
      }
    } else bands.push({ baseline: glyph.baseline, em: glyph.em, glyphs: [glyph] })
  }
  return bands.map(band => band.glyphs.toSorted(rightmostFirst))
}

function rightmostFirst(a: Glyph, b: Glyph): number {
  const byPen = b.x - a.x
  if (Math.abs(byPen) > 0.02 * a.em) return byPen
  // Lam-alef in two glyphs: the second has no advance of its own.
  if (a.text === 'ل' && isAlef(b)) return -1
  if (b.text === 'ل' && isAlef(a)) return 1
  return b.ink.right + b.ink.left - a.ink.right - a.ink.left
}

function isAlef(glyph: Glyph): boolean {
  return /^[اأإآ]/u.test(glyph.text)
}

/** Between two neighbours, the right one first. Units: em of the larger. */
function gapEm(right: Glyph, left: Glyph): number {
  return (edgeLeft(right) - edgeRight(left)) / Math.max(right.em, left.em)
}

function isCursive(glyph: Glyph): boolean {
  return directionOf(glyph.text) === 'rtl'
}

// Advances of joined letters are often those of the letter alone; ink does not lie. Digits have much air in them.
function edgeLeft(glyph: Glyph): number {
  return isCursive(glyph) ? glyph.ink.left : Math.min(glyph.ink.left, glyph.place.left)
}

function edgeRight(glyph: Glyph): number {
  return isCursive(glyph) ? glyph.ink.right : Math.max(glyph.ink.right, glyph.place.right)
}

/** The emptiest stretch between gaps inside words and gaps between them. Units: em. */
function findWordGap(bands: readonly Glyph[][]): number {
  const gaps: number[] = []
  for (const band of bands) {
    const written = band.filter(glyph => !glyph.isSpace)
    for (const [index, left] of written.entries()) {
      const right = written[index - 1]
      if (right === undefined || !isCursive(right) || !isCursive(left)) continue
      const gap = gapEm(right, left)
      if (gap > 0.06 && gap < 0.45) gaps.push(gap)
    }
  }
  if (gaps.length < 40) return defaultWordGapEm
  gaps.sort((a, b) => a - b)
  let best = { width: 0, middle: defaultWordGapEm }
  for (const [index, gap] of gaps.entries()) {
    const next = gaps[index + 1]
    if (next === undefined) break
    const middle = (gap + next) / 2
    if (middle < 0.13 || middle > 0.32) continue
    if (next - gap > best.width) best = { width: next - gap, middle }
  }
  return best.middle
}

/** Whether one glyph's place mostly ends where the next begins; some files keep the widths of letters alone. */
function advancesAreTrue(bands: readonly Glyph[][]): boolean {
  let joined = 0
  let all = 0
  for (const band of bands) {
    for (const [index, left] of band.entries()) {
      const right = band[index - 1]
      if (right === undefined || !isCursive(right) || !isCursive(left)) continue
      all += 1
      if (Math.abs(right.place.left - left.place.right) < sameAdvanceEm * left.em) joined += 1
    }
  }
  return all > 0 && joined / all > 0.6
}

function isApartByAdvance(right: Glyph, left: Glyph): boolean {
  const em = Math.max(right.em, left.em)
  const limit = isCursive(right) && isCursive(left) ? advanceGapEm : digitGapEm
  return right.place.left - left.place.right > limit * em
}

function apartByInk(wordGapEm: number): IsApart {
  return (right, left) => {
    if (isCursive(right) && isCursive(left))
      return gapEm(right, left) > wordGapEm && !touchesLamAlef(right, left)
    return gapEm(right, left) > (areOfTwoScripts(right, left) ? scriptGapEm : digitGapEm)
  }
}

/** An alef has much air at its left; where its own place ends, the next begins. */
function touchesLamAlef(right: Glyph, left: Glyph): boolean {
  const begin = Math.max(left.place.right, left.ink.right)
  return lamAlef.test(left.text) && right.place.left - begin < lamAlefGapEm * left.em
}

function areOfTwoScripts(right: Glyph, left: Glyph): boolean {
  const directions = [directionOf(right.text), directionOf(left.text)]
  return directions.includes('rtl') && directions.includes('ltr')
}

function lineOf(band: readonly Glyph[], isApart: IsApart): PlacedLine {
  const pieces = intoPieces(band)
  const words = pieces.flatMap(piece => intoWords(piece, isApart))
  const placed = words.map(placeWord).filter(each => each.text !== '')
  return readLine(placed, band, pieces.length > 1)
}

/**
 * Pieces of a line that are drawn over each other, in the order in which they were drawn; a line without such
 * is one piece. Neighbours are from right to left.
 */
function intoPieces(band: readonly Glyph[]): Glyph[][] {
  if (!hasOverlaps(band)) return [[...band]]
  const pieces: Glyph[][] = []
  const inOrder = band.filter(glyph => !glyph.isSpace).toSorted((a, b) => a.drawn - b.drawn)
  for (const glyph of inOrder) {
    const piece = pieces.at(-1)
    const last = piece?.at(-1)
    if (piece !== undefined && last !== undefined && continues(last, glyph)) piece.push(glyph)
    else pieces.push([glyph])
  }
  const rightEdges = pieces.map(piece => Math.max(...piece.map(glyph => glyph.ink.right)))
  const first = rightEdges.indexOf(Math.max(...rightEdges))
  // Some draw a line from its end.
  const inReading = first > (pieces.length - 1) / 2 ? pieces.toReversed() : pieces
  return inReading.map(piece => piece.toSorted(rightmostFirst))
}

function continues(last: Glyph, glyph: Glyph): boolean {
  const directions = [directionOf(last.text), directionOf(glyph.text)]
  if (directions.includes('rtl') && directions.some(each => each === 'ltr')) return false
  const gap = Math.max(glyph.ink.left - last.ink.right, last.ink.left - glyph.ink.right)
  return gap < pieceGapEm * glyph.em
}

function hasOverlaps(band: readonly Glyph[]): boolean {
  const written = band.filter(glyph => !glyph.isSpace)
  let overlaps = 0
  for (const [index, left] of written.entries()) {
    const right = written[index - 1]
    if (right === undefined) continue
    const shared = Math.min(left.ink.right, right.ink.right) - Math.max(left.ink.left, right.ink.left)
    if (shared > overlapEm * left.em && Math.abs(left.drawn - right.drawn) > 3) overlaps += 1
  }
  return overlaps >= 3
}

function intoWords(glyphs: readonly Glyph[], isApart: IsApart): Glyph[][] {
  const words: Glyph[][] = []
  let word: Glyph[] = []
  let previous: Glyph | undefined
  let hasSpace = false
  for (const glyph of glyphs) {
    if (glyph.isSpace) {
      hasSpace ||= glyph.place.right - glyph.place.left > realSpaceEm * glyph.em
      continue
    }
    const isSeen = previous !== undefined && isSpaceSeen(previous, glyph)
    if (previous !== undefined && (hasSpace || isSeen || isApart(previous, glyph))) {
      words.push(word)
      word = []
    }
    word.push(glyph)
    previous = glyph
    hasSpace = false
  }
  if (word.length > 0) words.push(word)
  return words
}

/** PDFium has the widths of glyphs; a gap in the ink must agree. */
function isSpaceSeen(right: Glyph, left: Glyph): boolean {
  const hasBlank =
    (left.drawn === right.drawn - 2 && left.blankAfter) ||
    (left.drawn === right.drawn + 2 && left.blankBefore)
  if (hasBlank && gapEm(right, left) > blankSpaceEm) return true
  const isNext = left.hasSpaceBefore && left.index > right.index && left.index - right.index < 8
  return isNext && isCursive(right) && isCursive(left) && gapEm(right, left) > seenSpaceEm
}

function placeWord(glyphs: readonly Glyph[]): PlacedWord {
  const rect = glyphs.map(glyph => glyph.ink).reduce(union)
  return {
    text: wordText(glyphs),
    rect,
    em: Math.max(...glyphs.map(glyph => glyph.em)),
    direction: wordDirection(glyphs),
  }
}

function wordDirection(glyphs: readonly Glyph[]): Direction {
  const directions = glyphs.map(glyph => directionOf(glyph.text))
  for (const direction of ['rtl', 'ltr', 'digit'] as const) {
    if (directions.includes(direction)) return direction
  }
  return 'neutral'
}

/** The letters of a word in logical order, from its glyphs as they stand from right to left. */
function wordText(glyphs: readonly Glyph[]): string {
  const directions = glyphs.map(glyph => directionOf(glyph.text))
  if (!directions.includes('rtl')) return textOf(glyphs.toReversed())
  let text = ''
  let index = 0
  while (index < glyphs.length) {
    if (directions[index] === 'rtl' || directions[index] === 'neutral') {
      text += glyphs[index]?.text ?? ''
      index += 1
      continue
    }
    let end = index + 1
    for (let next = end; next < glyphs.length && directions[next] !== 'rtl'; next += 1) {
      if (directions[next] !== 'neutral') end = next + 1
    }
    text += textOf(glyphs.slice(index, end).toReversed())
    index = end
  }
  return text
}

function textOf(glyphs: readonly Glyph[]): string {
  return glyphs.map(glyph => glyph.text).join('')
}

function readLine(
  placed: readonly PlacedWord[],
  band: readonly Glyph[],
  isInReadingOrder: boolean,
): PlacedLine {
  const words = mendBrackets(isInReadingOrder ? placed : inReadingOrder(placed))
  const rect = words.map(word => word.rect)
  const baselines = band.filter(glyph => !glyph.isSpace).map(glyph => glyph.baseline)
  return {
    text: words.map(word => word.text).join(' '),
    rect: rect.length === 0 ? { left: 0, top: 0, right: 0, bottom: 0 } : rect.reduce(union),
    baseline: baselines.reduce((sum, each) => sum + each, 0) / Math.max(1, baselines.length),
    em: Math.max(0, ...words.map(word => word.em)),
    words,
  }
}

/** Puts words that stand from right to left into the order in which the line is read. */
export function inReadingOrder(rightToLeft: readonly PlacedWord[]): PlacedWord[] {
  const letters = { rtl: 0, ltr: 0 }
  for (const word of rightToLeft) {
    if (word.direction === 'rtl' || word.direction === 'ltr') letters[word.direction] += word.text.length
  }
  const [leading, other] = letters.ltr > letters.rtl ? (['ltr', 'rtl'] as const) : (['rtl', 'ltr'] as const)
  const words = leading === 'rtl' ? [...rightToLeft] : rightToLeft.toReversed()
  const ordered: PlacedWord[] = []
  let index = 0
  while (index < words.length) {
    let end = index + 1
    if (words[index]?.direction === other) {
      for (let next = end; next < words.length && words[next]?.direction !== leading; next += 1) {
        if (words[next]?.direction === other) end = next + 1
      }
    }
    ordered.push(...words.slice(index, end).toReversed())
    index = end
  }
  return ordered
}

const brackets: Record<string, string> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
}
const opening = '([{'

/** Some files name a bracket by its shape, others by its sense: the first of a pair opens. */
function mendBrackets(words: readonly PlacedWord[]): PlacedWord[] {
  const found = [...words.map(word => word.text).join('')].filter(character => character in brackets)
  if (found.length % 2 === 1 || areBalanced(found)) return [...words]
  let seen = 0
  const mend = (character: string) => {
    const other = brackets[character]
    if (other === undefined) return character
    const opens = seen % 2 === 0
    seen += 1
    return opening.includes(character) === opens ? character : other
  }
  return words.map(word => ({ ...word, text: Array.from(word.text, mend).join('') }))
}

function areBalanced(found: readonly string[]): boolean {
  let open = 0
  for (const character of found) {
    open += opening.includes(character) ? 1 : -1
    if (open < 0) return false
  }
  return open === 0
}
