import { between } from '#contract/between.ts'
import { roundLabel } from '#contract/codes/rounds.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import type { SubjectCode } from '#contract/codes/subjects.ts'
import { formatPlainNumber } from '#contract/format.ts'

interface ExamPlaceFacts {
  releaseYear: number
  try: number
}

/** The round without the word «الدور», as the head of a column says it; empty when it is not stated. */
export function roundWord(round: number): string {
  return roundLabel(round, formatPlainNumber).replace(/^الدور /, '')
}

/** What an exam is called beside others of its subject. Shape: «٢٠٢٣ · الدور الأول». */
export function examPlaceName({ releaseYear, try: round }: ExamPlaceFacts): string {
  return [formatPlainNumber(releaseYear), roundLabel(round, formatPlainNumber)].filter(Boolean).join(between)
}

/** What people call an exam. Shape: «الفيزياء ٢٠٢٣ · الدور الأول». */
export function examName(exam: ExamPlaceFacts & { subject: SubjectCode }): string {
  return `${subjectLabels[exam.subject]} ${examPlaceName(exam)}`
}
