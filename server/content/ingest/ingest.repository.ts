import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Confidence, IngestValues } from '#contract/resources/ingest.ts'
import { kindOfEntity, type KindEntity } from '#contract/kinds.ts'
import type { Queryable, Transaction } from '#server/base/db/types.ts'
import { isNotInTrash } from '#server/files/files.repository.ts'
import type { IngestFilesTable, IngestRowsTable } from './ingest.table.ts'

export type IngestRowRecord = Selectable<IngestRowsTable>
export type IngestFileRecord = Selectable<IngestFilesTable>

/** An import without what is in it. */
export function findIngest(db: Queryable, id: string) {
  return db.selectFrom('ingests').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Errors: none; undefined for an import that is gone. Shape: locked until the transaction ends. */
export function lockIngest(transaction: Transaction, id: string) {
  return transaction.selectFrom('ingests').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Imports with something left in them, the last changed first. */
export function listIngests(db: Queryable, limit: number) {
  /* Chosen before anything of theirs is counted. */
  const last = db.selectFrom('ingests').selectAll().orderBy('changedAt', 'desc').limit(limit).as('ingests')
  return db
    .selectFrom(last)
    .selectAll('ingests')
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('ingestRows')
          .whereRef('ingestRows.ingestId', '=', 'ingests.id')
          .select(({ fn }) => [fn.countAll<string>().as('rows'), fn.count<string>('recordId').as('added')])
          .as('ofRows'),
      join => join.onTrue(),
    )
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('ingestFiles')
          .whereRef('ingestFiles.ingestId', '=', 'ingests.id')
          .select(({ fn }) => [fn.countAll<string>().as('files'), fn.count<string>('url').as('arrived')])
          .as('ofFiles'),
      join => join.onTrue(),
    )
    .select(['rows', 'added', 'files', 'arrived'])
    .orderBy('changedAt', 'desc')
    .execute()
}

/** Marks an import as changed now. */
export async function touchIngest(db: Queryable, id: string): Promise<void> {
  await db.updateTable('ingests').set({ changedAt: new Date() }).where('id', '=', id).execute()
}

/** The rows of an import in their order; of some ids alone where they are given. */
export function listRows(
  db: Queryable,
  ingestId: string,
  ids?: readonly string[],
): Promise<IngestRowRecord[]> {
  const rows = db.selectFrom('ingestRows').selectAll().where('ingestId', '=', ingestId)
  const chosen = ids ? rows.where('id', 'in', [...ids]) : rows
  return chosen.orderBy('place').orderBy('id').execute()
}

/** The files of an import, those of each row in their order. */
export function listFiles(db: Queryable, ingestId: string): Promise<IngestFileRecord[]> {
  return db
    .selectFrom('ingestFiles')
    .selectAll()
    .where('ingestId', '=', ingestId)
    .orderBy('place')
    .orderBy('id')
    .execute()
}

/** One file of an import. */
export function findFile(db: Queryable, ingestId: string, id: string): Promise<IngestFileRecord | undefined> {
  return db
    .selectFrom('ingestFiles')
    .selectAll()
    .where('ingestId', '=', ingestId)
    .where('id', '=', id)
    .executeTakeFirst()
}

interface NewRow {
  id: string
  ingestId: string
  place: number
  groupKey: string
  said: IngestValues
  doubts: Record<string, Confidence>
}

export async function insertRows(db: Queryable, rows: readonly NewRow[]): Promise<void> {
  if (rows.length === 0) return
  const changedAt = new Date()
  await db
    .insertInto('ingestRows')
    .values(
      rows.map(({ said, doubts, ...row }) => ({
        ...row,
        said: JSON.stringify(said),
        doubts: JSON.stringify(doubts),
        isSeen: false,
        changedAt,
      })),
    )
    .execute()
}

export async function insertFiles(
  db: Queryable,
  files: readonly Omit<IngestFileRecord, 'url' | 'sha256' | 'type'>[],
): Promise<void> {
  if (files.length > 0)
    await db
      .insertInto('ingestFiles')
      .values([...files])
      .execute()
}

/** What a change writes into a row. */
export interface RowChange {
  said?: IngestValues
  doubts?: Record<string, Confidence>
  isSeen?: boolean
  recordId?: string
  batchId?: string
}

/** Writes a row, and raises its version; who did it stands beside it. */
export async function updateRow(
  db: Queryable,
  id: string,
  { said, doubts, ...change }: RowChange,
  by: { name: string; userId: string },
): Promise<void> {
  await db
    .updateTable('ingestRows')
    .set(({ eb }) => ({
      ...change,
      ...(said && { said: JSON.stringify(said) }),
      ...(doubts && { doubts: JSON.stringify(doubts) }),
      version: eb('version', '+', 1),
      changedBy: by.name,
      changedById: by.userId,
      changedAt: new Date(),
    }))
    .where('id', '=', id)
    .execute()
}

/** Writes what the product itself proposes for a row that nobody has typed into. */
export async function fillRow(
  db: Queryable,
  id: string,
  { said, doubts }: Required<Pick<RowChange, 'said' | 'doubts'>>,
): Promise<void> {
  await db
    .updateTable('ingestRows')
    .set(({ eb }) => ({
      said: JSON.stringify(said),
      doubts: JSON.stringify(doubts),
      version: eb('version', '+', 1),
      changedAt: new Date(),
    }))
    .where('id', '=', id)
    .execute()
}

/** Rows whose files have changed: nobody has looked at them as they stand now. */
export async function markUnseen(db: Queryable, ids: Iterable<string>): Promise<void> {
  const changed = [...new Set(ids)]
  if (changed.length > 0)
    await db
      .updateTable('ingestRows')
      .set(({ eb }) => ({ isSeen: false, version: eb('version', '+', 1), changedAt: new Date() }))
      .where('id', 'in', changed)
      .execute()
}

export async function removeRows(db: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await db
      .deleteFrom('ingestRows')
      .where('id', 'in', [...ids])
      .execute()
}

export async function removeFile(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('ingestFiles').where('id', '=', id).execute()
}

/** Takes away rows of an import that have no file left. */
export async function removeEmptyRows(db: Queryable, ingestId: string): Promise<void> {
  await db
    .deleteFrom('ingestRows')
    .where('ingestId', '=', ingestId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('ingestFiles').whereRef('rowId', '=', 'ingestRows.id').select('ingestFiles.id'))),
    )
    .execute()
}

export async function removeIngests(db: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await db
      .deleteFrom('ingests')
      .where('id', 'in', [...ids])
      .execute()
}

export async function updateFile(
  db: Queryable,
  ingestId: string,
  id: string,
  change: Partial<Pick<IngestFileRecord, 'url' | 'sha256' | 'type' | 'rowId' | 'place'>>,
): Promise<void> {
  await db
    .updateTable('ingestFiles')
    .set(change)
    .where('ingestId', '=', ingestId)
    .where('id', '=', id)
    .execute()
}

/** Some imports that nobody has changed since a moment, locked; one that somebody is at is left out. */
export async function lockLeft(transaction: Transaction, before: Date, limit: number): Promise<string[]> {
  const rows = await transaction
    .selectFrom('ingests')
    .select('id')
    .where('changedAt', '<', before)
    .orderBy('changedAt')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(({ id }) => id)
}

/** The records that show these contents; those of the trash only keep them. */
export async function listUses(db: Queryable, sha256s: readonly string[]) {
  if (sha256s.length === 0) return []
  const found = await db
    .selectFrom('fileReferences')
    .select(['entity', 'recordId', 'fileId'])
    .where('fileId', 'in', [...sha256s])
    .where('entity', 'in', Object.keys(kindOfEntity))
    .where(isNotInTrash)
    .execute()
  return found.map(({ entity, ...use }) => ({ ...use, kind: kindOfEntity[entity as KindEntity] }))
}

/** Those of these batches that were taken back. */
export async function listUndone(db: Queryable, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('batches')
    .select('id')
    .where('id', 'in', [...ids])
    .where('undoneBy', 'is not', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** The last place in an import, -1 in an empty one. */
export async function lastPlace(db: Queryable, table: 'ingestRows' | 'ingestFiles', ingestId: string) {
  const { rows } = await sql<{ place: number | null }>`
    select max(place) as place from ${sql.table(table)} where ingest_id = ${ingestId}`.execute(db)
  return rows[0]?.place ?? -1
}
