import type { BranchCode } from './codes/branches.ts'
import { grades } from './codes/grades.ts'
import type { GradeCode, MinisterialGradeCode, StageCode } from './codes/grades.ts'
import type { SubjectCode } from './codes/subjects.ts'
import type { ListPage } from './page.ts'
import type { FileTrait } from './resources/file-filter.ts'

/** How many published records have the same grade, branch and subject. */
export interface SchoolCount {
  stage: GradeCode
  branch: BranchCode | null
  subject: SubjectCode
  count: number
  /** Those of them whose PDF has a light copy. */
  light: number
}

/** What a list is narrowed to. */
export interface SchoolChoice {
  stage?: StageCode | undefined
  grade?: GradeCode | undefined
  /** Of this branch or of all branches. */
  branch?: BranchCode | undefined
  subject?: SubjectCode | undefined
  file?: FileTrait | undefined
}

/** How many of these records a choice leaves. Source: P4.10. */
export function countOf(counts: readonly SchoolCount[], choice: SchoolChoice): number {
  const { stage, grade, branch, subject, file } = choice
  return counts.reduce((sum, cell) => {
    const isIn =
      (!stage || grades[cell.stage].stage === stage) &&
      (!grade || cell.stage === grade) &&
      (!branch || cell.branch === branch || cell.branch === null) &&
      (!subject || cell.subject === subject)
    return isIn ? sum + (file === 'light' ? cell.light : cell.count) : sum
  }, 0)
}

/** How many published exams have the same grade, subject, year and round. */
export interface ExamCount {
  stage: GradeCode
  subject: SubjectCode
  releaseYear: number
  try: number
  count: number
}

/** What a list of exams is narrowed to. */
export interface ExamChoice {
  grade?: GradeCode | undefined
  subject?: SubjectCode | undefined
  year?: number | undefined
  try?: number | undefined
}

/** How many of these exams a choice leaves. Source: P4.10. */
export function countOfExams(counts: readonly ExamCount[], choice: ExamChoice): number {
  const { grade, subject, year, try: round } = choice
  return counts.reduce((sum, cell) => {
    const isIn =
      (!grade || cell.stage === grade) &&
      (!subject || cell.subject === subject) &&
      (year === undefined || cell.releaseYear === year) &&
      (round === undefined || cell.try === round)
    return isIn ? sum + cell.count : sum
  }, 0)
}

/** What a list of the site narrows books or handouts to. `limit` and `offset` count records. */
export interface SchoolListQuery {
  stage: StageCode
  grade: GradeCode | undefined
  /** Of this branch or of all branches. */
  branch: BranchCode | undefined
  subject: SubjectCode | undefined
  file: FileTrait | undefined
  search: string | undefined
  /** Newest first instead of by the curriculum. */
  isLatest: boolean
  limit: number
  offset: number
}

/** What a list of exams of the site is narrowed to. `limit` and `offset` count records. */
export interface ExamListChoice {
  grade: MinisterialGradeCode
  subject: SubjectCode | undefined
  year: number | undefined
  try: number | undefined
  search: string | undefined
  /** Newest first instead of by year and round. */
  isLatest: boolean
  limit: number
  offset: number
}

/** A page of a list, and the counts that its filters show: of everything that its text finds. */
export interface CountedList<Item, Count> extends ListPage<Item> {
  counts: readonly Count[]
}
