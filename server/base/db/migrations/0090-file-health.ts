import { type Kysely, sql } from 'kysely'

/** Remembers how a file's bytes were found when they were last checked, and who is finishing an upload. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table files
      add column checked_mark text,
      add column checked_at timestamptz,
      add column damage text`.execute(db)
  await sql`create index files_damage on files (damage) where damage is not null`.execute(db)
  await sql`
    alter table uploads
      add column finisher text,
      add column finishing_until timestamptz`.execute(db)
}
