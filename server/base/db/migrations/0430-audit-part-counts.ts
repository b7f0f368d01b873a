import { type Kysely, sql } from 'kysely'

/** The parts of the log that an entry is of: its day in Baghdad, and the person that it names. */
const partsOf = (entry: string) =>
  sql.raw(
    `unnest(array['day:' || ((${entry}.created_at at time zone 'Asia/Baghdad')::date)::text, 'person:' || ${entry}.actor_email]) part`,
  )

/**
 * Keeps the entries of the log counted by day and by person, each with action and entity, beside the counts of all of it and
 * when those are kept: as the link of an entry is closed, and as an entry goes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  /* Another process may be closing links: each is either there to be counted below, or waits for the triggers. */
  await sql`lock table audit_entries, audit_links in share row exclusive mode`.execute(db)
  await sql`
    create table audit_part_counts (
      part text collate "C" not null,
      action text collate "C" not null,
      entity text collate "C" not null,
      count bigint not null,
      primary key (part, action, entity)
    )`.execute(db)
  await sql`
    insert into audit_part_counts (part, action, entity, count)
    select part, e.action, e.entity, count(*)
    from audit_entries e join audit_links l on l.entry_id = e.id, ${partsOf('e')}
    where l.position is not null and part is not null group by part, e.action, e.entity`.execute(db)
  await sql`
    create function count_closed_parts() returns trigger language plpgsql as $$
    begin
      insert into audit_part_counts (part, action, entity, count)
      select part, e.action, e.entity, count(*)
      from old_links o join new_links n on n.entry_id = o.entry_id join audit_entries e on e.id = n.entry_id, ${partsOf('e')}
      where o.position is null and n.position is not null and part is not null
      group by part, e.action, e.entity order by part collate "C", e.action, e.entity
      on conflict (part, action, entity) do update set count = audit_part_counts.count + excluded.count;
      return null;
    end
    $$`.execute(db)
  /* Runs after the trigger of all counts, which is named before it: nobody closes these links any more, so what was counted is seen,
     and whoever writes the same rows waits there. */
  await sql`
    create function uncount_parts() returns trigger language plpgsql as $$
    begin
      update audit_part_counts c set count = c.count - gone.count
      from (
        select part collate "C" as part, g.action, g.entity, count(*)
        from gone_entries g join audit_links l on l.entry_id = g.id, ${partsOf('g')}
        where l.position is not null and part is not null group by 1, g.action, g.entity
      ) gone
      where c.part = gone.part and c.action = gone.action collate "C" and c.entity = gone.entity collate "C";
      return null;
    end
    $$`.execute(db)
  await sql`
    create trigger count_closed_parts after update on audit_links
    referencing old table as old_links new table as new_links
    for each statement execute function count_closed_parts()`.execute(db)
  await sql`
    create trigger uncount_parts after delete on audit_entries
    referencing old table as gone_entries
    for each statement execute function uncount_parts()`.execute(db)
}
