import { chancesOf, netClasses } from './digit-net.ts'
import type { DigitScript } from './digit-net.ts'
import type { PixelBox } from './digit-window.ts'
import type { PictureBand } from './picture-rows.ts'
import type { NumberInk } from './picture-signs.ts'

/** A number as its ink was read. */
export interface DigitReading {
  band: PictureBand
  box: PixelBox
  /** Digits and marks as they stand from left to right. */
  text: string
  /** The least of the chances of its digits. */
  chance: number
  /** What each digit might be as well, itself first. */
  choices: string[][]
}

/** A number read from a picture. Units: pixels. */
export interface PictureNumber {
  /** Digits and marks as they stand from left to right. */
  text: string
  box: PixelBox
  band: PictureBand
  isDoubtful: boolean
}

const nothing = new Float32Array(netClasses)
const sampledSigns = 60
const scriptChance = 0.6
const possible = 0.01
const leastInColumn = 3
const sharedWidth = 0.6

/** Numbers that stand under each other and look alike, read in the script that fits them; the longest such column. */
export function readColumns(numbers: readonly NumberInk[]): DigitReading[] {
  const columns = intoColumns(numbers).flatMap(column => {
    const alike = withUsualShape(column)
    const chances = new Map(
      alike.map(number => [
        number,
        number.signs.map(sign => (sign.isDash ? nothing : chancesOf(sign.window))),
      ]),
    )
    const script = scriptOf([...chances.values()].flat())
    if (script === undefined) return []
    return [alike.map(number => readingOf(number, chances.get(number) ?? [], script))]
  })
  return columns.toSorted((a, b) => b.length - a.length)[0] ?? []
}

function intoColumns(numbers: readonly NumberInk[]): NumberInk[][] {
  const columns: NumberInk[][] = []
  for (const number of numbers) {
    const column = columns.find(([first]) => {
      if (first === undefined) return false
      const shared = Math.min(first.box.right, number.box.right) - Math.max(first.box.left, number.box.left)
      return shared > sharedWidth * Math.min(widthOf(first.box), widthOf(number.box))
    })
    if (column === undefined) columns.push([number])
    else column.push(number)
  }
  return columns.filter(column => column.length >= leastInColumn)
}

function widthOf(box: PixelBox): number {
  return box.right - box.left
}

function withUsualShape(column: readonly NumberInk[]): NumberInk[] {
  const shapeOf = ({ signs }: NumberInk) => signs.map(sign => (sign.isDash ? '-' : 'd')).join('')
  const shapes = Map.groupBy(column, shapeOf)
  const usual = [...shapes.values()].toSorted((a, b) => b.length - a.length)[0] ?? []
  return usual.length >= leastInColumn ? usual : []
}

/** The script that most signs surely belong to. */
function scriptOf(chances: readonly Float32Array[]): DigitScript | undefined {
  const step = Math.max(1, Math.floor(chances.length / sampledSigns))
  const sample = chances.filter((_, index) => index % step === 0)
  const share = (from: number) =>
    sample.reduce((sum, each) => sum + Math.max(...each.subarray(from, from + 10)), 0) / sample.length
  const [latn, arab] = [share(0), share(10)]
  if (!(Math.max(latn, arab) > scriptChance)) return undefined
  return latn > arab ? 'latn' : 'arab'
}

function readingOf(
  { band, box, signs }: NumberInk,
  chances: readonly Float32Array[],
  script: DigitScript,
): DigitReading {
  let chance = 1
  const choices = signs.map((sign, index) => {
    if (sign.isDash) return ['-']
    const from = script === 'latn' ? 0 : 10
    const own = chances[index]?.subarray(from, from + 10) ?? new Float32Array(10)
    const digits = [...own.keys()].toSorted((a, b) => (own[b] ?? 0) - (own[a] ?? 0))
    const [first = 0] = digits
    chance = Math.min(chance, own[first] ?? 0)
    return digits.filter(digit => digit === first || (own[digit] ?? 0) > possible).map(String)
  })
  return { band, box, text: choices.map(([first = '']) => first).join(''), chance, choices }
}
