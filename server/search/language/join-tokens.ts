import { withoutArticle } from '#contract/arabic/words.ts'
import type { Lexicon } from './lexicon.ts'
import type { Token } from './tokens.ts'
import { vocabularyWords } from './vocabulary.ts'

const minJoined = 5
const number = /^\p{N}+$/u

/** Puts together what a stray space parted: `المن اهج`, `ال معلم`; two words that are known each stay two. */
export function joinTokens(tokens: readonly Token[], lexicon: Lexicon): Token[] {
  const isKnown = (word: string) => vocabularyWords.has(word) || lexicon.documents(word) > 0
  const result: Token[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at]
    const following = tokens[at + 1]
    if (!token) break
    const joined = following && joinedToken(token, following)
    const isLoneArticle = token.written === 'ال'
    const areBothKnown = following !== undefined && isKnown(token.word) && isKnown(following.word)
    if (joined && isKnown(joined.word) && (isLoneArticle || !areBothKnown)) {
      result.push(joined)
      at += 1
    } else result.push(token)
  }
  return result
}

function joinedToken(token: Token, following: Token): Token | undefined {
  const isPartOfOne = token.range[0] === following.range[0]
  if (isPartOfOne || number.test(token.word) || number.test(following.word)) return undefined
  const written = token.written + following.written
  if (written.length < minJoined) return undefined
  return {
    written,
    word: withoutArticle(written),
    kurdish: undefined,
    whole: undefined,
    range: [token.range[0], following.range[1]],
  }
}
