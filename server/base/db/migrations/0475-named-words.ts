import { type Kysely, sql } from 'kysely'

/**
 * Indexes the words of titles, keywords and teachers apart from those of bodies: the index of all words cannot tell where
 * they stand, and a word that most bodies hold would be looked for in each of them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index search_documents_named on search_documents
    using gin (ts_filter(lexemes, '{a,b,c}'::"char"[])) with (fastupdate = off)`.execute(db)
}
