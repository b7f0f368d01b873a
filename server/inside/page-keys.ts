import { tokenise, wholesOf } from '#server/search/language/tokens.ts'
import type { Token } from '#server/search/language/tokens.ts'

/** A longer "word" is a slip of the reader, which nobody types. */
const maxWordLetters = 32
/** Words of a page that are indexed; a page has some hundreds. */
const maxWords = 2000
/** What stands among a page's first words, or so often, is what the page is about. */
const headWords = 12
const oftenTimes = 3

/** The key by which the index knows a word. Shape: 32 bits, with a sign. Two words share one once in some millions. */
export function wordKey(word: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}

/** The key of a word on the pages that are about it. */
export const themeKey = (word: string): number => wordKey(`*${word}`)

/** The key that all pages of a file have. */
export const fileKey = (fileNo: number): number => wordKey(`#${fileNo}`)

/**
 * The key of two words that follow each other. Shape: 16 bits, with a sign, so that the index stays small: at 150,000 pages
 * one key stands on some hundreds, and two of them together on a few.
 */
export const pairKey = (first: string, second: string): number => (wordKey(`${first} ${second}`) << 16) >> 16

/** What the index keeps of a page's text. */
export interface PageKeys {
  length: number
  keys: number[]
  /** Each pair of words that follow each other, once. */
  pairs: number[]
  /** Each word once. */
  words: string[]
}

const isIndexed = ({ word }: Token) => word.length <= maxWordLetters

/** Reads the words of a page as all search reads words. */
export function keysOfPage(text: string, fileNo: number): PageKeys {
  const tokens = tokenise(text).slice(0, maxWords).filter(isIndexed)
  const counts = new Map<string, number>()
  for (const { word } of tokens) counts.set(word, (counts.get(word) ?? 0) + 1)
  const head = new Set(tokens.slice(0, headWords).map(({ word }) => word))
  const others = [...tokens.flatMap(({ kurdish }) => kurdish ?? []), ...wholesOf(tokens)]
  const more = [...new Set(others)].filter(word => word.length <= maxWordLetters && !counts.has(word))
  const themes = [...counts].flatMap(([word, count]) => (count >= oftenTimes || head.has(word) ? [word] : []))
  return {
    length: tokens.length,
    keys: [
      ...tokens.map(({ word }) => wordKey(word)),
      ...more.map(wordKey),
      ...themes.map(themeKey),
      fileKey(fileNo),
    ],
    pairs: [...new Set(tokens.slice(1).map(({ word }, index) => pairKey(tokens[index]?.word ?? '', word)))],
    words: [...counts.keys(), ...more],
  }
}
