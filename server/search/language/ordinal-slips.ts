import { neighbouringWords, vocabularySpellings } from './spelling.ts'
import type { Token } from './tokens.ts'
import { vocabulary } from './vocabulary.ts'
import type { Meaning } from './meanings.ts'

const shortestTyped = 3

function meaningsOf(word: string | undefined): Meaning[] {
  return word === undefined ? [] : (vocabulary.next.get(word)?.meanings ?? [])
}

function isOrdinal({ kind }: Meaning): boolean {
  return kind === 'ordinal'
}

/** A branch after an ordinal, typed as a word of talk for want of a letter: `سادس ابي`. */
function branchSlip(typed: Token, before: Token | undefined): OrdinalSlip | undefined {
  const own = meaningsOf(typed.word)
  if (own.length === 0 || own.some(({ kind }) => kind !== 'filler')) return undefined
  if (!meaningsOf(before?.word).some(isOrdinal)) return undefined
  for (const word of neighbouringWords(typed.word).filter(each => each.length > typed.word.length)) {
    const meaning = meaningsOf(word).find(({ kind }) => kind === 'branch')
    if (meaning) return { word, meaning }
  }
  return undefined
}

/** An ordinal, or a branch, as a slip made it. */
export interface OrdinalSlip {
  word: string
  meaning: Meaning
}

/**
 * The ordinal that a word before a stage or a branch is a slip of, where the query names no other: `الو متوسط`,
 * `امس ابتدائي`. Talk is taken for one only where a letter of the ordinal is missing.
 */
export function ordinalSlip(tokens: readonly Token[], at: number): OrdinalSlip | undefined {
  const typed = tokens[at]
  if (!typed || typed.word.length < shortestTyped || /^\p{N}+$/u.test(typed.word)) return undefined
  const branch = branchSlip(typed, tokens[at - 1])
  if (branch) return branch
  const isFollowed = meaningsOf(tokens[at + 1]?.word).some(
    ({ kind }) => kind === 'stage' || kind === 'branch',
  )
  if (!isFollowed || tokens.some(({ word }) => meaningsOf(word).some(isOrdinal))) return undefined
  const own = meaningsOf(typed.word)
  if (own.some(({ kind }) => kind !== 'filler')) return undefined
  const near =
    own.length > 0
      ? neighbouringWords(typed.word).filter(word => word.length > typed.word.length)
      : vocabularySpellings(typed.written, typed.word, true).map(({ word }) => word)
  for (const word of near) {
    const meaning = meaningsOf(word).find(isOrdinal)
    if (meaning) return { word, meaning }
  }
  return undefined
}
