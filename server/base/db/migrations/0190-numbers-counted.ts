import { type Kysely, sql } from 'kysely'

/** Counts the exam numbers of each content once, where whole releases are summed up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sheet_readings add column numbers int not null default 0`.execute(db)
  await sql`
    update sheet_readings set numbers = counted.numbers
    from (
      select file_id, count(distinct number)::int as numbers from sheet_numbers where not is_doubtful group by file_id
    ) counted
    where counted.file_id = sheet_readings.file_id`.execute(db)
}
