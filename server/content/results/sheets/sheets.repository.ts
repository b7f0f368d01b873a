import { sql, type Selectable, type SqlBool } from 'kysely'
import type { MinisterialGradeCode } from '#contract/codes/grades.ts'
import type { ListPage } from '#contract/page.ts'
import type { SheetListQuery, SheetView } from '#contract/resources/sheet.ts'
import { sheetViews } from '#contract/resources/sheet.ts'
import type { ChangeTag } from '#server/base/changes.ts'
import { pageOf } from '#server/base/paging.ts'
import { portions } from '#server/base/portions.ts'
import type { Queryable, Transaction } from '#server/base/db/types.ts'
import { isOneOf, named } from '#server/content/record/record-rows.ts'
import { matchesSearchText } from '#server/search/list-text.ts'
import type { SheetArchivesTable, SheetsTable } from './sheets.table.ts'

export type SheetRow = Omit<Selectable<SheetsTable>, 'numbers'>
export type ArchiveRow = Selectable<SheetArchivesTable>

/** The archive of a result that is there. */
export function findArchive(db: Queryable, resultId: string): Promise<ArchiveRow | undefined> {
  return db
    .selectFrom('sheetArchives')
    .selectAll()
    .where('resultId', '=', resultId)
    .where('removedAt', 'is', null)
    .executeTakeFirst()
}

/** The archives of these results, in no order. */
export function listArchives(db: Queryable, resultIds: readonly string[]): Promise<ArchiveRow[]> {
  if (resultIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('sheetArchives')
    .selectAll()
    .where('resultId', 'in', resultIds)
    .where('removedAt', 'is', null)
    .execute()
}

/** How many public sheets each of these results has; none where it is not named. */
export async function countPublicSheets(
  db: Queryable,
  resultIds: readonly string[],
): Promise<Map<string, number>> {
  if (resultIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('sheets')
    .select(['resultId', sheets => sheets.fn.countAll<string>().as('count')])
    .where('resultId', 'in', resultIds)
    .where('isPublic', '=', true)
    .groupBy('resultId')
    .execute()
  return new Map(rows.map(({ resultId, count }) => [resultId, Number(count)]))
}

/** The archive of a result that is there, locked until the transaction ends. */
export function findArchiveForUpdate(
  transaction: Transaction,
  resultId: string,
): Promise<ArchiveRow | undefined> {
  return transaction
    .selectFrom('sheetArchives')
    .selectAll()
    .where('resultId', '=', resultId)
    .where('removedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Takes down that results have these archives, to be opened; what staff have said of its sheets stays. */
export async function putArchives(
  transaction: Transaction,
  archives: readonly Pick<ArchiveRow, 'resultId' | 'sha256'>[],
): Promise<void> {
  const anew = { state: 'waiting' as const, failure: null, removedAt: null }
  for (const some of portions(archives, sheetRowsAtOnce))
    await transaction
      .insertInto('sheetArchives')
      .values(some.map(archive => ({ ...archive, ...anew })))
      .onConflict(conflict =>
        conflict.column('resultId').doUpdateSet(({ ref }) => ({
          ...anew,
          sha256: ref('excluded.sha256'),
          version: sql<number>`sheet_archives.version + 1`,
        })),
      )
      .execute()
}

/** Takes down that the results of archives were deleted. */
export async function markRemoved(transaction: Transaction, resultIds: readonly string[]): Promise<void> {
  await transaction
    .updateTable('sheetArchives')
    .set({ removedAt: new Date() })
    .where(sql<SqlBool>`result_id = any(${resultIds}::text[])`)
    .execute()
}

export async function updateArchive(
  transaction: Queryable,
  resultId: string,
  values: Partial<Omit<ArchiveRow, 'resultId'>>,
): Promise<void> {
  await transaction.updateTable('sheetArchives').set(values).where('resultId', '=', resultId).execute()
}

/** Forgets the archives whose results were deleted before. */
export async function removeForgotten(transaction: Transaction, before: Date): Promise<void> {
  await transaction.deleteFrom('sheetArchives').where('removedAt', '<', before).execute()
}

function sheetsOf(
  db: Queryable,
  resultId: string,
  { search, group }: Pick<SheetListQuery, 'search' | 'group'>,
) {
  let rows = db.selectFrom('sheets').where('resultId', '=', resultId)
  if (group !== undefined) rows = rows.where('groupName', '=', group)
  if (search !== undefined) rows = rows.where(matchesSearchText(search))
  return rows
}

const inOrder = sql`group_name collate "und-x-icu", school collate "und-x-icu", id`

/** What is public of an archive, by group and name. */
export function listPublic(
  db: Queryable,
  resultId: string,
  query: SheetListQuery,
): Promise<ListPage<SheetRow>> {
  return pageOf(() => sheetsOf(db, resultId, query).where('isPublic', '=', true), {
    limit: query.limit,
    offset: query.offset,
    read: rows => rows.selectAll().orderBy(inOrder),
  })
}

/* A sheet with something wrong is not also listed as hidden, and what is no sheet is neither. */
const viewConditions: Record<SheetView, ReturnType<typeof sql<boolean>>> = {
  public: sql<boolean>`is_public`,
  hidden: sql<boolean>`is_hidden and problem is null and kind <> 'other'`,
  problem: sql<boolean>`problem is not null`,
  other: sql<boolean>`kind = 'other' and problem is null`,
}

/** Every entry of an archive, or one view of them. */
export function listAll(
  db: Queryable,
  resultId: string,
  { view, ...query }: SheetListQuery & { view: SheetView | undefined },
): Promise<ListPage<SheetRow>> {
  const rows = sheetsOf(db, resultId, query)
  const seen = view === undefined ? rows : rows.where(viewConditions[view])
  return pageOf(() => seen, {
    limit: query.limit,
    offset: query.offset,
    read: page => page.selectAll().orderBy(inOrder),
  })
}

export interface GroupCount {
  name: string
  count: number
}

/** The groups of an archive's sheets, by name. */
export async function countGroups(
  db: Queryable,
  resultId: string,
  { onlyPublic }: { onlyPublic: boolean },
): Promise<GroupCount[]> {
  let rows = db.selectFrom('sheets').where('resultId', '=', resultId).where('groupName', '<>', '')
  if (onlyPublic) rows = rows.where('isPublic', '=', true)
  const counted = await rows
    .select(['groupName as name', rows_ => rows_.fn.countAll<string>().as('count')])
    .groupBy('groupName')
    .orderBy(sql`group_name collate "und-x-icu"`)
    .execute()
  return counted.map(({ name, count }) => ({ name, count: Number(count) }))
}

/** How many entries each view of an archive has. */
export async function countViews(db: Queryable, resultId: string): Promise<Record<SheetView, number>> {
  const columns = sheetViews.map(view =>
    sql<string>`count(*) filter (where ${viewConditions[view]})`.as(view),
  )
  const counts = await db
    .selectFrom('sheets')
    .select(columns)
    .where('resultId', '=', resultId)
    .executeTakeFirstOrThrow()
  return Object.fromEntries(sheetViews.map(view => [view, Number(counts[view])])) as Record<SheetView, number>
}

/** A public sheet of an archive that is open. */
export function findPublic(db: Queryable, id: string): Promise<SheetRow | undefined> {
  return db
    .selectFrom('sheets')
    .innerJoin('sheetArchives', 'sheetArchives.resultId', 'sheets.resultId')
    .selectAll('sheets')
    .where('sheets.id', '=', id)
    .where('sheets.isPublic', '=', true)
    .where('sheetArchives.state', '=', 'ready')
    .where('sheetArchives.removedAt', 'is', null)
    .executeTakeFirst()
}

/** The sheets of a stage that everybody sees, those of the newest results first. */
export async function listPublicIds(db: Queryable, stage: MinisterialGradeCode): Promise<string[]> {
  const rows = await db
    .selectFrom('sheets')
    .innerJoin('sheetArchives', 'sheetArchives.resultId', 'sheets.resultId')
    .innerJoin('results', 'results.id', 'sheets.resultId')
    .select('sheets.id')
    .where('results.stage', '=', stage)
    .where('results.state', '=', 'published')
    .where('sheets.isPublic', '=', true)
    .where('sheetArchives.state', '=', 'ready')
    .where('sheetArchives.removedAt', 'is', null)
    .orderBy('results.releaseYear', 'desc')
    .orderBy('results.createdAt', 'desc')
    .execute()
  return rows.map(({ id }) => id)
}

/** An entry of an archive, public or not. */
export function findSheet(db: Queryable, id: string): Promise<SheetRow | undefined> {
  return db.selectFrom('sheets').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Every entry of an archive, in no order. */
export function listEntries(db: Queryable, resultId: string): Promise<SheetRow[]> {
  return db.selectFrom('sheets').selectAll().where('resultId', '=', resultId).execute()
}

/** Writes what staff have said of an entry, and what follows from it. */
export async function updateSheet(transaction: Transaction, row: SheetRow): Promise<void> {
  const { givenSchool, givenGroup, isHidden, school, groupName, isPublic, searchText, version } = row
  await transaction
    .updateTable('sheets')
    .set({ givenSchool, givenGroup, isHidden, school, groupName, isPublic, searchText, version })
    .where('id', '=', row.id)
    .execute()
}

const sheetRowsAtOnce = 500

/** Makes these the only entries of an archive. */
export async function replaceEntries(
  transaction: Transaction,
  resultId: string,
  rows: readonly SheetRow[],
): Promise<void> {
  await transaction.deleteFrom('sheets').where('resultId', '=', resultId).execute()
  for (const some of portions(rows, sheetRowsAtOnce))
    await transaction
      .insertInto('sheets')
      .values(some.map(row => ({ ...row, names: JSON.stringify(row.names) })))
      .execute()
}

/** Gives entries other names, and nothing else. */
export async function replaceNames(transaction: Transaction, rows: readonly SheetRow[]): Promise<void> {
  for (const some of portions(rows, sheetRowsAtOnce)) {
    const names = some.map(row => ({
      id: row.id,
      entry: row.entry,
      found_school: row.foundSchool,
      found_group: row.foundGroup,
      school: row.school,
      group_name: row.groupName,
      search_text: row.searchText,
    }))
    await sql`
      update sheets set entry = named.entry, found_school = named.found_school, found_group = named.found_group,
        school = named.school, group_name = named.group_name, search_text = named.search_text
      from jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as named
        (id text, entry text, found_school text, found_group text, school text, group_name text, search_text text)
      where sheets.id = named.id`.execute(transaction)
  }
}

/** The results whose archives nobody has looked at. */
export async function listWithoutArchive(db: Queryable): Promise<string[]> {
  const rows = await db
    .selectFrom('results')
    .select('results.id')
    .leftJoin('sheetArchives', 'sheetArchives.resultId', 'results.id')
    .where('sheetArchives.resultId', 'is', null)
    .where('results.directLink', 'like', '%/files/%')
    .orderBy('results.createdAt', 'desc')
    .execute()
  return rows.map(row => row.id)
}

/** Whom a change of a result's sheets concerns: the pages of the site, or staff alone. */
export async function tagOfResult(transaction: Transaction, resultId: string): Promise<ChangeTag> {
  const row = await transaction
    .selectFrom('results')
    .where('id', '=', resultId)
    .select('state')
    .executeTakeFirst()
  return row?.state === 'published' ? 'results' : 'drafts'
}

/** Whether one of these results is public. */
export async function isSomePublished(
  transaction: Transaction,
  resultIds: readonly string[],
): Promise<boolean> {
  const row = await transaction
    .selectFrom('results')
    .where(isOneOf(named(resultIds)))
    .where('state', '=', 'published')
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
