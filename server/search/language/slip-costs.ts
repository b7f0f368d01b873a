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

/** What a letter too many or too few costs at least. */
export const cheapestInsertion = Math.min(slipCosts.vowel, slipCosts.doubled)

/** Letters that Iraqi spelling confuses, or that one sound is written with; folded forms. */
const soundAlikeGroups = ['ضظ', 'تط', 'سصث', 'ذزظض', 'قكغ', 'حهخ', 'اع', 'دذ', 'جشك']
const vowels = 'اوي'

// Looked up for every letter of every word that is compared, so kept as a table of the letters' codes.
const firstCode = 0x621
const codeCount = 64
const substitutions = new Uint8Array(codeCount * codeCount).fill(slipCosts.letter)
const insertions = new Uint8Array(codeCount).fill(slipCosts.letter)

function indexOf(letter: string): number {
  return letter.charCodeAt(0) - firstCode
}

function setCost(group: string, cost: number): void {
  for (const typed of group)
    for (const meant of group) substitutions[indexOf(typed) * codeCount + indexOf(meant)] = cost
}

for (const group of soundAlikeGroups) setCost(group, slipCosts.soundAlike)
setCost(vowels, slipCosts.vowel)
for (const letter of vowels) insertions[indexOf(letter)] = slipCosts.vowel

/** The cost of one letter typed for another. Shape: UTF-16 codes. */
export function substitutionCost(typed: number, meant: number): number {
  if (typed === meant) return 0
  const from = typed - firstCode
  const to = meant - firstCode
  if (from < 0 || to < 0 || from >= codeCount || to >= codeCount) return slipCosts.letter
  return substitutions[from * codeCount + to] ?? slipCosts.letter
}

/** The cost of a letter too many or too few, `before` being its neighbour at the start side. Shape: UTF-16 codes. */
export function insertionCost(letter: number, before: number): number {
  if (letter === before) return slipCosts.doubled
  return insertions[letter - firstCode] ?? slipCosts.letter
}
