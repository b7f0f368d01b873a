import { type Kysely, sql } from 'kysely'

/** Makes the tables of imports: their rows, and the files of each row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ingests (
      id text collate "C" primary key,
      created_by text not null,
      created_at timestamptz not null default now(),
      changed_at timestamptz not null default now()
    )`.execute(db)
  await sql`
    create table ingest_rows (
      id text collate "C" primary key,
      ingest_id text collate "C" not null references ingests (id) on delete cascade,
      place int not null,
      version int not null default 1,
      group_key text not null,
      said jsonb not null,
      doubts jsonb not null,
      is_seen boolean not null,
      record_id text collate "C",
      batch_id text collate "C",
      changed_by text,
      changed_by_id text collate "C",
      changed_at timestamptz not null
    )`.execute(db)
  await sql`create index ingest_rows_of_ingest on ingest_rows (ingest_id, place)`.execute(db)
  await sql`
    create table ingest_files (
      id text collate "C" primary key,
      ingest_id text collate "C" not null references ingests (id) on delete cascade,
      row_id text collate "C" not null references ingest_rows (id) on delete cascade,
      name text not null,
      folder text not null,
      size int not null,
      page int,
      place int not null,
      url text,
      sha256 text collate "C",
      type text
    )`.execute(db)
  await sql`create index ingest_files_of_ingest on ingest_files (ingest_id, place)`.execute(db)
  await sql`create index ingest_files_of_row on ingest_files (row_id)`.execute(db)
}
