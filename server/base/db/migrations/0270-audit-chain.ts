import { type Kysely, sql } from 'kysely'

/** Makes the chain of the audit log, and lets every entry that is there wait for its link. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_links (
      entry_id text collate "C" primary key,
      actor_id text collate "C",
      position integer unique,
      content_hash text collate "C",
      address_salt text,
      address_hash text collate "C",
      hash text collate "C"
    )`.execute(db)
  await sql`
    insert into audit_links (entry_id, actor_id) select id, actor_id from audit_entries`.execute(db)
  await sql`create index audit_links_waiting on audit_links (entry_id) where position is null`.execute(db)
}
