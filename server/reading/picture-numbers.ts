import { readColumns } from './digit-columns.ts'
import type { DigitReading, PictureNumber } from './digit-columns.ts'
import { contrastOf, inkOf } from './grey-picture.ts'
import type { Grey, Ink } from './grey-picture.ts'
import { proveByOrder } from './number-order.ts'
import { findBands, groupsIn, marksIn } from './picture-rows.ts'
import type { PictureBand } from './picture-rows.ts'
import { isWhole, numbersIn } from './picture-signs.ts'
import type { NumberInk } from './picture-signs.ts'

/** What a picture of a page shows of a table of numbers. */
export interface PictureTable {
  numbers: PictureNumber[]
  bands: PictureBand[]
  /** The band over the numbers that holds words where the numbers stand. */
  head: PictureBand | undefined
}

/** From one darkness of ink alone, and where a second one says the same. */
const sureChance = { alone: 0.97, together: 0.9 } as const
const arguable = 0.4
const ruleInk = 0.86
const headInk = 0.7
/** Units: heights of a digit. */
const joinedWord = 1.7
const inks = [0.66, 0.74, 0.82]

/** Reads the column of exam numbers from a straight picture of a sheet. */
export function readNumbers(grey: Grey): PictureTable {
  const contrast = contrastOf(grey)
  const bands = findBands(inkOf(grey, contrast, ruleInk))
  const seen = inks.map(share => {
    const ink = inkOf(grey, contrast, share)
    return new Map(bands.map(band => [band, groupsIn(ink, band)]))
  })
  // A neighbour that little ink has lost may stand in more of it.
  const isWholeInAll = (number: NumberInk) =>
    seen.every(groups => isWhole(grey, number, groups.get(number.band) ?? []))
  const tries = seen.map(groups =>
    readColumns([...groups].flatMap(([band, found]) => numbersIn(grey, found, band)).filter(isWholeInAll)),
  )
  const numbers = proveByOrder(bands.flatMap(band => agreed(tries, band)))
  return { numbers, bands, head: headOver(numbers, bands, inkOf(grey, contrast, headInk)) }
}

/** What one darkness of ink reads surely and no other contradicts; a row that any of them sees is kept. */
function agreed(
  tries: readonly DigitReading[][],
  band: PictureBand,
): (DigitReading & { isDoubtful: boolean })[] {
  const found = tries
    .flatMap(readings => readings.filter(reading => reading.band === band))
    .toSorted((a, b) => b.text.length - a.text.length || b.chance - a.chance)
  const [best] = found
  if (best === undefined) return []
  // Little ink loses small digits; it never makes other ones.
  const isDisputed = found.some(
    ({ text, chance }) => chance > arguable && text !== best.text && !isPartOf(text, best.text),
  )
  const alike = found.filter(({ text, chance }) => text === best.text && chance >= sureChance.together)
  const isSure = alike.length > 1 || best.chance >= sureChance.alone
  return [{ ...best, isDoubtful: !isSure || isDisputed }]
}

function isPartOf(part: string, whole: string): boolean {
  let at = 0
  for (const character of whole) if (character === part[at]) at += 1
  return at === part.length && part.length < whole.length
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
