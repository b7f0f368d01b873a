import { surelyRead } from './check-digits.ts'
import { chancesOf } from './digit-net.ts'
import { contrastOf, greyOf, inkOf } from './grey-picture.ts'
import type { Page, PdfPages } from './page.types.ts'
import { groupsIn } from './picture-rows.ts'
import { numbersIn } from './picture-signs.ts'
import { pictureWidthOf } from './read-picture.ts'
import { plainDigits } from './scripts.ts'
import type { TableWord } from './table-words.ts'

/** What a number of a page's text is beside the page's picture; `unsure` where the picture cannot surely be read. */
export type NumberVerdict = 'alike' | 'unsure' | 'other'

const shade = 0.74
/** Units: heights of the number. */
const pad = [0.35, 0.3] as const

/** Draws a page once, and gives what tells its numbers. Errors: PdfError. */
export function seeNumbers(
  pages: PdfPages,
  page: Page,
): (word: Pick<TableWord, 'text' | 'rect'>) => NumberVerdict {
  const grey = greyOf(pages.drawPixels(page.number, pictureWidthOf(page)), page.turn)
  const ink = inkOf(grey, contrastOf(grey), shade)
  const scale = grey.width / page.width
  return ({ text, rect }) => {
    const height = rect.bottom - rect.top
    const inside = (value: number, most: number) => Math.max(0, Math.min(most, Math.round(value * scale)))
    const band = {
      left: inside(rect.left - pad[0] * height, grey.width),
      right: inside(rect.right + pad[0] * height, grey.width),
      top: inside(rect.top - pad[1] * height, grey.height),
      bottom: inside(rect.bottom + pad[1] * height, grey.height),
    }
    const digits = plainDigits(text)
    const written = [...text]
    for (const { signs } of numbersIn(grey, groupsIn(ink, band), band, 1)) {
      const plain = signs.filter(sign => !sign.isDash)
      const isPointed = plain.length === written.length && plain.length > digits.length
      const shown = isPointed ? plain.filter((_, index) => plainDigits(written[index] ?? '') !== '') : plain
      if (shown.length !== digits.length) continue
      const chances = shown.map(sign => chancesOf(sign.window))
      const seen = surelyRead(chances, 0) ?? surelyRead(chances, 10)
      if (seen !== undefined) return seen === digits || seen === fromOtherSide(text) ? 'alike' : 'other'
    }
    return 'unsure'
  }
}

/** Groups of digits may stand from either side, as the text's own reading says. */
function fromOtherSide(text: string): string {
  return plainDigits(
    text
      .split(/[^\p{Nd}]+/u)
      .toReversed()
      .join(''),
  )
}
