import type { RawBuilder } from 'kysely'
import type { SearchType } from '#contract/resources/search.ts'
import type { Queryable } from '#server/base/db/types.ts'
import { contextOf, idsAndScores, isWorthSearching, type FindRequest } from './find-context.ts'
import type { Understanding } from './language/understand.ts'
import {
  statementOfFacets,
  statementOfMatches,
  statementOfRecords,
  statementOfType,
} from './list-statements.ts'
import { countsOfMatches, matchingFacets, mostlyMatching, strictQuery } from './match-words.ts'
import { rankFacets, sumOf, type Tier } from './rank-facets.ts'
import type { SearchState } from './search-state.ts'

/** Every record of a type that answers a query, as a statement that lists of that type can join. */
export interface TypeMatches {
  /** How many records answer every wish and word of the query. */
  complete: number
  /** Statement. Shape: `record_id`, `score` (higher is better); undefined when nothing answers. */
  statement: RawBuilder<unknown> | undefined
}

const documentsOf = (tiers: readonly Tier[]) => tiers.reduce((sum, { documents }) => sum + documents, 0)

/**
 * Finds all records of one type that answer an understood query best.
 *
 * Shape: unlike `findRecords` it adds nothing that is merely near: a list shows what was asked for.
 */
export async function findOfType(
  db: Queryable,
  state: SearchState,
  understanding: Understanding,
  type: SearchType,
  manner: Pick<FindRequest, 'isForgiving' | 'isAnswered'> = {},
): Promise<TypeMatches> {
  const { concepts, words } = understanding
  const context = contextOf(db, state, {
    understanding,
    filters: { type: [type] },
    limit: 0,
    offset: 0,
    ...manner,
  })
  const nothing: TypeMatches = { complete: 0, statement: undefined }
  if (concepts.length === 0 && words.length === 0) return nothing
  if (!isWorthSearching(context)) return nothing
  const strict = context.known.length === 0 ? undefined : strictQuery(context)
  if (!strict) {
    const tiers = rankFacets(state, concepts, context.filters, 0)
    const [first, ...others] = tiers
    if (!first) return nothing
    const complete = documentsOf(tiers)
    const isAll = others.length === 0 && complete === documentsOf(rankFacets(state, [], context.filters, 0))
    const statement = isAll ? statementOfType(type, first.score) : statementOfFacets(idsAndScores(tiers))
    return { complete, statement }
  }
  const { tiers, counts, facets } = await matchingFacets(
    context,
    await countsOfMatches(context, strict.query),
    0,
  )
  if (tiers.length > 0) {
    const isComplete = context.known.length === words.length
    // Where nothing but words is asked for, all facts of a type are equal.
    const among = concepts.length === 0 ? undefined : facets
    return { complete: isComplete ? sumOf(counts) : 0, statement: statementOfMatches(type, strict, among) }
  }
  const kept = await mostlyMatching(context)
  if (kept.length === 0) return nothing
  return {
    complete: 0,
    statement: statementOfRecords(kept.map(({ row, score }) => [row.recordId, score, row.createdAt])),
  }
}
