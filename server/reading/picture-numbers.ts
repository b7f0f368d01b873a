import { guessByExamples, guessDigit, meanPattern, patternOf } from './digit-patterns.ts'
import type { DigitScript, InkPattern, PixelBox } from './digit-patterns.ts'
import { contrastOf, inkOf } from './grey-picture.ts'
import type { Grey, Ink } from './grey-picture.ts'
import { findBands, intoGroups, isReadable, marksIn } from './picture-rows.ts'
import type { InkMark, PictureBand } from './picture-rows.ts'

/** A number read from a picture. Units: pixels. */
export interface PictureNumber {
  /** Digits and marks as they stand from left to right. */
  text: string
  box: PixelBox
  band: PictureBand
  isDoubtful: boolean
}

/** What a picture of a page shows of a table of numbers. */
export interface PictureTable {
  numbers: PictureNumber[]
  bands: PictureBand[]
  /** The band over the numbers that holds words where the numbers stand. */
  head: PictureBand | undefined
}

interface Sign {
  box: PixelBox
  pattern: InkPattern
  /** A mark between digits. */
  isDash: boolean
}

interface Reading {
  band: PictureBand
  box: PixelBox
  signs: Sign[]
}

const minDigits = 6
const maxDigits = 14
const maxDistance = 30
const surelyNearer = 1.4
const pageSurelyNearer = 1.5
const fontsSurelyNearer = 1.15
const meanSurelyNearer = 1.3
const evenPitch = [0.6, 1.42] as const
/** Digits at the end in which numbers of a sheet may differ. */
const freeDigits = 5
const sampledDigits = 40
const ruleInk = 0.86
const headInk = 0.7
/** Units: heights of a digit. */
const joinedWord = 1.7
const inks = [0.66, 0.74, 0.82]

/** Reads the column of exam numbers from a straight picture of a sheet. */
export function readNumbers(grey: Grey): PictureTable {
  const contrast = contrastOf(grey)
  const bands = findBands(inkOf(grey, contrast, ruleInk))
  const tries = inks.map(share => readWithInk(grey, inkOf(grey, contrast, share), bands))
  const numbers = inOrder(agreed(tries, bands))
  return { numbers, bands, head: headOver(numbers, bands, inkOf(grey, contrast, headInk)) }
}

/**
 * Only a band with a joined word in the numbers' column is a head: an unread row of a student must never be taken for
 * one.
 */
function headOver(
  numbers: readonly PictureNumber[],
  bands: readonly PictureBand[],
  ink: Ink,
): PictureBand | undefined {
  const [first] = numbers
  if (first === undefined) return undefined
  const tall = first.box.bottom - first.box.top
  const left = Math.min(...numbers.map(number => number.box.left)) - tall
  const right = Math.max(...numbers.map(number => number.box.right)) + tall
  return bands.findLast(band => {
    if (band.bottom > first.band.top + 1) return false
    const inside = { ...band, left: Math.max(band.left, left), right: Math.min(band.right, right) }
    return marksIn(ink, inside).some(mark => {
      const width = mark.right - mark.left
      const height = mark.bottom - mark.top
      return width > joinedWord * tall && width < right - left - tall / 2 && height > 0.35 * tall
    })
  })
}

function readWithInk(grey: Grey, ink: Ink, bands: readonly PictureBand[]): PictureNumber[] {
  const readings = bands.flatMap(band =>
    intoGroups(marksIn(ink, band), band).flatMap(group => readingOf(grey, group, band)),
  )
  const [best] = intoColumns(readings)
    .map(judge)
    .filter(column => column !== undefined)
    .toSorted((a, b) => b.score - a.score)
  return best?.numbers ?? []
}

/** What one darkness of ink reads surely and no other contradicts; a row that any of them sees is kept. */
function agreed(tries: readonly PictureNumber[][], bands: readonly PictureBand[]): PictureNumber[] {
  return bands.flatMap(band => {
    const found = tries.flatMap(numbers => numbers.filter(number => number.band === band))
    const sure = found.filter(number => !number.isDoubtful).toSorted((x, y) => y.text.length - x.text.length)
    const [best] = sure.length > 0 ? sure : found
    if (best === undefined) return []
    // Little ink loses small digits; it never makes other ones.
    const agrees = sure.every(({ text }) => text === best.text || isPartOf(text, best.text))
    return [{ ...best, isDoubtful: sure.length === 0 || !agrees }]
  })
}

function isPartOf(part: string, whole: string): boolean {
  let at = 0
  for (const character of whole) if (character === part[at]) at += 1
  return at === part.length && part.length < whole.length
}

/** Numbers of a sheet begin alike and rise; what does not is doubtful. */
function inOrder(numbers: readonly PictureNumber[]): PictureNumber[] {
  const sure = numbers.filter(number => !number.isDoubtful)
  const beginning = ({ text }: PictureNumber) => text.slice(0, Math.max(1, text.length - freeDigits))
  const counts = new Map<string, number>()
  for (const number of sure) counts.set(beginning(number), (counts.get(beginning(number)) ?? 0) + 1)
  const usual = [...counts].toSorted((a, b) => b[1] - a[1])[0]
  const alike = sure.filter(number => usual !== undefined && beginning(number) === usual[0])
  const kept = new Set(usual !== undefined && usual[1] >= 3 ? longestRising(alike) : [])
  return numbers.map(number => ({ ...number, isDoubtful: !kept.has(number) }))
}

function longestRising(numbers: readonly PictureNumber[]): PictureNumber[] {
  const value = (number: PictureNumber | undefined) => Number((number?.text ?? '').replaceAll('-', ''))
  const length = numbers.map(() => 1)
  const from = numbers.map(() => -1)
  let end = 0
  for (let index = 0; index < numbers.length; index += 1) {
    for (let before = 0; before < index; before += 1) {
      if (value(numbers[before]) >= value(numbers[index])) continue
      if ((length[before] ?? 0) + 1 <= (length[index] ?? 0)) continue
      length[index] = (length[before] ?? 0) + 1
      from[index] = before
    }
    if ((length[index] ?? 0) > (length[end] ?? 0)) end = index
  }
  const rising: PictureNumber[] = []
  for (let index = end; index >= 0; index = from[index] ?? -1) {
    const number = numbers[index]
    if (number === undefined) break
    rising.push(number)
  }
  return rising
}

function readingOf(grey: Grey, group: readonly InkMark[], band: PictureBand): Reading[] {
  const marks = group.filter(mark => isReadable(grey, mark))
  if (marks.length < minDigits || marks.length > maxDigits + 6) return []
  const tall = Math.max(...marks.map(mark => mark.bottom - mark.top))
  const foot = Math.max(...marks.map(mark => mark.bottom))
  const widths = marks.map(mark => mark.right - mark.left)
  if (widths.some(width => width > 1.5 * tall)) return []
  const box = {
    left: Math.min(...marks.map(mark => mark.left)),
    right: Math.max(...marks.map(mark => mark.right)),
    top: Math.min(...marks.map(mark => mark.top)),
    bottom: foot,
  }
  const overlaps = marks.some((mark, index) => {
    const before = marks[index - 1]
    return (
      before !== undefined &&
      before.right - mark.left > 0.35 * Math.min(mark.right - mark.left, before.right - before.left)
    )
  })
  if (overlaps) return []
  const signs = marks.map(mark => {
    const width = mark.right - mark.left
    const height = mark.bottom - mark.top
    return {
      box: mark,
      pattern: patternOf(grey, mark, { tall, foot }),
      isDash: height < 0.3 * tall && width > 1.35 * height && width < tall,
    }
  })
  const digits = signs.filter(sign => !sign.isDash).length
  if (!isEven(signs)) return []
  return digits >= minDigits && digits <= maxDigits ? [{ band, box, signs }] : []
}

/** Digits of a number stand at even distances: a digit that left no ink would leave a hole. */
function isEven(signs: readonly Sign[]): boolean {
  const pitches: number[] = []
  for (const [index, sign] of signs.entries()) {
    const before = signs[index - 1]
    if (before === undefined || before.isDash || sign.isDash) continue
    pitches.push((sign.box.left + sign.box.right - before.box.left - before.box.right) / 2)
  }
  const usual = pitches.toSorted((a, b) => a - b)[Math.floor(pitches.length / 2)] ?? 0
  return pitches.every(pitch => pitch > evenPitch[0] * usual && pitch < evenPitch[1] * usual)
}

function intoColumns(readings: readonly Reading[]): Reading[][] {
  const columns: Reading[][] = []
  for (const reading of readings) {
    const column = columns.find(members => {
      const first = members[0]
      if (first === undefined) return false
      const shared = Math.min(first.box.right, reading.box.right) - Math.max(first.box.left, reading.box.left)
      return shared > 0.6 * Math.min(first.box.right - first.box.left, reading.box.right - reading.box.left)
    })
    if (column === undefined) columns.push([reading])
    else column.push(reading)
  }
  return columns.filter(column => column.length >= 3)
}

function shapeOf(reading: Reading): string {
  return reading.signs.map(sign => (sign.isDash ? '-' : 'd')).join('')
}

function judge(column: readonly Reading[]): { numbers: PictureNumber[]; score: number } | undefined {
  const shapes = new Map<string, number>()
  for (const reading of column) shapes.set(shapeOf(reading), (shapes.get(shapeOf(reading)) ?? 0) + 1)
  const usual = [...shapes].toSorted((a, b) => b[1] - a[1])[0]
  if (usual === undefined || usual[1] < 3) return undefined
  const whole = column.filter(reading => shapeOf(reading) === usual[0])
  const script = scriptOf(whole)
  if (script === undefined) return undefined
  const numbers = readColumn(whole, script)
  return { numbers, score: whole.length }
}

/** The script whose patterns are nearer to a sample; neither where both are far. */
function scriptOf(column: readonly Reading[]): DigitScript | undefined {
  const signs = column.flatMap(reading => reading.signs.filter(each => !each.isDash))
  const step = Math.max(1, Math.floor(signs.length / sampledDigits))
  const sample = signs.filter((_, index) => index % step === 0)
  const far = (script: DigitScript) =>
    sample.reduce((sum, sign) => sum + Math.min(60, guessDigit(sign.pattern, script).distance), 0) /
    sample.length
  const [latn, arab] = [far('latn'), far('arab')]
  const isClear = Math.min(latn, arab) < Math.min(maxDistance, 0.8 * Math.max(latn, arab))
  if (!isClear) return undefined
  return latn < arab ? 'latn' : 'arab'
}

interface DigitReading {
  digit: number
  isSure: boolean
}

/**
 * Every digit twice: by the fonts we know, then by the mean of the same digits on this very page. A digit is sure when
 * both agree and nothing else is near.
 */
function readColumn(column: readonly Reading[], script: DigitScript): PictureNumber[] {
  const signs = column.map(reading => reading.signs.filter(sign => !sign.isDash))
  const first = signs.map(row => row.map(sign => guessDigit(sign.pattern, script)))
  const examples = Array.from({ length: 10 }, (_, digit) =>
    meanPattern(
      signs.flatMap((row, y) =>
        row
          .filter((_sign, x) => {
            const guess = first[y]?.[x]
            return guess?.digit === digit && guess.margin > surelyNearer && guess.distance < maxDistance
          })
          .map(sign => sign.pattern),
      ),
    ),
  )
  // A mean has no noise: if it is not clearly its digit's, two digits are mixed in it.
  const isClear = examples.map((example, digit) => {
    if (example === undefined) return false
    const guess = guessDigit(example, script)
    return guess.digit === digit && guess.margin > meanSurelyNearer
  })
  const readings = signs.map((row, y) =>
    row.map((sign, x): DigitReading => {
      const byFonts = first[y]?.[x]
      const byPage = guessByExamples(sign.pattern, examples)
      const isSure =
        byFonts !== undefined &&
        byFonts.digit === byPage.digit &&
        isClear[byPage.digit] === true &&
        byPage.distance < maxDistance &&
        byPage.margin > pageSurelyNearer &&
        byFonts.margin > fontsSurelyNearer
      return { digit: byPage.digit, isSure }
    }),
  )
  return column.map((reading, index) => {
    const row = readings[index] ?? []
    let at = 0
    const text = reading.signs
      .map(sign => {
        if (sign.isDash) return '-'
        const digit = row[at]?.digit ?? 0
        at += 1
        return String(digit)
      })
      .join('')
    const isSure = row.every(each => each.isSure)
    return { text, box: reading.box, band: reading.band, isDoubtful: !isSure }
  })
}
