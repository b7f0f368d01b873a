import type { TextRange } from '#contract/resources/search.ts'
import { asArabicKeys, asLatinKeys } from './keyboard.ts'
import type { Lexicon } from './lexicon.ts'
import { joinWholes } from './mixed-words.ts'
import { latinSpelling } from './latin-spelling.ts'
import { partedByVocabulary } from './parted-words.ts'
import { recordSpellings, vocabularyCompletions, vocabularySpellings } from './spelling.ts'
import { withoutStrayLetter } from './stray-letter.ts'
import { tokenise, type Token } from './tokens.ts'
import { vocabulary, vocabularyWords } from './vocabulary.ts'

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
  const best = Math.max(0, ...repaired.map(({ quality }) => quality))
  if (best === 0 && partedByVocabulary(token.written)) return 0.9
  return 0.8 * best
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

function readChunk(typed: string, at: number, end: number, lexicon: Lexicon, isOpen: boolean): Chunk {
  const text = withoutStrayLetter(typed, [
    isWordInLatin,
    word => saysSchool(arabicInLatin(word, lexicon)),
    word => arabicInLatin(word, lexicon) !== undefined,
  ])
  const isMended = text !== typed || end - at !== typed.length
  const tokens = joinWholes(tokenise(text), lexicon).map((token): Token => ({
    ...token,
    range: isMended ? [at, end] : [token.range[0] + at, token.range[1] + at],
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
  const other = convert(text, [at, end])
  if (!other) return chunk
  chunk.converted = other.tokens
  chunk.convertedSureness = sureness(other.tokens, lexicon, isOpen)
  chunk.isLatin = other.isLatin
  return chunk
}

const inLatin = /^[a-z][a-z0-9]*$/iu

/** The chunks of a query; two of Latin letters that only together are a word are one: `riya thiyat`. */
function latinJoined(query: string, lexicon: Lexicon): { text: string; at: number; end: number }[] {
  const chunks: { text: string; at: number; end: number }[] = []
  const isKnown = (text: string) => isWordInLatin(text) || isArabicInLatin(text, lexicon)
  for (const match of query.matchAll(/\S+/g)) {
    const text = match[0]
    const at = match.index
    const before = chunks.at(-1)
    const end = at + text.length
    const mayJoin = before && inLatin.test(before.text) && inLatin.test(text)
    if (mayJoin && !(isKnown(before.text) && isKnown(text)) && isKnown(before.text + text))
      chunks.splice(-1, 1, { text: before.text + text, at: before.at, end })
    else chunks.push({ text, at, end })
  }
  return chunks
}

function isWordInLatin(text: string): boolean {
  return vocabularyWords.has(wholeOf(text))
}

/** The word of the vocabulary that is written so in Latin letters. */
function arabicInLatin(text: string, lexicon: Lexicon): string | undefined {
  const word = latinSpelling(wholeOf(text), lexicon, true)?.word
  return word !== undefined && vocabularyWords.has(word) ? word : undefined
}

function isArabicInLatin(text: string, lexicon: Lexicon): boolean {
  return arabicInLatin(text, lexicon) !== undefined
}

const ofSchool = new Set(['subject', 'part', 'ordinal', 'stage', 'branch', 'type', 'topic', 'round'])

function saysSchool(word: string | undefined): boolean {
  const meanings = word === undefined ? undefined : vocabulary.next.get(word)?.meanings
  return meanings?.some(({ kind }) => ofSchool.has(kind)) === true
}

function wholeOf(text: string): string {
  const tokens = tokenise(text)
  return tokens[0]?.whole ?? (tokens.length === 1 ? tokens[0]?.word : undefined) ?? ''
}

const partsInLatin = 0.9
const minPartInLatin = 4

/** Two words in Latin letters without their space, each of them known: `malzama3arabi`. */
function partedInLatin(text: string, lexicon: Lexicon): string[] | undefined {
  if (!inLatin.test(text) || isWordInLatin(text) || isArabicInLatin(text, lexicon)) return undefined
  const meant = (part: string) =>
    vocabularyWords.has(part) ? part : latinSpelling(part, lexicon, true)?.word
  for (let cut = text.length - minPartInLatin; cut >= minPartInLatin; cut -= 1) {
    const parts = [text.slice(0, cut), text.slice(cut)].map(meant)
    if (parts.every(part => part !== undefined && vocabularyWords.has(part)))
      return parts.filter(part => part !== undefined)
  }
  return undefined
}

/** Reads Latin words as Arabic ones; `fizya` gives `فيزياء`. All of the chunk's words must be read so, or be known. */
function readAsLatin(chunk: Chunk, lexicon: Lexicon): void {
  let least = 1
  let isRead = false
  const tokens = chunk.tokens.flatMap((token): Token[] => {
    const isSure = surenessOfToken(token, lexicon, false) === 1
    const parts = isSure ? undefined : partedInLatin(token.word, lexicon)
    const spelling = isSure || parts ? undefined : latinSpelling(token.word, lexicon)
    if (parts) {
      isRead = true
      least = Math.min(least, partsInLatin)
      return parts.map(word => ({ ...token, written: word, word, whole: undefined }))
    }
    if (!spelling) {
      least = Math.min(least, surenessOfToken(token, lexicon, false))
      return [token]
    }
    isRead = true
    least = Math.min(least, spelling.quality)
    return [{ ...token, written: spelling.word, word: spelling.word }]
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
  for (const { text, at, end } of latinJoined(query, lexicon)) {
    chunks.push(readChunk(text, at, end, lexicon, end === query.length))
  }
  const isBetter = ({ converted, convertedSureness, sureness: own, isLatin }: Chunk) =>
    converted !== undefined &&
    convertedSureness > own &&
    convertedSureness >= (isLatin ? 0.5 : own === 0 ? leastForNothing : 1)
  const latinIsBest = (chunk: Chunk) =>
    chunk.latin !== undefined && chunk.latinSureness > Math.max(chunk.sureness, chunk.convertedSureness)
  const someConverted = chunks.some(chunk => chunk.isLatin && isBetter(chunk) && !latinIsBest(chunk))
  const someSurelyConverted = chunks.some(
    chunk => chunk.isLatin && chunk.convertedSureness === 1 && !latinIsBest(chunk),
  )
  const someToLatin = chunks.some(chunk => !chunk.isLatin && isBetter(chunk) && chunk.convertedSureness === 1)
  return chunks.flatMap(chunk => {
    const follows = chunk.isLatin ? someConverted && chunk.sureness < 1 : someToLatin && chunk.sureness === 0
    const isTypedSo = chunk.isLatin && someSurelyConverted && chunk.convertedSureness > 0
    if (chunk.converted && isTypedSo && chunk.sureness < 1) return chunk.converted
    if (chunk.latin && latinIsBest(chunk)) return chunk.latin
    return chunk.converted && (isBetter(chunk) || follows) ? chunk.converted : chunk.tokens
  })
}
