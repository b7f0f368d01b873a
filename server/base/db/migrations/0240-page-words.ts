import { type Kysely, sql } from 'kysely'

/**
 * Makes the index of the words that stand on pages, and the list of the files whose pages a record shows. Each row
 * goes with its file, or with its record.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table search_files (
      type text collate "C" not null,
      record_id text collate "C" not null,
      place int not null,
      file_hash text collate "C" not null,
      primary key (type, record_id, place),
      foreign key (type, record_id) references search_documents (type, record_id) on delete cascade
    )`.execute(db)
  await sql`create index search_files_hash on search_files (file_hash)`.execute(db)
  await sql`
    create table page_word_files (
      id int generated always as identity primary key,
      file_hash text collate "C" not null unique references files (id) on delete cascade
    )`.execute(db)
  await sql`
    create table page_words (
      file_no int not null references page_word_files (id) on delete cascade,
      page int not null,
      length int not null,
      words int[] not null,
      text_mark text collate "C" not null,
      primary key (file_no, page)
    )`.execute(db)
  await sql`create index page_words_words on page_words using gin (words) with (fastupdate = off)`.execute(db)
  await sql`
    create table page_vocabulary (
      word text collate "C" primary key,
      pages int not null
    ) with (fillfactor = 70)`.execute(db)
}
