import { type Kysely, sql } from 'kysely'

/** Counts how often finding out what a picture looks like took too long, so that it ends also where the process starts again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table picture_marks
      add column tries smallint not null default 0,
      add column tried_at timestamptz,
      add column maker_version smallint not null default 0`.execute(db)
  await sql`create index picture_marks_tried on picture_marks (file_hash) where tries > 0`.execute(db)
}
