import { lettersOf } from './code-pages.ts'
import { nameWords } from './words.ts'

/* Logarithms of how likely a sign is in a name; only their differences matter. */
const unlikely = { foreignLetter: -7, digit: -3, mark: -6, sign: -5, nonsense: -12 }
const knownWordBonus = 1.5

const arabicLetter = /[\u0621-\u063A\u0641-\u064Aپچژڤکگی]/u

interface LetterModel {
  words: ReadonlySet<string>
  /** Of a letter after another one; `^` and `$` stand for the ends of a word. */
  of(before: string, letter: string): number
}

function learn(words: readonly string[]): LetterModel {
  const pairs = new Map<string, number>()
  const firsts = new Map<string, number>()
  const count = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
  for (const word of words) {
    const letters = ['^', ...word, '$']
    for (let at = 1; at < letters.length; at += 1) {
      count(pairs, `${letters[at - 1]}${letters[at]}`)
      count(firsts, letters[at - 1] ?? '')
    }
  }
  const smoothing = 0.05
  const kindsOfLetters = 40
  const known = new Map<string, number>()
  return {
    words: new Set(words),
    of(before, letter) {
      const pair = `${before}${letter}`
      const kept = known.get(pair)
      if (kept !== undefined) return kept
      const likely = Math.log(
        ((pairs.get(pair) ?? 0) + smoothing) / ((firsts.get(before) ?? 0) + smoothing * kindsOfLetters),
      )
      known.set(pair, likely)
      return likely
    },
  }
}

const model = learn(nameWords)

/** How much speaks for a text, summed over the signs that are not ASCII, and how many those are. */
export interface Likelihood {
  sum: number
  signs: number
}

function ofWord(word: string): number {
  let sum = 0
  let before = '^'
  for (const letter of word) {
    sum += model.of(before, letter)
    before = letter
  }
  sum += model.of(before, '$')
  return model.words.has(word) ? sum + word.length * knownWordBonus : sum
}

function ofSign(sign: string): number {
  if (/[٠-٩]/u.test(sign)) return unlikely.digit
  if (/\p{L}/u.test(sign)) return unlikely.foreignLetter
  if (/\p{M}/u.test(sign)) return unlikely.mark
  if (/[،؛؟«»–—’‘“”°\u00A0\u200B-\u200F]/u.test(sign)) return unlikely.sign
  return unlikely.nonsense
}

/** How likely a text is as the name of a school, a folder or a file. */
export function likelihoodOf(text: string): Likelihood {
  let sum = 0
  let signs = 0
  let word = ''
  const endWord = () => {
    if (word !== '') sum += ofWord(word)
    word = ''
  }
  for (const sign of lettersOf(text.normalize('NFC'))) {
    if (arabicLetter.test(sign)) {
      word += sign
      signs += 1
      continue
    }
    endWord()
    if (sign.charCodeAt(0) < 0x80) continue
    sum += ofSign(sign)
    signs += 1
  }
  endWord()
  return { sum, signs }
}

const hamzaBelow = new Map(
  nameWords.filter(word => word.includes('إ')).map(word => [word.replaceAll('إ', 'ا'), word]),
)

/** The text with its known words as they are written where alef with the hamza below could not be kept. */
export function withHamzaBelow(text: string): string {
  return text.replace(/[\u0621-\u064A]+/gu, word => hamzaBelow.get(word) ?? word)
}
