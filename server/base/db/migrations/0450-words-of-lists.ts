import { type Kysely, sql } from 'kysely'

/**
 * Indexes the words of what lists are searched through, for texts that the search knows nothing of. Longer words than anybody
 * types are cut, since the index takes none of more than 2 KB.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ['books', 'notes', 'exams', 'news']) {
    await sql`
      update ${sql.table(name)} set search_text = regexp_replace(search_text, '([^ ]{255})[^ ]+', '\\1', 'g')
      where search_text ~ '[^ ]{255}[^ ]'`.execute(db)
    await sql`
      create index ${sql.ref(`${name}_words`)} on ${sql.table(name)}
      using gin (array_to_tsvector(string_to_array(btrim(search_text), ' '))) with (fastupdate = on, gin_pending_list_limit = 256)`.execute(
      db,
    )
  }
}
