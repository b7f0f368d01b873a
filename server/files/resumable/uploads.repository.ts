import { sql } from 'kysely'
import type { Insertable, Selectable } from 'kysely'
import type { ListPage } from '#contract/page.ts'
import type { UploadListQuery } from '#contract/resources/file.ts'
import { pageOf } from '#server/base/paging.ts'
import type { Queryable } from '#server/base/db/types.ts'
import type { UploadPiecesTable, UploadsTable } from '../files.table.ts'

export type UploadRow = Selectable<UploadsTable>
export type PieceRow = Selectable<UploadPiecesTable>

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
  return pageOf(filtered, limit, offset, rows =>
    rows
      .selectAll('uploads')
      .select(sql<string>`(select name from users where users.id = uploads.user_id)`.as('ownerName'))
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc'),
  )
}

/** Forgets an upload whose time is over; false when there is none such. */
export async function removeExpired(db: Queryable, id: string, now: Date): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('uploads')
    .where('id', '=', id)
    .where('expiresAt', '<=', now)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The pieces that have come in, in their order. */
export async function listPieces(db: Queryable, uploadId: string): Promise<PieceRow[]> {
  return db.selectFrom('uploadPieces').selectAll().where('uploadId', '=', uploadId).orderBy('start').execute()
}

/** Records a piece; false when the upload is gone or has moved on from where the piece begins. */
export async function insertPiece(db: Queryable, piece: PieceRow): Promise<boolean> {
  return db.transaction().execute(async transaction => {
    const moved = await transaction
      .updateTable('uploads')
      .set({ received: piece.start + piece.size })
      .where('id', '=', piece.uploadId)
      .where('received', '=', piece.start)
      .where('fileId', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (moved === undefined) return false
    await transaction.insertInto('uploadPieces').values(piece).execute()
    return true
  })
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

/** Ties a finished upload to its file and forgets its pieces. */
export async function finishUpload(db: Queryable, id: string, fileId: string): Promise<void> {
  await db.transaction().execute(async transaction => {
    await transaction.updateTable('uploads').set({ fileId }).where('id', '=', id).execute()
    await transaction.deleteFrom('uploadPieces').where('uploadId', '=', id).execute()
  })
}

/** Forgets an upload and its pieces. */
export async function removeUpload(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('uploads').where('id', '=', id).execute()
}

/** Uploads whose time was over before they were whole, and whose pieces still take room. */
export async function listExpiredWithPieces(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('uploads')
    .select('id')
    .where('expiresAt', '<=', new Date())
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('uploadPieces').select('start').whereRef('uploadPieces.uploadId', '=', 'uploads.id')),
    )
    .limit(limit)
    .execute()
  return rows.map(row => row.id)
}

/** Forgets the pieces of an upload; its row stays, so that staff see what did not come through. */
export async function removePieces(db: Queryable, uploadId: string): Promise<void> {
  await db.deleteFrom('uploadPieces').where('uploadId', '=', uploadId).execute()
}

/** Forgets uploads without pieces whose time is over: finished ones, and failed ones from before a moment. */
export async function removeForgotten(db: Queryable, failedBefore: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('uploads')
    .where('expiresAt', '<=', new Date())
    .where(row => row.or([row('fileId', 'is not', null), row('expiresAt', '<=', failedBefore)]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('uploadPieces').select('start').whereRef('uploadPieces.uploadId', '=', 'uploads.id'),
        ),
      ),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Which of these pieces' keys are still needed. */
export async function listKnownPieceKeys(db: Queryable, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db
    .selectFrom('uploadPieces')
    .select('objectKey')
    .where('objectKey', 'in', keys)
    .execute()
  return new Set(rows.map(row => row.objectKey))
}
