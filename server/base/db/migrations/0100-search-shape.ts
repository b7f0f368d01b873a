import { type Kysely, sql } from 'kysely'

/**
 * Lets the search index say in which shape a record was indexed, so that records of an older shape are found and
 * indexed anew, and how many records hold a word in the name of their teacher.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table search_documents add column shape int not null default 1`.execute(db)
  await sql`create index search_documents_shape on search_documents (shape)`.execute(db)
  await sql`alter table search_words add column taught int not null default 0`.execute(db)
}
