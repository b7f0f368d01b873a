import type { TextRange } from '#contract/resources/search.ts'
import { foldWithMap } from '#contract/arabic/fold.ts'
import type { Understanding } from './language/understand.ts'
import { readSegments } from './language/readings.ts'
import { segment } from './language/segments.ts'
import { Lexicon } from './language/lexicon.ts'
import { tokenise, type Token } from './language/tokens.ts'
import { remembering } from './remembering.ts'
import type { Wish } from './language/units.ts'

const exactly = { lexicon: new Lexicon(), lastIsOpen: false, repairs: false }

function wishKeys(wish: Wish): string[] {
  switch (wish.by) {
    case 'subject':
      return [`subject:${wish.subject}`]
    case 'grade':
      return [`grade:${wish.grade}`]
    case 'part':
      return [`part:${wish.part}`, 'subject:ARABIC']
    case 'place':
      return [`place:${wish.place}`]
    case 'branch':
      return [`branch:${wish.branch}`]
    case 'type':
      return [`type:${wish.type}`]
    case 'topic':
      return [`topic:${wish.topic}`]
    case 'category':
      return []
    case 'round':
      return [`round:${wish.round}`]
    case 'year':
      return [`year:${wish.from}`, `year:${wish.to}`]
  }
}

const rememberedTitles = 2000
const tokensOf = remembering(rememberedTitles, (text): readonly Token[] => tokenise(text))

/** The phrases of a title, each with what it means and where it stands. */
const phrasesOf = remembering(rememberedTitles, (title): readonly [string, readonly TextRange[]][] => {
  const tokens = tokenise(title)
  const said = readSegments(segment(tokens, exactly), tokens, title)
  return [
    ...said.subjects.map(({ subject, ranges }): [string, TextRange[]] => [`subject:${subject}`, ranges]),
    ...said.parts.map(({ part, ranges }): [string, TextRange[]] => [`part:${part}`, ranges]),
    ...said.places.map(({ place, ranges }): [string, TextRange[]] => [`place:${place}`, ranges]),
    ...said.branches.map(({ branch, ranges }): [string, TextRange[]] => [`branch:${branch}`, ranges]),
    ...said.types.map(({ type, ranges }): [string, TextRange[]] => [`type:${type}`, ranges]),
    ...said.topics.map(({ topic, ranges }): [string, TextRange[]] => [`topic:${topic}`, ranges]),
    ...said.rounds.map(({ round, ranges }): [string, TextRange[]] => [`round:${round}`, ranges]),
    ...said.years.map(({ to, ranges }): [string, TextRange[]] => [`year:${to}`, ranges]),
    ...said.grades.flatMap(({ readings, ranges }) =>
      readings.map(({ grade }): [string, TextRange[]] => [`grade:${grade}`, ranges]),
    ),
  ]
})

function conceptRanges(title: string, wanted: ReadonlySet<string>): TextRange[] {
  return phrasesOf(title).flatMap(([key, ranges]) => (wanted.has(key) ? ranges : []))
}

/** The stretch of a word that a prefix covers, in the letters of the original. */
function prefixRange(title: string, range: TextRange, prefix: string): TextRange {
  const { text, map } = foldWithMap(title.slice(range[0], range[1]))
  const at = text.indexOf(prefix)
  if (at < 0) return range
  return [range[0] + (map[at] ?? 0), range[0] + (map[at + prefix.length] ?? range[1] - range[0])]
}

interface WantedWords {
  whole: ReadonlySet<string>
  beginnings: readonly string[]
}

const wantedOf = new WeakMap<Understanding, WantedWords>()

/** What is marked of words: the hits of an answer are all compared with the same. */
function wantedWords(understanding: Understanding): WantedWords {
  const known = wantedOf.get(understanding)
  if (known) return known
  const readings = [...understanding.words, ...understanding.softWords].flatMap(unit => unit.readings)
  const ofKind = (isWanted: boolean) =>
    readings.filter(({ isPrefix }) => isPrefix === isWanted).map(({ word }) => word)
  const wanted = { whole: new Set(ofKind(false)), beginnings: ofKind(true) }
  wantedOf.set(understanding, wanted)
  return wanted
}

function wordRanges(title: string, understanding: Understanding): TextRange[] {
  const { whole, beginnings } = wantedWords(understanding)
  return tokensOf(title).flatMap(({ word, kurdish, range }): TextRange[] => {
    if (whole.has(word) || (kurdish !== undefined && whole.has(kurdish))) return [range]
    const beginning = beginnings.find(each => word.startsWith(each))
    return beginning === undefined ? [] : [prefixRange(title, range, beginning)]
  })
}

/** Sorted ranges that do not overlap; ranges parted by nothing but a space are one. */
export function joinedRanges(title: string, ranges: TextRange[]): TextRange[] {
  const result: TextRange[] = []
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = result.at(-1)
    if (last && (from <= last[1] || title.slice(last[1], from) === ' ')) last[1] = Math.max(last[1], to)
    else result.push([from, to])
  }
  return result
}

/** The stretches of a text that are words of the query. Shape: as `highlight` gives them. */
export function highlightWords(text: string, understanding: Understanding): TextRange[] {
  return joinedRanges(text, wordRanges(text, understanding))
}

/**
 * The stretches of a title that answer the query: its words, and the phrases that mean what the query means.
 *
 * Shape: positions in the title as it is shown, in order, without overlap.
 */
export function highlight(title: string, understanding: Understanding): TextRange[] {
  const wanted = new Set(understanding.concepts.flatMap(({ wishes }) => wishes.flatMap(wishKeys)))
  const concepts = wanted.size > 0 ? conceptRanges(title, wanted) : []
  return joinedRanges(title, [...concepts, ...wordRanges(title, understanding)])
}
