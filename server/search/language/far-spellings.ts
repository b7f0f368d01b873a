import { comparedWords } from '#contract/arabic/words.ts'
import { Lexicon } from './lexicon.ts'
import { slipCosts } from './slip-costs.ts'
import type { Spelling } from './spelling.ts'
import { gradePhrases } from './words/grades.ts'
import { subjectPhrases } from './words/subjects.ts'
import { typePhrases } from './words/types.ts'

/** The words that students type most: where nothing nearer is meant, several slips lead to one of these. */
const commonWords = new Lexicon()
for (const { forms, isExact } of [...subjectPhrases, ...gradePhrases, ...typePhrases]) {
  if (isExact !== true) for (const word of comparedWords(forms.replaceAll('|', ' '))) commonWords.set(word, 1)
}

const number = /^\p{N}+$/u
const minLetters = 4
/** Two letters of five may be wrong, two and a half of longer words. Units: tenths of a wrong letter. */
const farCost = { four: 15, five: 20, longer: 25 }
/** A word that several slips part from what was typed is a guess. */
const farQuality = 0.55
const farQualityOfRecords = 0.5
const costsApart = 2
const mostFarWords = 4

const minDifferentLetters = 3

function costAllowed(word: string): number {
  if (number.test(word) || word.length < minLetters || new Set(word).size < minDifferentLetters) return 0
  if (word.length === minLetters) return farCost.four
  return word.length === 5 ? farCost.five : farCost.longer
}

/** The nearest alone: of what several slips lead to, all that is further is chance. */
function nearestIn(words: Lexicon, typed: string, quality: number): Spelling[] {
  const [first, ...others] = words
    .near(typed, costAllowed(typed))
    .filter(({ word }) => word.length >= minLetters)
  if (!first) return []
  return [first, ...others.filter(({ cost }) => cost <= first.cost + costsApart)]
    .slice(0, mostFarWords)
    .map(({ word }) => ({ word, quality }))
}

/** The subjects, grades and kinds that a word with several slips in it may name: `الرضيت`, `الاجمعيا`. */
export function farVocabularySpellings(word: string): Spelling[] {
  return nearestIn(commonWords, word, farQuality)
}

/** The words of the records that a word with several slips in it may be. */
export function farRecordSpellings(word: string, lexicon: Lexicon): Spelling[] {
  return nearestIn(lexicon, word, farQualityOfRecords)
}

const farBeginningCost = { short: slipCosts.letter, longer: 15 }
const minTyped = 2

/** The beginnings of the records' words that a half-typed word may be, more slips forgiven than usual. */
export function farBeginnings(typed: string, lexicon: Lexicon): Spelling[] {
  if (number.test(typed) || typed.length < minTyped) return []
  const cost = typed.length < minLetters ? farBeginningCost.short : farBeginningCost.longer
  return lexicon.nearBeginnings(typed, cost).map(({ word }) => ({ word, quality: farQualityOfRecords }))
}
