import { type Kysely, sql } from 'kysely'

/** Makes the table of what is counted to slow down guessing and flooding, for all processes together. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table attempts (
      key text collate "C" primary key,
      count int not null,
      ends_at timestamptz not null,
      blocked_until timestamptz
    )`.execute(db)
  await sql`create index attempts_ends_at on attempts (ends_at)`.execute(db)
}
