import { type Kysely, sql } from 'kysely'

/* In the order in which whoever deletes a record writes. */
const counted = ['books', 'notes'] as const

const place = sql`stage || ' ' || coalesce(branch, '') || ' ' || subject`

/**
 * Keeps the published books and notes counted by grade, branch and subject, beside the counts of their rows and divided as
 * those are: the name is that of the table with `.school`, the part the three codes with a space between.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  /* Another process may be writing: each row is either there to be counted below, or waits for the triggers. */
  for (const table of counted)
    await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(db)
  await sql`
    create function add_to_school_count(table_name text, place text, change bigint) returns void language plpgsql as $$
    begin
      update row_counts c set count = c.count + change
      where c.id = (
        select id from row_counts where name = table_name || '.school' and part = place
        order by id limit 1 for update skip locked
      );
      if not found then
        insert into row_counts (name, part, count) values (table_name || '.school', place, change);
      end if;
    end
    $$`.execute(db)
  await sql`
    create function count_rows_by_school() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then
        perform add_to_school_count(tg_table_name, part, n) from (
          select part, sum(n) as n from (
            select ${place} as part, 1 as n from new_rows where state = 'published'
            union all select ${place}, -1 from old_rows where state = 'published'
          ) both_rows group by part having sum(n) <> 0 order by part
        ) changes;
      else
        perform add_to_school_count(tg_table_name, part, case tg_op when 'DELETE' then -n else n end) from (
          select ${place} as part, count(*) as n from changed_rows where state = 'published' group by 1 order by 1
        ) changes;
      end if;
      return null;
    end
    $$`.execute(db)
  for (const table of counted) {
    await sql`
      insert into row_counts (name, part, count)
      select ${`${table}.school`}::text, ${place}, count(*) from ${sql.table(table)} where state = 'published' group by 2`.execute(
      db,
    )
    const run = sql`for each statement execute function count_rows_by_school()`
    for (const [act, rows] of [
      ['insert', 'new table as changed_rows'],
      ['delete', 'old table as changed_rows'],
      ['update', 'old table as old_rows new table as new_rows'],
    ] as const) {
      await sql`
        create trigger ${sql.ref(`count_${table}_school_${act}`)} after ${sql.raw(act)} on ${sql.table(table)}
        referencing ${sql.raw(rows)} ${run}`.execute(db)
    }
  }
}
