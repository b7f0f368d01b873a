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

/** An archive; undefined when it, or its import, is gone. */
export function findArchive(db: Queryable, id: string): Promise<IngestArchiveRecord | undefined> {
  return db.selectFrom('ingestArchives').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function insertArchive(
  db: Queryable,
  archive: Omit<Insertable<IngestArchivesTable>, 'state' | 'failure' | 'refused'>,
): Promise<void> {
  await db
    .insertInto('ingestArchives')
    .values({ ...archive, state: 'waiting', failure: null, refused: '[]' })
    .execute()
}

export async function updateArchive(
  transaction: Transaction,
  id: string,
  { refused, ...change }: Partial<Pick<IngestArchiveRecord, 'state' | 'failure' | 'refused'>>,
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
