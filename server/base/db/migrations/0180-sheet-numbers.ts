import { type Kysely, sql } from 'kysely'

/** Makes the tables of what was read in sheets: once for each content, whichever results have it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sheet_readings (
      file_id text collate "C" primary key,
      pages int not null,
      readable_pages int not null,
      failure text,
      read_at timestamptz not null default now()
    )`.execute(db)
  await sql`
    create table sheet_pages (
      file_id text collate "C" not null references sheet_readings (file_id) on delete cascade,
      page int not null,
      is_readable boolean not null,
      picture text collate "C",
      width int not null,
      height int not null,
      head jsonb,
      cuts jsonb not null,
      primary key (file_id, page)
    )`.execute(db)
  await sql`
    create table sheet_numbers (
      file_id text collate "C" not null,
      page int not null,
      number text collate "C" not null,
      box jsonb not null,
      is_doubtful boolean not null,
      foreign key (file_id, page) references sheet_pages (file_id, page) on delete cascade
    )`.execute(db)
  await sql`create index sheet_numbers_of_file on sheet_numbers (file_id, page)`.execute(db)
  await sql`create index sheet_numbers_by_number on sheet_numbers (number)`.execute(db)
  await sql`create index sheets_of_file on sheets (file_id)`.execute(db)
}
