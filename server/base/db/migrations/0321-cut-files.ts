import { type Kysely, sql } from 'kysely'

/** Keeps of which files an exam was cut last, so that its questions stay while the same files are read again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table exam_question_cuts add column files text[] not null default '{}'`.execute(db)
  await sql`
    update exam_question_cuts c set files = e.files from exams e where e.id = c.exam_id`.execute(db)
}
