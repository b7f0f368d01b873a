import { type Kysely, sql } from 'kysely'

/** What committed writes have changed, until every process is told of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table announcements (
      id bigint generated always as identity primary key,
      tags text[] not null
    )`.execute(db)
}
