import { type Kysely, sql } from 'kysely'

/** Makes the tables of passkeys, and of what devices are asked to sign. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table passkeys (
      id text collate "C" primary key,
      user_id text collate "C" not null references users (id) on delete cascade,
      name text not null,
      public_key text collate "C" not null,
      counter bigint not null,
      created_at timestamptz not null default now(),
      last_used_at timestamptz,
      clone_suspected_at timestamptz
    )`.execute(db)
  await sql`create index passkeys_user on passkeys (user_id)`.execute(db)
  await sql`
    create table passkey_challenges (
      challenge_hash text collate "C" primary key,
      user_id text collate "C" references users (id) on delete cascade,
      expires_at timestamptz not null
    )`.execute(db)
}
