import type { WordUnit } from './language/build-units.ts'
import { tokenise } from './language/tokens.ts'
import type { Understanding } from './language/understand.ts'
import { weights } from './rank/weights.ts'
import { remembering } from './remembering.ts'
import { byAge, type FoundRow } from './search.repository.ts'

/** A record with what it scores: `coverage` is the share of the query's weight that it answers. */
export interface ScoredRow {
  row: FoundRow
  coverage: number
  score: number
}

/** What a record scores for the facts that it grants. */
export type FactsScore = (row: Pick<FoundRow, 'facetId' | 'type'>) => number

/** What names begin and end with is dropped and added freely. */
const joinedToNames = new Set(['عبد', 'ابو', 'ذو', 'ابن', 'دين'])

/** The weight of a word that the query looks for, known or not: short words tell less. */
export function weightOfWord({ typed }: WordUnit): number {
  const { word } = weights
  if (joinedToNames.has(typed)) return word.joinedToName
  if (typed.length === 3) return word.threeLetters
  return typed.length < 3 ? word.upToTwoLetters : word.longer
}

/** The weight of the words that the query looks for. */
export function weightOfWords(words: readonly WordUnit[]): number {
  return words.reduce((sum, unit) => sum + weightOfWord(unit), 0)
}

function bestMatch(unit: WordUnit, words: readonly string[]): number {
  let best = 0
  for (const { word, quality, isPrefix } of unit.readings) {
    if (quality > best && words.some(each => (isPrefix ? each.startsWith(word) : each === word)))
      best = quality
  }
  return best
}

interface RowWords {
  title: readonly string[]
  teacher: readonly string[]
  named: readonly string[]
}

function wordScore(unit: WordUnit, { title, teacher, named }: RowWords, isInBody: boolean): number {
  const best = Math.max(
    bestMatch(unit, title),
    bestMatch(unit, teacher),
    bestMatch(unit, named) * weights.word.inKeywords,
  )
  if (best > 0 || !isInBody) return best
  return weights.word.inBody * Math.max(0, ...unit.readings.map(({ quality }) => quality))
}

/** How alike two lists of words are, 0 to 1; order does not count. Source: Dice's coefficient. */
function likeness(left: readonly string[], right: readonly string[]): number {
  if (left.length === 0 || right.length === 0) return 0
  const rest = new Map<string, number>()
  for (const word of right) rest.set(word, (rest.get(word) ?? 0) + 1)
  let common = 0
  for (const word of left) {
    const count = rest.get(word) ?? 0
    if (count === 0) continue
    common += 1
    rest.set(word, count - 1)
  }
  return (2 * common) / (left.length + right.length)
}

const matchSteps = 1000

/** The words of a teacher's name: few names stand in many records, and each search compares hundreds of these. */
const wordsOfName = remembering(5000, (teacher): readonly string[] =>
  tokenise(teacher).map(({ word }) => word),
)

/** The order of scored records: best first, then newest. */
export function byScore(a: ScoredRow, b: ScoredRow): number {
  return b.score - a.score || byAge(a.row, b.row)
}

/**
 * Scores records by what they answer of the query, and how much their title is what was typed.
 *
 * Shape: best first; `allWordsMatch` says that the database has checked every word, so that one not seen in title,
 * teacher or keywords is in the body.
 */
export function rerank(
  rows: readonly FoundRow[],
  understanding: Understanding,
  factsScore: FactsScore,
  totalWeight: number,
  allWordsMatch: boolean,
): ScoredRow[] {
  const scored = rows.map((row): ScoredRow => {
    const title = row.titleWords.split(' ')
    const teacher = row.teacher === null ? [] : wordsOfName(row.teacher)
    const words = { title, teacher, named: row.namedWords.split(' ') }
    let weight = factsScore(row)
    for (const unit of understanding.words)
      weight += weightOfWord(unit) * wordScore(unit, words, allWordsMatch)
    for (const unit of understanding.softWords) weight += weights.word.manner * wordScore(unit, words, false)
    const alike = likeness(understanding.meantWords, title)
    const coverage = totalWeight > 0 ? weight / totalWeight : 0
    const answered = coverage + (alike >= weights.title.sameFrom ? weights.title.same * alike : 0)
    return {
      row: { ...row, match: Math.round(answered * matchSteps) },
      coverage,
      score: answered + weights.title.likeness * alike,
    }
  })
  return scored.sort(byScore)
}
