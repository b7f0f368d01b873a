import { type Kysely, sql } from 'kysely'

/** Makes the table of the secrets that visitors' CSRF tokens hang on until they sign in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table visitor_tokens (
      token_hash text collate "C" primary key,
      expires_at timestamptz not null
    )`.execute(db)
  await sql`create index visitor_tokens_expires_at on visitor_tokens (expires_at)`.execute(db)
}
