import { type Kysely, sql } from 'kysely'

/**
 * The newest exams of each subject, year and round of a grade are read from the index, however many there are. What is
 * dropped comes first: it locks the table for all, which nobody may hold a part of who waits for the rest.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index exams_years, exams_by_year_of_grade`.execute(db)
  await sql`
    create index exams_of_places on exams (stage, subject, release_year desc, try, created_at desc, id)
    where state = 'published'`.execute(db)
}
