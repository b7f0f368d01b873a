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

/** The records of a type that have one of the facets. Shape: statement of `record_id`, `score`. */
export function statementOfFacets(type: SearchType, facets: ScoredFacets): RawBuilder<unknown> {
  return sql`select d.record_id, f.score from ${unnestFacets(facets)}
    join search_documents d on d.facet_id = f.id where d.type = ${type}`
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
      select record_id, facet_id, ${textRank(rankBy)} as rank
      from (select * from search_documents where ${isAnsweredBy(query)} offset 0) d where type = ${type}
    ) select m.record_id, f.score + ${weights.text.rank}::real * m.rank as score from m ${scores}`
}

/** These records and no others. */
export function statementOfRecords(
  records: readonly (readonly [id: string, score: number])[],
): RawBuilder<unknown> {
  return sql`select * from json_to_recordset(${JSON.stringify(
    records.map(([record_id, score]) => ({ record_id, score })),
  )}::json) as r (record_id text, score real)`
}
