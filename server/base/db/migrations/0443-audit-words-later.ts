import { type Kysely, sql } from 'kysely'

/**
 * Puts the words of new entries of the log into their index some hundred entries at a time: each has dozens of words, most of
 * which the next one has too. A search of the log reads what is not put in yet, of which there is little.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter index audit_entries_words set (fastupdate = on, gin_pending_list_limit = 256)`.execute(db)
}
