import { z } from 'zod'
import { branchSchema, gradeSchema, subjectSchema } from '../codes/schemas.ts'
import { optionalChoice, versionField } from '../fields.ts'
import type { FieldNames } from '../field-names.ts'
import { formatPlainNumber } from '../format.ts'
import { branchesOfGrade } from '../grade-pages.ts'
import { limits } from '../limits.ts'

/** What people call the days of exams, in the order of their form. */
export const examDatesFields = {
  dates: 'مواعيد الامتحانات',
  grade: 'الصف',
  branch: 'الفرع',
  subject: 'المادة',
  day: 'يوم الامتحان',
} as const satisfies FieldNames

const missingDay = 'أدخل يوم الامتحان'
const dayRange = `السنة يجب أن تكون بين ${formatPlainNumber(limits.minYear)} و${formatPlainNumber(limits.maxYear)}`

/** The day of one exam; without a branch it is the day of every branch of the grade. Shape of `day`: YYYY-MM-DD, in Baghdad. */
export const examDateSchema = z
  .object({
    grade: gradeSchema,
    branch: optionalChoice(branchSchema),
    subject: subjectSchema,
    day: z.iso.date({ error: missingDay }).refine(
      day => {
        const year = Number(day.slice(0, 4))
        return year >= limits.minYear && year <= limits.maxYear
      },
      { error: dayRange },
    ),
  })
  .refine(({ grade, branch }) => !branch || branchesOfGrade(grade).includes(branch), {
    error: 'لا فروع لهذا الصف',
    path: ['branch'],
  })
export type ExamDate = z.infer<typeof examDateSchema>

/** Every day that staff have entered. Source: S10.5. */
export const examDatesSchema = z.object({
  dates: z
    .array(examDateSchema, { error: 'أرسل المواعيد قائمة' })
    .max(limits.maxExamDates, {
      error: `عدد المواعيد أكبر من المسموح (${formatPlainNumber(limits.maxExamDates)})`,
    })
    .check(({ value, issues }) => {
      const seen = new Set<string>()
      for (const [index, { grade, branch, subject, day }] of value.entries()) {
        const key = [grade, branch, subject, day].join()
        if (seen.has(key)) {
          const message = 'هذا الموعد مذكور قبل هذا'
          issues.push({ code: 'custom', input: value, path: [index, 'subject'], message })
        }
        seen.add(key)
      }
    }),
})
export type ExamDates = z.infer<typeof examDatesSchema>

/** What staff send: every day, and the version that the change was based on. */
export const examDatesInputSchema = examDatesSchema.extend({ version: versionField })
export type ExamDatesInput = z.infer<typeof examDatesInputSchema>

/** The days as they leave the server; `version` rises with every change. */
export const shownExamDatesSchema = z.object({
  dates: z.array(
    z.object({
      grade: gradeSchema,
      branch: branchSchema.optional(),
      subject: subjectSchema,
      day: z.string(),
    }),
  ),
  version: z.int(),
})
export type ShownExamDates = z.infer<typeof shownExamDatesSchema>
