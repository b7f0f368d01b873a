import { type Kysely, sql } from 'kysely'

const locked = ['sheet_readings', 'sheets']

/**
 * Keeps for each result a sum that no other state of its public sheets, and of what was read in them, has had: whoever
 * wants to know whether anything changed looked at all of them before. What is added is drawn by chance, so that a
 * database that was restored meets no sum again that it had before for something else.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  /* Another process may be writing: each sheet is either told of below, or waits for the triggers. */
  for (const table of locked)
    await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(db)
  await sql`
    create function note_sheet_changes(results text[]) returns void language plpgsql as $$
    begin
      perform add_to_kept_count('sheets.changes', part, 1 + floor(random() * 2147483647)::bigint)
      from (select distinct part from unnest(results) part order by part) changed;
    end
    $$`.execute(db)
  await sql`
    create function sheets_changed() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then
        perform note_sheet_changes(array(
          select n.result_id from new_rows n join old_rows o using (id)
          where (n.is_public or o.is_public)
            and (n.is_public, n.file_id, n.school, n.ending) is distinct from (o.is_public, o.file_id, o.school, o.ending)));
      elsif tg_op = 'INSERT' then
        perform note_sheet_changes(array(select result_id from new_rows where is_public));
      else
        perform note_sheet_changes(array(select result_id from old_rows where is_public));
      end if;
      return null;
    end
    $$`.execute(db)
  await sql`
    create function readings_changed() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then
        perform note_sheet_changes(array(
          select s.result_id from new_rows n join old_rows o using (file_id) join sheets s using (file_id)
          where s.is_public and (n.pages, n.read_at) is distinct from (o.pages, o.read_at)));
      elsif tg_op = 'INSERT' then
        perform note_sheet_changes(array(
          select s.result_id from new_rows join sheets s using (file_id) where s.is_public));
      else
        perform note_sheet_changes(array(
          select s.result_id from old_rows join sheets s using (file_id) where s.is_public));
      end if;
      return null;
    end
    $$`.execute(db)
  await sql`
    select note_sheet_changes(array(select distinct result_id from sheets where is_public))`.execute(db)
  await watch(db, 'sheets', 'sheets_changed')
  await watch(db, 'sheet_readings', 'readings_changed')
}

async function watch(db: Kysely<unknown>, table: string, by: string): Promise<void> {
  for (const [act, rows] of [
    ['insert', 'new table as new_rows'],
    ['delete', 'old table as old_rows'],
    ['update', 'old table as old_rows new table as new_rows'],
  ] as const)
    await sql`
      create trigger ${sql.ref(`${by}_${act}`)} after ${sql.raw(act)} on ${sql.table(table)}
      referencing ${sql.raw(rows)} for each statement execute function ${sql.ref(by)}()`.execute(db)
}
