import { type Kysely, sql } from 'kysely'

/** Keeps which files are read too badly to be searched, and makes them and those that lack a light copy quick to find. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table page_text_files add column is_unread boolean not null default false`.execute(db)
  await sql`
    update page_text_files set is_unread = true
    where is_ended and coalesce(page_count, 1) > 2 * (
      select count(*) from page_texts p where p.file_hash = page_text_files.file_hash and p.quality >= 0.6)`.execute(
    db,
  )
  await sql`create index page_text_files_unread on page_text_files (file_hash) where is_unread`.execute(db)
  await sql`
    create index light_copies_lacking on light_copies (file_hash)
    where light_hash is null and absence <> 'not-lighter'`.execute(db)
}
