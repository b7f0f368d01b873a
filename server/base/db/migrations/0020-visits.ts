import { type Kysely, sql } from 'kysely'

/** Makes the tables of visits, contact messages, site settings and searches without an answer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table page_visits (
      id text collate "C" primary key,
      page text collate "C" not null,
      metadata jsonb not null default '{}',
      ip_address text,
      user_agent text,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index page_visits_created_at on page_visits (created_at desc, id desc)`.execute(db)
  await sql`create index page_visits_page on page_visits (page, created_at desc)`.execute(db)
  await sql`
    create index page_visits_with_address on page_visits (created_at) where ip_address is not null
  `.execute(db)
  await sql`
    create table contact_messages (
      id text collate "C" primary key,
      name text not null,
      email text not null,
      subject text not null,
      message text not null,
      ip_address text,
      created_at timestamptz not null default now(),
      read_at timestamptz,
      deleted_at timestamptz
    )`.execute(db)
  await sql`
    create index contact_messages_created_at on contact_messages (created_at desc, id desc) where deleted_at is null
  `.execute(db)
  await sql`
    create table settings (
      key text collate "C" primary key,
      value jsonb not null,
      updated_at timestamptz not null default now()
    )`.execute(db)
  await sql`
    create table search_misses (
      query text collate "C" primary key,
      count int not null,
      last_at timestamptz not null default now()
    )`.execute(db)
}
