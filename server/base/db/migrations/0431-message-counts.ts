import { type Kysely, sql } from 'kysely'

const reading = sql`case when read_at is null then 'unread' else 'read' end`

/**
 * Keeps the messages of the inbox counted by whether somebody has read them, beside the counts of rows and divided as those are:
 * `contact_messages.reading`, with the parts `read` and `unread`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  /* Another process may be writing: each message is either there to be counted below, or waits for the triggers. */
  await sql`lock table contact_messages in share row exclusive mode`.execute(db)
  await sql`
    create function count_messages_by_reading() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'DELETE' then
        perform add_to_kept_count('contact_messages.reading', part, n) from (
          select ${reading} as part, count(*) as n from new_rows where deleted_at is null group by 1 order by 1
        ) changes;
      end if;
      if tg_op <> 'INSERT' then
        perform add_to_kept_count('contact_messages.reading', part, -n) from (
          select ${reading} as part, count(*) as n from old_rows where deleted_at is null group by 1 order by 1
        ) changes;
      end if;
      return null;
    end
    $$`.execute(db)
  await sql`
    insert into row_counts (name, part, count)
    select 'contact_messages.reading', ${reading}, count(*) from contact_messages where deleted_at is null group by 2`.execute(
    db,
  )
  for (const [act, rows] of [
    ['insert', 'new table as new_rows'],
    ['delete', 'old table as old_rows'],
    ['update', 'old table as old_rows new table as new_rows'],
  ] as const)
    await sql`
      create trigger ${sql.ref(`count_messages_${act}`)} after ${sql.raw(act)} on contact_messages
      referencing ${sql.raw(rows)} for each statement execute function count_messages_by_reading()`.execute(
      db,
    )
}
