import { countByFacet, listMatches } from './search.repository.ts'
import { idsAndScores, leastCoverage, scoresByFacet, type Context } from './find-context.ts'
import { countsOf, rankFacets } from './rank-facets.ts'
import { rerank, type ScoredRow } from './rerank.ts'
import type { Facet } from './search-state.ts'
import { requiredQuery, wordQueries } from './text-query.ts'

const relaxedRows = 200

/** The text query that every word of an understood query must meet; undefined when some word is in no record. */
export function strictQuery({
  understanding,
  state,
}: Context): { query: string; rankBy: string } | undefined {
  const { words, concepts } = understanding
  if (words.some(({ readings }) => readings.length === 0)) return undefined
  const parts = wordQueries(words, state.lexicon, state.documents)
  return { query: [...requiredQuery(concepts), ...parts].join(' & '), rankBy: parts.join(' | ') }
}

/** The facets of what matches a text query, ranked, and how many of its records each has. */
export async function matchingFacets(
  { db, state, understanding, filters }: Context,
  query: string,
  maxMisses: number,
) {
  const counted = await countByFacet(db, query)
  const documents = new Map(counted)
  const among = counted.flatMap(([id]) => state.facets.get(id) ?? [])
  const tiers = rankFacets(state, understanding.concepts, filters, maxMisses, among)
  const counts = countsOf(tiers).map(([facet]): [Facet, number] => [facet, documents.get(facet.id) ?? 0])
  const areAllEqual = understanding.concepts.length === 0 && counts.length === counted.length
  return { tiers, counts, facets: areAllEqual ? undefined : idsAndScores(tiers) }
}

/** The records that hold most of the query's weight, best first; for when none holds every word. */
export async function mostlyMatching(context: Context): Promise<ScoredRow[]> {
  const { understanding, state, totalWeight, db, filters } = context
  const known = understanding.words.filter(({ readings }) => readings.length > 0)
  if (known.length === 0) return []
  const parts = wordQueries(known, state.lexicon, state.documents)
  const rankBy = parts.join(' | ')
  const query = [...requiredQuery(understanding.concepts), `(${rankBy})`].join(' & ')
  const among = (await countByFacet(db, query)).flatMap(([id]) => state.facets.get(id) ?? [])
  const tiers = rankFacets(state, understanding.concepts, filters, Infinity, among)
  if (tiers.length === 0) return []
  const rows = await listMatches(db, query, rankBy, idsAndScores(tiers), { limit: relaxedRows, offset: 0 })
  const scoreOf = scoresByFacet(tiers, rows)
  return rerank(rows, understanding, id => scoreOf.get(id) ?? 0, totalWeight, false).filter(
    ({ coverage }) => coverage >= leastCoverage,
  )
}
