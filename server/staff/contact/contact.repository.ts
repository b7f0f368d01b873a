import { sql } from 'kysely'
import type { Insertable, Selectable } from 'kysely'
import type { ListPage } from '#contract/page.ts'
import { pageOf } from '#server/base/paging.ts'
import { countRows } from '#server/base/row-counts.ts'
import type { Queryable } from '#server/base/db/types.ts'
import type { ContactMessagesTable } from './contact.table.ts'

export type MessageRow = Selectable<ContactMessagesTable>

/** The newest first, or only those that nobody has read. */
export function listMessages(
  database: Queryable,
  isUnreadOnly: boolean,
  limit: number,
  offset: number,
): Promise<ListPage<MessageRow>> {
  let filtered = database.selectFrom('contactMessages').where('deletedAt', 'is', null)
  if (isUnreadOnly) filtered = filtered.where('readAt', 'is', null)
  return pageOf(() => filtered, {
    limit,
    offset,
    totalOf: () => countMessages(database, isUnreadOnly),
    read: rows => rows.selectAll().orderBy('createdAt', 'desc').orderBy('id', 'desc'),
  })
}

/** How many messages there are, or how many that nobody has read, as the database keeps it. */
export function countMessages(database: Queryable, isUnreadOnly: boolean): Promise<number> {
  return countRows(database, 'contact_messages.reading', isUnreadOnly ? 'unread' : undefined)
}

/** The first lines of what was asked for without a name: a wish is a message with no address to answer to. */
export async function countWishes(
  database: Queryable,
  limit: number,
): Promise<{ wanted: string; count: number }[]> {
  const { rows } = await sql<{ wanted: string; count: number }>`
    select split_part(message, ${'\n'}, 1) as wanted, count(*)::int as count
    from contact_messages where subject = 'MISSING_CONTENT' and email = '' and deleted_at is null
    group by 1 order by 2 desc, 1 limit ${limit}`.execute(database)
  return rows
}

export async function insertMessage(
  database: Queryable,
  message: Insertable<ContactMessagesTable>,
): Promise<void> {
  await database.insertInto('contactMessages').values(message).execute()
}

/** Marks a message; the first time that it was read stays. */
export function markMessage(
  database: Queryable,
  id: string,
  isRead: boolean,
): Promise<MessageRow | undefined> {
  return database
    .updateTable('contactMessages')
    .set({ readAt: isRead ? sql<Date>`coalesce(read_at, now())` : null })
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** Deletes a message with everything that a visitor wrote; false when there is none. */
export async function removeMessage(database: Queryable, id: string): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('contactMessages')
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
