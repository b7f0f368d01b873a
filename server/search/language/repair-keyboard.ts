import type { TextRange } from '#contract/resources/search.ts'
import { asArabicKeys, asLatinKeys } from './keyboard.ts'
import type { Lexicon } from './lexicon.ts'
import { joinWholes } from './mixed-words.ts'
import { latinSpelling, recordSpellings, vocabularyCompletions, vocabularySpellings } from './spelling.ts'
import { withoutStrayLetter } from './stray-letter.ts'
import { tokenise, type Token } from './tokens.ts'
import { vocabularyWords } from './vocabulary.ts'

/** How sure the other layout has to be where what was typed means nothing at all. */
const leastForNothing = 0.65

interface Chunk {
  tokens: Token[]
  converted: Token[] | undefined
  /** The words as Arabic written in Latin letters. */
  latin: Token[] | undefined
  latinSureness: number
  sureness: number
  convertedSureness: number
  isLatin: boolean
}

function surenessOfToken(token: Token, lexicon: Lexicon, isOpen: boolean): number {
  if (/^\p{N}+$/u.test(token.word)) return 1
  if (vocabularyWords.has(token.word) || lexicon.documents(token.word) > 0) return 1
  if (isOpen && token.word.length >= 2 && vocabularyCompletions(token.word, 1).length > 0) return 0.9
  if (isOpen && token.word.length >= 3 && lexicon.startingWith(token.word, 1).length > 0) return 0.8
  const repaired = [
    ...vocabularySpellings(token.written, token.word),
    ...recordSpellings(token.written, token.word, lexicon),
  ]
  return 0.8 * Math.max(0, ...repaired.map(({ quality }) => quality))
}

function sureness(tokens: Token[], lexicon: Lexicon, isOpen: boolean): number {
  if (tokens.length === 0) return 0
  const all = tokens.map((token, index) =>
    surenessOfToken(token, lexicon, isOpen && index === tokens.length - 1),
  )
  return all.reduce((sum, each) => sum + each, 0) / tokens.length
}

function convert(text: string, range: TextRange): { tokens: Token[]; isLatin: boolean } | undefined {
  const arabic = asArabicKeys(text)
  const converted = arabic ?? asLatinKeys(text)
  if (converted === undefined) return undefined
  return { tokens: tokenise(converted).map(token => ({ ...token, range })), isLatin: arabic !== undefined }
}

function readChunk(typed: string, at: number, lexicon: Lexicon, isOpen: boolean): Chunk {
  const text = withoutStrayLetter(typed, word => isKnownInLatin(word, lexicon))
  const isMended = text !== typed
  const tokens = joinWholes(tokenise(text), lexicon).map((token): Token => ({
    ...token,
    range: isMended ? [at, at + typed.length] : [token.range[0] + at, token.range[1] + at],
  }))
  const own = sureness(tokens, lexicon, isOpen)
  const chunk: Chunk = {
    tokens,
    converted: undefined,
    latin: undefined,
    latinSureness: 0,
    sureness: own,
    convertedSureness: 0,
    isLatin: false,
  }
  if (own === 1) return chunk
  readAsLatin(chunk, lexicon)
  const other = convert(text, [at, at + typed.length])
  if (!other) return chunk
  chunk.converted = other.tokens
  chunk.convertedSureness = sureness(other.tokens, lexicon, isOpen)
  chunk.isLatin = other.isLatin
  return chunk
}

function isKnownInLatin(text: string, lexicon: Lexicon): boolean {
  const tokens = tokenise(text)
  const whole = tokens[0]?.whole ?? (tokens.length === 1 ? tokens[0]?.word : undefined)
  if (whole === undefined) return false
  if (vocabularyWords.has(whole)) return true
  const spelling = latinSpelling(whole, lexicon)
  return spelling !== undefined && vocabularyWords.has(spelling.word)
}

/** Reads Latin words as Arabic ones; `fizya` gives `فيزياء`. All of the chunk's words must be read so, or be known. */
function readAsLatin(chunk: Chunk, lexicon: Lexicon): void {
  let least = 1
  let isRead = false
  const tokens = chunk.tokens.map((token): Token => {
    const spelling =
      surenessOfToken(token, lexicon, false) === 1 ? undefined : latinSpelling(token.word, lexicon)
    if (!spelling) {
      least = Math.min(least, surenessOfToken(token, lexicon, false))
      return token
    }
    isRead = true
    least = Math.min(least, spelling.quality)
    return { ...token, written: spelling.word, word: spelling.word }
  })
  if (!isRead) return
  chunk.latin = tokens
  chunk.latinSureness = least
}

/**
 * The words of a query, read on the other keyboard layout where that makes sense of them.
 *
 * Shape: `ranges` are those of what was typed. `td.dhx sh]s` gives `فيزياء سادس`, `ةشفا` gives `math`.
 */
export function repairKeyboard(query: string, lexicon: Lexicon): Token[] {
  const chunks: Chunk[] = []
  for (const match of query.matchAll(/\S+/g)) {
    const isOpen = match.index + match[0].length === query.length
    chunks.push(readChunk(match[0], match.index, lexicon, isOpen))
  }
  const isBetter = ({ converted, convertedSureness, sureness: own, isLatin }: Chunk) =>
    converted !== undefined &&
    convertedSureness > own &&
    convertedSureness >= (isLatin ? 0.5 : own === 0 ? leastForNothing : 1)
  const someConverted = chunks.some(chunk => chunk.isLatin && isBetter(chunk))
  return chunks.flatMap(chunk => {
    const follows = someConverted && chunk.isLatin && chunk.sureness < 1
    const latinIsBest = chunk.latinSureness > Math.max(chunk.sureness, chunk.convertedSureness)
    if (chunk.latin && latinIsBest) return chunk.latin
    return chunk.converted && (isBetter(chunk) || follows) ? chunk.converted : chunk.tokens
  })
}
