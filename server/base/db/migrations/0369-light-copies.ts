import { type Kysely, sql } from 'kysely'

/** Makes the table of light copies: which file is the light copy of a PDF, or why it has none. A row goes with its PDF. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table light_copies (
      file_hash text collate "C" primary key references files (id) on delete cascade,
      light_hash text collate "C" references files (id) on delete set null,
      absence text collate "C",
      failures int not null default 0,
      maker_version int not null,
      changed_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index light_copies_light_hash on light_copies (light_hash) where light_hash is not null`.execute(
    db,
  )
}
