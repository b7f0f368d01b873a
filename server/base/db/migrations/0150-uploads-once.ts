import { type Kysely, sql } from 'kysely'

/** Keeps the bytes of an upload in one place; uploads that were under way begin anew. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table uploads
      add column object_key text collate "C" unique,
      add column state text,
      add column parts int not null default 0`.execute(db)
  await sql`update uploads set expires_at = least(expires_at, now()) where file_id is null`.execute(db)
  await sql`drop table upload_pieces`.execute(db)
}
