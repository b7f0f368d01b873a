import { type Kysely, sql } from 'kysely'

/** Makes the table of the keys under which records were added. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table creation_keys (
      user_id text collate "C" not null references users (id) on delete cascade,
      key text collate "C" not null,
      path text not null,
      body_sha256 text collate "C" not null,
      record_id text collate "C" not null,
      answer jsonb not null,
      created_at timestamptz not null default now(),
      primary key (user_id, key)
    )`.execute(db)
  await sql`create index creation_keys_created_at on creation_keys (created_at)`.execute(db)
}
