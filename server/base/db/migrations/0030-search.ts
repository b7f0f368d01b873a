import { type Kysely, sql } from 'kysely'

/**
 * Makes the search index: one row for each record, the combinations of facts that records have, the words that
 * they hold, and one counter that every write of the index raises, by which a process knows what it has not seen.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table search_state (
      only_row boolean primary key default true check (only_row),
      version bigint not null
    )`.execute(db)
  await sql`insert into search_state (version) values (0)`.execute(db)
  await sql`
    create table search_facets (
      id int generated always as identity primary key,
      key text collate "C" not null unique,
      documents int not null,
      latest timestamptz not null,
      version bigint not null
    )`.execute(db)
  await sql`create index search_facets_version on search_facets (version, id)`.execute(db)
  await sql`
    create table search_words (
      word text collate "C" primary key,
      documents int not null,
      named int not null,
      version bigint not null
    )`.execute(db)
  await sql`create index search_words_version on search_words (version, word)`.execute(db)
  await sql`
    create table search_documents (
      type text collate "C" not null,
      record_id text collate "C" not null,
      facet_id int not null,
      title text not null,
      subject text collate "C",
      stage text collate "C",
      branch text collate "C",
      year int,
      round int,
      teacher text,
      news_type text collate "C",
      image text,
      title_words text not null,
      named_words text not null,
      lexemes tsvector not null,
      created_at timestamptz not null,
      primary key (type, record_id)
    )`.execute(db)
  await sql`create index search_documents_facet on search_documents (facet_id, created_at desc, record_id desc)`.execute(
    db,
  )
  await sql`create index search_documents_created_at on search_documents (created_at desc, record_id desc)`.execute(
    db,
  )
  await sql`create index search_documents_lexemes on search_documents using gin (lexemes) with (fastupdate = off)`.execute(
    db,
  )
}
