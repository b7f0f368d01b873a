import { sql, type RawBuilder } from 'kysely'
import { weights } from './rank/weights.ts'
import { textRank } from './search.repository.ts'
import { isAnsweredBy } from './text-query.ts'
import type { SearchType } from '#contract/resources/search.ts'

interface ScoredFacets {
  ids: readonly number[]
  scores: readonly number[]
}

function unnestFacets({ ids, scores }: ScoredFacets): RawBuilder<unknown> {
  return sql`unnest(${`{${ids.join(',')}}`}::int[], ${`{${scores.join(',')}}`}::real[]) as f (id, score)`
}

/** The records that have one of the facets, which name their type; the index of facets holds all of it. Shape: statement of `record_id`, `score`, `created_at`, as of the others. */
export function statementOfFacets(facets: ScoredFacets): RawBuilder<unknown> {
  return sql`select d.record_id, f.score, d.created_at from ${unnestFacets(facets)}
    join search_documents d on d.facet_id = f.id`
}

/** All records of a type, which are equal. */
export function statementOfType(type: SearchType, score: number): RawBuilder<unknown> {
  return sql`select record_id, ${score}::real as score, created_at from search_documents where type = ${type}`
}

/** The records of a type that match a text query and have one of the facets, if any are given. */
export function statementOfMatches(
  type: SearchType,
  { query, rankBy }: { query: string; rankBy: string },
  facets: ScoredFacets | undefined,
): RawBuilder<unknown> {
  const scores = facets
    ? sql`join ${unnestFacets(facets)} on f.id = m.facet_id`
    : sql`cross join (select 0::real as score) f`
  // The words first: most records of a type are more than those that hold them.
  return sql`with m as materialized (
      select record_id, facet_id, created_at, ${textRank(rankBy)} as rank
      from (select * from search_documents where ${isAnsweredBy(query)} offset 0) d where type = ${type}
    ) select m.record_id, f.score + ${weights.text.rank}::real * m.rank as score, m.created_at from m ${scores}`
}

/** These records and no others. */
export function statementOfRecords(
  records: readonly (readonly [id: string, score: number, createdAt: Date])[],
): RawBuilder<unknown> {
  return sql`select * from json_to_recordset(${JSON.stringify(
    records.map(([record_id, score, created_at]) => ({ record_id, score, created_at })),
  )}::json) as r (record_id text, score real, created_at timestamptz)`
}
