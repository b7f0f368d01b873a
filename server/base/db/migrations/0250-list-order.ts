import { type Kysely, sql } from 'kysely'

/** Makes the indexes by which staff sort long lists: the title as dictionaries sort it, and the last change. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ['books', 'notes', 'exams', 'news']) {
    await sql`
      create index ${sql.ref(`${name}_title_order`)} on ${sql.table(name)} (left(search_text, 60), id)`.execute(
      db,
    )
  }
  for (const name of ['books', 'notes', 'exams', 'results', 'news']) {
    await sql`
      create index ${sql.ref(`${name}_updated_at`)} on ${sql.table(name)} (updated_at, id)`.execute(db)
  }
}
