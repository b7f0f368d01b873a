import { withoutArticle } from '#contract/arabic/words.ts'
import type { Lexicon } from './lexicon.ts'
import type { Token } from './tokens.ts'
import { vocabulary, vocabularyWords } from './vocabulary.ts'

const minJoined = 5
const minHalf = 3
const number = /^\p{N}+$/u

/** Puts together what a stray space parted: `المن اهج`, `ال معلم`; two words that are known each stay two. */
export function joinTokens(tokens: readonly Token[], lexicon: Lexicon): Token[] {
  const isKnown = (word: string) => vocabularyWords.has(word) || lexicon.documents(word) > 0
  const result: Token[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at]
    const following = tokens[at + 1]
    if (!token) break
    const moved = following && withSpaceMoved(token, following, isKnown)
    if (moved) {
      result.push(...moved)
      at += 1
      continue
    }
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

/** Two words whose space was typed a letter too late or too early: `متوسطد 2`, `كتا بالفيزياء`. */
function withSpaceMoved(
  token: Token,
  following: Token,
  isKnown: (word: string) => boolean,
): Token[] | undefined {
  const isPartOfOne = token.range[0] === following.range[0]
  if (isPartOfOne || isKnown(token.word) || number.test(token.word)) return undefined
  const late = [token.written.slice(0, -1), token.written.slice(-1) + following.written] as const
  const early = [token.written + following.written.slice(0, 1), following.written.slice(1)] as const
  const isRound =
    number.test(following.word) &&
    vocabulary.next.get(token.written.slice(-1))?.next.has(following.word) === true
  if (isRound && isKnown(withoutArticle(late[0])))
    return [retyped(token, late[0]), retyped(token, token.written.slice(-1)), following]
  if (number.test(following.word)) return undefined
  for (const [first, second] of isKnown(following.word) ? [] : [late, early]) {
    if (first.length < minHalf || !vocabularyWords.has(withoutArticle(first))) continue
    if (second.length >= minHalf && isKnown(withoutArticle(second)))
      return [retyped(token, first), retyped(following, second)]
  }
  return undefined
}

function retyped(token: Token, written: string): Token {
  return { ...token, written, word: withoutArticle(written), kurdish: undefined, whole: undefined }
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
