import { type Kysely, sql } from 'kysely'

/** Lets deep pages of public lists be found in an index alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ['books', 'notes', 'exams', 'results', 'news']) {
    await sql`
      create index ${sql.ref(`${name}_public_order`)} on ${sql.table(name)} (created_at desc, id desc)
        where state = 'published'`.execute(db)
  }
}
