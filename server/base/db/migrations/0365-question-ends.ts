import { type Kysely, sql } from 'kysely'

/** Keeps where a question ends on its pages, so that something can be said right below it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table exam_questions add column end_page int, add column ends_at int`.execute(db)
}
