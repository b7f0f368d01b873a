import { isDeepStrictEqual } from 'node:util'
import type { MinisterialGradeCode } from '#contract/codes/grades.ts'
import type { SubjectCode } from '#contract/codes/subjects.ts'
import { limits } from '#contract/limits.ts'
import type { ListOrder } from '#contract/resources/list-sort.ts'
import type { ListPage } from '#contract/page.ts'
import type { CountedList, ExamCount, ExamListChoice } from '#contract/school-lists.ts'
import { countOfExams } from '#contract/school-lists.ts'
import { kinds } from '#contract/kinds.ts'
import type { Exam, ExamInput, ExamListQuery, ExamPlace, StaffExam } from '#contract/resources/exam.ts'
import type { ContentDependencies } from '#server/content/record/content-kind.ts'
import { recordService } from '#server/content/record/record-service.ts'
import { keptCounts, keptTotals } from '#server/content/record/kept-counts.ts'
import { listMatches, type StateFilter } from '#server/content/record/visibility.ts'
import { listPlacesOfGrade, listPlacesOfSubject } from './exam-places.ts'
import { examSnapshotSchema, presentExam } from './exams.presenter.ts'
import * as repository from './exams.repository.ts'
import type { ExamRow } from './exams.repository.ts'
import { examDocument, examSearchText } from './exams.search.ts'
import { wantCut } from '#server/files/page-texts/cut-questions.kind.ts'
import { createQuestions } from './questions/questions.service.ts'
import { listExamWarnings } from './exams.warnings.ts'
import type { Unsaved, Warning } from '#contract/resources/warning.ts'

export type ExamsService = ReturnType<typeof createExamsService>

/** Whether its questions stand on other pages now, or among other ones. */
function isCutAnew(before: ExamRow | null, after: ExamRow): boolean {
  return before === null || !isDeepStrictEqual(cutBy(before), cutBy(after))
}

const cutBy = ({ files, ...row }: ExamRow) => ({ files, ...scopeOf(row) })
const scopeOf = ({ stage, subject }: Pick<ExamRow, 'stage' | 'subject'>) => ({ stage, subject })

/** Everything that can be done with exams. Errors: `exam_not_found`, and those of `recordService`. */
export function createExamsService({ files, search, writing, withDeadLinks }: ContentDependencies) {
  const db = writing.database.kysely

  async function present(rows: readonly ExamRow[]): Promise<Exam[]> {
    const facts = await files.factsOf(rows.flatMap(row => row.files))
    return withDeadLinks(rows.map(row => presentExam(row, facts)))
  }

  const withTexts = (row: ExamRow) => ({ ...row, searchText: examSearchText(row) })

  const questions = createQuestions({ files, writing })

  const record = recordService<ExamRow, ExamRow, ExamInput, Exam>(writing, {
    entity: kinds.exam.entity,
    tag: 'exams',
    notFound: 'exam_not_found',
    sentences: {
      added: ({ title }) => `أُضيف الامتحان «${title}»`,
      changed: ({ title }) => `عُدّل الامتحان «${title}»`,
      deleted: ({ title }) => `حُذف الامتحان «${title}»`,
      restored: ({ title }) => `استُعيد الامتحان «${title}» بعد حذفه`,
    },
    nameOf: ({ title }) => title,
    store: {
      find: repository.findExam,
      lock: repository.lockExams,
      insert: (transaction, rows) => repository.insertExams(transaction, rows.map(withTexts)),
      replace: (transaction, rows) => repository.replaceExams(transaction, rows.map(withTexts)),
      remove: repository.removeExams,
    },
    valuesOf: input => ({
      title: input.title,
      description: input.description,
      subject: input.subject,
      stage: input.stage,
      releaseYear: input.releaseYear,
      try: input.try,
      files: input.files,
      keywords: input.keywords,
      googleDriveLink: input.googleDriveLink ?? null,
      telegramLink: input.telegramLink ?? null,
    }),
    snapshotSchema: examSnapshotSchema,
    filesOf: row => row.files.map((address, index) => ({ field: `files.${index}`, kind: 'image', address })),
    documentOf: examDocument,
    async written(transaction, changed) {
      const exams = changed.flatMap(({ before, after }) => (after && isCutAnew(before, after) ? after : []))
      await wantCut(transaction, exams)
      const moved = changed.flatMap(({ before, after }) =>
        before && after && !isDeepStrictEqual(scopeOf(before), scopeOf(after)) ? after.id : [],
      )
      await questions.markMoved(transaction, moved)
    },
    present,
    presentStale: row => presentExam(row, new Map()),
  })

  const counts = keptCounts<ExamCount>(writing.changes, 'exams', () => repository.countExams(db))

  const totals = keptTotals(db, writing.changes, 'exams')

  return {
    ...record,

    questions,

    /** How many published ones there are of each grade, subject, year and round. */
    counts,

    /** A page of the site's list, with the counts that its filters show. */
    async listOfGrade(query: ExamListChoice): Promise<CountedList<Exam, ExamCount>> {
      const matches = await listMatches(search, 'exam', query.search, 'published')
      const [found, rows] = await Promise.all([
        query.search ? repository.countFoundExams(db, query.search, matches) : counts(),
        repository.listExamsOfGrade(db, query, matches),
      ])
      return { items: await present(rows), total: countOfExams(found, query), counts: found }
    },

    /** What to look at before a save; `except` names the records that do not count. */
    listWarnings(
      input: Unsaved<ExamInput>,
      except: readonly string[],
      patience?: AbortSignal,
    ): Promise<Warning[]> {
      return listExamWarnings(db, files.likeness, input, except, patience)
    },

    async list(
      query: ExamListQuery & ListOrder,
      state: StateFilter = 'published',
    ): Promise<ListPage<StaffExam>> {
      const matches = await listMatches(search, 'exam', query.search, state)
      const { items, total } = await repository.listExams(db, query, matches, state, totals(query, state))
      return { items: await record.present(items), total }
    },

    async latest(limit: number): Promise<Exam[]> {
      return present(await repository.listLatestExams(db, limit))
    },

    /** The latest other exams of the same stage. */
    async latestBeside(
      exam: Pick<Exam, 'id' | 'stage'>,
      limit: number = limits.latestExams,
    ): Promise<Exam[]> {
      return present(await repository.latestExamsBeside(db, exam, limit).execute())
    },

    /** The exams of a grade, or of one subject, as the table of years and rounds needs them, the newest year first. */
    async places(stage: MinisterialGradeCode, subject?: SubjectCode): Promise<ExamPlace[]> {
      return subject ? listPlacesOfSubject(db, stage, subject) : listPlacesOfGrade(db, await counts(), stage)
    },

    /** Other exams of the same stage and year. */
    async sameYear(exam: repository.ExamRelation, limit: number = limits.sameYearExams): Promise<Exam[]> {
      return present(await repository.listExamsOfSameYear(db, exam, limit))
    },

    /** The years that have exams of a stage, newest first; of all stages without one. */
    years(stage?: MinisterialGradeCode): Promise<number[]> {
      return repository.listExamYears(db, stage)
    },
  }
}
