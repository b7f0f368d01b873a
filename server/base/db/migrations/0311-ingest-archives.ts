import { type Kysely, sql } from 'kysely'

/** Makes the table of the archives of imports that are opened, and says of files from which one they come. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ingest_archives (
      id text collate "C" primary key,
      ingest_id text collate "C" not null references ingests (id) on delete cascade,
      name text not null,
      folder text not null,
      size int not null,
      url text not null,
      sha256 text collate "C" not null,
      state text collate "C" not null,
      failure text,
      refused jsonb not null
    )`.execute(db)
  await sql`create index ingest_archives_of_ingest on ingest_archives (ingest_id)`.execute(db)
  await sql`
    alter table ingest_files
      add column archive_id text collate "C" references ingest_archives (id) on delete set null,
      add column entry int`.execute(db)
  await sql`create index ingest_files_of_archive on ingest_files (archive_id) where archive_id is not null`.execute(
    db,
  )
}
