import { sql } from 'kysely'
import type { RawBuilder, Selectable, SqlBool } from 'kysely'
import type { AuditEntity } from '#contract/codes/audit.ts'
import { kindOfEntity, isKindEntity, kinds } from '#contract/kinds.ts'
import type { Kind } from '#contract/kinds.ts'
import { limits } from '#contract/limits.ts'
import type { Queryable, Transaction } from '#server/base/db/types.ts'
import { isNotInTrash } from '#server/files/files.repository.ts'
import { textReader, textReaders } from '#server/reading/reader-version.ts'
import type { PageTextFilesTable, PageTextsTable } from './page-texts.table.ts'
import type { PackedText } from './read-pages.step.ts'

export type PageTextRow = Selectable<PageTextsTable>
export type FileTextRow = Selectable<PageTextFilesTable>

/** Of whose files the pages are read: of images those of exams alone, the others are covers. */
const readKinds = { pdf: ['book', 'note', 'exam'], image: ['exam'] } as const satisfies Record<string, Kind[]>
const entitiesOf = (kind: keyof typeof readKinds) => readKinds[kind].map((name): string => kinds[name].entity)

/** Whether the pages of such a file are read when a record of this kind names it. */
export function isRead(type: string, entity: string): boolean {
  if (type === 'application/pdf') return entitiesOf('pdf').includes(entity)
  return type.startsWith('image/') && entitiesOf('image').includes(entity)
}

/** A file whose pages are to be read, with one of the records that it is of. */
export interface ReadFile {
  sha256: string
  name: string
  type: string
  record: { kind: Kind; id: string }
}

/* Written once, since the file must have been found by what it is and whose it is. */
const isOfRecord = sql<boolean>`(
  files.type = 'application/pdf' and file_references.entity = any(${entitiesOf('pdf')}::text[])
  or files.type like 'image/%' and file_references.entity = any(${entitiesOf('image')}::text[]))`

/* Staff are led to a record that is there, if one is. */
const recordsInOrder = sql`not ${isNotInTrash}, file_references.entity, file_references.record_id`

interface ReadFileRow {
  id: string
  name: string
  type: string
  entity: string
  recordId: string
}

function readFileOf({ id, name, type, entity, recordId }: ReadFileRow): ReadFile[] {
  return isKindEntity(entity)
    ? [{ sha256: id, name, type, record: { kind: kindOfEntity[entity], id: recordId } }]
    : []
}

/** The file, while a record has it whose pages are read. */
export async function findReadFile(db: Queryable, sha256: string): Promise<ReadFile | undefined> {
  const { rows } = await sql<ReadFileRow>`
    select files.id, files.name, files.type, file_references.entity, file_references.record_id as "recordId"
    from files join file_references on file_references.file_id = files.id and ${isOfRecord}
    where files.id = ${sha256} order by ${recordsInOrder} limit 1`.execute(db)
  return rows.flatMap(readFileOf)[0]
}

/** Files whose pages are read and for which `condition`, on `files`, holds, after `after` in the order of their hashes. */
export async function listReadFiles(
  db: Queryable,
  condition: RawBuilder<boolean>,
  after: string,
  limit: number,
): Promise<ReadFile[]> {
  const { rows } = await sql<ReadFileRow>`
    select files.id, files.name, files.type, holder.entity, holder.record_id as "recordId"
    from files cross join lateral (
      select file_references.entity, file_references.record_id from file_references
      where file_references.file_id = files.id and ${isOfRecord} order by ${recordsInOrder} limit 1
    ) holder
    where files.id > ${after} and ${condition}
    order by files.id limit ${limit}`.execute(db)
  return rows.flatMap(readFileOf)
}

/** Of `files`: sound, and not read to the end by the reader of today. */
export const isUnread = () => sql<boolean>`(
  files.damage is null and not exists (
    select from page_text_files t
    where t.file_hash = files.id and t.is_ended and t.reader_version >= ${textReader}))`

/** Those of these contents that the reader of today has read to the end. */
export async function listEnded(db: Queryable, sha256s: readonly string[]): Promise<Set<string>> {
  if (sha256s.length === 0) return new Set()
  const rows = await db
    .selectFrom('pageTextFiles')
    .select('fileHash')
    .where('fileHash', 'in', sha256s)
    .where('isEnded', '=', true)
    .where('readerVersion', '>=', textReader)
    .execute()
  return new Set(rows.map(({ fileHash }) => fileHash))
}

/** Begins a file, or goes on with it; what an older reader knew of it stays until it is read anew. */
export async function beginFile(transaction: Transaction, fileHash: string): Promise<FileTextRow> {
  const anew = {
    layerPages: 0,
    brokenPages: 0,
    isEnded: false,
    isUnread: false,
    failure: null,
    readerVersion: textReader,
  }
  return transaction
    .insertInto('pageTextFiles')
    .values({ fileHash, ...anew })
    .onConflict(conflict =>
      conflict.column('fileHash').doUpdateSet(anew).where('pageTextFiles.readerVersion', '<', textReader),
    )
    .execute()
    .then(() =>
      transaction
        .selectFrom('pageTextFiles')
        .selectAll()
        .where('fileHash', '=', fileHash)
        .executeTakeFirstOrThrow(),
    )
}

/** Takes down how far a file is; at its end also whether it is read well enough. Its pages are kept before. */
export async function updateFile(
  transaction: Transaction,
  fileHash: string,
  facts: Partial<Omit<FileTextRow, 'fileHash' | 'readerVersion' | 'isUnread'>>,
): Promise<void> {
  await transaction.updateTable('pageTextFiles').set(facts).where('fileHash', '=', fileHash).execute()
  if (facts.isEnded !== true) return
  await sql`
    update page_text_files set is_unread = coalesce(page_count, 1) > 2 * (
      select count(*) from page_texts p
      where p.file_hash = page_text_files.file_hash and p.quality >= ${limits.leastTextQuality})
    where file_hash = ${fileHash}`.execute(transaction)
}

/** A page that was read; without text where it has none of its own. */
export interface ReadPage {
  page: number
  text: PackedText | null
}

/** Keeps what was read, in place of what was known of these pages. */
export async function putPages(
  transaction: Transaction,
  fileHash: string,
  pages: readonly ReadPage[],
): Promise<void> {
  const without = pages.flatMap(({ page, text }) => (text === null ? [page] : []))
  const rows = pages.flatMap(({ page, text }) =>
    text === null ? [] : [{ fileHash, page, ...text, readerVersion: textReaders[text.source] }],
  )
  /* A layer that is believed no more. */
  if (without.length > 0) {
    await transaction
      .deleteFrom('pageTexts')
      .where('fileHash', '=', fileHash)
      .where('page', 'in', without)
      .where('source', '=', 'layer')
      .execute()
  }
  if (rows.length === 0) return
  await transaction
    .insertInto('pageTexts')
    .values(rows)
    .onConflict(conflict =>
      conflict.columns(['fileHash', 'page']).doUpdateSet(({ ref }) => ({
        source: ref('excluded.source'),
        quality: ref('excluded.quality'),
        text: ref('excluded.text'),
        boxes: ref('excluded.boxes'),
        readerVersion: ref('excluded.readerVersion'),
      })),
    )
    .execute()
}

const isOfToday = sql<boolean>`reader_version >=
  case source when 'layer' then ${textReaders.layer}::int else ${textReaders.picture}::int end`

/** The first pages up to `last` that nothing of today's readers is known of. */
export async function listPending(
  db: Queryable,
  fileHash: string,
  last: number,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ page: number }>`
    select page from generate_series(1, ${last}::int) as page
    where not exists (
      select from page_texts p where p.file_hash = ${fileHash} and p.page = page.page and ${isOfToday})
    order by page limit ${limit}`.execute(db)
  return rows.map(({ page }) => page)
}

/** Forgets the pages after `last`. */
export async function forgetPagesAfter(
  transaction: Transaction,
  fileHash: string,
  last: number,
): Promise<void> {
  await transaction
    .deleteFrom('pageTexts')
    .where('fileHash', '=', fileHash)
    .where('page', '>', last)
    .execute()
}

/** What stands on a page. */
export async function findPage(
  db: Queryable,
  fileHash: string,
  page: number,
): Promise<PageTextRow | undefined> {
  return db
    .selectFrom('pageTexts')
    .selectAll()
    .where('fileHash', '=', fileHash)
    .where('page', '=', page)
    .executeTakeFirst()
}

/** The pages of files that are read well enough to be searched. */
export async function listSearched(
  db: Queryable,
  fileHashes: readonly string[],
): Promise<Pick<PageTextRow, 'fileHash' | 'page' | 'text' | 'source'>[]> {
  if (fileHashes.length === 0) return []
  return db
    .selectFrom('pageTexts')
    .select(['fileHash', 'page', 'text', 'source'])
    .where('fileHash', 'in', fileHashes)
    .where('quality', '>=', limits.leastTextQuality)
    .execute()
}

/** Whether any page of a file is read well enough to be searched. */
export async function isSearched(db: Queryable, fileHash: string): Promise<boolean> {
  const found = await db
    .selectFrom('pageTexts')
    .select('page')
    .where('fileHash', '=', fileHash)
    .where('quality', '>=', limits.leastTextQuality)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** How far files are, of which something is known, with the pages that are searched and those that are not. */
export async function listProgress(
  db: Queryable,
  fileHashes: readonly string[],
): Promise<(FileTextRow & { searched: number; unsure: number[] })[]> {
  if (fileHashes.length === 0) return []
  const { rows } = await sql<FileTextRow & { searched: string; unsure: number[] | null }>`
    select f.file_hash as "fileHash", f.page_count as "pageCount", f.layer_pages as "layerPages",
      f.broken_pages as "brokenPages", f.is_ended as "isEnded", f.failure, f.reader_version as "readerVersion",
      count(p.page) filter (where p.quality >= ${limits.leastTextQuality}) as searched,
      array_agg(p.page order by p.page) filter (where p.quality < ${limits.leastTextQuality}) as unsure
    from page_text_files f left join page_texts p on p.file_hash = f.file_hash
    where f.file_hash = any(${[...fileHashes]}::text[]) group by f.file_hash`.execute(db)
  return rows.map(row => ({ ...row, searched: Number(row.searched), unsure: row.unsure ?? [] }))
}

/** True for rows of `table` with a file of which fewer than half of the pages are read well enough to be searched. */
export function isReadBadly(entity: AuditEntity, table: string) {
  return sql<SqlBool>`${sql.ref(`${table}.id`)} in (
    select r.record_id from page_text_files t join file_references r on r.file_id = t.file_hash
    where t.is_unread and r.entity = ${entity})`
}
