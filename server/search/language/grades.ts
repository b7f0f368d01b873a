import { gradeCodes, grades, type GradeCode, type StageCode } from '#contract/codes/grades.ts'
import type { BranchCode } from '#contract/codes/branches.ts'

/** A grade that words may mean, and how surely. */
export interface GradeReading {
  grade: GradeCode
  quality: number
}

// People who leave the stage out mean the grade with the ministry's exam or the branch; the other stays in sight.
const otherStageQuality = 0.85

/** The grades of an ordinal with its stage or branch; both stages' grades when neither helps. */
export function gradesOfOrdinal(ordinal: number, stage?: StageCode, branch?: BranchCode): GradeReading[] {
  const sameOrdinal = gradeCodes.filter(code => grades[code].ordinal === ordinal)
  const wanted = stage ?? (branch ? 'PREPARATORY' : undefined)
  const exact = sameOrdinal.filter(code => grades[code].stage === wanted)
  if (exact.length > 0) return exact.map(grade => ({ grade, quality: 1 }))
  return sameOrdinal.map(grade => ({
    grade,
    quality: grades[grade].stage === 'PRIMARY' ? otherStageQuality : 1,
  }))
}

/** All grades of a stage. */
export function gradesOfStageReading(stage: StageCode): GradeReading[] {
  return gradeCodes.filter(code => grades[code].stage === stage).map(grade => ({ grade, quality: 1 }))
}
