import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { NoteListQuery } from '#contract/resources/note.ts'
import { gradesOfStageFilter } from '#contract/resources/stage-filter.ts'
import type { ListOrder } from '#contract/resources/list-sort.ts'
import type { ListPage } from '#contract/page.ts'
import type { SchoolCount, SchoolListQuery } from '#contract/school-lists.ts'
import { kinds } from '#contract/kinds.ts'
import type { Queryable } from '#server/base/db/types.ts'
import { unawaited } from '#server/base/db/unawaited.ts'
import { bestFirst, foundForPage, type ListMatches } from '#server/search/list-search.ts'
import { matchesSearchText } from '#server/search/list-text.ts'
import { inOrderOf, listRelatedIds, type Relation } from '#server/content/record/related.ts'
import { isWithout } from '#server/content/record/missing.ts'
import { countFoundOfSchool, pageOfSchool } from '#server/content/record/school-list.ts'
import { keptList } from '#server/content/record/kept-lists.ts'
import { inListOrder } from '#server/content/record/list-order.ts'
import { inState, type StateFilter } from '#server/content/record/visibility.ts'
import { KeptStatements } from '#server/base/db/kept-statements.ts'
import { ShapedStatement } from '#server/base/db/shaped-statement.ts'
import { pageOf, type TotalOf } from '#server/base/paging.ts'
import { asInserted, isOneOf, named, writeRows } from '#server/content/record/record-rows.ts'
import type { AuditedTransaction } from '#server/content/record/write-audited.ts'
import { noteColumns } from './notes.table.ts'
import type { NotesTable } from './notes.table.ts'

/** The folded texts that list filters look through; derived from the row. */
export interface NoteSearchTexts {
  searchText: string
  teacherText: string
}

export type NoteRow = Omit<Selectable<NotesTable>, keyof NoteSearchTexts | 'hasLight'>

const listStatements = new KeptStatements()
const schoolStatements = new KeptStatements()

/** One page of notes that pass every filter: what answers a search best, then newest first. */
export function listNotes(
  db: Queryable,
  query: NoteListQuery & ListOrder,
  matches: ListMatches | undefined,
  state: StateFilter,
  totalOf?: TotalOf,
): Promise<ListPage<NoteRow>> {
  const grades = gradesOfStageFilter(query.stage)
  const all = () => db.selectFrom('notes').where(inState(state))
  const narrow = (whole: ReturnType<typeof all>) => {
    let rows = whole
    if (grades) rows = rows.where('stage', 'in', grades)
    if (query.branch) rows = rows.where('branch', '=', query.branch)
    if (query.subject) rows = rows.where('subject', '=', query.subject)
    if (query.year !== undefined) rows = rows.where('releaseYear', '=', query.year)
    if (query.teacher) rows = rows.where(matchesSearchText(query.teacher, 'teacherText'))
    if (query.missing) rows = rows.where(isWithout(query.missing, kinds.note.entity, 'notes'))
    if (query.file) rows = rows.where('hasLight', '=', sql.lit(true))
    return rows
  }
  const { rows: found, count } = foundForPage(db, 'notes', { all, narrow }, query, matches)
  return pageOf(found, {
    count,
    limit: query.limit,
    offset: query.offset,
    totalOf,
    whole: query.search ? undefined : db.selectFrom('notes'),
    kept: keptList(db, listStatements, query, state),
    read: rows =>
      inListOrder(rows.select(noteColumns), query, own =>
        bestFirst(own, matches).orderBy('createdAt', 'desc').orderBy('id', 'desc'),
      ),
  })
}

/** The rows of a page of the site: what answers a search best, then the curriculum's order or the newest. */
export function listNotesOfSchool(
  db: Queryable,
  query: SchoolListQuery,
  matches: ListMatches | undefined,
): Promise<NoteRow[]> {
  return schoolStatements.rows(db, query.search ? undefined : query, () =>
    pageOfSchool(db.selectFrom('notes'), 'notes', query, matches).select(noteColumns),
  )
}

/** How many published notes that answer a text there are of each grade, branch and subject. */
export function countFoundNotes(
  db: Queryable,
  search: string,
  matches: ListMatches | undefined,
): Promise<SchoolCount[]> {
  return countFoundOfSchool(db.selectFrom('notes'), 'notes', search, matches)
}

export function findNote(
  db: Queryable,
  id: string,
  state: StateFilter = 'published',
): Promise<NoteRow | undefined> {
  return db
    .selectFrom('notes')
    .select(noteColumns)
    .where('id', '=', id)
    .where(inState(state))
    .executeTakeFirst()
}

export function listLatestNotes(db: Queryable, limit: number): Promise<NoteRow[]> {
  return db
    .selectFrom('notes')
    .select(noteColumns)
    .where('state', '=', 'published')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** The notes related to one, the nearest first. Source: P6.2. */
export async function listRelatedNotes(db: Queryable, note: Relation, limit: number): Promise<NoteRow[]> {
  const ids = await listRelatedIds(db, 'notes', note, limit)
  if (ids.length === 0) return []
  return inOrderOf(ids, await db.selectFrom('notes').select(noteColumns).where('id', 'in', ids).execute())
}

/**
 * The published notes of a teacher; `teacherTexts` are the ways in which the name may stand. Each way by the index, and never
 * all notes: the offset keeps them apart.
 */
export function notesOfTeacher(db: Queryable, teacherTexts: readonly string[]) {
  const ways = sql<{ way: string }>`unnest(${teacherTexts}::text[])`.as<'ways'>(sql`ways (way)`)
  return db.selectFrom(ways).innerJoinLateral(
    ({ selectFrom }) =>
      selectFrom('notes')
        .select(noteColumns)
        .where('state', '=', 'published')
        .whereRef('teacherText', '=', 'way')
        .offset(sql.lit(0))
        .as('own'),
    join => join.onTrue(),
  )
}

export function listNotesOfTeacher(db: Queryable, teacherTexts: readonly string[]): Promise<NoteRow[]> {
  return notesOfTeacher(db, teacherTexts)
    .selectAll('own')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limits.maxTeacherNotes)
    .execute()
}

export async function countNotesOfTeacher(db: Queryable, teacherTexts: readonly string[]): Promise<number> {
  const row = await notesOfTeacher(db, teacherTexts)
    .select(eb => eb.fn.countAll<string>().as('count'))
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** The next teachers after one, in the order of their folded names, each as the newest note calls them. */
export async function listTeachers(
  db: Queryable,
  afterText: string,
  limit: number,
): Promise<{ teacherText: string; teacher: string; changedAt: Date }[]> {
  const { rows } = await sql<{ teacherText: string; teacher: string; changedAt: Date }>`
    select teacher_text, (array_agg(teacher order by created_at desc, id desc))[1] as teacher,
      max(updated_at) as changed_at
    from notes where state = 'published' and teacher_text > ${afterText}
    group by teacher_text order by teacher_text limit ${limit}`.execute(db)
  return rows
}

const locking = new ShapedStatement()
const inserting = new ShapedStatement()
const replacing = new ShapedStatement()

/** The notes of these ids, their rows locked until the transaction ends. */
export function lockNotes(transaction: AuditedTransaction, ids: readonly string[]): Promise<NoteRow[]> {
  return locking.rows(transaction, named(ids), those =>
    transaction.selectFrom('notes').select(noteColumns).where(isOneOf(those)).orderBy('id').forUpdate(),
  )
}

export async function insertNotes(
  transaction: AuditedTransaction,
  rows: readonly (NoteRow & NoteSearchTexts)[],
): Promise<void> {
  await writeRows(transaction, inserting, rows, some =>
    transaction.insertInto('notes').values(some).modifyEnd(unawaited),
  )
}

export async function replaceNotes(
  transaction: AuditedTransaction,
  rows: readonly (NoteRow & NoteSearchTexts)[],
): Promise<void> {
  await writeRows(transaction, replacing, rows, some =>
    transaction
      .insertInto('notes')
      .values(some)
      .onConflict(conflict => conflict.column('id').doUpdateSet(asInserted(some)))
      .modifyEnd(unawaited),
  )
}

export async function removeNotes(transaction: AuditedTransaction, ids: readonly string[]): Promise<void> {
  await transaction
    .deleteFrom('notes')
    .where(isOneOf(named(ids)))
    .execute()
}
