import { type Kysely, sql } from 'kysely'

/** Keeps since when a person has been signing in: whoever does so for the first time does it from no new device. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column first_sign_in_at timestamptz`.execute(db)
  await sql`
    update users u set first_sign_in_at = s.created_at
    from (select user_id, min(created_at) as created_at from sessions group by user_id) s
    where s.user_id = u.id`.execute(db)
}
