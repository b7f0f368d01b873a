import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Insertable, RawBuilder } from 'kysely'
import type { MinisterialGradeCode } from '#contract/codes/grades.ts'
import type { SubjectCode } from '#contract/codes/subjects.ts'
import type { QuestionKey, QuestionVerdict } from '#contract/resources/question.ts'
import type { Queryable, Transaction } from '#server/base/db/types.ts'
import { cutterVersion } from './cut-questions.ts'
import type { ExamQuestionsTable } from './questions.table.ts'

/** Questions are compared with those of the same grade and subject. */
export interface QuestionScope {
  stage: MinisterialGradeCode
  subject: SubjectCode
}

export interface CutExam extends QuestionScope {
  id: string
  title: string
  files: string[]
}

/** A question as it is kept. */
export type StoredQuestion = Pick<
  Insertable<ExamQuestionsTable>,
  'label' | 'page' | 'text' | 'endPage' | 'endsAt'
>

/** The exam, whoever may see it. */
export function findCutExam(db: Queryable, id: string): Promise<CutExam | undefined> {
  return db
    .selectFrom('exams')
    .select(['id', 'title', 'stage', 'subject', 'files'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Exams that were not cut the way they are today, after `after` in the order of their ids. */
export function listUncut(
  db: Queryable,
  after: string,
  limit: number,
): Promise<{ id: string; title: string }[]> {
  return db
    .selectFrom('exams')
    .leftJoin('examQuestionCuts', 'examQuestionCuts.examId', 'exams.id')
    .select(['exams.id', 'exams.title'])
    .where('exams.id', '>', after)
    .where(sql<boolean>`coalesce(cutter_version, 0) < ${cutterVersion}`)
    .orderBy('exams.id')
    .limit(limit)
    .execute()
}

/**
 * Puts questions in the place of those that an exam had. Shape: whether one of those was asked in other exams too;
 * undefined when the exam is gone.
 */
export async function replaceQuestions(
  transaction: Transaction,
  { id: examId, files }: Pick<CutExam, 'id' | 'files'>,
  questions: readonly StoredQuestion[],
): Promise<{ hadRepeats: boolean } | undefined> {
  const exam = await transaction
    .selectFrom('exams')
    .select('id')
    .where('id', '=', examId)
    .forShare()
    .executeTakeFirst()
  if (!exam) return undefined
  await transaction
    .insertInto('examQuestionCuts')
    .values({ examId, cutterVersion, files })
    .onConflict(conflict => conflict.column('examId').doUpdateSet({ cutterVersion, files }))
    .execute()
  const gone = await lockQuestions(transaction, sql`exam_id = ${examId}`)
  await transaction.deleteFrom('examQuestions').where('examId', '=', examId).execute()
  const hadRepeats = gone.some(({ groupKey }) => groupKey !== null)
  if (questions.length === 0) return { hadRepeats }
  await transaction
    .insertInto('examQuestions')
    .values(
      questions.map((question, place) => ({ examId, place, isCompared: false, groupKey: null, ...question })),
    )
    .execute()
  return { hadRepeats }
}

/* In the order of `lockGroups`: two who lock the same questions do not wait for each other. */
async function lockQuestions(
  transaction: Transaction,
  which: RawBuilder<unknown>,
): Promise<Pick<GroupedQuestion, 'groupKey'>[]> {
  const { rows } = await sql<Pick<GroupedQuestion, 'groupKey'>>`
    select group_key from exam_questions where ${which} order by exam_id, label for update`.execute(
    transaction,
  )
  return rows
}

/** Wants the questions of exams compared anew, since they stand among others now. */
export async function markUncompared(transaction: Transaction, examIds: readonly string[]): Promise<void> {
  if (examIds.length === 0) return
  await lockQuestions(transaction, sql`exam_id = any(${[...examIds]}::text[]) and is_compared`)
  await transaction
    .updateTable('examQuestions')
    .set({ isCompared: false })
    .where('examId', 'in', examIds)
    .where('isCompared', '=', true)
    .execute()
}

/**
 * Whether the questions of an exam were cut of the files that it still has. Shape: undefined when not; else whether some
 * of them are still to be compared.
 */
export async function findKeptQuestions(
  transaction: Transaction,
  { id, files }: Pick<CutExam, 'id' | 'files'>,
): Promise<{ areSomeNew: boolean } | undefined> {
  const cut = await transaction
    .selectFrom('examQuestionCuts')
    .select('files')
    .where('examId', '=', id)
    .executeTakeFirst()
  if (!cut || !isDeepStrictEqual(cut.files, files)) return undefined
  const fresh = await transaction
    .selectFrom('examQuestions')
    .select('id')
    .where('examId', '=', id)
    .where('isCompared', '=', false)
    .limit(1)
    .executeTakeFirst()
  return { areSomeNew: fresh !== undefined }
}

/** A question as it is compared. */
export interface ComparedQuestion {
  id: number
  examId: string
  text: string
  isCompared: boolean
}

/** True for exams `e` of a grade and subject. */
export const inScope = ({ stage, subject }: QuestionScope) =>
  sql<boolean>`(e.stage = ${stage} and e.subject = ${subject})`
/** True for exams `e` that everybody may see. */
export const isPublic = sql<boolean>`e.state = 'published'`

/** All questions of a grade and subject. */
export async function listCompared(db: Queryable, scope: QuestionScope): Promise<ComparedQuestion[]> {
  const { rows } = await sql<ComparedQuestion>`
    select q.id, q.exam_id, q.text, q.is_compared from exam_questions q
    join exams e on e.id = q.exam_id where ${inScope(scope)} order by q.exam_id, q.place`.execute(db)
  return rows
}

/** Two questions in the order in which they are stored. */
export function inOrder(one: QuestionKey, other: QuestionKey): [QuestionKey, QuestionKey] {
  return one.examId < other.examId || (one.examId === other.examId && one.label < other.label)
    ? [one, other]
    : [other, one]
}

const asRows = (pairs: readonly (readonly [QuestionKey, QuestionKey])[]) =>
  JSON.stringify(
    pairs.map((pair, n) => {
      const [one, other] = inOrder(...pair)
      return {
        n,
        one_exam: one.examId,
        one_label: one.label,
        other_exam: other.examId,
        other_label: other.label,
      }
    }),
  )

/**
 * Takes down which questions ask the same as these, and that these are compared with their grade and subject. Those that
 * are gone are passed over, and whose exam has left meanwhile is still to be compared where it is.
 */
export async function putPairs(
  transaction: Transaction,
  scope: QuestionScope,
  compared: readonly number[],
  pairs: readonly (readonly [one: number, other: number])[],
): Promise<void> {
  await lockQuestions(transaction, sql`id = any(${[...new Set([...compared, ...pairs.flat()])]}::int[])`)
  const rows = pairs.map(([one, other]) => ({ one: Math.min(one, other), other: Math.max(one, other) }))
  await sql`
    insert into question_pairs (one_id, other_id)
    select one.id, other.id from json_to_recordset(${JSON.stringify(rows)}::json) as p (one int, other int)
    join exam_questions one on one.id = p.one join exam_questions other on other.id = p.other
    on conflict do nothing`.execute(transaction)
  await sql`
    update exam_questions q set is_compared = true from exams e
    where q.id = any(${[...compared]}::int[]) and e.id = q.exam_id and ${inScope(scope)}`.execute(transaction)
}

export interface StoredVerdict {
  oneExam: string
  oneLabel: string
  otherExam: string
  otherLabel: string
  isSame: boolean
}

/** The questions of a grade and subject, which are locked until the transaction ends, and which were found alike. */
export async function lockGroups(transaction: Transaction, scope: QuestionScope) {
  const { rows: questions } = await sql<GroupedQuestion>`
    select q.id, q.exam_id, q.label, q.group_key from exam_questions q
    join exams e on e.id = q.exam_id where ${inScope(scope)}
    order by q.exam_id, q.label for update of q`.execute(transaction)
  const { rows: pairs } = await sql<{ oneId: number; otherId: number }>`
    select p.one_id, p.other_id from question_pairs p
    join exam_questions q on q.id = p.one_id join exams e on e.id = q.exam_id
    where ${inScope(scope)}`.execute(transaction)
  return { questions, pairs }
}

export type LockedGroups = Awaited<ReturnType<typeof lockGroups>>

/** What staff say of the questions of a grade and subject. */
export async function listVerdictsIn(db: Queryable, scope: QuestionScope): Promise<StoredVerdict[]> {
  const { rows } = await sql<StoredVerdict>`
    select v.* from question_verdicts v join exams e on e.id = v.one_exam where ${inScope(scope)}`.execute(db)
  return rows
}

export interface GroupedQuestion extends QuestionKey {
  id: number
  groupKey: string | null
}

/** Puts questions into groups, or takes them out of any. */
export async function putGroups(
  transaction: Transaction,
  changed: readonly Pick<GroupedQuestion, 'id' | 'groupKey'>[],
): Promise<void> {
  const rows = changed.map(({ id, groupKey }) => ({ id, key: groupKey }))
  await sql`
    update exam_questions q set group_key = c.key
    from json_to_recordset(${JSON.stringify(rows)}::json) as c (id int, key text)
    where q.id = c.id`.execute(transaction)
}

/** What staff have said of these pairs; null where they have said nothing. Shape: in the order of the pairs. */
export async function listVerdicts(
  transaction: Transaction,
  pairs: readonly (readonly [QuestionKey, QuestionKey])[],
): Promise<(boolean | null)[]> {
  const { rows } = await sql<{ isSame: boolean | null }>`
    select v.is_same from json_to_recordset(${asRows(pairs)}::json)
      as p (n int, one_exam text, one_label text, other_exam text, other_label text)
    left join question_verdicts v using (one_exam, one_label, other_exam, other_label)
    order by p.n`.execute(transaction)
  return rows.map(({ isSame }) => isSame)
}

const pairColumns = ['oneExam', 'oneLabel', 'otherExam', 'otherLabel'] as const

/** Takes down what staff say, or that they say nothing any more. */
export async function putVerdicts(
  transaction: Transaction,
  verdicts: readonly QuestionVerdict[],
): Promise<void> {
  for (const { one: left, other: right, isSame } of verdicts) {
    const [one, other] = inOrder(left, right)
    const pair = {
      oneExam: one.examId,
      oneLabel: one.label,
      otherExam: other.examId,
      otherLabel: other.label,
    }
    if (isSame === null) {
      await transaction
        .deleteFrom('questionVerdicts')
        .where(match => match.and(pair))
        .execute()
    } else {
      await transaction
        .insertInto('questionVerdicts')
        .values({ ...pair, isSame })
        .onConflict(conflict => conflict.columns(pairColumns).doUpdateSet({ isSame }))
        .execute()
    }
  }
}

/** Forgets what was said of questions of exams that will not come back. */
export async function forgetVerdicts(db: Queryable, trashEntity: string): Promise<void> {
  await sql`
    delete from question_verdicts v where exists (
      select from unnest(array[v.one_exam, v.other_exam]) as named (id)
      where not exists (select from exams e where e.id = named.id)
        and not exists (select from trash t where t.entity = ${trashEntity} and t.record_id = named.id))`.execute(
    db,
  )
}
