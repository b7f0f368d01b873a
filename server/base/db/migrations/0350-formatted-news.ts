import { type Kysely, sql } from 'kysely'

/** Keeps the headings, lists, links and pictures of news beside their words; what is there stays plain. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table news add column formatted jsonb`.execute(db)
}
