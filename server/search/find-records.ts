import type { SearchType } from '#contract/resources/search.ts'
import type { Queryable } from '#server/base/db/types.ts'
import { findAround } from './find-around.ts'
import {
  contextOf,
  isGuessOfBoth,
  isWorthSearching,
  scoresByFacet,
  type Context,
  type FindRequest,
} from './find-context.ts'
import { fetchTiers, nearestFacets, pageOf } from './find-pages.ts'
import { countByType, countsOf, countTiers, narrowed, rankFacets, type FacetCount } from './rank-facets.ts'
import type { SearchState } from './search-state.ts'
import type { FoundRow } from './search.repository.ts'
import { enoughMatches, findStrictly, type StrictMatches } from './strict-matches.ts'

/** The part of the answer that was asked for, and the size of the whole. */
interface FoundPart {
  rows: readonly FoundRow[]
  groups: Record<SearchType, number>
  /** The groups of what the narrowing leaves. */
  shown: Record<SearchType, number>
  /** How many records of the whole list have the same facts. */
  facets(): Promise<FacetCount[]>
}

interface Matches {
  complete: number
  fetch(): Promise<FoundPart>
}

/** What a reading of a query finds; the records themselves are fetched when they are asked for. */
export interface FoundRecords {
  /** How many records hold every word of the query; all of them when it asks for facts alone. */
  complete: number
  /** The asked part of the list, best first, and the whole list's size by type. */
  part(): Promise<FoundPart>
  /** The best record of the whole answer, whichever part of it was asked for; undefined when nothing was found. */
  best(): Promise<FoundRow | undefined>
}

const nothing: Matches = {
  complete: 0,
  fetch: async () => ({ rows: [], groups: countByType([]), shown: countByType([]), facets: async () => [] }),
}

function matchFacts(context: Context): Matches {
  const { limit, offset } = context
  const tiers = nearestFacets(context)
  const shown = narrowed(tiers, context.narrowing)
  return {
    complete: tiers.reduce((sum, { documents }) => sum + documents, 0),
    fetch: async () => ({
      rows: await pageOf(context, scoresByFacet(tiers), false, { limit, offset }, page =>
        fetchTiers(context, shown, page, []),
      ),
      groups: countTiers(tiers),
      shown: countTiers(shown),
      facets: async () => countsOf(tiers),
    }),
  }
}

/** How many records answer all that the query asks for; none when it has a word that nobody knows. */
function completeOf({ understanding, state, filters, known }: Context, strict: StrictMatches): number {
  const { concepts, words } = understanding
  if (known.length < words.length) return 0
  if (!strict.isSoft) return strict.total
  const granting = rankFacets(state, concepts, filters, 0).filter(({ misses }) => misses === 0)
  return granting.reduce((sum, { documents }) => sum + documents, 0)
}

/** Whether what holds every word needs nothing beside it: it is many, and of the kind that was asked for. */
function isEnough(
  { understanding, state, filters }: Context,
  { total, misses, isSoft }: StrictMatches,
): boolean {
  if (isSoft || total < enoughMatches) return false
  if (misses === 0) return true
  const [best] = rankFacets(state, understanding.concepts, filters, 0)
  return best === undefined || best.misses >= misses
}

async function match(db: Queryable, state: SearchState, request: FindRequest): Promise<Matches> {
  const { concepts, words } = request.understanding
  const context = contextOf(db, state, request)
  if ((concepts.length === 0 && words.length === 0) || !isWorthSearching(context)) return nothing
  const strict = await findStrictly(context)
  if (!strict) return matchFacts(context)
  if (strict.total === 0 && isGuessOfBoth(context)) return nothing
  const complete = completeOf(context, strict)
  if (request.isAnswered && complete === 0) return nothing
  if (!isEnough(context, strict)) return { complete, fetch: () => findAround(context, strict) }
  const { limit, offset } = request
  const { groups, shown, facets } = strict
  const fetch = async () => ({ rows: await strict.fetchShown({ limit, offset }), groups, shown, facets })
  return { complete, fetch }
}

/** Finds the records that answer a query that has been understood. `state` must be fresh. */
export async function findRecords(
  db: Queryable,
  state: SearchState,
  request: FindRequest,
): Promise<FoundRecords> {
  const { complete, fetch } = await match(db, state, request)
  let fetched: Promise<FoundPart> | undefined
  const part = () => (fetched ??= fetch())
  const holdsBest = request.offset === 0 && request.limit > 0 && !request.narrowing
  const whole = { ...request, narrowing: undefined, limit: 1, offset: 0 }
  const best = async () => {
    const first = holdsBest ? { fetch: part } : await match(db, state, whole)
    const { rows } = await first.fetch()
    return rows[0]
  }
  return { complete, part, best }
}
