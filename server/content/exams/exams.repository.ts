import { sql } from 'kysely'
import type { RawBuilder, Selectable } from 'kysely'
import { isMinisterialGradeCode } from '#contract/codes/grades.ts'
import type { MinisterialGradeCode } from '#contract/codes/grades.ts'
import type { SubjectCode } from '#contract/codes/subjects.ts'
import type { ExamListQuery } from '#contract/resources/exam.ts'
import { gradesOfStageFilter } from '#contract/resources/stage-filter.ts'
import type { MissingPart } from '#contract/resources/missing-filter.ts'
import type { ListOrder } from '#contract/resources/list-sort.ts'
import type { ListPage } from '#contract/page.ts'
import type { ExamCount, ExamListChoice } from '#contract/school-lists.ts'
import { kinds } from '#contract/kinds.ts'
import type { Queryable } from '#server/base/db/types.ts'
import { unawaited } from '#server/base/db/unawaited.ts'
import { bestFirst, foundForPage, onlyMatching, type ListMatches } from '#server/search/list-search.ts'
import { isEmptyArray } from '#server/base/db/blank.ts'
import { isWithout } from '#server/content/record/missing.ts'
import { placeOfSubject } from '#server/content/record/curriculum-order.ts'
import { keptList } from '#server/content/record/kept-lists.ts'
import { inListOrder } from '#server/content/record/list-order.ts'
import { inState, type StateFilter } from '#server/content/record/visibility.ts'
import { countRowsByPart } from '#server/base/row-counts.ts'
import { KeptStatements } from '#server/base/db/kept-statements.ts'
import { ShapedStatement } from '#server/base/db/shaped-statement.ts'
import { pageOf, type TotalOf } from '#server/base/paging.ts'
import { asInserted, isOneOf, named, writeRows } from '#server/content/record/record-rows.ts'
import type { AuditedTransaction } from '#server/content/record/write-audited.ts'
import { examColumns } from './exams.table.ts'
import type { ExamsTable } from './exams.table.ts'

export type ExamRow = Omit<Selectable<ExamsTable>, 'searchText'>

const listStatements = new KeptStatements()

/** One page of exams that pass every filter: what answers a search best, then newest first. */
export function listExams(
  db: Queryable,
  query: ExamListQuery & ListOrder,
  matches: ListMatches | undefined,
  state: StateFilter,
  totalOf?: TotalOf,
): Promise<ListPage<ExamRow>> {
  const grades = gradesOfStageFilter(query.stage)?.filter(isMinisterialGradeCode)
  const all = () => db.selectFrom('exams').where(inState(state))
  const narrow = (whole: ReturnType<typeof all>) => {
    let rows = whole
    /* A list of nothing is no SQL. */
    if (grades?.length === 0) rows = rows.where(expression => expression.lit(false))
    else if (grades) rows = rows.where('stage', 'in', grades)
    if (query.subject) rows = rows.where('subject', '=', query.subject)
    if (query.try !== undefined) rows = rows.where('try', '=', query.try)
    if (query.releaseYear !== undefined) rows = rows.where('releaseYear', '=', query.releaseYear)
    if (query.missing) rows = rows.where(isExamWithout(query.missing))
    return rows
  }
  const { rows: found, count } = foundForPage(db, 'exams', { all, narrow }, query, matches)
  return pageOf(found, {
    count,
    limit: query.limit,
    offset: query.offset,
    totalOf,
    whole: query.search ? undefined : db.selectFrom('exams'),
    kept: keptList(db, listStatements, query, state),
    read: rows =>
      inListOrder(rows.select(examColumns), query, own =>
        bestFirst(own, matches).orderBy('createdAt', 'desc').orderBy('id', 'desc'),
      ),
  })
}

/** The rows of a page of the site: what answers a search best, then year, round and subject, or the newest. */
export function listExamsOfGrade(
  db: Queryable,
  query: ExamListChoice,
  matches: ListMatches | undefined,
): Promise<ExamRow[]> {
  let filtered = db.selectFrom('exams').where('state', '=', 'published').where('stage', '=', query.grade)
  if (query.subject) filtered = filtered.where('subject', '=', query.subject)
  if (query.try !== undefined) filtered = filtered.where('try', '=', query.try)
  if (query.year !== undefined) filtered = filtered.where('releaseYear', '=', query.year)
  let rows = bestFirst(
    onlyMatching(filtered, 'exams', query.search, matches).select(examColumns),
    query.isLatest ? undefined : matches,
  )
  if (!query.isLatest) {
    rows = rows
      .orderBy('releaseYear', 'desc')
      .orderBy(sql`nullif(try, 0)`, order => order.asc().nullsLast())
      .orderBy(placeOfSubject)
  }
  return rows
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(query.limit)
    .offset(query.offset)
    .execute() as Promise<ExamRow[]>
}

/** How many published exams there are of each grade, subject, year and round, as the database keeps it. */
export async function countExams(db: Queryable): Promise<ExamCount[]> {
  const places = await countRowsByPart(db, 'exams.place')
  return places.map(({ part, count }) => {
    const [stage, subject, year, round] = part.split(' ')
    return { stage, subject, releaseYear: Number(year), try: Number(round), count } as ExamCount
  })
}

/** The same of those that answer a text. */
export function countFoundExams(
  db: Queryable,
  search: string,
  matches: ListMatches | undefined,
): Promise<ExamCount[]> {
  const found = onlyMatching(
    db.selectFrom('exams').where('state', '=', 'published'),
    'exams',
    search,
    matches,
  )
  return found
    .select(['stage', 'subject', 'releaseYear', 'try'])
    .select(expression => expression.fn.countAll<number>().as('count'))
    .groupBy(['stage', 'subject', 'releaseYear', 'try'])
    .execute() as Promise<ExamCount[]>
}

export function findExam(
  db: Queryable,
  id: string,
  state: StateFilter = 'published',
): Promise<ExamRow | undefined> {
  return db
    .selectFrom('exams')
    .select(examColumns)
    .where('id', '=', id)
    .where(inState(state))
    .executeTakeFirst()
}

export function listLatestExams(db: Queryable, limit: number): Promise<ExamRow[]> {
  return db
    .selectFrom('exams')
    .select(examColumns)
    .where('state', '=', 'published')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** What decides which exams belong to the same year as one. */
export type ExamRelation = Pick<ExamRow, 'id' | 'stage' | 'releaseYear'>

/** Other exams of the same stage and year, newest first. Source: P7.3. */
export function listExamsOfSameYear(db: Queryable, exam: ExamRelation, limit: number): Promise<ExamRow[]> {
  return db
    .selectFrom('exams')
    .select(examColumns)
    .where('state', '=', 'published')
    .where('id', '<>', exam.id)
    .where('stage', '=', exam.stage)
    .where('releaseYear', '=', exam.releaseYear)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** The latest other exams of the same stage. Source: P7.3. */
export function latestExamsBeside(db: Queryable, exam: Pick<ExamRow, 'id' | 'stage'>, limit: number) {
  return db
    .selectFrom('exams')
    .select(examColumns)
    .where('state', '=', 'published')
    .where('id', '<>', exam.id)
    .where('stage', '=', exam.stage)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
}

/** An exam in the table of years and rounds. */
export interface ExamPlaceRow extends Pick<
  ExamRow,
  'id' | 'title' | 'subject' | 'releaseYear' | 'try' | 'createdAt'
> {
  pages: number
}

/** A subject, year and round of which at most so many exams are wanted. */
export interface WantedPlace extends Pick<ExamRow, 'subject' | 'releaseYear' | 'try'> {
  most: number
}

const columnsOfPlace = sql`id, title, subject, release_year, try, created_at, cardinality(files) as pages`

/**
 * The newest exams of each year and round of a grade and subject, the newest year first, then by round; as many of each as
 * `most`, and how many there are. Which years and rounds there are stands in the kept counts. Source: P7.5.
 */
export function examsOfSubject(
  stage: MinisterialGradeCode,
  subject: SubjectCode,
  most: number,
): RawBuilder<ExamPlaceRow & { count: number }> {
  return sql<ExamPlaceRow & { count: number }>`
    select e.*, p.count::int as count from (
      select split_part(part, ' ', 3)::int as release_year, split_part(part, ' ', 4)::int as try, sum(count) as count
      from row_counts
      where name = 'exams.place' and part > ${`${stage} ${subject} `} and part < ${`${stage} ${subject}!`}
      group by part having sum(count) > 0
    ) p
    cross join lateral (
      select ${columnsOfPlace} from exams
      where state = 'published' and stage = ${stage} and subject = ${subject}
        and release_year = p.release_year and try = p.try
      order by created_at desc, id limit ${most}
    ) e
    order by e.release_year desc, e.try, e.id`
}

/** The newest exams of each of these places of a grade; the newest year first, then by round. Source: P7.5. */
export function examsOfPlaces(
  stage: MinisterialGradeCode,
  places: readonly WantedPlace[],
): RawBuilder<ExamPlaceRow> {
  return sql<ExamPlaceRow>`
    select e.* from unnest(${places.map(place => place.subject)}::text[], ${places.map(place => place.releaseYear)}::int[],
      ${places.map(place => place.try)}::int[], ${places.map(place => place.most)}::int[]) as p (subject, release_year, try, most)
    cross join lateral (
      select ${columnsOfPlace} from exams
      where state = 'published' and stage = ${stage} and subject = p.subject collate "C"
        and release_year = p.release_year and try = p.try
      order by created_at desc, id limit p.most
    ) e
    order by e.release_year desc, e.try, e.id`
}

/** The years that have exams, newest first. */
export async function listExamYears(
  db: Queryable,
  stage: MinisterialGradeCode | undefined,
): Promise<number[]> {
  let query = db.selectFrom('exams').select('releaseYear').distinct().where('state', '=', 'published')
  if (stage) query = query.where('stage', '=', stage)
  const rows = await query.orderBy('releaseYear', 'desc').execute()
  return rows.map(row => row.releaseYear)
}

const locking = new ShapedStatement()
const inserting = new ShapedStatement()
const replacing = new ShapedStatement()

/** The exams of these ids, their rows locked until the transaction ends. */
export function lockExams(transaction: AuditedTransaction, ids: readonly string[]): Promise<ExamRow[]> {
  return locking.rows(transaction, named(ids), those =>
    transaction.selectFrom('exams').select(examColumns).where(isOneOf(those)).orderBy('id').forUpdate(),
  )
}

export async function insertExams(
  transaction: AuditedTransaction,
  rows: readonly (ExamRow & { searchText: string })[],
): Promise<void> {
  await writeRows(transaction, inserting, rows, some =>
    transaction.insertInto('exams').values(some).modifyEnd(unawaited),
  )
}

export async function replaceExams(
  transaction: AuditedTransaction,
  rows: readonly (ExamRow & { searchText: string })[],
): Promise<void> {
  await writeRows(transaction, replacing, rows, some =>
    transaction
      .insertInto('exams')
      .values(some)
      .onConflict(conflict => conflict.column('id').doUpdateSet(asInserted(some)))
      .modifyEnd(unawaited),
  )
}

export async function removeExams(transaction: AuditedTransaction, ids: readonly string[]): Promise<void> {
  await transaction
    .deleteFrom('exams')
    .where(isOneOf(named(ids)))
    .execute()
}

/** True for exams without pages, or without what the filter names of them. */
export function isExamWithout(part: MissingPart) {
  return part === 'file' ? isEmptyArray('files') : isWithout(part, kinds.exam.entity, 'exams')
}
