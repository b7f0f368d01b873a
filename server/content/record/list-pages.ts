import { gradeCodes, grades, stageCodes, type GradeCode, type StageCode } from '#contract/codes/grades.ts'

/** When something last changed, by the code of its grade or category. */
export type LatestChanges = ReadonlyMap<string, Date>

/** The address of a list. `changedAt` is absent where no record tells it. */
export interface ListAddress {
  path: string
  changedAt?: Date | undefined
}

/** The list of every stage, and of every grade with something in it. */
export function stageLists(
  changes: LatestChanges,
  ofStage: (stage: StageCode) => string,
  ofGrade: (grade: GradeCode) => string,
): ListAddress[] {
  const filled = gradeCodes.filter(grade => changes.has(grade))
  const ofStages = stageCodes.map(stage => {
    const own = filled.filter(grade => grades[grade].stage === stage)
    return { path: ofStage(stage), changedAt: latestOf(own.flatMap(grade => changes.get(grade) ?? [])) }
  })
  return [...ofStages, ...filled.map(grade => ({ path: ofGrade(grade), changedAt: changes.get(grade) }))]
}

/** The latest of these moments, or undefined when there is none. */
export function latestOf(dates: Date[]): Date | undefined {
  return dates.reduce<Date | undefined>(
    (latest, date) => (latest && latest >= date ? latest : date),
    undefined,
  )
}
