import { sql } from 'kysely'
import type { Insertable, Selectable } from 'kysely'
import type { ListPage } from '#contract/page.ts'
import type { UploadListQuery } from '#contract/resources/file.ts'
import { pageOf } from '#server/base/paging.ts'
import type { Queryable } from '#server/base/db/types.ts'
import type { UploadsTable } from '../files.table.ts'

export type UploadRow = Selectable<UploadsTable>

/** Begins an upload. */
export async function insertUpload(db: Queryable, row: Insertable<UploadsTable>): Promise<UploadRow> {
  return db.insertInto('uploads').values(row).returningAll().executeTakeFirstOrThrow()
}

/** The upload that has not expired, or undefined. */
export async function findUpload(db: Queryable, id: string): Promise<UploadRow | undefined> {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', id)
    .where('expiresAt', '>', new Date())
    .executeTakeFirst()
}

/** What a person has begun and not finished, the newest first. */
export async function listUnfinished(db: Queryable, userId: string): Promise<UploadRow[]> {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('userId', '=', userId)
    .where('fileId', 'is', null)
    .where('expiresAt', '>', new Date())
    .orderBy('createdAt', 'desc')
    .execute()
}

/** One page of everybody's uploads that did not become a file, the newest first; `state` leaves out the others. */
export function listUploads(
  db: Queryable,
  { state, limit, offset }: UploadListQuery,
  now: Date,
): Promise<ListPage<UploadRow & { ownerName: string }>> {
  let filtered = db.selectFrom('uploads').where('fileId', 'is', null)
  if (state) filtered = filtered.where('expiresAt', state === 'failed' ? '<=' : '>', now)
  return pageOf(() => filtered, {
    limit,
    offset,
    read: rows =>
      rows
        .selectAll('uploads')
        .select(sql<string>`(select name from users where users.id = uploads.user_id)`.as('ownerName'))
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc'),
  })
}

/** An upload whose time is over before it became a file, whosever it was. */
export async function findExpired(db: Queryable, id: string, now: Date): Promise<UploadRow | undefined> {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', id)
    .where('expiresAt', '<=', now)
    .executeTakeFirst()
}

/** The upload as it is, while it goes on and has come exactly so far. */
export async function findAt(db: Queryable, id: string, received: number): Promise<UploadRow | undefined> {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', id)
    .where('received', '=', received)
    .where('objectKey', 'is not', null)
    .where('expiresAt', '>', new Date())
    .executeTakeFirst()
}

/** A number for a part of an upload that nobody else gets. */
export async function takePartNumber(db: Queryable, id: string): Promise<number | undefined> {
  const row = await db
    .updateTable('uploads')
    .set(column => ({ parts: column('parts', '+', 1) }))
    .where('id', '=', id)
    .returning('parts')
    .executeTakeFirst()
  return row?.parts
}

/** Records how far an upload has come; false when it is gone or has moved on meanwhile. */
export async function recordBytes(
  db: Queryable,
  { id, received }: Pick<UploadRow, 'id' | 'received'>,
  bytes: number,
  state: string | null,
): Promise<boolean> {
  const moved = await db
    .updateTable('uploads')
    .set({ received: received + bytes, state })
    .where('id', '=', id)
    .where('received', '=', received)
    .where('objectKey', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return moved !== undefined
}

/**
 * Takes or renews the right to make the file of an upload; false while another process holds it, or when the file is
 * made already. Units: milliseconds.
 */
export async function holdFinish(
  db: Queryable,
  id: string,
  finisher: string,
  forMs: number,
): Promise<boolean> {
  const held = await db
    .updateTable('uploads')
    .set({ finisher, finishingUntil: sql<Date>`now() + ${forMs} * interval '1 millisecond'` })
    .where('id', '=', id)
    .where('fileId', 'is', null)
    .where(row =>
      row.or([
        row('finisher', 'is', null),
        row('finisher', '=', finisher),
        row('finishingUntil', '<', sql<Date>`now()`),
      ]),
    )
    .returning('id')
    .executeTakeFirst()
  return held !== undefined
}

/** Gives that right back, so that another try need not wait. */
export async function releaseFinish(db: Queryable, id: string, finisher: string): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ finisher: null, finishingUntil: null })
    .where('id', '=', id)
    .where('finisher', '=', finisher)
    .execute()
}

/** Ties a finished upload to its file. */
export async function finishUpload(db: Queryable, id: string, fileId: string): Promise<void> {
  await db.updateTable('uploads').set({ fileId, objectKey: null, state: null }).where('id', '=', id).execute()
}

/** Forgets an upload. */
export async function removeUpload(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('uploads').where('id', '=', id).execute()
}

/** Uploads whose time was over before they were whole, whose bytes still take room, and that nobody is finishing. */
export async function listExpiredWithBytes(db: Queryable, limit: number): Promise<UploadRow[]> {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('expiresAt', '<=', new Date())
    .where('objectKey', 'is not', null)
    .where(row => row.or([row('finishingUntil', 'is', null), row('finishingUntil', '<', sql<Date>`now()`)]))
    .limit(limit)
    .execute()
}

/** Forgets where the bytes of an upload were; its row stays, so that staff see what did not come through. */
export async function forgetBytes(db: Queryable, id: string): Promise<void> {
  await db.updateTable('uploads').set({ objectKey: null, state: null }).where('id', '=', id).execute()
}

/** Forgets uploads without bytes whose time is over: finished ones, and failed ones from before a moment. */
export async function removeForgotten(db: Queryable, failedBefore: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('uploads')
    .where('expiresAt', '<=', new Date())
    .where('objectKey', 'is', null)
    .where(row => row.or([row('fileId', 'is not', null), row('expiresAt', '<=', failedBefore)]))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Which of these uploads still hold bytes. */
export async function listWithBytes(db: Queryable, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('uploads')
    .select('id')
    .where('id', 'in', ids)
    .where('objectKey', 'is not', null)
    .execute()
  return new Set(rows.map(row => row.id))
}

/** Which of these objects belong to uploads that are not finished. */
export async function listKnownKeys(db: Queryable, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db.selectFrom('uploads').select('objectKey').where('objectKey', 'in', keys).execute()
  return new Set(rows.flatMap(row => row.objectKey ?? []))
}
