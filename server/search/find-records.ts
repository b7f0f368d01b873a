import type { SearchFilters, SearchType } from '#contract/resources/search.ts'
import type { Queryable } from '#server/db/types.ts'
import type { Understanding } from './language/understand.ts'
import { countByType, countTiers, newestFacets, rankFacets, weightOf, type Tier } from './rank-facets.ts'
import { rerank, weightOfWord, weightOfWords } from './rerank.ts'
import type { Facet, SearchState } from './search-state.ts'
import { countByFacet, listMatches, listNewestOfFacets, type FoundRow } from './search.repository.ts'
import { isBoilerplate, requiredQuery, wordQueries } from './text-query.ts'

/** The part of the answer that was asked for, and the size of the whole. */
export interface FoundRecords {
  rows: FoundRow[]
  groups: Record<SearchType, number>
  /** How many records hold every word of the query; all of them when it asks for facts alone. */
  complete: number
}

/** What to find and which part of it to return. */
export interface FindRequest {
  understanding: Understanding
  filters: SearchFilters
  limit: number
  offset: number
}

interface Context extends FindRequest {
  db: Queryable
  state: SearchState
  totalWeight: number
}

/** What the words found, best first. */
interface WordMatches {
  rows: FoundRow[]
  counts: [facet: Facet, documents: number][]
}

const leastCoverage = 0.58
const leastWordQuality = 0.7
const boilerplateQuality = 0.3
const sureQuality = 0.8
const rerankedRows = 50
const relaxedRows = 200
const nearWhenFewerThan = 10
const nearFromWeightShare = 0.45
const maxFacetsOfMatches = 3000

function sumOf(counts: readonly [unknown, number][]): number {
  return counts.reduce((sum, [, documents]) => sum + documents, 0)
}

/** The part of the tiers' records that is asked for, newest first within a tier. */
async function fetchTiers(
  { db }: Context,
  tiers: readonly Tier[],
  page: { limit: number; offset: number },
  without: readonly string[],
): Promise<FoundRow[]> {
  const ids: number[] = []
  const scores: number[] = []
  const end = page.offset + page.limit + without.length
  let skipped = 0
  let covered = 0
  for (const { score, documents, facets } of tiers) {
    if (covered >= end) break
    covered += documents
    // A tier that ends before the page begins is stepped over; what is left out might come from any, so only then.
    if (without.length === 0 && covered <= page.offset) {
      skipped = covered
      continue
    }
    for (const facet of newestFacets(facets, end)) {
      ids.push(facet.id)
      scores.push(score)
    }
  }
  if (ids.length === 0) return []
  return listNewestOfFacets(
    db,
    { ids, scores },
    { limit: page.limit, offset: page.offset - skipped },
    without,
  )
}

function scoresByFacet(tiers: readonly Tier[], rows: readonly FoundRow[]): Map<number, number> {
  const wanted = new Set(rows.map(({ facetId }) => facetId))
  const scores = new Map<number, number>()
  for (const { score, facets } of tiers)
    for (const { id } of facets) if (wanted.has(id)) scores.set(id, score)
  return scores
}

function idsAndScores(tiers: readonly Tier[]): { ids: number[]; scores: number[] } {
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

/** A part of a list whose first rows are put in order by their titles too. */
async function pageOf(
  context: Context,
  tiers: readonly Tier[],
  allWordsMatch: boolean,
  page: { limit: number; offset: number },
  fetch: (page: { limit: number; offset: number }) => Promise<FoundRow[]>,
): Promise<FoundRow[]> {
  if (page.limit <= 0) return []
  if (page.offset >= rerankedRows) return fetch(page)
  const end = Math.max(rerankedRows, page.offset + page.limit)
  const rows = await fetch({ limit: end, offset: 0 })
  const scoreOf = scoresByFacet(tiers, rows)
  const scored = rerank(
    rows.slice(0, rerankedRows),
    context.understanding,
    id => scoreOf.get(id) ?? 0,
    context.totalWeight,
    allWordsMatch,
  )
  return [...scored.map(({ row }) => row), ...rows.slice(rerankedRows)].slice(
    page.offset,
    page.offset + page.limit,
  )
}

function countsOf(tiers: readonly Tier[]): [Facet, number][] {
  return tiers.flatMap(({ facets }) => facets.map((facet): [Facet, number] => [facet, facet.documents]))
}

function groupsOf(counts: readonly [Facet, number][]): Record<SearchType, number> {
  return countByType(counts.map(([{ facts }, documents]) => [facts.type, documents]))
}

async function findByFacts(context: Context): Promise<FoundRecords> {
  const { state, understanding, filters, limit, offset } = context
  const hasRequired = understanding.concepts.some(({ isRequired }) => isRequired)
  const tiers = rankFacets(state, understanding.concepts, filters, hasRequired ? 1 : 0)
  const rows = await pageOf(context, tiers, false, { limit, offset }, page =>
    fetchTiers(context, tiers, page, []),
  )
  return {
    rows,
    groups: countTiers(tiers),
    complete: tiers.reduce((sum, { documents }) => sum + documents, 0),
  }
}

/** Whether the query makes enough sense to look for its words at all; what does not finds nothing. */
function isWorthSearching({ understanding, state, totalWeight }: Context): boolean {
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
  return weightOf(concepts) + mean * weightOfWords(words) >= leastCoverage * totalWeight
}

async function matchWords(
  context: Context,
  query: string,
  rankBy: string,
  page: { limit: number; offset: number },
  isStrict: boolean,
): Promise<WordMatches> {
  const { db, state, understanding, filters } = context
  const counted = await countByFacet(db, query)
  const documents = new Map(counted)
  const among = counted.flatMap(([id]) => state.facets.get(id) ?? [])
  const tiers = rankFacets(state, understanding.concepts, filters, 1, among)
  const counts = countsOf(tiers).map(([facet]): [Facet, number] => [facet, documents.get(facet.id) ?? 0])
  if (tiers.length === 0) return { rows: [], counts: [] }
  const areAllEqual = understanding.concepts.length === 0 && counts.length === counted.length
  const facets = areAllEqual ? undefined : idsAndScores(tiers)
  const rows = await pageOf(context, tiers, isStrict, page, part =>
    listMatches(db, query, rankBy, facets, part),
  )
  return { rows, counts }
}

/** Records that hold every word of the query. */
async function findStrictly(context: Context): Promise<WordMatches> {
  const { understanding, state, limit, offset } = context
  const { words, concepts } = understanding
  if (words.some(({ readings }) => readings.length === 0)) return { rows: [], counts: [] }
  const parts = wordQueries(words, state.lexicon, state.documents)
  const query = [...requiredQuery(concepts), ...parts].join(' & ')
  return matchWords(context, query, parts.join(' | '), { limit, offset }, true)
}

/** Records that hold most of the query's weight, when none holds every word. */
async function findMostly(context: Context): Promise<WordMatches> {
  const { understanding, state, limit, offset, totalWeight, db, filters } = context
  const known = understanding.words.filter(({ readings }) => readings.length > 0)
  if (known.length === 0) return { rows: [], counts: [] }
  const parts = wordQueries(known, state.lexicon, state.documents)
  const rankBy = parts.join(' | ')
  const query = [...requiredQuery(understanding.concepts), `(${rankBy})`].join(' & ')
  const among = (await countByFacet(db, query)).flatMap(([id]) => state.facets.get(id) ?? [])
  const tiers = rankFacets(state, understanding.concepts, filters, Infinity, among)
  if (tiers.length === 0) return { rows: [], counts: [] }
  const rows = await listMatches(db, query, rankBy, idsAndScores(tiers), { limit: relaxedRows, offset: 0 })
  const scoreOf = scoresByFacet(tiers, rows)
  const kept = rerank(rows, understanding, id => scoreOf.get(id) ?? 0, totalWeight, false).filter(
    ({ coverage }) => coverage >= leastCoverage,
  )
  const counts = kept.flatMap(({ row }): [Facet, number][] => {
    const facet = state.facets.get(row.facetId)
    return facet ? [[facet, 1]] : []
  })
  return { rows: kept.slice(offset, offset + limit).map(({ row }) => row), counts }
}

/** Adds, after the few that the words found, what the understood parts of the query find without them. */
async function addNear(context: Context, found: WordMatches): Promise<Omit<FoundRecords, 'complete'>> {
  const { understanding, state, filters, limit, offset, totalWeight } = context
  const foundTotal = sumOf(found.counts)
  const hasRequired = understanding.concepts.some(({ isRequired }) => isRequired)
  const isMeantEnough = weightOf(understanding.concepts) >= nearFromWeightShare * totalWeight
  if (!hasRequired || !isMeantEnough || foundTotal >= nearWhenFewerThan) {
    return { rows: found.rows, groups: groupsOf(found.counts) }
  }
  const near = rankFacets(state, understanding.concepts, filters, 1)
  const nearCounts = countsOf(near)
  const nearIds = new Set(nearCounts.map(([facet]) => facet.id))
  const overlap = found.counts
    .filter(([facet]) => nearIds.has(facet.id))
    .map(([facet, n]): [Facet, number] => [facet, -n])
  const all = foundTotal > 0 && found.rows.length < foundTotal ? await firstMatches(context) : found.rows
  const without = all.map(({ recordId }) => recordId)
  const page = { limit: limit - found.rows.length, offset: Math.max(0, offset - foundTotal) }
  const rows = await pageOf(context, near, false, page, part => fetchTiers(context, near, part, without))
  const counts: [Facet, number][] = [...found.counts, ...nearCounts, ...overlap]
  return { rows: [...found.rows, ...rows], groups: groupsOf(counts) }
}

async function firstMatches(context: Context): Promise<FoundRow[]> {
  const first = { ...context, offset: 0, limit: nearWhenFewerThan }
  const strict = await findStrictly(first)
  return strict.counts.length > 0 ? strict.rows : (await findMostly(first)).rows
}

/**
 * Finds the records that answer a query that has been understood.
 *
 * Shape: the asked part of the list, best first, and the whole list's size by type. `state` must be fresh.
 */
export async function findRecords(
  db: Queryable,
  state: SearchState,
  request: FindRequest,
): Promise<FoundRecords> {
  const { concepts, words } = request.understanding
  const namesType = concepts.some(({ kind }) => kind === 'type' || kind === 'topic')
  const totalWeight = weightOf(concepts) + weightOfWords(words) + (namesType ? 0 : 0.3)
  const context: Context = { ...request, db, state, totalWeight }
  const nothing: FoundRecords = { rows: [], groups: countByType([]), complete: 0 }
  if (concepts.length === 0 && words.length === 0) return nothing
  if (words.length === 0) return findByFacts(context)
  if (!isWorthSearching(context)) return nothing
  const strict = await findStrictly(context)
  const complete = sumOf(strict.counts)
  const found = complete > 0 ? strict : await findMostly(context)
  return { ...(await addNear(context, found)), complete }
}
