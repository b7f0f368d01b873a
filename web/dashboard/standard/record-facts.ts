import { branchLabels, isBranchCode } from '#contract/codes/branches.ts'
import { grades, isGradeCode } from '#contract/codes/grades.ts'
import { roundLabel } from '#contract/codes/rounds.ts'
import { formatPlainNumber } from '#contract/format.ts'

/** What tells a record from others of one name, of the server or as its form holds it; '' for nothing. */
export interface RecordFacts {
  school?: string | null
  stage?: string
  branch?: string | null
  releaseYear?: number | string
  try?: number | string
}

/** Those facts as people read them, without those that there are not. */
export function recordFacts({ school, stage = '', branch, releaseYear, try: round }: RecordFacts): string[] {
  const facts = [
    school,
    isGradeCode(stage) && grades[stage].shortLabel,
    branch && isBranchCode(branch) && branchLabels[branch],
    releaseYear && formatPlainNumber(Number(releaseYear)),
    round && roundLabel(Number(round)),
  ]
  return facts.flatMap(fact => fact || [])
}

const joined = (...facts: readonly (string | undefined)[]) => facts.filter(Boolean).join(' · ')

/** What the dashboard calls a record where others may have its title: with what tells it from them. */
export function recordName({
  title,
  teacher,
  ...facts
}: RecordFacts & { title: string; teacher?: string }): string {
  return joined(title, teacher, ...recordFacts(facts))
}

/** What the dashboard calls a result, which has no title: its place, grade, branch, year and round. */
export function resultName(result: RecordFacts & { city: string }): string {
  return joined(result.city, ...recordFacts(result))
}
