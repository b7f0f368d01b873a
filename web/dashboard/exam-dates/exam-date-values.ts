import type { ShownExamDates } from '#contract/resources/exam-dates.ts'

/** A row of the form: codes as its choices have them, '' for none. Shape of `day`: YYYY-MM-DD. */
export interface DateRow {
  grade: string
  branch: string
  subject: string
  day: string
}

export interface ExamDateValues {
  dates: DateRow[]
}

/** The days as their form shows them. */
export function examDateValuesOf({ dates }: ShownExamDates): ExamDateValues {
  return { dates: dates.map(({ branch = '', ...date }) => ({ ...date, branch })) }
}
