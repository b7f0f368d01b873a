import { hasBranches, isGradeCode } from '#contract/codes/grades.ts'

/** How many records lose their branch, or do not get one, since new values leave them in a grade without branches. */
export function countLostBranches(records: readonly object[], values: object): number {
  if (!('stage' in values) && !('branch' in values)) return 0
  return records.filter(record => {
    const { stage, branch }: { stage?: unknown; branch?: unknown } = { ...record, ...values }
    return Boolean(branch) && typeof stage === 'string' && isGradeCode(stage) && !hasBranches(stage)
  }).length
}
