import { type Kysely, sql } from 'kysely'

/**
 * Keeps the entries of the log counted by action and entity. The database itself keeps the counts, when the link of an entry
 * is closed and when an entry goes: whoever writes entries waits for nobody. Entries whose links wait are not among them.
 * Whoever writes a record writes the log after it: no migration that runs with this one may lock records later.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  /* Another process may be closing links: each is either there to be counted below, or waits for the triggers. */
  await sql`lock table audit_entries, audit_links in share row exclusive mode`.execute(db)
  await sql`
    create table audit_counts (
      action text collate "C" not null,
      entity text collate "C" not null,
      count bigint not null,
      primary key (action, entity)
    )`.execute(db)
  await sql`
    insert into audit_counts (action, entity, count)
    select e.action, e.entity, count(*) from audit_entries e join audit_links l on l.entry_id = e.id
    where l.position is not null group by e.action, e.entity`.execute(db)
  await sql`
    create function count_closed_links() returns trigger language plpgsql as $$
    begin
      insert into audit_counts (action, entity, count)
      select e.action, e.entity, count(*)
      from old_links o join new_links n on n.entry_id = o.entry_id join audit_entries e on e.id = n.entry_id
      where o.position is null and n.position is not null
      group by e.action, e.entity order by e.action, e.entity
      on conflict (action, entity) do update set count = audit_counts.count + excluded.count;
      return null;
    end
    $$`.execute(db)
  /* By a statement of its own: only what begins when nobody is closing the links any more sees what was counted. */
  await sql`
    create function uncount_entries() returns trigger language plpgsql as $$
    begin
      perform from audit_links l where l.entry_id in (select id from gone_entries) order by l.entry_id for update;
      update audit_counts c set count = c.count - gone.count
      from (
        select g.action, g.entity, count(*) from gone_entries g join audit_links l on l.entry_id = g.id
        where l.position is not null group by g.action, g.entity
      ) gone
      where c.action = gone.action collate "C" and c.entity = gone.entity collate "C";
      return null;
    end
    $$`.execute(db)
  await sql`
    create trigger count_closed_links after update on audit_links
    referencing old table as old_links new table as new_links
    for each statement execute function count_closed_links()`.execute(db)
  await sql`
    create trigger uncount_entries after delete on audit_entries
    referencing old table as gone_entries
    for each statement execute function uncount_entries()`.execute(db)
}
