/**
 * What a slip of the hand or the ear costs, in tenths of a wrong letter. Long vowels are dropped, added and confused
 * most, then letters that sound alike, then neighbours that change places.
 */
export const slipCosts = {
  vowel: 5,
  doubled: 5,
  soundAlike: 5,
  swapped: 7,
  letter: 10,
} as const

/** Letters that Iraqi spelling confuses, or that one sound is written with; folded forms. */
const soundAlikeGroups = ['ضظ', 'تط', 'سصث', 'ذزظض', 'قكغ', 'حهخ', 'اع', 'دذ', 'جشك']
const vowels = new Set(codesOf('اوي'))

function codesOf(letters: string): number[] {
  return Array.from(letters, letter => letter.charCodeAt(0))
}

const alike = new Set<number>()
const pairKey = (a: number, b: number) => a * 65_536 + b
for (const group of soundAlikeGroups)
  for (const a of codesOf(group)) for (const b of codesOf(group)) if (a !== b) alike.add(pairKey(a, b))

/** The cost of one letter typed for another. */
export function substitutionCost(typed: number, meant: number): number {
  if (typed === meant) return 0
  if (vowels.has(typed) && vowels.has(meant)) return slipCosts.vowel
  return alike.has(pairKey(typed, meant)) ? slipCosts.soundAlike : slipCosts.letter
}

/** The cost of a letter too many or too few, `before` being its neighbour at the start side. */
export function insertionCost(letter: number, before: number): number {
  if (letter === before) return slipCosts.doubled
  return vowels.has(letter) ? slipCosts.vowel : slipCosts.letter
}
