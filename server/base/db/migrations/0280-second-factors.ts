import { type Kysely, sql } from 'kysely'

/** Makes the tables of the second step of signing in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table second_factors (
      user_id text collate "C" primary key references users (id) on delete cascade,
      secret text not null,
      confirmed_at timestamptz,
      last_step bigint not null default 0,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`
    create table recovery_codes (
      user_id text collate "C" not null references users (id) on delete cascade,
      code_hash text collate "C" not null,
      primary key (user_id, code_hash)
    )`.execute(db)
}
