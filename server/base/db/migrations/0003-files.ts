import { type Kysely, sql } from 'kysely'

/** Makes the tables of stored files and of the records that use them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table files (
      id text collate "C" primary key,
      size bigint not null,
      type text not null,
      name text not null,
      extension text not null,
      page_count int,
      width int,
      height int,
      uploaded_by text collate "C" references users (id) on delete set null,
      unreferenced_since timestamptz default now(),
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`
    create index files_unreferenced_since on files (unreferenced_since) where unreferenced_since is not null
  `.execute(db)
  await sql`create index files_uploaded_by on files (uploaded_by)`.execute(db)
  await sql`
    create table file_references (
      file_id text collate "C" not null references files (id) on delete restrict,
      entity text collate "C" not null,
      record_id text collate "C" not null,
      primary key (file_id, entity, record_id)
    )`.execute(db)
  await sql`create index file_references_record on file_references (entity, record_id)`.execute(db)
}
