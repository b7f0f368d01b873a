import { z } from 'zod'
import { examDatesSchema } from '#contract/resources/exam-dates.ts'
import type { ExamDates, ShownExamDates } from '#contract/resources/exam-dates.ts'

/** A row of the form: codes as its choices have them, '' for none. Shape of `day`: YYYY-MM-DD. */
export interface DateRow {
  grade: string
  branch: string
  subject: string
  day: string
}

export interface ExamDateValues {
  dates: DateRow[]
  /** Lines of a copied table that are not rows yet. */
  pasted: string
}

/** The days as their form shows them. */
export function examDateValuesOf({ dates }: ShownExamDates): ExamDateValues {
  return { dates: dates.map(({ branch = '', ...date }) => ({ ...date, branch })), pasted: '' }
}

const waiting = 'في المربع أسطر لم تُضف بعد: أضفها أو احذفها ثم احفظ.'

/** The form's rules: those of the contract, and nothing that was pasted is left behind. */
export const examDatesFormSchema: z.ZodType<ExamDates> = examDatesSchema
  .extend({ pasted: z.string().refine(text => text.trim() === '', { error: waiting }) })
  .transform(({ dates }) => ({ dates }))
