import type { Insertable, Selectable } from 'kysely'
import type { Queryable } from '#server/db/types.ts'
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

/** Uploads whose time is over. */
export async function listExpired(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('uploads')
    .select('id')
    .where('expiresAt', '<=', new Date())
    .limit(limit)
    .execute()
  return rows.map(row => row.id)
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
