import type { Lexicon } from './lexicon.ts'
import { tokenise } from './tokens.ts'
import { vocabularyWords } from './vocabulary.ts'

/** So many letters of words that nobody knows are guessed at: more than a sentence with a slip in every word. */
const mostGuessedLetters = 100
const number = /^\p{N}+$/u

/**
 * The query without the words that nobody knows beyond so many letters of such words: each is compared with all that
 * records hold, and a text that was pasted would keep everybody waiting. Words that are known cost nothing and stay.
 *
 * Shape: spaces stand for what is left out, so that positions stay those of what was typed.
 */
export function boundedQuery(query: string, lexicon: Lexicon): string {
  const isKnown = (word: string) =>
    number.test(word) || vocabularyWords.has(word) || lexicon.documents(word) > 0
  let left = mostGuessedLetters
  return query.replace(/\S+/gu, chunk => {
    const guessed = tokenise(chunk).reduce((sum, { word }) => sum + (isKnown(word) ? 0 : word.length), 0)
    if (guessed === 0) return chunk
    left -= guessed
    return left < 0 ? ' '.repeat(chunk.length) : chunk
  })
}
