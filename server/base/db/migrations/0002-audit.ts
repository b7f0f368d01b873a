import { type Kysely, sql } from 'kysely'

/** Makes the table of the audit log. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_entries (
      id text collate "C" primary key,
      action text not null,
      entity text not null,
      entity_id text collate "C" not null,
      description text not null,
      old_data jsonb,
      new_data jsonb,
      actor_id text collate "C" references users (id) on delete set null,
      actor_email text,
      ip_address text,
      user_agent text,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index audit_entries_created_at on audit_entries (created_at desc, id desc)`.execute(db)
  await sql`create index audit_entries_action on audit_entries (action, created_at desc)`.execute(db)
  await sql`create index audit_entries_entity on audit_entries (entity, entity_id)`.execute(db)
  await sql`create index audit_entries_actor_id on audit_entries (actor_id)`.execute(db)
}
