import {
  noneOfEachType,
  type FactCount,
  type SearchFilters,
  type SearchType,
} from '#contract/resources/search.ts'
import { grades, isStageCode } from '#contract/codes/grades.ts'
import type { Facts } from './language/facts.ts'
import { bestQuality, qualitiesOf } from './facet-qualities.ts'
import { subjectsOfWish, type ConceptUnit } from './language/units.ts'
import { isNews } from './language/words/word-type.ts'
import { weights } from './rank/weights.ts'
import { fieldsOfParts, type FacetPart } from './facet-parts.ts'
import type { Facet } from './facet.ts'
import type { SearchState } from './search-state.ts'

/** Facets that answer the query equally well; `misses` counts the soft wishes left ungranted. */
export interface Tier {
  /** Weight of the granted wishes. */
  score: number
  misses: number
  documents: number
  /** Its facets, as far as whole parts of them are equal. */
  parts: FacetPart[]
  /** The others, in any order. */
  loose: Facet[]
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
    const left = emptyTier(tier.score, tier.misses)
    for (const facet of facetsOf([tier])) if (passes(facet.facts, filters)) add(left, facet)
    return left.loose.length > 0 ? [left] : []
  })
}

const emptyTier = (score: number, misses: number): Tier => ({
  score,
  misses,
  documents: 0,
  parts: [],
  loose: [],
})

function add(tier: Tier, facet: Facet): void {
  tier.loose.push(facet)
  tier.documents += facet.documents
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

/** The weight of everything that the units ask for. */
export function weightOf(units: readonly ConceptUnit[]): number {
  return units.reduce((sum, { weight }) => sum + weight, 0)
}

function candidatesFor({ parts }: SearchState, units: readonly ConceptUnit[]): Iterable<FacetPart> {
  const required = units.filter(({ isRequired }) => isRequired)
  const wishes = required.flatMap(unit => unit.wishes)
  const isMixed = required.some(unit => new Set(unit.wishes.map(({ by }) => by)).size > 1)
  if (isMixed) return parts.candidates([], [])
  return parts.candidates(
    wishes.flatMap(subjectsOfWish),
    wishes.flatMap(wish => (wish.by === 'grade' ? [wish.grade] : [])),
  )
}

/** Tiers of equal score, best first. */
interface Ranked {
  tiers: Tier[]
  /** The fewest soft wishes that one of them leaves ungranted. */
  fewest: number
}

const isGranted = (quality: number) => quality >= weights.partly.grantedFrom

/** Facets in tiers, by how well they grant each of some units. */
interface Tiers {
  /**
   * The tier of facets of a type that grant the units so, one after the other; undefined where something required is
   * not granted. Of equal tiers that with the first `place` is first.
   */
  of(facts: Facts, qualities: Float64Array, place: number): Tier | undefined
  ranked(): Ranked
}

function tiersFor(units: readonly ConceptUnit[]): Tiers {
  const namesType = units.some(({ kind }) => kind === 'type' || kind === 'topic')
  const each = units.map(({ kind, weight, isRequired }) => ({
    weight,
    isRequired,
    missesOfNone: kind === 'type' || kind === 'topic' ? 2 : 1,
  }))
  const byKey = new Map<number, { tier: Tier; place: number }>()
  let fewest = Infinity
  return {
    of(facts, qualities, place) {
      let score = namesType ? 0 : scoreOfType(facts)
      let misses = 0
      let at = 0
      for (const { weight, isRequired, missesOfNone } of each) {
        const quality = qualities[at] ?? 0
        at += 1
        score += weight * quality
        if (isGranted(quality)) continue
        if (isRequired) return undefined
        misses += quality === 0 ? missesOfNone : 1
      }
      if (misses < fewest) fewest = misses
      const rounded = Math.round(score * 1000)
      const key = rounded * 64 + Math.min(misses, 63)
      let known = byKey.get(key)
      if (!known) byKey.set(key, (known = { tier: emptyTier(rounded / 1000, misses), place }))
      if (place < known.place) known.place = place
      return known.tier
    },
    ranked() {
      const tiers = [...byKey.values()]
        .sort((a, b) => b.tier.score - a.tier.score || a.place - b.place)
        .map(({ tier }) => tier)
      return { tiers, fewest }
    },
  }
}

/** Ranks facets one by one. Shape: equal tiers are in the order of `among`. */
function rankEach(
  state: SearchState,
  units: readonly ConceptUnit[],
  filters: SearchFilters,
  among: Iterable<Facet>,
): Ranked {
  const fields = units.map(unit => qualitiesOf(unit, state))
  const qualities = new Float64Array(units.length)
  const hasFilters = Object.keys(filters).length > 0
  const tiers = tiersFor(units)
  let place = 0
  for (const facet of among) {
    if (facet.documents <= 0 || (hasFilters && !passes(facet.facts, filters))) continue
    for (let at = 0; at < fields.length; at += 1) qualities[at] = bestQuality(fields[at] ?? [], facet)
    const tier = tiers.of(facet.facts, qualities, (place += 1))
    if (tier) add(tier, facet)
  }
  return tiers.ranked()
}

/** Ranks all facets: what is one for a part is looked at once for it. Shape: equal tiers are in the order of `place`. */
function rankParts(state: SearchState, units: readonly ConceptUnit[], filters: SearchFilters): Ranked {
  const { branch, year, round, ...ofParts } = filters
  const ofFacets: SearchFilters = {
    ...(branch && { branch }),
    ...(year && { year }),
    ...(round && { round }),
  }
  const asked = units.map((unit, at) => ({ at, unit, fields: qualitiesOf(unit, state) }))
  const coarse = asked.filter(({ fields }) => fields.every(({ field }) => fieldsOfParts.has(field)))
  const fine = asked.filter(each => !coarse.includes(each))
  const isWhole = fine.length === 0 && Object.keys(ofFacets).length === 0
  /* All facets one by one are quicker than all parts and all facets. */
  if (!isWhole && !coarse.some(({ unit }) => unit.isRequired))
    return rankEach(state, units, filters, state.facets.values())
  const qualities = new Float64Array(units.length)
  const tiers = tiersFor(units)
  for (const part of candidatesFor(state, units)) {
    if (part.facets.length === 0 || !passes(part.facts, ofParts)) continue
    for (const { at, fields } of coarse) qualities[at] = bestQuality(fields, part)
    if (coarse.some(({ at, unit }) => unit.isRequired && !isGranted(qualities[at] ?? 0))) continue
    if (isWhole) {
      const tier = tiers.of(part.facts, qualities, part.firstPlace)
      tier?.parts.push(part)
      if (tier) tier.documents += part.documents
      continue
    }
    for (const facet of part.facets) {
      if (!passes(facet.facts, ofFacets)) continue
      for (const { at, fields } of fine) qualities[at] = bestQuality(fields, facet)
      const tier = tiers.of(facet.facts, qualities, facet.place)
      if (tier) add(tier, facet)
    }
  }
  return tiers.ranked()
}

interface RememberedRanks {
  facetChanges: number
  /** How many parts and loose facets the ranks hold together. */
  size: number
  byUnits: Map<string, Ranked>
}

const remembered = new WeakMap<SearchState, RememberedRanks>()
const maxRemembered = 200_000

const sizeOf = ({ tiers }: Ranked) =>
  tiers.reduce((sum, { parts, loose }) => sum + parts.length + loose.length, 1)

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
  const ranked = known ?? rankParts(state, units, filters)
  ranks.byUnits.delete(key)
  ranks.byUnits.set(key, ranked)
  if (!known) ranks.size += sizeOf(ranked)
  for (const [oldest, each] of ranks.byUnits) {
    if (ranks.size <= maxRemembered) break
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
  const { tiers, fewest } = among ? rankEach(state, units, filters, among) : rankAll(state, units, filters)
  const allowed = Math.max(maxMisses, fewest)
  return tiers.filter(({ misses }) => misses <= allowed)
}

/** The value that is in this place from the greatest on; less than all where there are not so many. */
function greatest(values: Float64Array, place: number): number {
  return values.sort()[values.length - place] ?? -Infinity
}

/** The facets of a tier whose newest records are newest; only these can hold the newest `count` records of all. */
export function newestFacets({ parts, loose }: Tier, count: number): Facet[] {
  const latestOf = (facets: readonly Facet[], at: number) => facets[at]?.latestMs ?? -Infinity
  const least = greatest(
    Float64Array.from(parts, ({ facets }) => latestOf(facets, 0)),
    count,
  )
  const found = loose.filter(({ latestMs }) => latestMs >= least)
  for (const { facets } of parts) {
    const until = Math.max(least, latestOf(facets, count - 1))
    for (const facet of facets) {
      if (facet.latestMs < until) break
      found.push(facet)
    }
  }
  if (found.length <= count) return found
  const from = greatest(
    Float64Array.from(found, ({ latestMs }) => latestMs),
    count,
  )
  return found.filter(({ latestMs }) => latestMs >= from)
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
  for (const { parts, loose } of tiers)
    for (const { facts, documents } of [...parts, ...loose]) groups[facts.type] += documents
  return groups
}

/** How many records each facet of the tiers has. */
export function countsOf(tiers: readonly Tier[]): FacetCount[] {
  return facetsOf(tiers).map((facet): FacetCount => [facet, facet.documents])
}

/** The facets of tiers, those of the best first. */
export function facetsOf(tiers: readonly Tier[]): Facet[] {
  return tiers.flatMap(({ parts, loose }) => [...parts.flatMap(({ facets }) => facets), ...loose])
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
