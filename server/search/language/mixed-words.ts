import type { Lexicon } from './lexicon.ts'
import type { Token } from './tokens.ts'
import { vocabulary, vocabularyWords } from './vocabulary.ts'
import { shortStages } from './words/grades.ts'

const digits = /^\d+$/
const year = /^(?:19|20)\d\d$/
const latin = /[a-z]/
const stands = new Set(['stage', 'branch', 'subject', 'part', 'type', 'topic', 'round', 'ordinal'])

function meansSomething(word: string): boolean {
  return vocabulary.next.get(word)?.meanings.some(({ kind }) => stands.has(kind)) === true
}

/** A round (`د1`), a grade (`3م`), a year (`2020وزاري`), an ordinal (`5th`): what school writes in one piece. */
function isSchoolForm(pieces: readonly string[]): boolean {
  const [first = '', second = ''] = pieces
  if (pieces.length === 2 && digits.test(second) && vocabulary.next.get(first)?.next.get(second)) return true
  if (pieces.length === 2 && digits.test(first) && vocabulary.next.get(first)?.next.get(second)) return true
  if (pieces.length === 2 && /^[1-6]$/.test(first) && shortStages[second]) return true
  return (
    pieces.every(piece => digits.test(piece) || meansSomething(piece)) ||
    pieces.some(piece => year.test(piece))
  )
}

/**
 * Puts together again what was written in one piece and is one word: `mp3`, `B2`, `مج2`. What school writes so stays
 * parted, and so does what nobody knows as a whole.
 *
 * Shape: a word of Latin letters and digits stays whole; whether it means something in Arabic is seen later.
 */
export function joinWholes(tokens: readonly Token[], lexicon: Lexicon): Token[] {
  const result: Token[] = []
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at]
    if (!token) break
    const end = token.whole === undefined ? at + 1 : endOfWhole(tokens, at)
    const pieces = tokens.slice(at, end)
    at = end
    const isOne =
      token.whole !== undefined &&
      !isSchoolForm(pieces.map(({ word }) => word)) &&
      (lexicon.documents(token.whole) > 0 || (latin.test(token.whole) && !pieces.every(isKnown)))
    if (isOne && token.whole !== undefined)
      result.push({ ...token, written: token.whole, word: token.whole, kurdish: undefined })
    else result.push(...pieces)
  }
  return result
}

function isKnown({ word }: Token): boolean {
  return digits.test(word) || vocabularyWords.has(word)
}

function endOfWhole(tokens: readonly Token[], from: number): number {
  const first = tokens[from]
  let end = from + 1
  while (tokens[end]?.whole === first?.whole && tokens[end]?.range[0] === first?.range[0]) end += 1
  return end
}
