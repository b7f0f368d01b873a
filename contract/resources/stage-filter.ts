import { z } from 'zod'
import { gradeCodes, gradesOfStage, isGradeCode, isStageCode, stageCodes } from '../codes/grades.ts'
import type { GradeCode } from '../codes/grades.ts'
import { codeFilter } from '../fields.ts'

/** A grade, or a stage's name for all of its grades. Source: A3.2. */
export const stageFilter = codeFilter(z.enum([...gradeCodes, ...stageCodes], { error: 'المرحلة غير صالحة' }))

/** How `stage` is meant: one grade, or every grade of a stage. Source: A3.2. */
export const stageTypeFilter = codeFilter(z.enum(['exact', 'contains'], { error: 'stageType غير صالح' }))

/** The grades that a stage filter selects, or undefined for all. */
export function gradesOfStageFilter(stage: string | undefined): GradeCode[] | undefined {
  if (stage === undefined) return undefined
  if (isGradeCode(stage)) return [stage]
  return isStageCode(stage) ? gradesOfStage(stage) : []
}
