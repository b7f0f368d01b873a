import type { SearchFilters, SearchType } from '#contract/resources/search.ts'
import type { Queryable } from '#server/db/types.ts'
import type { Understanding } from './language/understand.ts'
import { countByType, rankFacets, rankLeniently, weightOf, type RankedFacet } from './rank-facets.ts'
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

const leastCoverage = 0.55
const leastWordQuality = 0.7
const boilerplateQuality = 0.3
const sureQuality = 0.8
const rerankedRows = 50
const relaxedRows = 200
const batchedRows = 300
const nearWhenFewerThan = 10
const nearFromWeightShare = 0.45
const maxFacetsOfMatches = 3000
const broadFromShare = 0.01
const broadFromRecords = 2000

function sumOf(counts: readonly [unknown, number][]): number {
  return counts.reduce((sum, [, documents]) => sum + documents, 0)
}

async function fetchRanked(
  { db, state }: Context,
  ranked: readonly RankedFacet[],
  page: { limit: number; offset: number },
  without: readonly string[],
): Promise<FoundRow[]> {
  const rows: FoundRow[] = []
  const scoreOf = new Map(ranked.map(({ facet, score }) => [facet.id, score]))
  let skip = page.offset
  for (let at = 0; at < ranked.length && rows.length < page.limit; ) {
    const ids: number[] = []
    let documents = 0
    let tiers = 0
    for (; at < ranked.length; ) {
      const tierScore = ranked[at]?.score
      const tierIds: number[] = []
      let tierDocuments = 0
      let next = at
      for (; ranked[next]?.score === tierScore && next < ranked.length; next += 1) {
        tierIds.push(ranked[next]?.facet.id ?? 0)
        tierDocuments += ranked[next]?.facet.documents ?? 0
      }
      if (tiers > 0 && documents + tierDocuments > batchedRows) break
      for (const id of tierIds) ids.push(id)
      documents += tierDocuments
      tiers += 1
      at = next
      if (documents > batchedRows) break
    }
    if (skip >= documents) {
      skip -= documents
      continue
    }
    const wanted = { limit: page.limit - rows.length, offset: skip }
    const isBroad = documents > state.documents * broadFromShare && documents > broadFromRecords
    if (tiers === 1) {
      rows.push(...(await listNewestOfFacets(db, ids, wanted, isBroad, without)))
    } else {
      const batch = await listNewestOfFacets(db, ids, { limit: documents, offset: 0 }, false, without)
      batch.sort((a, b) => (scoreOf.get(b.facetId) ?? 0) - (scoreOf.get(a.facetId) ?? 0))
      rows.push(...batch.slice(wanted.offset, wanted.offset + wanted.limit))
    }
    skip = 0
  }
  return rows
}

/** A part of a list whose first rows are put in order by their titles too. */
async function pageOf(
  context: Context,
  ranked: readonly RankedFacet[],
  allWordsMatch: boolean,
  page: { limit: number; offset: number },
  fetch: (page: { limit: number; offset: number }) => Promise<FoundRow[]>,
): Promise<FoundRow[]> {
  if (page.limit <= 0) return []
  if (page.offset >= rerankedRows) return fetch(page)
  const end = Math.max(rerankedRows, page.offset + page.limit)
  const rows = await fetch({ limit: end, offset: 0 })
  const scoreOf = new Map(ranked.map(({ facet, score }) => [facet.id, score]))
  const scored = rerank(
    rows.slice(0, rerankedRows),
    context.understanding,
    id => scoreOf.get(id) ?? 0,
    context.totalWeight,
    allWordsMatch,
  )
  return [...scored.map(({ row }) => row), ...rows.slice(rerankedRows)].slice(page.offset, page.offset + page.limit)
}

function groupsOf(counts: readonly [Facet, number][]): Record<SearchType, number> {
  return countByType(counts.map(([{ facts }, documents]) => [facts.type, documents]))
}

async function findByFacts(context: Context): Promise<FoundRecords> {
  const { state, understanding, filters, limit, offset } = context
  const hasRequired = understanding.concepts.some(({ isRequired }) => isRequired)
  const ranked = rankLeniently(state, understanding.concepts, filters, hasRequired ? 1 : 0)
  const counts = ranked.map(({ facet }): [Facet, number] => [facet, facet.documents])
  const rows = await pageOf(context, ranked, false, { limit, offset }, page => fetchRanked(context, ranked, page, []))
  return { rows, groups: groupsOf(counts), complete: sumOf(counts) }
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
  const ranked = rankLeniently(state, understanding.concepts, filters, 1, among)
  const counts = ranked.map(({ facet }): [Facet, number] => [facet, documents.get(facet.id) ?? 0])
  if (ranked.length === 0) return { rows: [], counts: [] }
  const best = ranked.slice(0, maxFacetsOfMatches)
  const facets = { ids: best.map(({ facet }) => facet.id), scores: best.map(({ score }) => score) }
  const rows = await pageOf(context, ranked, isStrict, page, part => listMatches(db, query, rankBy, facets, part))
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
  const ranked = rankFacets(state, understanding.concepts, filters, Infinity, among).slice(0, maxFacetsOfMatches)
  if (ranked.length === 0) return { rows: [], counts: [] }
  const facets = { ids: ranked.map(({ facet }) => facet.id), scores: ranked.map(({ score }) => score) }
  const rows = await listMatches(db, query, rankBy, facets, { limit: relaxedRows, offset: 0 })
  const scoreOf = new Map(ranked.map(({ facet, score }) => [facet.id, score]))
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
  const near = rankLeniently(state, understanding.concepts, filters, 1)
  const nearIds = new Set(near.map(({ facet }) => facet.id))
  const overlap = found.counts.filter(([facet]) => nearIds.has(facet.id)).map(([facet, n]): [Facet, number] => [facet, -n])
  const all = foundTotal > 0 && found.rows.length < foundTotal ? await firstMatches(context) : found.rows
  const without = all.map(({ recordId }) => recordId)
  const page = { limit: limit - found.rows.length, offset: Math.max(0, offset - foundTotal) }
  const rows = await pageOf(context, near, false, page, part => fetchRanked(context, near, part, without))
  const counts: [Facet, number][] = [...found.counts, ...near.map(({ facet }): [Facet, number] => [facet, facet.documents]), ...overlap]
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
export async function findRecords(db: Queryable, state: SearchState, request: FindRequest): Promise<FoundRecords> {
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
