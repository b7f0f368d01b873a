import { type Kysely, sql } from 'kysely'

/**
 * Tells of each sheet how many numbers were read in it, beside the sheet: a release has thousands, and what is read of
 * them stood by the hashes of their files, each at another place. The database itself keeps it. A sheet that comes at the
 * moment in which its file is read may lack it; whoever asks looks at the reading of what lacks it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  /* Another process may be writing: each reading is either told below, or waits for the triggers. */
  for (const table of ['sheet_readings', 'sheets'])
    await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(db)
  await sql`alter table sheets add column numbers int`.execute(db)
  await sql`
    update sheets set numbers = r.numbers from sheet_readings r where r.file_id = sheets.file_id`.execute(db)
  await sql`drop index sheets_public`.execute(db)
  await sql`create index sheets_public on sheets (result_id, file_id) include (numbers) where is_public`.execute(
    db,
  )
  await sql`
    create index sheets_unread on sheets (result_id)
      where is_public and kind in ('pdf', 'image') and numbers is null`.execute(db)
  /* The lock holds the reading as it is until the sheet is there, and is found by what changes the reading then. */
  await sql`
    create function sheet_takes_numbers() returns trigger language plpgsql as $$
    begin
      new.numbers := null;
      select numbers into new.numbers from sheet_readings where file_id = new.file_id for share;
      return new;
    end
    $$`.execute(db)
  await sql`
    create function reading_tells_sheets() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        update sheets set numbers = null where file_id = old.file_id and numbers is not null;
      else
        update sheets set numbers = new.numbers
        where file_id = new.file_id and numbers is distinct from new.numbers;
      end if;
      return null;
    end
    $$`.execute(db)
  await sql`
    create trigger sheets_take_numbers before insert or update of file_id on sheets
    for each row execute function sheet_takes_numbers()`.execute(db)
  await sql`
    create trigger readings_tell_sheets after insert or delete or update of numbers on sheet_readings
    for each row execute function reading_tells_sheets()`.execute(db)
}
