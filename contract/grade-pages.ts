import { between } from './between.ts'
import { branchCodes, branchLabels, branchSlug } from './codes/branches.ts'
import type { BranchCode } from './codes/branches.ts'
import { gradeCodes, grades, gradeSlug, hasBranches } from './codes/grades.ts'
import type { GradeCode } from './codes/grades.ts'
import { paths } from './paths.ts'

/** What a student belongs to: a grade, and in preparatory school one of its branches. */
export interface GradePlace {
  grade: GradeCode
  branch: BranchCode | undefined
}

/** The branches that a grade parts into; none before preparatory school. */
export function branchesOfGrade(grade: GradeCode): readonly BranchCode[] {
  return hasBranches(grade) ? branchCodes : []
}

/** Every grade, and every branch of those that part, in school order, with the page of each. Source: P15.1. */
export const gradePages: readonly (GradePlace & { path: string })[] = gradeCodes.flatMap(grade =>
  [undefined, ...branchesOfGrade(grade)].map(branch => ({ grade, branch, path: paths.grade(grade, branch) })),
)

/** A grade and its branch as people say them. Shape: «السادس الإعدادي · علمي». */
export function gradePlaceLabel({ grade, branch }: GradePlace): string {
  return [grades[grade].shortLabel, ...(branch ? [branchLabels[branch]] : [])].join(between)
}

/** A grade with its branch within a sentence: «السادس الإعدادي العلمي». */
export function gradePlaceName({ grade, branch }: GradePlace): string {
  return [grades[grade].shortLabel, ...(branch ? [`ال${branchLabels[branch]}`] : [])].join(' ')
}

/** What its feed is called in addresses, beside those of the lists: `sixth-preparatory-scientific`. */
export function gradeFeedName({ grade, branch }: GradePlace): string {
  return [gradeSlug(grade), ...(branch ? [branchSlug(branch)] : [])].join('-')
}
