import type { SearchFilters } from '#contract/resources/search.ts'
import type { Queryable } from '#server/base/db/types.ts'
import type { Understanding } from './language/understand.ts'
import { materialWeight, weightOf, type Tier } from './rank-facets.ts'
import { weightOfWord, weightOfWords, type FactsScore } from './rerank.ts'
import type { SearchState } from './search-state.ts'
import type { FoundRow } from './search.repository.ts'
import { isBoilerplate } from './text-query.ts'

/** What to find and which part of it to return. */
export interface FindRequest {
  understanding: Understanding
  filters: SearchFilters
  limit: number
  offset: number
}

/** A request with what answers it. `totalWeight` is of all that the query asks for. */
export interface Context extends FindRequest {
  db: Queryable
  state: SearchState
  totalWeight: number
}

/** The share of the query's weight that a record must answer, to be shown at all. */
export const leastCoverage = 0.58
const leastWordQuality = 0.7
const boilerplateQuality = 0.3
const sureQuality = 0.8
const guessWeight = 0.3
const maxFacetsOfMatches = 3000

/** What a request is answered with. `state` must be fresh. */
export function contextOf(db: Queryable, state: SearchState, request: FindRequest): Context {
  const { concepts, words } = request.understanding
  const namesType = concepts.some(({ kind }) => kind === 'type' || kind === 'topic')
  const totalWeight = weightOf(concepts) + weightOfWords(words) + (namesType ? 0 : materialWeight)
  return { ...request, db, state, totalWeight }
}

/** Whether the query makes enough sense to look for its words at all; what does not finds nothing. */
export function isWorthSearching({ understanding, state, totalWeight }: Context): boolean {
  const { concepts, words } = understanding
  const qualities = words.map(({ readings }) => {
    const isCommonTalk = readings.every(({ word }) => isBoilerplate(word, state.lexicon, state.documents))
    return Math.max(0, ...readings.map(({ quality }) => quality)) * (isCommonTalk ? boilerplateQuality : 1)
  })
  const weighted = words.reduce((sum, unit, index) => sum + weightOfWord(unit) * (qualities[index] ?? 0), 0)
  const mean = weighted / weightOfWords(words)
  if (concepts.length === 0) return mean >= leastWordQuality
  const sure = concepts.filter(({ wishes }) => wishes.some(({ quality }) => quality >= sureQuality))
  const hasUnknown = words.some(({ readings }) => readings.length === 0)
  if (hasUnknown && sure.length === 0) return false
  if (sure.some(({ isRequired }) => isRequired)) return true
  if (qualities.every(quality => quality === 0)) return false
  const guessed = concepts.filter(unit => !sure.includes(unit))
  const weight = weightOf(sure) + guessWeight * weightOf(guessed) + mean * weightOfWords(words)
  return weight >= leastCoverage * totalWeight
}

/** The scores that rows have for the facts that they grant, by the tiers of their facets. */
export function scoresByFacet(tiers: readonly Tier[]): (rows: readonly FoundRow[]) => FactsScore {
  return rows => {
    const wanted = new Set(rows.map(({ facetId }) => facetId))
    const scores = new Map<number, number>()
    for (const { score, facets } of tiers)
      for (const { id } of facets) if (wanted.has(id)) scores.set(id, score)
    return ({ facetId }) => scores.get(facetId) ?? 0
  }
}

/** The facets of the tiers as the statements take them, best first. */
export function idsAndScores(tiers: readonly Tier[]): { ids: number[]; scores: number[] } {
  const ids: number[] = []
  const scores: number[] = []
  for (const { score, facets } of tiers) {
    for (const { id } of facets) {
      if (ids.length >= maxFacetsOfMatches) return { ids, scores }
      ids.push(id)
      scores.push(score)
    }
  }
  return { ids, scores }
}
