import { type Kysely, sql } from 'kysely'

/** Gives the site a name that no other has, by which a place of backups is known to be its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table site_identity (
      only_row boolean primary key default true check (only_row),
      id text collate "C" not null
    )`.execute(db)
  await sql`insert into site_identity (id) values (gen_random_uuid()::text)`.execute(db)
}
