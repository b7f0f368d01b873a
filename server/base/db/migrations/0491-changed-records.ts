import { type Kysely, sql } from 'kysely'

/**
 * Which records a change of the search index is of, for processes that hold their words: until it is counted in its own row, and for a
 * while after that by the version it was counted with.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table search_changes add column records json`.execute(db)
  await sql`
    create table search_counted (
      version bigint primary key,
      changes json not null
    )`.execute(db)
}
