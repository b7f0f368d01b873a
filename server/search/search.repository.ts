import { sql, type RawBuilder } from 'kysely'
import { noneOfEachType, type SearchHit, type SearchType } from '#contract/resources/search.ts'
import { weights } from './rank/weights.ts'
import type { Queryable } from '#server/base/db/types.ts'
import { isFoundBy } from './text-query.ts'

/** A record of the index, as much as ranking and a row of results need. */
export interface FoundRow {
  type: SearchType
  recordId: string
  facetId: number
  title: string
  subject: SearchHit['subject']
  stage: SearchHit['stage']
  branch: SearchHit['branch']
  year: number | null
  round: number | null
  teacher: string | null
  newsType: SearchHit['newsType']
  image: string | null
  titleWords: string
  namedWords: string
  createdAt: Date
  /** How well it answers the query, whatever its title is like; absent where records are not compared one by one. */
  match?: number
}

/** The columns of `FoundRow`, of a row `d`. */
export const rowColumns = sql`d.type, d.record_id, d.facet_id, d.title, d.subject, d.stage, d.branch, d.year, d.round, d.teacher,
  d.news_type, d.image, d.title_words, d.named_words, d.created_at`

/** How well a record's words match. Shape: `ts_rank` with a weight for body, teacher, keywords and title. */
export function textRank(rankBy: string): RawBuilder<number> {
  const { body, keywords, title } = weights.text
  return sql`ts_rank(${`{${body},${title},${keywords},${title}}`}::real[], lexemes, ${rankBy}::tsquery)`
}

/** The newest records of the facets but for some, facets of a higher score first. */
export async function listNewestOfFacets(
  db: Queryable,
  facets: { ids: readonly number[]; scores: readonly number[] },
  page: { limit: number; offset: number },
  without: readonly string[],
): Promise<FoundRow[]> {
  // The order stands in the index: of the records that are not among the best nothing more is read.
  const { rows } = await sql<FoundRow>`
    with best as materialized (
      select f.score, d.* from unnest(${`{${facets.ids.join(',')}}`}::int[], ${`{${facets.scores.join(',')}}`}::real[]) as f (id, score)
      cross join lateral (
        select facet_id, created_at, record_id from search_documents
        where facet_id = f.id and record_id <> all(${without}::text[])
        order by created_at desc, record_id desc limit ${page.limit + page.offset}
      ) d
      order by f.score desc, d.created_at desc, d.record_id desc limit ${page.limit} offset ${page.offset}
    )
    select ${rowColumns} from best cross join lateral (
      select * from search_documents s
      where s.facet_id = best.facet_id and s.created_at = best.created_at and s.record_id = best.record_id offset 0
    ) d
    order by best.score desc, d.created_at desc, d.record_id desc`.execute(db)
  return rows
}

/** How many records match a text query, by facet. Shape: pairs of facet id and count. */
export async function countByFacet(
  db: Queryable,
  query: string,
): Promise<[facetId: number, documents: number][]> {
  const { rows } = await sql<{ counts: [number, number][] | null }>`
    select json_agg(json_build_array(facet_id, n)) as counts from (
      select facet_id, count(*)::int as n from search_documents where ${isFoundBy(query)} group by facet_id
    ) c`.execute(db)
  return rows[0]?.counts ?? []
}

/** A record that matches a text query, and how well its words do. Shape: `rank` as `textRank` gives it. */
export interface RankedRow extends FoundRow {
  rank: number
}

/** What matches a text query. */
export interface Matched {
  /** How many there are, by facet. Shape: pairs of facet id and count. */
  counts: [facetId: number, documents: number][]
  /** All of them in no order, where they are no more than was asked for. */
  rows: RankedRow[] | undefined
}

/** Counts what matches a text query by facet, and fetches it where it is no more than `most` records. */
export async function countAndFetch(
  db: Queryable,
  query: string,
  rankBy: string,
  most: number,
): Promise<Matched> {
  type Row = { counts: [number, number][] | null } & (RankedRow | { type: null })
  const { rows } = await sql<Row>`
    with m as materialized (
      select type, record_id, facet_id from search_documents where ${isFoundBy(query)}
    )
    select c.counts, d.* from (
      select json_agg(json_build_array(facet_id, n)) as counts from (
        select facet_id, count(*)::int as n from m group by facet_id
      ) t
    ) c left join (
      select ${rowColumns}, ${textRank(rankBy)} as rank from m
      join search_documents d on d.type = m.type and d.record_id = m.record_id
      where (select count(*) from m) <= ${most}
    ) d on true`.execute(db)
  const counts = rows[0]?.counts ?? []
  const total = counts.reduce((sum, [, documents]) => sum + documents, 0)
  const fetched = rows.filter((row): row is Row & RankedRow => row.type !== null)
  return { counts, rows: total <= most ? fetched : undefined }
}

/**
 * The records that match a text query and have one of the facets, best first.
 *
 * Shape: without `facets` any will do, and all are equal; ordered by the facet's score and the weight of the words that match `rankBy` (title, then keywords, then body).
 */
export async function listMatches(
  db: Queryable,
  query: string,
  rankBy: string,
  facets: { ids: readonly number[]; scores: readonly number[] } | undefined,
  page: { limit: number; offset: number },
): Promise<FoundRow[]> {
  // The words are matched first, whatever the planner thinks of the facets: a loop over them would scan for each.
  const scores = facets
    ? sql`join unnest(${`{${facets.ids.join(',')}}`}::int[], ${`{${facets.scores.join(',')}}`}::real[]) as f (id, score)
        on f.id = m.facet_id`
    : sql`cross join (select 0::real as score) f`
  const { rows } = await sql<FoundRow>`
    with m as materialized (
      select type, record_id, facet_id, created_at,
        ${textRank(rankBy)} as rank
      from search_documents where ${isFoundBy(query)}
    ), best as materialized (
      select m.type, m.record_id, f.score + ${weights.text.rank}::real * m.rank as score from m ${scores}
      order by score desc, m.created_at desc, m.record_id desc limit ${page.limit} offset ${page.offset}
    )
    select ${rowColumns} from best join search_documents d on d.type = best.type and d.record_id = best.record_id
    order by best.score desc, d.created_at desc, d.record_id desc`.execute(db)
  return rows
}

/** The part of fetched matches that `listMatches` would give. */
export function bestOf(
  rows: readonly RankedRow[],
  facets: { ids: readonly number[]; scores: readonly number[] } | undefined,
  { limit, offset }: { limit: number; offset: number },
): FoundRow[] {
  const scores = facets && new Map(facets.ids.map((id, at) => [id, facets.scores[at] ?? 0]))
  const { fround } = Math
  const scored = rows.flatMap(row => {
    const score = scores ? scores.get(row.facetId) : 0
    if (score === undefined) return []
    return { row, score: fround(fround(score) + fround(fround(weights.text.rank) * fround(row.rank))) }
  })
  return scored
    .sort((a, b) => b.score - a.score || byAge(a.row, b.row))
    .slice(offset, offset + limit)
    .map(({ row }) => row)
}

/** The order of equals: newest first. */
export function byAge(a: FoundRow, b: FoundRow): number {
  return b.createdAt.getTime() - a.createdAt.getTime() || (a.recordId < b.recordId ? 1 : -1)
}

/** What is looked for beside the records that hold every word, where these are fewer than `below`, but some. */
export interface Wider {
  query: string
  below: number
  limit: number
}

/** What matches words alone. */
export interface WordMatches {
  rows: FoundRow[]
  groups: Record<SearchType, number>
  wider: FoundRow[] | undefined
}

/**
 * The records that match a text query, best first, and how many match of each type: one pass over the matches.
 *
 * Shape: `rows` is empty past the end, `groups` always counts all; `wider` is what the wider query matches, best
 * first, or undefined where it was not looked for.
 */
export async function listWordMatches(
  db: Queryable,
  query: string,
  rankBy: string,
  page: { limit: number; offset: number },
  wider?: Wider,
): Promise<WordMatches> {
  // As `listMatches` orders: material stands before reports by the difference of their scores.
  const ofMaterial = (weights.kind.material - weights.kind.report) / weights.text.rank
  type Row = { counts: Partial<Record<SearchType, number>> | null; isWider: boolean } & (
    | FoundRow
    | { type: null }
  )
  const scored = sql`select type, record_id, created_at, ${textRank(rankBy)}
    + case when type = 'news' then 0 else ${ofMaterial}::real end as score from search_documents`
  const bestFirst = sql`order by score desc, created_at desc, record_id desc`
  const wide = wider
    ? sql`, w as materialized (
        ${scored} where (select count(*) from m) between 1 and ${wider.below - 1} and ${isFoundBy(wider.query)}
      )`
    : sql``
  const bestOfWide = wider
    ? sql`union all (select type, record_id, score, true from w ${bestFirst} limit ${wider.limit})`
    : sql``
  const { rows } = await sql<Row>`
    with m as materialized (${scored} where ${isFoundBy(query)}) ${wide}, best as materialized (
      (select type, record_id, score, false as is_wider from m ${bestFirst} limit ${page.limit} offset ${page.offset})
      ${bestOfWide}
    )
    select c.counts, d.* from (
      select json_object_agg(type, n) as counts from (select type, count(*)::int as n from m group by type) t
    ) c left join (
      select ${rowColumns}, best.score, best.is_wider from best
      join search_documents d on d.type = best.type and d.record_id = best.record_id
    ) d on true
    order by d.score desc, d.created_at desc, d.record_id desc`.execute(db)
  const groups = { ...noneOfEachType(), ...rows[0]?.counts }
  const found = rows.filter((row): row is Row & FoundRow => row.type !== null)
  const total = Object.values(groups).reduce((sum, count) => sum + count, 0)
  const isWidened = wider !== undefined && total > 0 && total < wider.below
  return {
    rows: found.filter(({ isWider }) => !isWider),
    groups,
    wider: isWidened ? found.filter(({ isWider }) => isWider) : undefined,
  }
}
