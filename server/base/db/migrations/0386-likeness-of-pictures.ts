import { type Kysely, sql } from 'kysely'

/** Makes the table of what pictures look like: 256 bits, none for one that is too small or too plain. A row goes with its file. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table picture_marks (
      file_hash text collate "C" primary key references files (id) on delete cascade,
      mark bit(256)
    )`.execute(db)
}
