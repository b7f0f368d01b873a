import { type Kysely, sql } from 'kysely'

/**
 * What each transaction changes of the counts of the search index, in a row of its own until it is counted: no writer
 * waits for a count.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table search_changes (
      id bigint generated always as identity primary key,
      facets json not null,
      words json not null
    )`.execute(db)
}
