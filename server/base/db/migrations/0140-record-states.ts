import { type Kysely, sql } from 'kysely'

const tables = ['books', 'notes', 'exams', 'results', 'news']

/** Lets records be drafts, wait for a moment, and become public; what is there is public. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of tables) {
    const table = sql.table(name)
    await sql`
      alter table ${table}
        add column state text not null default 'published',
        add column publish_at timestamptz,
        add constraint ${sql.ref(`${name}_state`)} check (
          state in ('draft', 'scheduled', 'published') and (state <> 'scheduled' or publish_at is not null)
        )`.execute(db)
    await sql`
      create index ${sql.ref(`${name}_hidden`)} on ${table} (state, publish_at) where state <> 'published'`.execute(
      db,
    )
  }
}
