import { fold } from '#contract/arabic/fold.ts'
import { comparedForms, splitFolded, withoutArticle } from '#contract/arabic/words.ts'
import type { TextRange } from '#contract/resources/search.ts'

/** A word of a text, with where it stood. */
export interface Token {
  /** Folded, as written. */
  written: string
  /** Folded, without the article. */
  word: string
  /** The Arabic spelling of a word written with Kurdish letters, when it differs. */
  kurdish: string | undefined
  /** The whole of what was written in one piece, where letters and digits stand in it: `mp3`, `مج2`. */
  whole: string | undefined
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

const religionName = /^(.{2,})(الدين)$/u
// Three letters at least, and no article: والد and الخالد are no names.
const halfReligionName = /^((?!ال).{3,})(الدي?)$/u
const servantName = /^(عبد|ذو|ابو|ابن)(ال.*)$/u
// Four letters at least: ابواب and ابوي are no names.
const fatherName = /^ابو(.{4,})$/u

/**
 * The words of a name that is written in one piece or in two: `بدرالدين`, `ذوالنون`, `ابوتراب`, `عبدالحسين`, also while its
 * last letters are not typed yet: `بدرالد`, `عبدالح`.
 *
 * Shape: folded, as when they are written apart; undefined for a word that is no such name.
 */
function wordsOfName(written: string): string[] | undefined {
  const religion = religionName.exec(written) ?? halfReligionName.exec(written)
  if (religion?.[1] && religion[2]) return [religion[1], religion[2]]
  const servant = servantName.exec(written)
  if (servant?.[1] && servant[2]) return [servant[1], servant[2]]
  const father = fatherName.exec(written)
  return father?.[1] === undefined ? undefined : ['ابو', father[1]]
}

/** Each word that a text has in one piece, as it is written and as it is compared. */
function piecesOfWord(written: string): { written: string; word: string }[] {
  const name = wordsOfName(written)
  if (name) return name.map(each => ({ written: each, word: withoutArticle(each) }))
  return comparedForms(written).map(word => ({ written, word }))
}

/** The words of a text in order. */
export function tokenise(text: string): Token[] {
  const tokens: Token[] = []
  for (const match of text.matchAll(wordPattern)) {
    const original = match[0]
    const folded = fold(original)
    const pieces = splitFolded(folded)
    const range: TextRange = [match.index, match.index + original.length]
    for (const piece of pieces) {
      for (const { written, word } of piecesOfWord(piece)) {
        tokens.push({
          written,
          word,
          kurdish: pieces.length === 1 ? arabicSpelling(original) : undefined,
          whole: pieces.length > 1 ? folded : undefined,
          range,
        })
      }
    }
  }
  return tokens
}

/** What was written in one piece with letters and digits, each once. */
export function wholesOf(tokens: readonly Token[]): string[] {
  return [...new Set(tokens.flatMap(({ whole }) => whole ?? []))]
}
