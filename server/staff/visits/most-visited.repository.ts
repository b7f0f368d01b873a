import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Period } from '#contract/period.ts'
import type { Queryable } from '#server/base/db/types.ts'
import { spansOf, type Spans } from './visit-spans.ts'

/** A page and how many visits it had. */
export interface VisitedOften {
  page: string
  count: number
}

/** So many of the most visited pages of each span are looked at, then so many where those do not settle it. */
const depths = [100, 1_000] as const
/** Of so many pages at most the visits of all spans are looked up, one by one. */
const manyCandidates = 400

/** The most visited pages first; pages with as many visits in the order of their paths. */
export async function listMostVisited(
  database: Queryable,
  period: Period,
  limit: number,
): Promise<VisitedOften[]> {
  const spans = spansOf(period)
  const [only, ...others] = spans.spans
  if (only !== undefined && others.length + spans.rest.length === 0) {
    const { rows } = await sql<VisitedOften>`${topOf(sql`${only}`, limit)}`.execute(database)
    return rows
  }
  for (const depth of depths) {
    const found = await findAmongTops(database, spans, { limit, depth })
    if (found !== undefined) return found
  }
  return sumAll(database, spans, limit)
}

const topOf = (span: RawBuilder<unknown>, limit: number) => sql`
  select page, count from visit_counts where span = ${span} and page <> '' and count > 0
  order by count desc, page limit ${limit}`

const visitsOf = ({ rest }: Spans) =>
  sql.join(
    rest.map(
      ({ from, to }) => sql`select page from page_visits where created_at >= ${from} and created_at < ${to}`,
    ),
    sql` union all `,
  )

/**
 * The most visited pages, by the most visited of each span. A page that is among them in no span has at most the sum of what
 * the last that was looked at has in each; one that is in some has at most that in the others. Only pages that may be among the
 * first by this are looked up. Shape: undefined where a page that was not looked at may be among the first.
 */
async function findAmongTops(
  database: Queryable,
  spans: Spans,
  { limit, depth }: { limit: number; depth: number },
): Promise<VisitedOften[] | undefined> {
  const rest = spans.rest.length === 0 ? sql`select '' as page where false` : visitsOf(spans)
  const { rows } = await sql<VisitedOften & { unseen: number }>`
    with rest as materialized (
      select page, count(*) as count from (${rest}) visits group by page
    ), tops as materialized (
      select name as span, page, count from unnest(${spans.spans}::text[]) name cross join lateral (${topOf(sql`name`, depth)}) top
    ), bounds as (
      select span, case when count(*) < ${depth} then 0 else min(count) end as bound from tops group by span
    ), unseen as materialized (
      select coalesce(sum(bound), 0) as most from bounds
    ), seen as materialized (
      select page, sum(count) as least, sum(count - bound) as more from (
        select page, count, bound from tops join bounds using (span)
        union all select page, count, 0 from rest
      ) counted group by page
    ), candidates as materialized (
      select page from seen where more + (select most from unseen) >= coalesce(
        (select least from seen order by least desc offset ${limit - 1} limit 1), 0)
    )
    select page, count::bigint, most::bigint as unseen
    from (
      select page, coalesce((select count from rest where rest.page = candidates.page), 0) + (
        select coalesce(sum((
          select count from visit_counts where visit_counts.page = candidates.page and span = name
        )), 0) from unnest(${spans.spans}::text[]) name
      ) as count
      from candidates where (select count(*) from candidates) <= ${manyCandidates}
    ) summed, unseen
    order by count desc, page limit ${limit}`.execute(database)
  const last = rows.at(-1)
  if (last === undefined) return undefined
  /* With as many visits a page that was not looked at may come before it by its path. */
  const isSettled = last.unseen === 0 || (rows.length === limit && last.count > last.unseen)
  return isSettled ? rows.map(({ page, count }) => ({ page, count })) : undefined
}

async function sumAll(database: Queryable, spans: Spans, limit: number): Promise<VisitedOften[]> {
  const parts: RawBuilder<unknown>[] = [
    sql`select page, count from visit_counts where span = any(${spans.spans}::text[]) and page <> ''`,
    ...(spans.rest.length === 0 ? [] : [sql`select page, 1::bigint from (${visitsOf(spans)}) visits`]),
  ]
  const { rows } = await sql<VisitedOften>`
    select page, sum(count)::bigint as count from (${sql.join(parts, sql` union all `)}) counted
    group by page having sum(count) > 0 order by count desc, page limit ${limit}`.execute(database)
  return rows
}
