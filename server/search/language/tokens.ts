import { fold } from '#contract/arabic/fold.ts'
import { comparedForms, splitFolded } from '#contract/arabic/words.ts'
import type { TextRange } from '#contract/resources/search.ts'

/** A word of a text, with where it stood. */
export interface Token {
  /** Folded, as written. */
  written: string
  /** Folded, without the article. */
  word: string
  /** The Arabic spelling of a word written with Kurdish letters, when it differs. */
  kurdish: string | undefined
  range: TextRange
}

const wordPattern = /[\p{L}\p{N}\p{M}\p{Cf}ـ]+/gu
const kurdishLetter = /[ەێۆڕڵپچگژڤ]|^ئ/u

/**
 * How Arabic writes a Kurdish word: `ئ` only carries the vowel after it, and the short `ە` inside is not written.
 * Source: the Sorani alphabet (`ئاراس` is `آراس`, `ئەحمەد` is `احمد`).
 */
function arabicSpelling(original: string): string | undefined {
  if (!kurdishLetter.test(original)) return undefined
  const carried = original.replace(/^ئ(?=[اأآەێۆو])/u, '').replace(/^ە/u, 'ا')
  const bare = carried.replace(/(?<=.)ە(?=.)/gu, '').replace(/وو/gu, 'و')
  const folded = fold(bare)
  return folded === fold(original) || folded.length < 2 ? undefined : folded
}

/** The words of a text in order. */
export function tokenise(text: string): Token[] {
  const tokens: Token[] = []
  for (const match of text.matchAll(wordPattern)) {
    const original = match[0]
    const pieces = splitFolded(fold(original))
    const whole: TextRange = [match.index, match.index + original.length]
    for (const written of pieces) {
      for (const word of comparedForms(written)) {
        tokens.push({
          written,
          word,
          kurdish: pieces.length === 1 ? arabicSpelling(original) : undefined,
          range: whole,
        })
      }
    }
  }
  return tokens
}
