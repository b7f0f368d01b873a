import { apiPaths, dashboardPaths } from '#contract/paths.ts'
import { examFields, examInputSchema, examSchema } from '#contract/resources/exam.ts'
import type { Exam, ExamInput } from '#contract/resources/exam.ts'
import { fetchFrom } from '../standard/record-kind.ts'
import type { FormValues, RecordKind } from '../standard/record-kind.ts'

export type ExamValues = FormValues<typeof examFields, { files: string[]; keywords: string[] }>

const blankExam: ExamValues = {
  title: '',
  description: '',
  stage: '',
  subject: '',
  releaseYear: '',
  try: '',
  files: [],
  keywords: [],
  googleDriveLink: '',
  telegramLink: '',
}

/** An exam as its form shows it. */
function examValuesOf(exam: Exam): ExamValues {
  return {
    title: exam.title,
    description: exam.description,
    stage: exam.stage,
    subject: exam.subject,
    releaseYear: String(exam.releaseYear),
    try: String(exam.try),
    files: exam.files,
    keywords: exam.keywords,
    googleDriveLink: exam.googleDriveLink ?? '',
    telegramLink: exam.telegramLink ?? '',
  }
}

/** What the add and edit screens know of an exam. */
export const examKind: RecordKind<Exam, ExamValues, ExamInput> = {
  drafts: 'exams',
  names: examFields,
  path: apiPaths.exams,
  listAddress: dashboardPaths.exams,
  schema: examInputSchema,
  recordSchema: examSchema,
  fetch: fetchFrom(apiPaths.exams),
  blank: blankExam,
  valuesOf: examValuesOf,
  fileField: 'files',
  proposes: 'exam',
}
