import type { BranchCode } from '#contract/codes/branches.ts'
import type { GradeCode } from '#contract/codes/grades.ts'
import type { SubjectCode } from '#contract/codes/subjects.ts'

export interface TaughtSubject {
  subject: SubjectCode
  branch?: BranchCode
}

const lowerPrimary: TaughtSubject[] = named('ISLAMIC', 'READING', 'MATH', 'SCIENCE', 'ENGLISH')
const upperPrimary: TaughtSubject[] = named(
  'ISLAMIC',
  'READING',
  'ARABIC',
  'MATH',
  'SCIENCE',
  'ENGLISH',
  'SOCIAL',
)
const lowerIntermediate: TaughtSubject[] = named(
  'ISLAMIC',
  'ARABIC',
  'ENGLISH',
  'MATH',
  'SCIENCE',
  'SOCIAL',
  'COMPUTER',
  'ETHICS',
)

/** What each grade learns, with the branch where a book is for one branch only. */
export const curriculum: Record<GradeCode, TaughtSubject[]> = {
  FIRST_PRIMARY: lowerPrimary,
  SECOND_PRIMARY: lowerPrimary,
  THIRD_PRIMARY: lowerPrimary,
  FOURTH_PRIMARY: upperPrimary,
  FIFTH_PRIMARY: upperPrimary,
  SIXTH_PRIMARY: upperPrimary,
  FIRST_INTERMEDIATE: lowerIntermediate,
  SECOND_INTERMEDIATE: lowerIntermediate,
  THIRD_INTERMEDIATE: named(
    'ISLAMIC',
    'ARABIC',
    'ENGLISH',
    'MATH',
    'PHYSICS',
    'CHEMISTRY',
    'BIOLOGY',
    'SOCIAL',
  ),
  FOURTH_PREPARATORY: [
    ...named('ISLAMIC', 'ARABIC', 'ENGLISH', 'KURDISH', 'COMPUTER', 'NATIONAL_EDUCATION'),
    ...branch('SCIENTIFIC', 'MATH', 'PHYSICS', 'CHEMISTRY', 'BIOLOGY'),
    ...branch('LITERARY', 'MATH', 'HISTORY', 'GEOGRAPHY', 'SOCIOLOGY'),
  ],
  FIFTH_PREPARATORY: [
    ...named('ISLAMIC', 'ARABIC', 'ENGLISH', 'KURDISH', 'COMPUTER'),
    ...branch('SCIENTIFIC', 'MATH', 'PHYSICS', 'CHEMISTRY', 'BIOLOGY', 'GEOLOGY'),
    ...branch('LITERARY', 'MATH', 'HISTORY', 'GEOGRAPHY', 'PHILOSOPHY'),
  ],
  SIXTH_PREPARATORY: [
    ...named('ISLAMIC', 'ARABIC', 'ENGLISH', 'FRENCH'),
    ...branch('SCIENTIFIC', 'MATH', 'PHYSICS', 'CHEMISTRY', 'BIOLOGY'),
    ...branch('LITERARY', 'MATH', 'HISTORY', 'GEOGRAPHY', 'ECONOMICS'),
  ],
}

function named(...subjects: SubjectCode[]): TaughtSubject[] {
  return subjects.map(subject => ({ subject }))
}

function branch(code: BranchCode, ...subjects: SubjectCode[]): TaughtSubject[] {
  return subjects.map(subject => ({ subject, branch: code }))
}
