import { type Kysely, sql } from 'kysely'

/** The visits of `source`, counted by page and day in Baghdad, and summed up for what is kept of them. */
const countsOf = (source: string) => sql`
  select p as page, s as span, sum(n) as count
  from (
    select ((created_at at time zone 'Asia/Baghdad')::date)::text as day, page, count(*) as n
    from ${sql.table(source)} group by (created_at at time zone 'Asia/Baghdad')::date, page
  ) days, unnest(array[page, '']) p, unnest(array['all', left(day, 7), day]) s
  group by p, s`

/**
 * Keeps the visits counted: those of each page and, under the empty page, of all; for each day and month in Baghdad and
 * for all time. The database itself keeps them, so that they are true whoever writes visits.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  /* Another process may be writing visits: each is either there to be counted below, or waits for the triggers. */
  await sql`lock table page_visits in share row exclusive mode`.execute(db)
  await sql`
    create table visit_counts (
      page text collate "C" not null,
      span text collate "C" not null,
      count bigint not null,
      primary key (page, span)
    )`.execute(db)
  await sql`insert into visit_counts (page, span, count) ${countsOf('page_visits')}`.execute(db)
  await sql`create index visit_counts_most on visit_counts (span, count desc, page)`.execute(db)
  /* In one order, so that two who write at once never wait for each other in a ring. */
  await sql`
    create function count_visits() returns trigger language plpgsql as $$
    begin
      insert into visit_counts (page, span, count)
      select page, span, case tg_op when 'DELETE' then -count else count end
      from (${countsOf('changed_visits')}) changed order by page, span
      on conflict (page, span) do update set count = visit_counts.count + excluded.count;
      return null;
    end
    $$`.execute(db)
  for (const [act, which] of [
    ['insert', 'new'],
    ['delete', 'old'],
  ] as const) {
    await sql`
      create trigger ${sql.ref(`count_visits_${act}`)} after ${sql.raw(act)} on page_visits
      referencing ${sql.raw(which)} table as changed_visits
      for each statement execute function count_visits()`.execute(db)
  }
}
