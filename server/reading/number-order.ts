import type { DigitReading, PictureNumber } from './digit-columns.ts'

type Judged = DigitReading & { isDoubtful: boolean }

/** Digits at the end in which numbers of a sheet may differ. */
const freeDigits = 5
const leastAlike = 3
const sortedShare = 0.8
/** Where the order proves nothing, digits alone must. */
const aloneChance = 0.995
const maxWays = 64

/**
 * Numbers of a sheet begin alike and mostly rise; what does not is doubtful. A number of which some digits are doubtful
 * is sure where it is the only one that fits between its neighbours.
 */
export function proveByOrder(numbers: readonly Judged[]): PictureNumber[] {
  const turned = numbers.map(number => ({ ...number, choices: turnedGroups(number.choices) }))
  const isTurned = spreadOf(turned) < spreadOf(numbers)
  const proven = prove(isTurned ? turned.map(withText) : numbers)
  return isTurned
    ? proven.map(number => ({ ...number, text: turnedGroups([...number.text]).join('') }))
    : proven
}

/** Groups of digits may stand from the right. */
function turnedGroups<Sign extends string | string[]>(signs: readonly Sign[]): Sign[] {
  const groups: Sign[][] = [[]]
  for (const sign of signs) {
    if (sign[0] === '-') groups.push([sign], [])
    else groups.at(-1)?.push(sign)
  }
  return groups.toReversed().flat()
}

function withText(number: Judged): Judged {
  return { ...number, text: number.choices.map(([first = '']) => first).join('') }
}

/** How far the middle half of the sure numbers lies apart. */
function spreadOf(numbers: readonly Judged[]): number {
  const values = numbers
    .filter(number => !number.isDoubtful)
    .map(number => valueOf(withText(number).text))
    .toSorted((a, b) => a - b)
  return (values[Math.floor(values.length * 0.75)] ?? 0) - (values[Math.floor(values.length * 0.25)] ?? 0)
}

function prove(numbers: readonly Judged[]): PictureNumber[] {
  const sure = numbers.filter(number => !number.isDoubtful)
  const beginnings = Map.groupBy(sure, ({ text }) => beginningOf(text))
  const alike = [...beginnings.values()].toSorted((a, b) => b.length - a.length)[0] ?? []
  const [first] = alike
  if (first === undefined || alike.length < leastAlike) return numbers.map(number => asRead(number, true))
  const rising = longestRising(alike)
  if (rising.length < sortedShare * alike.length) {
    const kept = new Set(alike.filter(({ chance }) => chance >= aloneChance))
    return numbers.map(number => asRead(number, !kept.has(number)))
  }
  const kept = new Set(rising)
  return numbers.map((number, index) => {
    if (kept.has(number)) return asRead(number, false)
    const before = numbers.slice(0, index).findLast(each => kept.has(each))
    const after = numbers.slice(index + 1).find(each => kept.has(each))
    const proven = before && after ? onlyBetween(number, before, after) : undefined
    return proven === undefined ? asRead(number, true) : { ...asRead(number, false), text: proven }
  })
}

function asRead({ text, box, band }: Judged, isDoubtful: boolean): PictureNumber {
  return { text, box, band, isDoubtful }
}

function beginningOf(text: string): string {
  return text.slice(0, Math.max(1, text.length - freeDigits))
}

function valueOf(text: string | undefined): number {
  return Number((text ?? '').replaceAll('-', ''))
}

/** The one way to read a number that lies between its neighbours, if there is one. */
function onlyBetween({ choices }: Judged, before: Judged, after: Judged): string | undefined {
  let ways = ['']
  for (const digits of choices) {
    ways = ways.flatMap(way => digits.map(digit => way + digit))
    if (ways.length > maxWays) return undefined
  }
  const fitting = ways.filter(
    way =>
      way.length === before.text.length &&
      valueOf(way) > valueOf(before.text) &&
      valueOf(way) < valueOf(after.text),
  )
  return fitting.length === 1 ? fitting[0] : undefined
}

function longestRising(numbers: readonly Judged[]): Judged[] {
  const length = numbers.map(() => 1)
  const from = numbers.map(() => -1)
  let end = 0
  for (let index = 0; index < numbers.length; index += 1) {
    for (let before = 0; before < index; before += 1) {
      if (valueOf(numbers[before]?.text) >= valueOf(numbers[index]?.text)) continue
      if ((length[before] ?? 0) + 1 <= (length[index] ?? 0)) continue
      length[index] = (length[before] ?? 0) + 1
      from[index] = before
    }
    if ((length[index] ?? 0) > (length[end] ?? 0)) end = index
  }
  const rising: Judged[] = []
  for (let index = end; index >= 0; index = from[index] ?? -1) {
    const number = numbers[index]
    if (number === undefined) break
    rising.push(number)
  }
  return rising
}
