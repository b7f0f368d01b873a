import type { SearchFilters } from '#contract/resources/search.ts'
import type { Queryable } from '#server/base/db/types.ts'
import type { WordUnit } from './language/build-units.ts'
import type { Understanding } from './language/understand.ts'
import type { ConceptUnit } from './language/units.ts'
import { facetsOf, weightOf, type Tier } from './rank-facets.ts'
import { weightOfWord, weightOfWords, type FactsScore } from './rerank.ts'
import type { SearchState } from './search-state.ts'
import type { FoundRow } from './search.repository.ts'
import { weights } from './rank/weights.ts'
import { isBoilerplate } from './text-query.ts'

/** What to find and which part of it to return. */
export interface FindRequest {
  understanding: Understanding
  filters: SearchFilters
  /** What is shown of the answer; what the answer is, and how it is counted, is as without. */
  narrowing?: SearchFilters | undefined
  limit: number
  offset: number
  /** Nothing was found: less of the query has to make sense, and to be answered. */
  isForgiving?: boolean
  /**
   * Another reading of the query is answered already: this one need not make sense by itself, and finds nothing where
   * no record answers all of it.
   */
  isAnswered?: boolean
}

/** A request with what answers it. */
export interface Context extends FindRequest {
  db: Queryable
  state: SearchState
  /** The words that some record may hold. */
  known: WordUnit[]
  /** The weight of all that the query asks for; what nobody knows counts for little. */
  totalWeight: number
  /** The share of that weight that a record must answer, to be shown at all. */
  leastCoverage: number
}

/** What a request is answered with. `state` must be fresh. */
export function contextOf(db: Queryable, state: SearchState, request: FindRequest): Context {
  const { concepts, words } = request.understanding
  const namesType = concepts.some(({ kind }) => kind === 'type' || kind === 'topic')
  const known = words.filter(({ readings }) => readings.length > 0)
  const unknown = words.filter(({ readings }) => readings.length === 0)
  const totalWeight =
    weightOf(concepts) +
    weightOfWords(known) +
    weights.word.unknown * weightOfWords(unknown) +
    (namesType ? 0 : weights.kind.material)
  const isEasy = request.isForgiving === true || namesTeacher(known, state)
  const coverage = isEasy ? weights.coverage.name : weights.coverage.words
  return { ...request, db, state, known, totalWeight, leastCoverage: coverage }
}

function mayNameTeacher(known: readonly WordUnit[], { lexicon }: SearchState): boolean {
  return known.some(({ readings }) =>
    readings.some(({ word, isPrefix }) => !isPrefix && lexicon.taught(word) > 0),
  )
}

/** Whether a word is surely that of a teacher's name: one half of a name finds the person. */
export function namesTeacher(
  known: readonly WordUnit[],
  { lexicon }: SearchState,
  leastQuality: number = weights.surely.meant,
): boolean {
  return known.some(
    unit => bestQuality(unit) >= leastQuality && unit.readings.some(({ word }) => lexicon.taught(word) > 0),
  )
}

/** The quality of the likeliest reading of a word; 0 when nobody knows it. */
export function bestQuality({ readings }: WordUnit): number {
  return Math.max(0, ...readings.map(({ quality }) => quality))
}

function isSure({ wishes }: ConceptUnit): boolean {
  return wishes.some(({ quality }) => quality >= weights.surely.meant)
}

/** Whether the query makes enough sense to look for anything; what does not finds nothing. */
export function isWorthSearching({ understanding, state, known, isForgiving, isAnswered }: Context): boolean {
  const { concepts, words, foreignWords } = understanding
  if (isAnswered) return true
  if (isForgiving) return isWorthGuessing(understanding, state)
  if (words.length === 0 && foreignWords === 0) return true
  const wordsSense = words.reduce((sum, unit) => {
    const isCommonTalk = unit.readings.every(({ word }) =>
      isBoilerplate(word, state.lexicon, state.documents),
    )
    return sum + weightOfWord(unit) * bestQuality(unit) * (isCommonTalk ? weights.sense.boilerplate : 1)
  }, 0)
  const wordsWeight = weightOfWords(words)
  const foreign = foreignWords * weights.sense.foreignWord
  if (concepts.length === 0) {
    const sense = wordsSense / (wordsWeight + foreign)
    if (areBareNumbers(words)) return false
    if (namesTeacher(known, state)) return sense >= weights.sense.name
    const isLikelyName = known.length === words.length && mayNameTeacher(known, state)
    return sense >= (isLikelyName ? weights.sense.likelyName : weights.sense.words)
  }
  const sure = concepts.filter(isSure)
  const isDetailOnly = sure.every(({ kind }) => kind === 'year' || kind === 'round' || kind === 'branch')
  if (words.length > known.length && isDetailOnly && known.length === 0) return false
  // What nobody knows beside a subject or a grade never empties the answer that these have; the weather of a town is no news.
  const exact = concepts.filter(({ wishes }) => wishes.some(({ quality }) => quality >= weights.surely.exact))
  if (exact.some(({ isRequired, kind }) => isRequired && kind !== 'place') && foreignWords <= exact.length)
    return true
  const conceptSense = weightOf(sure) + weights.sense.guess * weightOf(concepts.filter(unit => !isSure(unit)))
  const sense = (conceptSense + wordsSense) / (weightOf(concepts) + wordsWeight + foreign)
  if (sure.some(unit => unit.isRequired)) return sense >= weights.sense.required
  const isGuess = exact.length === 0 && known.length < words.length
  return sense >= (isGuess ? weights.sense.softGuess : weights.sense.soft)
}

/** Whether several slips may be forgiven: for each part that is guessed at another must be sure, unless it is all. */
function isWorthGuessing({ concepts, words, foreignWords }: Understanding, state: SearchState): boolean {
  if (foreignWords > 0) return false
  const sureWords = words.filter(unit => isSureWord(unit, state))
  const sureConcepts = concepts.filter(({ wishes }) =>
    wishes.some(({ quality }) => quality >= weights.surely.exact),
  )
  const sure = sureConcepts.length + sureWords.length
  const parts = concepts.length + words.length
  if (areTwoGuesses({ concepts, words }, sure)) return true
  if (parts === 1 && sure === 0) return concepts.length === 1 || namesTeacher(words, state, 0)
  if (sure === 0)
    return parts === 2 && words.length === 2 && words.every(unit => namesTeacher([unit], state, 0))
  if (parts - sure < sure) return true
  const isBeingTyped = words.at(-1)?.readings.some(({ isPrefix }) => isPrefix) ?? false
  return parts - sure === sure && (isBeingTyped || sureConcepts.length > 0 || namesTeacher(sureWords, state))
}

function areTwoGuesses(
  { concepts, words }: Pick<Understanding, 'concepts' | 'words'>,
  sure: number,
): boolean {
  return (
    sure === 0 &&
    concepts.length === 0 &&
    words.length === 2 &&
    words.every(({ readings }) => readings.length > 0) &&
    words.at(-1)?.readings.some(({ isPrefix }) => isPrefix) === true
  )
}

/** Whether the query is two guessed words, the last still being typed: only a record that holds both tells that they are meant. */
export function isGuessOfBoth({ isForgiving, understanding, state }: Context): boolean {
  const { words } = understanding
  const sure = words.filter(unit => isSureWord(unit, state)).length
  return isForgiving === true && areTwoGuesses(understanding, sure)
}

const shortestSureWord = 3

function isSureWord({ readings, typed }: WordUnit, { lexicon, documents }: SearchState): boolean {
  return (
    typed.length >= shortestSureWord &&
    readings.some(
      ({ word, quality, isPrefix }) =>
        quality >= weights.surely.meant && !isPrefix && !isBoilerplate(word, lexicon, documents),
    )
  )
}

function areBareNumbers(words: readonly WordUnit[]): boolean {
  return words.every(({ typed }) => /^\p{N}+$/u.test(typed))
}

/** The scores that rows have for the facts that they grant, by the tiers of their facets. */
export function scoresByFacet(tiers: readonly Tier[]): (rows: readonly FoundRow[]) => FactsScore {
  return rows => {
    const wanted = new Set(rows.map(({ facetId }) => facetId))
    const scores = new Map<number, number>()
    for (const { score, parts, loose } of tiers) {
      if (wanted.size === 0) break
      for (const { facets } of [...parts, { facets: loose }])
        for (const { id } of facets) if (wanted.delete(id)) scores.set(id, score)
    }
    return ({ facetId }) => scores.get(facetId) ?? 0
  }
}

/** All facets of the tiers as the statements take them, best first. */
export function idsAndScores(tiers: readonly Tier[]): { ids: number[]; scores: number[] } {
  const ids: number[] = []
  const scores: number[] = []
  for (const tier of tiers) {
    for (const { id } of facetsOf([tier])) {
      ids.push(id)
      scores.push(tier.score)
    }
  }
  return { ids, scores }
}
