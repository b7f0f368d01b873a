import { type Kysely, sql } from 'kysely'

/* In the order in which whoever deletes a record writes. */
const counted = [
  ['books', 'state'],
  ['notes', 'state'],
  ['exams', 'state'],
  ['results', 'state'],
  ['news', 'state'],
  ['trash', 'entity'],
  ['jobs', 'state'],
] as const

/** Adds `change.count` to any row of the counts that nobody holds; where all are held, one more is made. */
const addChange = sql`
  update row_counts c set count = c.count + change.count
  where c.id = (
    select id from row_counts where name = tg_table_name and part = change.part
    order by id limit 1 for update skip locked
  );
  if not found then
    insert into row_counts (name, part, count) values (tg_table_name, change.part, change.count);
  end if;`

/**
 * Keeps the rows of growing lists counted by their states, those of the trash by what they were. The database itself keeps
 * the counts. They are divided: who writes while others have not ended counts in another row, so nobody waits for anybody.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  /* Another process may be writing: each row is either there to be counted below, or waits for the triggers. */
  for (const [table] of counted)
    await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(db)
  await sql`
    create table row_counts (
      id int generated always as identity primary key,
      name text collate "C" not null,
      part text collate "C" not null,
      count bigint not null
    )`.execute(db)
  await sql`create index row_counts_of on row_counts (name, part)`.execute(db)
  for (const column of ['state', 'entity']) {
    await sql`
      create function ${sql.ref(`count_rows_by_${column}`)}() returns trigger language plpgsql as $$
      declare
        change record;
      begin
        if tg_op = 'UPDATE' then
          for change in
            select part, sum(n) as count from (
              select ${sql.ref(column)}::text as part, 1 as n from new_rows
              union all select ${sql.ref(column)}::text, -1 from old_rows
            ) both_rows group by part having sum(n) <> 0 order by part
          loop ${addChange} end loop;
        else
          for change in
            select ${sql.ref(column)}::text as part, case tg_op when 'DELETE' then -count(*) else count(*) end as count
            from changed_rows group by 1 order by 1
          loop ${addChange} end loop;
        end if;
        return null;
      end
      $$`.execute(db)
  }
  for (const [table, column] of counted) {
    await sql`
      insert into row_counts (name, part, count)
      select ${table}::text, ${sql.ref(column)}::text, count(*) from ${sql.table(table)} group by 2`.execute(
      db,
    )
    const run = sql`for each statement execute function ${sql.ref(`count_rows_by_${column}`)}()`
    for (const [act, rows] of [
      ['insert', 'new table as changed_rows'],
      ['delete', 'old table as changed_rows'],
      ['update', 'old table as old_rows new table as new_rows'],
    ] as const) {
      await sql`
        create trigger ${sql.ref(`count_${table}_${act}`)} after ${sql.raw(act)} on ${sql.table(table)}
        referencing ${sql.raw(rows)} ${run}`.execute(db)
    }
  }
}
