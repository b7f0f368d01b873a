import { type Kysely, sql } from 'kysely'

/**
 * The questions of a group are read from the newest exam on, and the groups of an exam from an index alone. What is dropped
 * comes first: it locks the table for all, which nobody may hold a part of who waits for the rest.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index exam_questions_group`.execute(db)
  await sql`
    create index exam_questions_of_group on exam_questions (group_key, exam_id) where group_key is not null`.execute(
    db,
  )
  await sql`
    create index exam_questions_grouped on exam_questions (exam_id, group_key, place) where group_key is not null`.execute(
    db,
  )
}
