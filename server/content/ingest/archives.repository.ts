import type { Insertable, Selectable } from 'kysely'
import type { Queryable, Transaction } from '#server/base/db/types.ts'
import type { IngestArchivesTable } from './ingest.table.ts'

export type IngestArchiveRecord = Selectable<IngestArchivesTable>

/** The archives of an import in the order of their names. */
export function listArchives(db: Queryable, ingestId: string): Promise<IngestArchiveRecord[]> {
  return db
    .selectFrom('ingestArchives')
    .selectAll()
    .where('ingestId', '=', ingestId)
    .orderBy('name')
    .orderBy('id')
    .execute()
}

/** How far the archives of an import are, in the same order: what of them is written, and how many files they have. */
export function listArchiveStates(db: Queryable, ingestId: string) {
  return db
    .selectFrom('ingestArchives')
    .leftJoin('ingestFiles', 'ingestFiles.archiveId', 'ingestArchives.id')
    .where('ingestArchives.ingestId', '=', ingestId)
    .select(({ fn }) => [
      'ingestArchives.id',
      'ingestArchives.state',
      'ingestArchives.failure',
      fn.count<string>('ingestFiles.id').as('files'),
      fn.count<string>('ingestFiles.url').as('taken'),
    ])
    .groupBy('ingestArchives.id')
    .orderBy('ingestArchives.name')
    .orderBy('ingestArchives.id')
    .execute()
}

/** An archive; undefined when it, or its import, is gone. */
export function findArchive(db: Queryable, id: string): Promise<IngestArchiveRecord | undefined> {
  return db.selectFrom('ingestArchives').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function insertArchive(
  db: Queryable,
  archive: Omit<Insertable<IngestArchivesTable>, 'state' | 'failure' | 'refused' | 'refusedCount'>,
): Promise<void> {
  await db
    .insertInto('ingestArchives')
    .values({ ...archive, state: 'waiting', failure: null, refused: '[]' })
    .execute()
}

export async function updateArchive(
  transaction: Transaction,
  id: string,
  {
    refused,
    ...change
  }: Partial<Pick<IngestArchiveRecord, 'state' | 'failure' | 'refused' | 'refusedCount'>>,
): Promise<void> {
  await transaction
    .updateTable('ingestArchives')
    .set({ ...change, ...(refused && { refused: JSON.stringify(refused) }) })
    .where('id', '=', id)
    .execute()
}

export async function removeArchive(transaction: Transaction, id: string): Promise<void> {
  await transaction.deleteFrom('ingestArchives').where('id', '=', id).execute()
}
