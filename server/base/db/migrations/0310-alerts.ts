import { type Kysely, sql } from 'kysely'

/** Makes the tables of what operators are told: each cause as it was last told, and which process looks for all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table alert_causes (
      cause text collate "C" primary key,
      is_raised boolean not null,
      level integer not null,
      mark text not null,
      told_at timestamptz not null
    )`.execute(db)
  await sql`
    create table alert_watch (
      id integer primary key check (id = 1),
      holder text not null,
      held_until timestamptz not null
    )`.execute(db)
}
