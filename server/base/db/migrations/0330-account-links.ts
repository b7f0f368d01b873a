import { type Kysely, sql } from 'kysely'

/** Lets people be invited: they have no password until a link of theirs sets one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users alter column password_hash drop not null`.execute(db)
  await sql`
    create table account_links (
      token_hash text collate "C" primary key,
      user_id text collate "C" not null references users (id) on delete cascade,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      used_at timestamptz,
      withdrawn_at timestamptz
    )`.execute(db)
  await sql`create index account_links_user on account_links (user_id)`.execute(db)
}
