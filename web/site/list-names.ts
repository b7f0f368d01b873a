import { branchLabels } from '#contract/codes/branches.ts'
import type { BranchCode } from '#contract/codes/branches.ts'
import { grades, stages } from '#contract/codes/grades.ts'
import type { GradeCode, StageCode } from '#contract/codes/grades.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import type { SubjectCode } from '#contract/codes/subjects.ts'
import { readingTitle } from '#contract/reading-title.ts'
import type { FileTrait } from '#contract/resources/file-filter.ts'

/** What the filters of a list narrow it to. */
export interface Narrowing {
  stage: StageCode
  grade?: GradeCode | undefined
  branch?: BranchCode | undefined
  subject?: SubjectCode | undefined
  file?: FileTrait | undefined
}

/** A label with «ال» as what something is for. Shape: «للصف السادس الابتدائي». */
export function forWhom(label: string): string {
  return `ل${label.replace(/^ا/, '')}`
}

/** A subject of a grade or stage, as people say it. Shape: «كيمياء السادس الإعدادي», «اللغة العربية للسادس الإعدادي». */
export function subjectOf(subject: SubjectCode, whom: string): string {
  const label = subjectLabels[subject]
  return label.includes(' ') ? `${label} ${forWhom(whom)}` : `${label.replace(/^ال/, '')} ${whom}`
}

/** The name of a list with its filters. Shape: «كتب السادس الإعدادي، علمي», «كتب كيمياء السادس الإعدادي». */
export function listName(kind: string, { stage, grade, branch, subject, file }: Narrowing): string {
  const whom = grade ? grades[grade].shortLabel : stages[stage].label
  const name = `${kind} ${subject ? subjectOf(subject, whom) : whom}`
  return [name, ...(branch ? [branchLabels[branch]] : []), ...(file ? ['بنسخة خفيفة'] : [])].join('، ')
}

/** The title of a page of what has several: its name, and which of them it is where that is not the first. Page from 1. */
export function titleOfPage(name: string, page: number): string {
  return page > 1 ? readingTitle(name, page) : name
}

/** One sentence about a list for search engines: its name, and what it is not narrowed to. */
export function listDescription(kind: string, narrowing: Narrowing): string {
  const { grade, subject } = narrowing
  const whole = [...(grade ? [] : ['كل الصفوف']), ...(subject ? [] : ['كل المواد'])].join(' و')
  return `${listName(kind, narrowing)} للتحميل المباشر${whole && `: ${whole}`}.`
}
