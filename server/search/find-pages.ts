import type { SearchType } from '#contract/resources/search.ts'
import { comparedResults } from '#contract/searchable.ts'
import type { Context } from './find-context.ts'
import { countByType, newestFacets, rankFacets, type FacetCount, type Tier } from './rank-facets.ts'
import { readOnce } from './remembered-reads.ts'
import { rerank, type FactsScore } from './rerank.ts'
import { listNewestOfFacets, type FoundRow } from './search.repository.ts'

/** A part of a list. */
export interface Page {
  limit: number
  offset: number
}

/** So many first rows are put in order by their titles too. */
export const rerankedRows = comparedResults

const enoughRecords = 10
const missesOfFew = 2

/**
 * What the facts of a query find: what grants all that is not required, or all but one where something is; and what
 * comes nearest when those are few.
 */
export function nearestFacets({ understanding, state, filters }: Context): Tier[] {
  const { concepts } = understanding
  const hasRequired = concepts.some(({ isRequired }) => isRequired)
  const tiers = rankFacets(state, concepts, filters, hasRequired ? 1 : 0)
  const isFew = tiers.reduce((sum, { documents }) => sum + documents, 0) < enoughRecords
  return isFew ? rankFacets(state, concepts, filters, missesOfFew) : tiers
}

/** The part of the tiers' records that is asked for, newest first within a tier. */
export async function fetchTiers(
  { db, state }: Context,
  tiers: readonly Tier[],
  page: Page,
  without: readonly string[],
): Promise<readonly FoundRow[]> {
  if (page.limit <= 0) return []
  const ids: number[] = []
  const scores: number[] = []
  const end = page.offset + page.limit + without.length
  let skipped = 0
  let covered = 0
  for (const tier of tiers) {
    const { score, documents } = tier
    if (covered >= end) break
    covered += documents
    // A tier that ends before the page begins is stepped over; what is left out might come from any, so only then.
    if (without.length === 0 && covered <= page.offset) {
      skipped = covered
      continue
    }
    for (const facet of newestFacets(tier, end)) {
      ids.push(facet.id)
      scores.push(score)
    }
  }
  if (ids.length === 0) return []
  const facets = { ids, scores }
  const part = { limit: page.limit, offset: page.offset - skipped }
  const { held } = state
  if (held) return held.listNewestOfFacets(db, facets, part, without)
  return readOnce(state, 'newest', [facets, part, without], () =>
    listNewestOfFacets(db, facets, part, without),
  )
}

/** A part of a list whose first rows are put in order by their titles too. */
export async function pageOf(
  context: Context,
  scoresOf: (rows: readonly FoundRow[]) => FactsScore,
  allWordsMatch: boolean,
  page: Page,
  fetch: (page: Page) => Promise<readonly FoundRow[]>,
): Promise<readonly FoundRow[]> {
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

/** How many records there are of all types. */
export function totalOf(groups: Record<SearchType, number>): number {
  return Object.values(groups).reduce((sum, count) => sum + count, 0)
}

/** How many records of each type the facets come to. */
export function groupsOf(counts: readonly FacetCount[]): Record<SearchType, number> {
  const groups = countByType([])
  for (const [{ facts }, documents] of counts) groups[facts.type] += documents
  return groups
}
