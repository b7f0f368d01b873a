import { type Kysely, sql } from 'kysely'

/** Keeps forms that cannot be saved yet, for the person who fills them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table form_drafts (
      id text collate "C" primary key,
      owner_id text collate "C" not null references users (id) on delete cascade,
      form text collate "C" not null,
      title text not null,
      content text not null,
      version int not null,
      writer text not null,
      created_at timestamptz not null default now(),
      changed_at timestamptz not null
    )`.execute(db)
  await sql`create index form_drafts_of_owner on form_drafts (owner_id, changed_at desc)`.execute(db)
  await sql`create index form_drafts_changed on form_drafts (changed_at)`.execute(db)
}
