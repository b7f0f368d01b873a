import { type Kysely, sql } from 'kysely'

/** Keeps how each address elsewhere, where a record can be had too, has answered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table mirrors (
      id text collate "C" primary key,
      address text not null,
      checked_at timestamptz not null,
      cause text,
      failures int not null,
      dead_since timestamptz
    )`.execute(db)
  await sql`create index mirrors_dead on mirrors (dead_since) where dead_since is not null`.execute(db)
}
