import { type Kysely, sql } from 'kysely'

/** Keeps which reader has read a sheet, so that a better one can read it anew. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sheet_readings add column reader int not null default 0`.execute(db)
  await sql`create index sheet_readings_by_reader on sheet_readings (reader)`.execute(db)
}
