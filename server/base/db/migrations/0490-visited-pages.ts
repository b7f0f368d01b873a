import { type Kysely, sql } from 'kysely'

/**
 * Keeps the visits of each folder counted (all that precedes the name of a page), and of each page's name its groups of three
 * letters in an index, with the two letters before it: so a part of a path is looked up, where it stood in every path that
 * was ever visited.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  /* Another process may be writing visits: each is either there to be counted below, or waits for the triggers. */
  await sql`lock table page_visits in share row exclusive mode`.execute(db)
  /* In plpgsql it is a fifth of what it is in SQL. */
  await sql`
    create function letter_groups(path text) returns text[] language plpgsql immutable strict as $$
    declare
      named text := coalesce(substring(path from '.?/[^/]*$'), path);
      groups text[] := '{}';
    begin
      for n in 1 .. length(named) - 2 loop groups := groups || substr(named, n, 3); end loop;
      return groups;
    end
    $$`.execute(db)
  await sql`
    create table visited_pages (
      page text collate "C" primary key,
      folder text collate "C" not null generated always as (coalesce(substring(page from '^.*/'), '')) stored
    )`.execute(db)
  await sql`
    create table visited_folders (
      folder text collate "C" not null,
      span text collate "C" not null,
      count bigint not null,
      primary key (span, folder)
    )`.execute(db)
  await sql`insert into visited_pages (page) select page from visit_counts where span = 'all' and page <> ''`.execute(
    db,
  )
  await sql`
    insert into visited_folders (folder, span, count)
    select v.folder, c.span, sum(c.count) from visit_counts c join visited_pages v using (page) group by 1, 2`.execute(
    db,
  )
  await sql`create index visited_pages_groups on visited_pages using gin (letter_groups(page))`.execute(db)
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
      insert into visited_folders (folder, span, count)
      select folder, span, case tg_op when 'DELETE' then -count else count end
      from (
        select folder, s as span, sum(n) as count
        from (
          select ((created_at at time zone 'Asia/Baghdad')::date)::text as day,
            coalesce(substring(page from '^.*/'), '') as folder, count(*) as n
          from changed_visits group by 1, 2
        ) days, unnest(array['all', left(day, 4), left(day, 7), day]) s
        group by folder, s
      ) changed order by span, folder
      on conflict (span, folder) do update set count = visited_folders.count + excluded.count;
      if tg_op = 'INSERT' then
        insert into visited_pages (page) select distinct page from changed_visits order by page on conflict do nothing;
      end if;
      return null;
    end
    $$`.execute(db)
}
