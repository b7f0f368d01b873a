import { type Kysely, sql } from 'kysely'

/** Keeps the visits of each page counted by year too, so that the most visited of a year are read and not summed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  /* Another process may be writing visits: each is either there to be counted below, or waits for the triggers. */
  await sql`lock table page_visits in share row exclusive mode`.execute(db)
  await sql`
    insert into visit_counts (page, span, count)
    select page, left(span, 4), sum(count) from visit_counts where span like '____-__' group by 1, 2`.execute(
    db,
  )
  await sql`
    create or replace function count_visits() returns trigger language plpgsql as $$
    begin
      insert into visit_counts (page, span, count)
      select page, span, case tg_op when 'DELETE' then -count else count end
      from (
        select p as page, s as span, sum(n) as count
        from (
          select ((created_at at time zone 'Asia/Baghdad')::date)::text as day, page, count(*) as n
          from changed_visits group by (created_at at time zone 'Asia/Baghdad')::date, page
        ) days, unnest(array[page, '']) p, unnest(array['all', left(day, 4), left(day, 7), day]) s
        group by p, s
      ) changed order by page, span
      on conflict (page, span) do update set count = visit_counts.count + excluded.count;
      return null;
    end
    $$`.execute(db)
}
