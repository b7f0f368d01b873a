import { type Kysely, sql } from 'kysely'

/**
 * Makes the index of the words that follow each other on a page; the job fills it. Where a row is too long for its block,
 * the pairs leave it first: the words are read of every page that is compared, the pairs of none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table page_words add column pairs smallint[] not null default '{}',
      alter column words set storage main`.execute(db)
  await sql`create index page_words_pairs on page_words using gin (pairs) with (fastupdate = off)`.execute(db)
}
