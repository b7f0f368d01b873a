import type { SearchFilters, SearchType } from '#contract/resources/search.ts'
import { grades, isStageCode } from '#contract/codes/grades.ts'
import type { Facts } from './language/facts.ts'
import { grantedFrom, unitQuality, type ConceptUnit } from './language/units.ts'
import type { Facet, SearchState } from './search-state.ts'

/** A facet that may answer the query: how good, and how many of the soft wishes it leaves ungranted. */
export interface RankedFacet {
  facet: Facet
  /** Weight of the granted wishes. */
  score: number
  misses: number
}

// Where nothing names a type, the material itself stands before news about it.
const materialWeight = 0.3
const newsQuality = 0.5

function passes(facts: Facts, filters: SearchFilters): boolean {
  const { type, subject, stage, branch, year, round, newsType } = filters
  if (type && !type.includes(facts.type)) return false
  if (subject && !facts.subjects.some(code => subject.includes(code))) return false
  if (stage && !facts.grades.some(grade => isAtStage(grade, stage))) return false
  if (branch && !(facts.branch !== null && branch.includes(facts.branch))) return false
  if (year && !facts.years.some(each => year.includes(String(each)))) return false
  if (round && !(facts.round !== null && round.includes(String(facts.round)))) return false
  return !newsType || (facts.newsType !== null && newsType.includes(facts.newsType))
}

function isAtStage(grade: Facts['grades'][number], codes: string[]): boolean {
  return codes.some(code => (isStageCode(code) ? grades[grade].stage === code : grade === code))
}

function rankFacet(facet: Facet, units: readonly ConceptUnit[], namesType: boolean): RankedFacet | undefined {
  let score = 0
  let misses = 0
  for (const unit of units) {
    const quality = unitQuality(unit, facet.facts)
    if (quality < grantedFrom) {
      if (unit.isRequired) return undefined
      if (quality === 0 && (unit.kind === 'type' || unit.kind === 'topic')) misses += 1
      misses += 1
    }
    score += unit.weight * quality
  }
  if (!namesType) score += materialWeight * (facet.facts.type === 'news' ? newsQuality : 1)
  return { facet, score: Math.round(score * 1000) / 1000, misses }
}

/** The weight of everything that the units ask for. */
export function weightOf(units: readonly ConceptUnit[]): number {
  return units.reduce((sum, { weight }) => sum + weight, 0)
}

/**
 * The facets that may answer the units, best first.
 *
 * Shape: a facet with more than `maxMisses` ungranted soft wishes is left out; `among` narrows where to look.
 */
export function rankFacets(
  state: SearchState,
  units: readonly ConceptUnit[],
  filters: SearchFilters,
  maxMisses: number,
  among?: Iterable<Facet>,
): RankedFacet[] {
  const required = (kind: 'subject' | 'grade') => units.filter(unit => unit.isRequired && unit.kind === kind)
  const subjects = required('subject').flatMap(({ wishes }) => wishes.flatMap(wish => (wish.by === 'subject' ? [wish.subject] : [])))
  const gradesAsked = required('grade').flatMap(({ wishes }) => wishes.flatMap(wish => (wish.by === 'grade' ? [wish.grade] : [])))
  const isMixed = units.some(({ isRequired, wishes }) => isRequired && new Set(wishes.map(({ by }) => by)).size > 1)
  const candidates = among ?? (isMixed ? state.facets.values() : state.candidates(subjects, gradesAsked))
  const namesType = units.some(({ kind }) => kind === 'type' || kind === 'topic')
  const ranked: RankedFacet[] = []
  for (const facet of candidates) {
    if (facet.documents <= 0 || !passes(facet.facts, filters)) continue
    const each = rankFacet(facet, units, namesType)
    if (each && each.misses <= maxMisses) ranked.push(each)
  }
  return ranked.sort((a, b) => b.score - a.score)
}

/** The facets with the fewest ungranted wishes, from `leastMisses` up, when asking for more leaves nothing. */
export function rankLeniently(
  state: SearchState,
  units: readonly ConceptUnit[],
  filters: SearchFilters,
  leastMisses: number,
  among?: Iterable<Facet>,
): RankedFacet[] {
  const ranked = rankFacets(state, units, filters, Infinity, among)
  const fewest = ranked.reduce((least, { misses }) => Math.min(least, misses), Infinity)
  const allowed = Math.max(leastMisses, fewest)
  return ranked.filter(({ misses }) => misses <= allowed)
}

/** How many records there are of each type. */
export function countByType(counts: Iterable<[SearchType, number]>): Record<SearchType, number> {
  const groups: Record<SearchType, number> = { book: 0, malazima: 0, 'ministerial-exam': 0, news: 0 }
  for (const [type, documents] of counts) groups[type] += documents
  return groups
}
