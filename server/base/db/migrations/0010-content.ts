import { type Kysely, sql } from 'kysely'

const links = sql`direct_link text, telegram_link text, google_drive_link text`

const record = sql`
  keywords text[] not null default '{}',
  version int not null default 1,
  search_text text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()`

/** Makes the tables of the five kinds of content and the indexes of their filters and orders. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await makeBooks(db)
  await makeNotes(db)
  await makeExams(db)
  await makeResults(db)
  await makeNews(db)
}

async function makeBooks(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table books (
      id text collate "C" primary key,
      title text not null,
      subject text collate "C" not null,
      stage text collate "C" not null,
      branch text collate "C",
      release_year int not null,
      description text not null,
      image text,
      ${links},
      ${record}
    )`.execute(db)
  await sql`create index books_created_at on books (created_at desc, id desc)`.execute(db)
  await sql`create index books_stage on books (stage, subject, created_at desc, id desc)`.execute(db)
  await sql`create index books_subject on books (subject, created_at desc, id desc)`.execute(db)
  await sql`create index books_release_year on books (release_year)`.execute(db)
  await sql`
    create table book_versions (
      id text collate "C" primary key,
      book_id text collate "C" not null references books (id) on delete cascade,
      title text not null,
      release_year int not null,
      position int not null,
      ${links},
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index book_versions_book_id on book_versions (book_id, position)`.execute(db)
}

async function makeNotes(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table notes (
      id text collate "C" primary key,
      title text not null,
      teacher text not null,
      teacher_text text not null,
      subject text collate "C" not null,
      stage text collate "C" not null,
      branch text collate "C",
      release_year int not null,
      image text,
      ${links},
      ${record}
    )`.execute(db)
  await sql`create index notes_created_at on notes (created_at desc, id desc)`.execute(db)
  await sql`create index notes_stage on notes (stage, subject, created_at desc, id desc)`.execute(db)
  await sql`create index notes_subject on notes (subject, created_at desc, id desc)`.execute(db)
  await sql`create index notes_release_year on notes (release_year)`.execute(db)
}

async function makeExams(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table exams (
      id text collate "C" primary key,
      title text not null,
      description text not null,
      stage text collate "C" not null,
      subject text collate "C" not null,
      release_year int not null,
      try int not null,
      files text[] not null default '{}',
      ${links},
      ${record}
    )`.execute(db)
  await sql`create index exams_created_at on exams (created_at desc, id desc)`.execute(db)
  await sql`create index exams_stage on exams (stage, release_year desc, subject)`.execute(db)
  await sql`create index exams_subject on exams (subject, stage, created_at desc)`.execute(db)
}

async function makeResults(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table results (
      id text collate "C" primary key,
      city text not null,
      stage text collate "C" not null,
      branch text collate "C",
      try int not null,
      release_year int not null,
      school text,
      school_text text not null,
      ${links},
      ${record}
    )`.execute(db)
  await sql`create index results_created_at on results (created_at desc, id desc)`.execute(db)
  await sql`create index results_stage on results (stage, release_year desc, city)`.execute(db)
  await sql`create index results_city on results (city)`.execute(db)
}

async function makeNews(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table news (
      id text collate "C" primary key,
      title text not null,
      bio text not null,
      content text not null,
      type text collate "C" not null,
      image text not null,
      ${record}
    )`.execute(db)
  await sql`create index news_created_at on news (created_at desc, id desc)`.execute(db)
  await sql`create index news_type on news (type, created_at desc, id desc)`.execute(db)
}
