import { type Kysely, sql } from 'kysely'

/** Gives every file its place in the store, and makes the tables of resumable uploads. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table files add column object_key text collate "C" not null unique`.execute(db)
  await sql`
    create table uploads (
      id text collate "C" primary key,
      user_id text collate "C" not null references users (id) on delete cascade,
      name text not null,
      kind text not null,
      size bigint not null,
      received bigint not null default 0,
      claimed_sha256 text collate "C",
      file_id text collate "C" references files (id) on delete set null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    )`.execute(db)
  await sql`create index uploads_user_id on uploads (user_id)`.execute(db)
  await sql`create index uploads_file_id on uploads (file_id)`.execute(db)
  await sql`create index uploads_expires_at on uploads (expires_at)`.execute(db)
  await sql`
    create table upload_pieces (
      upload_id text collate "C" not null references uploads (id) on delete cascade,
      start bigint not null,
      size bigint not null,
      object_key text collate "C" not null,
      primary key (upload_id, start)
    )`.execute(db)
}
