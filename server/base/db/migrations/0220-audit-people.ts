import { type Kysely, sql } from 'kysely'

/** Lets the log be read by the person that its entries name, the newest first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index audit_entries_actor_email on audit_entries (actor_email, created_at desc, id desc)`.execute(
    db,
  )
}
