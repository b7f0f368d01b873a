import { type Kysely, sql } from 'kysely'

/** Makes the tables of what stands on the pages of files. They go with their file. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table page_text_files (
      file_hash text collate "C" primary key references files (id) on delete cascade,
      page_count int,
      layer_pages int not null default 0,
      broken_pages int not null default 0,
      is_ended boolean not null default false,
      failure text,
      reader_version int not null
    )`.execute(db)
  await sql`
    create table page_texts (
      file_hash text collate "C" not null references files (id) on delete cascade,
      page int not null,
      source text collate "C" not null,
      quality real not null,
      text text not null,
      boxes bytea not null,
      reader_version int not null,
      primary key (file_hash, page)
    )`.execute(db)
}
