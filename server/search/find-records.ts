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
import { fetchTiers, nearestFacets, pageOf, totalOf } from './find-pages.ts'
import { countByType, countTiers, rankFacets } from './rank-facets.ts'
import type { SearchState } from './search-state.ts'
import type { FoundRow } from './search.repository.ts'
import { findStrictly, type StrictMatches } from './strict-matches.ts'

/** The part of the answer that was asked for, and the size of the whole. */
export interface FoundRecords {
  rows: FoundRow[]
  groups: Record<SearchType, number>
  /** How many records hold every word of the query; all of them when it asks for facts alone. */
  complete: number
  /** The best record of the whole answer, whichever part of it was asked for; undefined when nothing was found. */
  best(): Promise<FoundRow | undefined>
}

type FoundPart = Omit<FoundRecords, 'best'>

const enoughMatches = 10

function nothing(): FoundPart {
  return { rows: [], groups: countByType([]), complete: 0 }
}

async function findByFacts(context: Context): Promise<FoundPart> {
  const { limit, offset } = context
  const tiers = nearestFacets(context)
  const rows = await pageOf(context, scoresByFacet(tiers), false, { limit, offset }, page =>
    fetchTiers(context, tiers, page, []),
  )
  return {
    rows,
    groups: countTiers(tiers),
    complete: tiers.reduce((sum, { documents }) => sum + documents, 0),
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

async function findPart(db: Queryable, state: SearchState, request: FindRequest): Promise<FoundPart> {
  const { concepts, words } = request.understanding
  const context = contextOf(db, state, request)
  if ((concepts.length === 0 && words.length === 0) || !isWorthSearching(context)) return nothing()
  const strict = await findStrictly(context)
  if (!strict) return findByFacts(context)
  if (strict.total === 0 && isGuessOfBoth(context)) return nothing()
  const complete = completeOf(context, strict)
  if (request.isAnswered && complete === 0) return nothing()
  if (!isEnough(context, strict)) return { ...(await findAround(context, strict)), complete }
  const { limit, offset } = request
  return { rows: await strict.fetch({ limit, offset }), groups: strict.groups, complete }
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
  const found = await findPart(db, state, request)
  const holdsBest = totalOf(found.groups) === 0 || (request.offset === 0 && request.limit > 0)
  const best = async () => {
    const { rows } = holdsBest ? found : await findPart(db, state, { ...request, limit: 1, offset: 0 })
    return rows[0]
  }
  return { ...found, best }
}
