import { type Kysely, sql } from 'kysely'

/** Makes the tables of staff accounts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table users (
      id text collate "C" primary key,
      email text not null unique check (email = lower(email)),
      name text not null,
      role text not null check (role in ('admin', 'editor')),
      password_hash text not null,
      disabled_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db)
  await sql`
    create table sessions (
      id_hash text collate "C" primary key,
      user_id text collate "C" not null references users (id) on delete cascade,
      csrf_token text not null,
      created_at timestamptz not null default now(),
      last_seen_at timestamptz not null default now(),
      expires_at timestamptz not null,
      ip_address text,
      user_agent text
    )`.execute(db)
  await sql`create index sessions_user_id on sessions (user_id)`.execute(db)
  await sql`create index sessions_expires_at on sessions (expires_at)`.execute(db)
  await sql`
    create table setup_links (
      token_hash text collate "C" primary key,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      used_at timestamptz
    )`.execute(db)
}
