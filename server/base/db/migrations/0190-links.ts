import { type Kysely, sql } from 'kysely'

/** Makes the indexes that related records, an exam's years and a teacher's handouts are read by. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ['books', 'notes', 'exams']) {
    await sql`
      create index ${sql.ref(`${name}_grade`)} on ${sql.table(name)} (stage, created_at desc, id desc)
      where state = 'published'`.execute(db)
  }
  await sql`
    create index exams_years on exams (stage, subject, release_year desc, try)
    where state = 'published'`.execute(db)
  await sql`
    create index notes_teacher on notes (teacher_text, created_at desc, id desc)
    where state = 'published'`.execute(db)
}
