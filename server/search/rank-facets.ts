import {
  noneOfEachType,
  type FactCount,
  type SearchFilters,
  type SearchType,
} from '#contract/resources/search.ts'
import { grades, isStageCode } from '#contract/codes/grades.ts'
import type { Facts } from './language/facts.ts'
import { subjectsOfWish, unitQuality, type ConceptUnit, type Wish } from './language/units.ts'
import { isNews } from './language/words/word-type.ts'
import { weights } from './rank/weights.ts'
import type { FactField, Facet, SearchState } from './search-state.ts'

/** Facets that answer the query equally well; `misses` counts the soft wishes left ungranted. */
export interface Tier {
  /** Weight of the granted wishes. */
  score: number
  misses: number
  documents: number
  facets: Facet[]
}

/** How many records of something have the facts of a facet. */
export type FacetCount = [facet: Facet, documents: number]

/** What a record scores for its type, where the query names none. */
export function scoreOfType({ type }: { type: SearchType }): number {
  return isNews(type) ? weights.kind.report : weights.kind.material
}

/** Whether a record of these facts is left by filters. */
export function passes(facts: Facts, filters: SearchFilters): boolean {
  const { type, subject, stage, branch, year, round, newsType } = filters
  if (type && !type.includes(facts.type)) return false
  if (subject && !facts.subjects.some(code => subject.includes(code))) return false
  if (stage && !facts.grades.some(grade => isAtStage(grade, stage))) return false
  if (branch && !(facts.branch !== null && branch.includes(facts.branch))) return false
  if (year && !facts.years.some(each => year.includes(String(each)))) return false
  if (round && !(facts.round !== null && round.includes(String(facts.round)))) return false
  return !newsType || (facts.newsType !== null && newsType.includes(facts.newsType))
}

/** What filters leave of the tiers. */
export function narrowed(tiers: readonly Tier[], filters: SearchFilters | undefined): readonly Tier[] {
  if (!filters) return tiers
  return tiers.flatMap(tier => {
    const facets = tier.facets.filter(({ facts }) => passes(facts, filters))
    const documents = facets.reduce((sum, facet) => sum + facet.documents, 0)
    return facets.length > 0 ? [{ ...tier, facets, documents }] : []
  })
}

/** What filters leave of counts. */
export function narrowedCounts(
  counts: readonly FacetCount[],
  filters: SearchFilters | undefined,
): readonly FacetCount[] {
  return filters ? counts.filter(([{ facts }]) => passes(facts, filters)) : counts
}

function isAtStage(grade: Facts['grades'][number], codes: string[]): boolean {
  return codes.some(code => (isStageCode(code) ? grades[grade].stage === code : grade === code))
}

const fieldOfWish: Record<Wish['by'], FactField> = {
  subject: 'subject',
  part: 'subject',
  place: 'place',
  grade: 'grade',
  branch: 'branch',
  type: 'kind',
  topic: 'kind',
  category: 'kind',
  round: 'round',
  year: 'year',
}

/** A unit's quality for a facet, worked out once for each value of each field that it looks at. */
function qualityReader(unit: ConceptUnit, state: SearchState): (facet: Facet) => number {
  const fields = [...new Set(unit.wishes.map(({ by }) => fieldOfWish[by]))]
  const readers = fields.map(field =>
    fieldReader({ wishes: unit.wishes.filter(({ by }) => fieldOfWish[by] === field) }, field, state),
  )
  const [first = () => 0, ...others] = readers
  if (others.length === 0) return first
  return facet => others.reduce((best, read) => Math.max(best, read(facet)), first(facet))
}

function fieldReader(unit: Pick<ConceptUnit, 'wishes'>, field: FactField, state: SearchState) {
  const known = new Float64Array(state.valueCounts[field]).fill(-1)
  return ({ values, facts }: Facet): number => {
    const value = values[field]
    let quality = known[value] ?? -1
    if (quality < 0) {
      quality = unitQuality(unit, facts)
      known[value] = quality
    }
    return quality
  }
}

/** The weight of everything that the units ask for. */
export function weightOf(units: readonly ConceptUnit[]): number {
  return units.reduce((sum, { weight }) => sum + weight, 0)
}

function candidatesFor(state: SearchState, units: readonly ConceptUnit[]): Iterable<Facet> {
  const required = units.filter(({ isRequired }) => isRequired)
  const wishes = required.flatMap(unit => unit.wishes)
  const isMixed = required.some(unit => new Set(unit.wishes.map(({ by }) => by)).size > 1)
  if (isMixed) return state.facets.values()
  return state.candidates(
    wishes.flatMap(subjectsOfWish),
    wishes.flatMap(wish => (wish.by === 'grade' ? [wish.grade] : [])),
  )
}

/** Tiers of equal score, best first, and the fewest soft wishes that one of them leaves ungranted. */
interface Ranked {
  tiers: Tier[]
  fewest: number
}

function rank(
  state: SearchState,
  units: readonly ConceptUnit[],
  filters: SearchFilters,
  among: Iterable<Facet>,
): Ranked {
  const readers = units.map(unit => ({ unit, read: qualityReader(unit, state) }))
  const required = readers.filter(({ unit }) => unit.isRequired)
  const grantsRequired = (facet: Facet) =>
    required.every(({ read }) => read(facet) >= weights.partly.grantedFrom)
  const namesType = units.some(({ kind }) => kind === 'type' || kind === 'topic')
  const hasFilters = Object.keys(filters).length > 0
  const tiers = new Map<number, Tier>()
  let fewest = Infinity
  for (const facet of among) {
    if (facet.documents <= 0 || (hasFilters && !passes(facet.facts, filters))) continue
    if (!grantsRequired(facet)) continue
    let score = namesType ? 0 : scoreOfType(facet.facts)
    let misses = 0
    for (const { unit, read } of readers) {
      const quality = read(facet)
      score += unit.weight * quality
      if (quality >= weights.partly.grantedFrom) continue
      misses += quality === 0 && (unit.kind === 'type' || unit.kind === 'topic') ? 2 : 1
    }
    fewest = Math.min(fewest, misses)
    const rounded = Math.round(score * 1000)
    const key = rounded * 64 + Math.min(misses, 63)
    let tier = tiers.get(key)
    if (!tier) {
      tier = { score: rounded / 1000, misses, documents: 0, facets: [] }
      tiers.set(key, tier)
    }
    tier.documents += facet.documents
    tier.facets.push(facet)
  }
  return { tiers: [...tiers.values()].sort((a, b) => b.score - a.score), fewest }
}

interface RememberedRanks {
  facetChanges: number
  /** How many facets the ranks hold together. */
  size: number
  byUnits: Map<string, Ranked>
}

const remembered = new WeakMap<SearchState, RememberedRanks>()
const maxRememberedFacets = 200_000

const sizeOf = ({ tiers }: Ranked) => tiers.reduce((sum, { facets }) => sum + facets.length, 1)

/** All facets by what the units wish: a search asks several times, and others with other words for the same. */
function rankAll(state: SearchState, units: readonly ConceptUnit[], filters: SearchFilters): Ranked {
  const { facetChanges } = state
  let ranks = remembered.get(state)
  if (ranks?.facetChanges !== facetChanges) {
    ranks = { facetChanges, size: 0, byUnits: new Map() }
    remembered.set(state, ranks)
  }
  const asked = units.map(({ kind, wishes, weight, isRequired }) => [kind, wishes, weight, isRequired])
  const key = JSON.stringify([asked, filters])
  const known = ranks.byUnits.get(key)
  const ranked = known ?? rank(state, units, filters, candidatesFor(state, units))
  ranks.byUnits.delete(key)
  ranks.byUnits.set(key, ranked)
  if (!known) ranks.size += sizeOf(ranked)
  for (const [oldest, each] of ranks.byUnits) {
    if (ranks.size <= maxRememberedFacets) break
    ranks.byUnits.delete(oldest)
    ranks.size -= sizeOf(each)
  }
  return ranked
}

/**
 * The facets that may answer the units, in tiers of equal score, best first.
 *
 * Shape: facets that leave more soft wishes ungranted than `maxMisses` are left out, or than the least that any
 * leaves, whichever is more; `among` narrows where to look. The callers share the tiers and must not change them.
 */
export function rankFacets(
  state: SearchState,
  units: readonly ConceptUnit[],
  filters: SearchFilters,
  maxMisses: number,
  among?: Iterable<Facet>,
): Tier[] {
  const { tiers, fewest } = among ? rank(state, units, filters, among) : rankAll(state, units, filters)
  const allowed = Math.max(maxMisses, fewest)
  return tiers.filter(({ misses }) => misses <= allowed)
}

/** The facets whose newest records are newest; only these can hold the newest `count` records of all. */
export function newestFacets(facets: readonly Facet[], count: number): Facet[] {
  if (facets.length <= count) return [...facets]
  const latest = Float64Array.from(facets, facet => facet.latestMs).sort()
  const from = latest[latest.length - count] ?? 0
  return facets.filter(facet => facet.latestMs >= from)
}

/** How many records there are of each type. */
export function countByType(counts: Iterable<[SearchType, number]>): Record<SearchType, number> {
  const groups = noneOfEachType()
  for (const [type, documents] of counts) groups[type] += documents
  return groups
}

/** How many records the tiers have of each type. */
export function countTiers(tiers: readonly Tier[]): Record<SearchType, number> {
  const groups = countByType([])
  for (const { facets } of tiers) for (const { facts, documents } of facets) groups[facts.type] += documents
  return groups
}

/** How many records each facet of the tiers has. */
export function countsOf(tiers: readonly Tier[]): FacetCount[] {
  return tiers.flatMap(({ facets }) => facets.map((facet): FacetCount => [facet, facet.documents]))
}

/** The counts of facets that no choice of type, grade or subject tells apart, as one each. */
export function factCountsOf(counts: readonly FacetCount[]): FactCount[] {
  const found = new Map<string, FactCount>()
  for (const [{ facts }, documents] of counts) {
    const { type, grades: inGrades, subjects } = facts
    const key = `${type} ${inGrades.join()} ${subjects.join()}`
    const known = found.get(key)
    if (known) known.documents += documents
    else found.set(key, { type, grades: inGrades, subjects, documents })
  }
  return [...found.values()]
}

/** How many records the counts come to. */
export function sumOf(counts: readonly [unknown, number][]): number {
  return counts.reduce((sum, [, documents]) => sum + documents, 0)
}
