import { limits } from '#contract/limits.ts'
import type { TextRange } from '#contract/resources/search.ts'
import { joinedRanges } from '#server/search/highlight.ts'
import { tokenise } from '#server/search/language/tokens.ts'
import type { QueryWord } from './query-words.ts'

/** A stretch of a page around what was found. */
export interface Snippet {
  text: string
  /** Ranges of `text`. */
  highlights: TextRange[]
  /** The first word of the place on the page, from 0: a word is what stands between spaces. */
  firstWord: number
  /** Everything on the page that was found. */
  found: readonly FoundWord[]
}

/** The words of a page that are words of a query. */
export interface FoundWord {
  /** Of the page's text. */
  range: TextRange
  /** Its place in the page's text, from 0: a word is what stands between spaces and ends of lines. */
  index: number
  /** Which word of the query it is. */
  word: number
}

const lettersBefore = 45

/** Where the words of a query stand in a page's text, in reading order. */
function findWords(text: string, words: readonly QueryWord[]): FoundWord[] {
  const meant = new Map(words.flatMap(({ forms }, index) => forms.map(({ word }) => [word, index] as const)))
  let index = 0
  let counted = 0
  return tokenise(text).flatMap(({ word, kurdish, whole, range }) => {
    for (; counted < range[0]; counted += 1) if (text[counted] === ' ' || text[counted] === '\n') index += 1
    const found = meant.get(word) ?? meant.get(kurdish ?? '') ?? meant.get(whole ?? '')
    return found === undefined ? [] : [{ range, index, word: found }]
  })
}

/** The stretch of a page that says most of a query, its words marked. */
export function snippetOf(text: string, words: readonly QueryWord[]): Snippet {
  const found = findWords(text, words)
  const best = bestPlace(found, words)
  const first = found[best]?.range[0] ?? 0
  const from = startBefore(text, first)
  const to = endAfter(text, from)
  const before = from > 0 ? '…' : ''
  const shown = before + text.slice(from, to).replaceAll('\n', ' ') + (to < text.length ? '…' : '')
  const move = before.length - from
  const ranges = found
    .filter(({ range }) => range[0] >= from && range[1] <= to)
    .map(({ range }): TextRange => [range[0] + move, range[1] + move])
  return { text: shown, highlights: joinedRanges(shown, ranges), firstWord: found[best]?.index ?? 0, found }
}

/** Where the stretch begins that has most of the query's weight; of equals the first. */
function bestPlace(found: readonly FoundWord[], words: readonly QueryWord[]): number {
  let best = 0
  let most = -1
  for (const [start, { range }] of found.entries()) {
    const seen = new Set<number>()
    let weight = 0
    for (let at = start; at < found.length; at += 1) {
      const each = found[at]
      if (!each || each.range[1] - range[0] > limits.insideSnippetLength - lettersBefore) break
      /* What is said again says little more; what stands together says most. */
      weight += (words[each.word]?.weight ?? 0) * (seen.has(each.word) ? 0.1 : 1 - (at - start) * 0.01)
      seen.add(each.word)
    }
    if (weight > most) [best, most] = [start, weight]
  }
  return best
}

/** A little before a place: at the beginning of its line where that is near, else of a word. */
function startBefore(text: string, at: number): number {
  if (at <= lettersBefore) return 0
  const line = text.lastIndexOf('\n', at - 1)
  if (at - line <= lettersBefore) return line + 1
  const space = text.slice(at - lettersBefore, at).search(/[ \n]/u)
  return space < 0 ? at : at - lettersBefore + space + 1
}

function endAfter(text: string, from: number): number {
  const end = from + limits.insideSnippetLength
  if (end >= text.length) return text.length
  const cut = Math.max(text.lastIndexOf(' ', end), text.lastIndexOf('\n', end))
  return cut > from + lettersBefore ? cut : end
}
