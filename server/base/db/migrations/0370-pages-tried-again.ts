import { type Kysely, sql } from 'kysely'

/**
 * Has the files read once more of which pages were left out as broken: a thread that a busy machine did not let begin was taken
 * for one that hangs. What was read of them stays until then.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    delete from page_texts p using page_text_files f
    where f.file_hash = p.file_hash and f.broken_pages > 0 and p.quality = 0 and p.text = ''`.execute(db)
  await sql`
    update page_text_files set broken_pages = 0, layer_pages = 0, is_ended = false, failure = null
    where broken_pages > 0`.execute(db)
}
