import { type Kysely, sql } from 'kysely'

/** Pictures that are wider than high had no mark: what says nothing is looked at again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`delete from picture_marks where mark is null`.execute(db)
}
