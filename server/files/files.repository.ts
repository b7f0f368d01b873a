import { type Insertable, type Selectable, sql, type SqlBool } from 'kysely'
import { ShapedStatement } from '#server/base/db/shaped-statement.ts'
import type { Queryable, Transaction } from '#server/base/db/types.ts'
import type { FileReferencesTable, FilesTable } from './files.table.ts'

/** What holds files that name students: the sheets of results, and the pictures of their pages. */
const holdersWithNames = ['SHEETS', 'SHEET_PAGES']

/** Of `file_references`: whether what it belongs to is not a deleted record, which keeps its files until it goes. */
export const isNotInTrash = sql<boolean>`not exists (
  select from trash t where t.entity = file_references.entity and t.record_id = file_references.record_id)`

export type FileRow = Selectable<FilesTable>
/** With whether any of its holders names people. */
type WholeFileRow = FileRow & { namesPeople: boolean }

/** The file of this content, or undefined. */
export async function findFile(db: Queryable, sha256: string): Promise<WholeFileRow | undefined> {
  return wholeFiles(db).where('id', '=', sha256).executeTakeFirst()
}

/** The same of the file that comes after `sha256` in the order of their hashes. */
export async function findFileAfter(db: Queryable, sha256: string): Promise<WholeFileRow | undefined> {
  return wholeFiles(db).where('id', '>', sha256).orderBy('id').limit(1).executeTakeFirst()
}

function wholeFiles(db: Queryable) {
  const namesPeople = sql<boolean>`exists (
    select from file_references r where r.file_id = files.id and r.entity = any(${holdersWithNames}))`
  return db.selectFrom('files').selectAll().select(namesPeople.as('namesPeople'))
}

/** A file with its light copy, where it has a sound one. */
export type ShownFileRow = FileRow & { lightSha256: string | null; lightSize: number | null }

/** The files of these contents that exist, in no particular order. */
export async function findFiles(db: Queryable, sha256s: readonly string[]): Promise<ShownFileRow[]> {
  if (sha256s.length === 0) return []
  return db
    .selectFrom('files')
    .leftJoin('lightCopies', 'lightCopies.fileHash', 'files.id')
    .leftJoin('files as light', join =>
      join.onRef('light.id', '=', 'lightCopies.lightHash').on('light.damage', 'is', null),
    )
    .selectAll('files')
    .select(['light.id as lightSha256', 'light.size as lightSize'])
    .where(sql<SqlBool>`files.id = any(${[...new Set(sha256s)]}::text[])`)
    .execute()
}

/** Lets the grace period of an unused file begin anew; its row, or undefined when there is none. */
export async function renewGrace(db: Queryable, sha256: string): Promise<FileRow | undefined> {
  return db
    .updateTable('files')
    .set({ unreferencedSince: sql<Date>`case when unreferenced_since is null then null else now() end` })
    .where('id', '=', sha256)
    .returningAll()
    .executeTakeFirst()
}

/** Records a stored file; false when its content was recorded by somebody else in the meantime. */
export async function insertFile(db: Queryable, row: Insertable<FilesTable>): Promise<boolean> {
  const inserted = await db
    .insertInto('files')
    .values(row)
    .onConflict(conflict => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** A record's use of a content. */
export type FileReference = Selectable<FileReferencesTable>

function jsonOf(references: readonly Partial<FileReference>[]): string {
  const rows = references.map(({ entity, recordId, fileId }) => ({
    entity,
    record_id: recordId,
    file_id: fileId,
  }))
  return JSON.stringify(rows)
}

/** References as rows `r` of a query. */
const referenceRows = (json: string) =>
  sql`json_to_recordset(${json}::json) as r (entity text, record_id text, file_id text)`

type FileUser = Pick<FileReference, 'entity' | 'recordId'>

function selectReferences(json: string) {
  return sql<FileReference>`
    select f.entity, f.record_id as "recordId", f.file_id as "fileId" from ${referenceRows(json)}
    join file_references f on f.entity = r.entity and f.record_id = r.record_id
    order by f.file_id`
}

const listing = new ShapedStatement()

/** The contents that these records use, in the order in which files are locked. */
export async function listReferences(
  trx: Transaction,
  records: readonly FileUser[],
): Promise<FileReference[]> {
  if (records.length === 0) return []
  return listing.rows(trx, { records: jsonOf(records) }, own => selectReferences(own.records))
}

/**
 * The same, so many at a time, as they are at the call: what is removed meanwhile does not change what follows. The
 * database keeps the order, since each portion of a query of its own would sort all that is left.
 */
export async function* portionsOfReferences(
  trx: Transaction,
  records: readonly FileUser[],
  size: number,
): AsyncGenerator<FileReference[]> {
  if (records.length === 0) return
  await sql`declare used_contents no scroll cursor for ${selectReferences(jsonOf(records))}`.execute(trx)
  for (;;) {
    const { rows } = await sql<FileReference>`fetch ${sql.lit(size)} from used_contents`.execute(trx)
    if (rows.length > 0) yield rows
    if (rows.length < size) break
  }
  await sql`close used_contents`.execute(trx)
}

/**
 * Locks files until the transaction ends, in one order for everybody: a removal that has begun ends first, and one that
 * has not sees what the transaction did.
 * Shape: the names and types of those contents that exist.
 */
export async function lockFiles(
  trx: Transaction,
  sha256s: readonly string[],
): Promise<Map<string, Pick<FileRow, 'name' | 'type'>>> {
  if (sha256s.length === 0) return new Map()
  const { rows } = await sql<Pick<FileRow, 'id' | 'name' | 'type'>>`
    select id, name, type from files where id = any(${[...new Set(sha256s)]}::text[])
    order by id for update`.execute(trx)
  return new Map(rows.map(row => [row.id, row]))
}

/** Takes files into use, of which the rows are locked. */
export async function insertReferences(
  trx: Transaction,
  references: readonly FileReference[],
): Promise<void> {
  if (references.length === 0) return
  const fileIds = references.map(({ fileId }) => fileId)
  await sql`
    update files set unreferenced_since = null
    where id = any(${fileIds}::text[]) and unreferenced_since is not null`.execute(trx)
  await sql`
    insert into file_references (entity, record_id, file_id) select * from ${referenceRows(jsonOf(references))}
    on conflict do nothing`.execute(trx)
}

/** Lets uses of files go, of which the rows are locked; the grace period of those that nobody uses any more begins. */
export async function removeReferences(
  trx: Transaction,
  references: readonly FileReference[],
): Promise<void> {
  if (references.length === 0) return
  await sql`
    delete from file_references f using ${referenceRows(jsonOf(references))}
    where f.entity = r.entity and f.record_id = r.record_id and f.file_id = r.file_id`.execute(trx)
  const fileIds = references.map(({ fileId }) => fileId)
  await sql`
    update files set unreferenced_since = now()
    where id = any(${fileIds}::text[])
      and not exists (select from file_references f where f.file_id = files.id)`.execute(trx)
}

/** Takes down how a file's bytes were found; the row as it was before, or undefined when they are not its any more. */
export async function recordCheck(
  trx: Transaction,
  file: Pick<FileRow, 'id' | 'objectKey' | 'checkedMark' | 'checkedAt' | 'damage'>,
): Promise<FileRow | undefined> {
  const { id, objectKey, checkedMark, checkedAt, damage } = file
  const before = await trx
    .selectFrom('files')
    .selectAll()
    .where('id', '=', id)
    .where('objectKey', '=', objectKey)
    .forUpdate()
    .executeTakeFirst()
  if (before === undefined) return undefined
  await trx.updateTable('files').set({ checkedMark, checkedAt, damage }).where('id', '=', id).execute()
  return before
}

/** The records that use a file, without deleted ones. Shape: the entity of contract/codes/audit.ts and the id. */
export async function listUsers(
  db: Queryable,
  sha256: string,
): Promise<{ entity: string; recordId: string }[]> {
  return db
    .selectFrom('fileReferences')
    .select(['entity', 'recordId'])
    .where('fileId', '=', sha256)
    .where(isNotInTrash)
    .orderBy('entity')
    .orderBy('recordId')
    .execute()
}

/** Contents that nobody has used since `before`, the oldest first. */
export async function listUnused(db: Queryable, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('files')
    .select('id')
    .where('unreferencedSince', '<', before)
    .orderBy('unreferencedSince')
    .limit(limit)
    .execute()
  return rows.map(row => row.id)
}

/** Removes the record of a file that is still unused since `before`; its row, or undefined when it is in use. */
export async function removeUnused(
  db: Queryable,
  sha256: string,
  before: Date,
): Promise<FileRow | undefined> {
  return db
    .deleteFrom('files')
    .where('id', '=', sha256)
    .where('unreferencedSince', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('fileReferences').select('fileId').whereRef('fileReferences.fileId', '=', 'files.id'),
        ),
      ),
    )
    .returningAll()
    .executeTakeFirst()
}

/** The files after `after` in the order of their hashes. */
export async function listFilesAfter(db: Queryable, after: string, limit: number): Promise<FileRow[]> {
  return db.selectFrom('files').selectAll().where('id', '>', after).orderBy('id').limit(limit).execute()
}

/** Which of these objects a file's row names. */
export async function listKnownKeys(db: Queryable, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db.selectFrom('files').select('objectKey').where('objectKey', 'in', keys).execute()
  return new Set(rows.map(row => row.objectKey))
}
