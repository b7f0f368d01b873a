import { Lexicon, type NearWord } from './lexicon.ts'
import type { Spelling } from './spelling.ts'
import { repairableWords } from './vocabulary.ts'

/** Every word of the vocabulary in Arabic letters, for what is written in Latin ones. */
const arabicVocabulary = new Lexicon()
for (const word of repairableWords) if (/^[ء-ي]{2,}$/u.test(word)) arabicVocabulary.set(word, 1)
const latinWord = /^[a-z][a-z0-9]*$|^[0-9]+[a-z][a-z0-9]*$/
const latinArticle = /^(?:al|el|il|ul)(?=[a-z0-9]{4})/
const minLatin = 3
/** Longer than any word of the records is with each letter written by two. */
const maxLatin = 40
const maxSteps = 4000
const minLatinForSlip = 4
const vocabularyInLatin = 0.95
const recordsInLatin = 0.8
const perLatinCost = 0.02
const slippedInLatin = 0.25

/** The word with two letters beside each other changed about, for each place. */
function withLettersSwapped(word: string): string[] {
  return Array.from(
    { length: word.length - 1 },
    (_, at) => word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
  )
}

function bestInLatin(
  forms: readonly string[],
  words: Lexicon,
  records: Lexicon,
  slips: 0 | 1,
): NearWord | undefined {
  const budget = { steps: maxSteps }
  return forms
    .flatMap(form => words.spelledInLatin(form, slips, budget))
    .filter(({ word }) => word.length >= minLatin)
    .sort((a, b) => a.cost - b.cost || records.documents(b.word) - records.documents(a.word))[0]
}

/**
 * The Arabic word that a word in Latin letters and digits stands for: one of the vocabulary, else one of the records;
 * else, unless it must be exact, one of the vocabulary or of the records that one slip leads to.
 */
export function latinSpelling(written: string, lexicon: Lexicon, isExact = false): Spelling | undefined {
  if (written.length < minLatin || written.length > maxLatin || !latinWord.test(written)) return undefined
  const forms = [...new Set([written, written.replace(latinArticle, '')])]
  const lists = [
    [arabicVocabulary, vocabularyInLatin],
    [lexicon, recordsInLatin],
  ] as const
  for (const [words, quality] of lists) {
    const best = bestInLatin(forms, words, lexicon, 0)
    if (best) return { word: best.word, quality: quality - perLatinCost * best.cost }
  }
  if (isExact || written.length < minLatinForSlip) return undefined
  for (const [words, quality] of lists) {
    const best =
      bestInLatin(forms.flatMap(withLettersSwapped), words, lexicon, 0) ??
      bestInLatin(forms, words, lexicon, 1)
    if (best) return { word: best.word, quality: quality - slippedInLatin - perLatinCost * best.cost }
  }
  return undefined
}
