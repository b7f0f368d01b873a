import { sql } from 'kysely'
import { gradeCodes } from '#contract/codes/grades.ts'
import { paths } from '#contract/paths.ts'
import type { OpenDatabase } from '#server/base/db/types.ts'

const visitsAtOnce = 250_000

/* Every so many visits one is of the next record, so that each has some. */
const tailEvery = 10
const newsOfWeek = 20

/** Shares of the visits, the last being that of the records that are always asked for. */
const shares = { commonPages: 0.2, newsOfWeek: 0.1, favouritesOfMonth: 0.15 }

const commonPages = [
  paths.home,
  paths.search,
  paths.books,
  paths.notes,
  paths.exams,
  paths.results,
  paths.news,
  ...gradeCodes.map(grade => paths.grade(grade)),
  paths.shelf,
  paths.help,
  paths.about,
  paths.contact,
]

/** A number from 0 to 1, always the same for a visit and a purpose. */
const drawn = (purpose: number) =>
  sql`((hashint8extended(n, ${sql.lit(purpose)}) & 4294967295)::float8 / 4294967296)`

/** A place among so many: twice as far behind is half as often. */
const ranked = (purpose: number, count: number) =>
  sql`floor(power(${sql.lit(count + 1)}::float8, ${drawn(purpose)}))::bigint`

const numbered = (number: ReturnType<typeof ranked>) => sql`'r' || lpad((${number})::text, 8, '0')`

/**
 * The page of visit `n` at `created_at`. Few pages have most visits and most have few: some pages of the site, records that
 * are always asked for, others that are so in one month, and news of one week.
 */
function visitedPage(records: number) {
  const every = sql.lit(records)
  const favourite = sql`extract(month from created_at)::bigint * 104729`
  const week = sql`floor(extract(epoch from created_at) / 604800)::bigint`
  const common = sql`(${commonPages}::text[])[${ranked(1, commonPages.length)}]`
  const news = numbered(sql`(${week} * ${sql.lit(newsOfWeek)} + ${ranked(1, newsOfWeek)}) % ${every}`)
  const tail = sql`n / ${sql.lit(tailEvery)} * 7919::bigint`
  const { commonPages: ofSite, newsOfWeek: ofNews, favouritesOfMonth: ofMonth } = shares
  return sql`case
    when n % ${sql.lit(tailEvery)} = 0 then '/books/' || ${numbered(sql`${tail} % ${every}`)}
    when drawn < ${sql.lit(ofSite)} then ${common}
    when drawn < ${sql.lit(ofSite + ofNews)} then '/news/' || ${news}
    else '/books/' || ${numbered(sql`(${ranked(1, records)} * 7919 +
      case when drawn < ${sql.lit(ofSite + ofNews + ofMonth)} then ${favourite} else 0 end) % ${every}`)}
  end`
}

/** Fills empty tables of visits, five seconds between two of them, and counts all at once, as the database would with each of them. */
export async function fillVisits(
  { kysely }: Pick<OpenDatabase, 'kysely'>,
  { records, visits }: { records: number; visits: number },
): Promise<void> {
  const day = sql`((created_at at time zone 'Asia/Baghdad')::date)::text`
  await sql`alter table page_visits disable trigger user`.execute(kysely)
  for (let at = 0; at < visits; at += visitsAtOnce)
    await sql`
      with added as (
        insert into page_visits (id, page, metadata, ip_address, user_agent, created_at)
        select 'v' || lpad(n::text, 15, '0'), ${visitedPage(records)},
          '{}', case when ${visits}::int - n < 100000 then '203.0.113.' || n % 250 end, 'Mozilla/5.0', created_at
        from generate_series(${at + 1}::bigint, ${Math.min(visits, at + visitsAtOnce)}::bigint) n,
          lateral (select now() - make_interval(secs => (${visits}::bigint - n) * 5) as created_at, ${drawn(0)} as drawn) at
        returning page, created_at
      )
      insert into visit_counts (page, span, count)
      select p, ${day}, count(*) from added, unnest(array[page, '']) p group by p, ${day}
      on conflict (page, span) do update set count = visit_counts.count + excluded.count`.execute(kysely)
  await sql`alter table page_visits enable trigger user`.execute(kysely)
  for (const span of [sql`left(span, 7)`, sql`left(span, 4)`, sql`'all'`])
    await sql`
      insert into visit_counts (page, span, count)
      select page, ${span}, sum(count) from visit_counts where span like '____-__-__' group by 1, 2`.execute(
      kysely,
    )
  await sql`insert into visited_pages (page) select page from visit_counts where span = 'all' and page <> ''`.execute(
    kysely,
  )
  await sql`
    insert into visited_folders (folder, span, count)
    select v.folder, c.span, sum(c.count) from visit_counts c join visited_pages v using (page) group by 1, 2`.execute(
    kysely,
  )
}
