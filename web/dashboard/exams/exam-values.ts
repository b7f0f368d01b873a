import { examSchema } from '#contract/resources/exam.ts'
import type { Exam } from '#contract/resources/exam.ts'
import type { CurrentValues } from '../standard/use-record-form.ts'

export interface ExamValues {
  title: string
  description: string
  stage: string
  subject: string
  releaseYear: string
  try: string
  files: string[]
  keywords: string[]
  googleDriveLink: string
  telegramLink: string
}

export const blankExam: ExamValues = {
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
export function examValuesOf(exam: Exam): ExamValues {
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

/** The form's values of a record that a refused save answered with; undefined when it is none. */
export function currentExamValues(current: unknown): CurrentValues<ExamValues> | undefined {
  const { data } = examSchema.safeParse(current)
  return data && { id: data.id, values: examValuesOf(data), version: data.version }
}
