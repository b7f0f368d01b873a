import type { SearchType } from '#contract/resources/search.ts'
import type { Queryable } from '#server/base/db/types.ts'
import { contextOf, isWorthSearching, scoresByFacet, type Context, type FindRequest } from './find-context.ts'
import { asksForWordsAlone, matchingFacets, mostlyMatching, strictQuery } from './match-words.ts'
import {
  countByType,
  countsOf,
  countTiers,
  newestFacets,
  rankFacets,
  scoreOfType,
  weightOf,
  type Tier,
} from './rank-facets.ts'
import { rerank, type FactsScore } from './rerank.ts'
import type { Facet, SearchState } from './search-state.ts'
import { listMatches, listNewestOfFacets, listWordMatches, type FoundRow } from './search.repository.ts'

/** The part of the answer that was asked for, and the size of the whole. */
export interface FoundRecords {
  rows: FoundRow[]
  groups: Record<SearchType, number>
  /** How many records hold every word of the query; all of them when it asks for facts alone. */
  complete: number
}

/** What the words found, best first. */
interface WordMatches {
  rows: FoundRow[]
  groups: Record<SearchType, number>
  /** The same by facet; empty when the query names no fact. */
  counts: [facet: Facet, documents: number][]
}

const noMatches: WordMatches = { rows: [], groups: countByType([]), counts: [] }

const rerankedRows = 50
const nearWhenFewerThan = 10
const nearFromWeightShare = 0.45

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

/** A part of a list whose first rows are put in order by their titles too. */
async function pageOf(
  context: Context,
  scoresOf: (rows: readonly FoundRow[]) => FactsScore,
  allWordsMatch: boolean,
  page: { limit: number; offset: number },
  fetch: (page: { limit: number; offset: number }) => Promise<FoundRow[]>,
): Promise<FoundRow[]> {
  if (page.limit <= 0) return []
  if (page.offset >= rerankedRows) return fetch(page)
  const end = Math.max(rerankedRows, page.offset + page.limit)
  const rows = await fetch({ limit: end, offset: 0 })
  const first = rows.slice(0, rerankedRows)
  const scored = rerank(first, context.understanding, scoresOf(first), context.totalWeight, allWordsMatch)
  return [...scored.map(({ row }) => row), ...rows.slice(rerankedRows)].slice(
    page.offset,
    page.offset + page.limit,
  )
}

function totalOf(groups: Record<SearchType, number>): number {
  return Object.values(groups).reduce((sum, count) => sum + count, 0)
}

function groupsOf(counts: readonly [Facet, number][]): Record<SearchType, number> {
  return countByType(counts.map(([{ facts }, documents]) => [facts.type, documents]))
}

async function findByFacts(context: Context): Promise<FoundRecords> {
  const { state, understanding, filters, limit, offset } = context
  const hasRequired = understanding.concepts.some(({ isRequired }) => isRequired)
  const tiers = rankFacets(state, understanding.concepts, filters, hasRequired ? 1 : 0)
  const rows = await pageOf(context, scoresByFacet(tiers), false, { limit, offset }, page =>
    fetchTiers(context, tiers, page, []),
  )
  return {
    rows,
    groups: countTiers(tiers),
    complete: tiers.reduce((sum, { documents }) => sum + documents, 0),
  }
}

/** Records that hold every word of the query. */
async function findStrictly(context: Context): Promise<WordMatches> {
  const { db, limit, offset } = context
  const strict = strictQuery(context)
  if (!strict) return noMatches
  const { query, rankBy } = strict
  if (asksForWordsAlone(context)) return findWordsAlone(context, query, rankBy)
  const { tiers, counts, facets } = await matchingFacets(context, query, 1)
  if (tiers.length === 0) return noMatches
  const rows = await pageOf(context, scoresByFacet(tiers), true, { limit, offset }, part =>
    listMatches(db, query, rankBy, facets, part),
  )
  return { rows, groups: groupsOf(counts), counts }
}

/** The same for a query that names no fact: everything is found, counted and ordered in one pass. */
async function findWordsAlone(context: Context, query: string, rankBy: string): Promise<WordMatches> {
  const { db, limit, offset } = context
  let { groups } = noMatches
  const rows = await pageOf(
    context,
    () => scoreOfType,
    true,
    { limit, offset },
    async part => {
      const found = await listWordMatches(db, query, rankBy, part)
      groups = found.groups
      return found.rows
    },
  )
  return { rows, groups, counts: [] }
}

async function findMostly(context: Context): Promise<WordMatches> {
  const { state, limit, offset } = context
  const kept = await mostlyMatching(context)
  const counts = kept.flatMap(({ row }): [Facet, number][] => {
    const facet = state.facets.get(row.facetId)
    return facet ? [[facet, 1]] : []
  })
  const rows = kept.slice(offset, offset + limit).map(({ row }) => row)
  return { rows, groups: groupsOf(counts), counts }
}

/** Adds, after the few that the words found, what the understood parts of the query find without them. */
async function addNear(context: Context, found: WordMatches): Promise<Omit<FoundRecords, 'complete'>> {
  const { understanding, state, filters, limit, offset, totalWeight } = context
  const foundTotal = totalOf(found.groups)
  const hasRequired = understanding.concepts.some(({ isRequired }) => isRequired)
  const isMeantEnough = weightOf(understanding.concepts) >= nearFromWeightShare * totalWeight
  if (!hasRequired || !isMeantEnough || foundTotal >= nearWhenFewerThan) {
    return { rows: found.rows, groups: found.groups }
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
  const rows = await pageOf(context, scoresByFacet(near), false, page, part =>
    fetchTiers(context, near, part, without),
  )
  const counts: [Facet, number][] = [...found.counts, ...nearCounts, ...overlap]
  return { rows: [...found.rows, ...rows], groups: groupsOf(counts) }
}

async function firstMatches(context: Context): Promise<FoundRow[]> {
  const first = { ...context, offset: 0, limit: nearWhenFewerThan }
  const strict = await findStrictly(first)
  return totalOf(strict.groups) > 0 ? strict.rows : (await findMostly(first)).rows
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
  const context = contextOf(db, state, request)
  const nothing: FoundRecords = { rows: [], groups: countByType([]), complete: 0 }
  if (concepts.length === 0 && words.length === 0) return nothing
  if (words.length === 0) return findByFacts(context)
  if (!isWorthSearching(context)) return nothing
  const strict = await findStrictly(context)
  const complete = totalOf(strict.groups)
  const found = complete > 0 ? strict : await findMostly(context)
  return { ...(await addNear(context, found)), complete }
}
