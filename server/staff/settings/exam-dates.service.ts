import { examDateSchema } from '#contract/resources/exam-dates.ts'
import type { ExamDate, ExamDates } from '#contract/resources/exam-dates.ts'
import { openStoredDocument } from './stored-document.ts'
import type { DocumentDependencies, StoredDocument } from './stored-document.ts'

/** The days of exams that staff have entered, the nearest first. Source: S10.5. */
export type ExamDatesService = StoredDocument<ExamDates>

/** Opens the days over the database. */
export function createExamDatesService(given: DocumentDependencies): ExamDatesService {
  const document = openStoredDocument<ExamDates>(given, {
    key: 'exam-dates',
    tag: 'exam-dates',
    description: 'تعديل مواعيد الامتحانات',
    read: stored => ({ dates: datesOf(stored?.['dates']) }),
  })
  return {
    get: document.get,
    update: (input, actor) => document.update({ ...input, dates: input.dates.toSorted(byDay) }, actor),
  }
}

const byDay = (a: ExamDate, b: ExamDate) => a.day.localeCompare(b.day)

/** The days that this program understands of those that were stored. */
function datesOf(stored: unknown): ExamDate[] {
  if (!Array.isArray(stored)) return []
  return stored.flatMap(one => {
    const { success, data } = examDateSchema.safeParse(one)
    return success ? [data] : []
  })
}
