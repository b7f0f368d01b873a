import { type Kysely, sql } from 'kysely'

/** Keeps the school that a sheet itself names, for files whose name says none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sheet_readings add column school text`.execute(db)
}
