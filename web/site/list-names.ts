import { grades, stages } from '#contract/codes/grades.ts'
import type { GradeCode, StageCode } from '#contract/codes/grades.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import type { SubjectCode } from '#contract/codes/subjects.ts'

/** What the filters of a list narrow it to. */
export interface Narrowing {
  stage: StageCode
  grade?: GradeCode | undefined
  subject?: SubjectCode | undefined
}

/** A label with «ال» as what something is for. Shape: «للصف السادس الابتدائي». */
export function forWhom(label: string): string {
  return `ل${label.replace(/^ا/, '')}`
}

/** The name of a list with its filters. Shape: «كتب الصف السادس الابتدائي», «كتب الرياضيات للصف السادس الابتدائي». */
export function listName(kind: string, { stage, grade, subject }: Narrowing): string {
  const whom = grade ? grades[grade].label : stages[stage].label
  return subject ? `${kind} ${subjectLabels[subject]} ${forWhom(whom)}` : `${kind} ${whom}`
}

/** One sentence about a list for search engines: its name, and what it is not narrowed to. */
export function listDescription(kind: string, narrowing: Narrowing): string {
  const { grade, subject } = narrowing
  const whole = [...(grade ? [] : ['كل الصفوف']), ...(subject ? [] : ['كل المواد'])].join(' و')
  return `${listName(kind, narrowing)} للتحميل المباشر${whole && `: ${whole}`}.`
}
