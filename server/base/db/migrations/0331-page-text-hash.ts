import { type Kysely, sql } from 'kysely'

/** Knows the text of a page by its content, which a restored or moved database has too, and not by who wrote it when. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update page_words w set text_mark = md5(t.text) || ' ' || split_part(w.text_mark, ' ', 2)
    from page_texts t join page_word_files f on f.file_hash = t.file_hash
    where w.file_no = f.id and w.page = t.page and split_part(w.text_mark, ' ', 1) = t.xmin::text`.execute(db)
  await sql`
    alter table page_texts
    add column text_hash text collate "C" not null generated always as (md5(text)) stored`.execute(db)
}
