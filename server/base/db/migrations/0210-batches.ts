import { type Kysely, sql } from 'kysely'

/** Makes the table of acts on many records, and names them in the log. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table batches (
      id text collate "C" primary key,
      undone_by text collate "C",
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`alter table audit_entries add column batch_id text collate "C"`.execute(db)
  await sql`
    create index audit_entries_batch_id on audit_entries (batch_id) where batch_id is not null`.execute(db)
}
