import { type Kysely, sql } from 'kysely'

/** Makes the tables of the archives of results and of the sheets in them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sheet_archives (
      result_id text collate "C" primary key,
      sha256 text collate "C" not null,
      state text collate "C" not null default 'waiting',
      failure text,
      encoding text collate "C" not null default 'auto',
      found_encoding text collate "C",
      version int not null default 1,
      opened_at timestamptz,
      removed_at timestamptz
    )`.execute(db)
  await sql`create index sheet_archives_removed_at on sheet_archives (removed_at) where removed_at is not null`.execute(
    db,
  )
  await sql`
    create table sheets (
      id text collate "C" primary key,
      result_id text collate "C" not null references sheet_archives (result_id) on delete cascade,
      entry text not null,
      names jsonb not null,
      kind text collate "C" not null,
      found_school text not null,
      found_group text,
      given_school text,
      given_group text,
      school text not null,
      group_name text not null,
      is_hidden boolean not null,
      problem text,
      is_public boolean not null,
      file_id text collate "C",
      ending text collate "C" not null,
      size int not null,
      pages int,
      search_text text not null,
      version int not null default 1
    )`.execute(db)
  await sql`
    create index sheets_of_result on sheets
      (result_id, group_name collate "und-x-icu", school collate "und-x-icu", id)`.execute(db)
}
