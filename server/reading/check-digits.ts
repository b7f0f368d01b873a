import { chancesOf } from './digit-net.ts'
import { asDrawn } from './drawn-box.ts'
import { contrastOf, greyOf, inkOf } from './grey-picture.ts'
import type { Box, Page, PdfPages, SheetRow } from './page.types.ts'
import { groupsIn } from './picture-rows.ts'
import { numbersIn } from './picture-signs.ts'
import { pictureWidthOf } from './read-picture.ts'

/**
 * What a sample of the numbers in a page's text is beside the same numbers in its picture: alike (or not to be told),
 * other digits one for one, as a wrong table of letters gives them, or other digits without such a rule.
 */
export type DigitVerdict = 'alike' | 'changed' | 'disputed'

const sampled = 6
const shade = 0.74
const surely = 0.97
/** Units: heights of a number. */
const pad = [1.2, 0.3] as const
const contrastReach = 90

/**
 * Compares a sample of the numbers that a page's text names with what its picture shows there. Draws only where they
 * stand. Errors: PdfError.
 */
export function compareDigits(pages: PdfPages, page: Page, rows: readonly SheetRow[]): DigitVerdict {
  const seen = sampleOf(pages, page, rows)
  if (seen.every(isAlike)) return 'alike'
  return isOneForOne(seen) || isMirrored(seen) ? 'changed' : 'disputed'
}

/** Whether some of a sample of these numbers are surely seen in the picture, and all of those alike. Errors: PdfError. */
export function seesDigits(pages: PdfPages, page: Page, rows: readonly SheetRow[]): boolean {
  const seen = sampleOf(pages, page, rows)
  return seen.length > 0 && seen.every(isAlike)
}

const isAlike = ({ text, digits }: Seen) => text === digits

function sampleOf(pages: PdfPages, page: Page, rows: readonly SheetRow[]): Seen[] {
  const step = Math.max(1, Math.floor(rows.length / sampled))
  const sample = rows.filter((_, index) => index % step === 0).slice(0, sampled)
  return sample.flatMap(row => {
    const digits = digitsSeen(pages, page, row)
    return digits === undefined ? [] : [{ text: row.number, digits }]
  })
}

interface Seen {
  text: string
  digits: string
}

function isMirrored(seen: readonly Seen[]): boolean {
  return seen.every(({ text, digits }) => [...digits].toReversed().join('') === text)
}

function isOneForOne(seen: readonly Seen[]): boolean {
  const shown = new Map<string, string>()
  for (const { text, digits } of seen) {
    for (const [index, digit] of [...text].entries()) {
      const own = digits[index] ?? ''
      if ((shown.get(digit) ?? own) !== own) return false
      shown.set(digit, own)
    }
  }
  return new Set(shown.values()).size === shown.size
}

/** The digits of a row's number as they stand; nothing where they cannot surely be read. */
function digitsSeen(pages: PdfPages, page: Page, { number: text, place }: SheetRow): string | undefined {
  const part = asDrawn(padded(place, page), page.turn)
  const grey = greyOf(pages.drawPart(page.number, pictureWidthOf(page), part), page.turn)
  const ink = inkOf(grey, contrastOf(grey, contrastReach), shade)
  const band = { top: 0, bottom: grey.height, left: 0, right: grey.width }
  for (const { signs } of numbersIn(grey, groupsIn(ink, band), band)) {
    const chances = signs.map(sign => (sign.isDash ? undefined : chancesOf(sign.window)))
    const seen = surelyRead(chances, 0) ?? surelyRead(chances, 10)
    if (seen?.length !== text.length + signs.filter(sign => sign.isDash).length) continue
    // Groups may stand from either side, as the text's own reading says.
    const turned = seen.split('-').toReversed().join('')
    return turned === text ? turned : seen.replaceAll('-', '')
  }
  return undefined
}

/** What a row of signs surely says, in the script whose digits begin `from` there; nothing where one is doubtful. Dashes have no chances. */
export function surelyRead(chances: readonly (Float32Array | undefined)[], from: number): string | undefined {
  let text = ''
  for (const each of chances) {
    if (each === undefined) {
      text += '-'
      continue
    }
    const own = each.subarray(from, from + 10)
    const most = Math.max(...own)
    if (most < surely) return undefined
    text += String(own.indexOf(most))
  }
  return text
}

function padded([left, top, width, height]: Box, page: Page): Box {
  const across = (pad[0] * height * page.height) / page.width
  const down = pad[1] * height
  const from: [number, number] = [Math.max(0, left - across), Math.max(0, top - down)]
  return [...from, Math.min(1, left + width + across) - from[0], Math.min(1, top + height + down) - from[1]]
}
