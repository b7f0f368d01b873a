/** The branches of preparatory school. Source: A5.3. */
export const branchCodes = ['SCIENTIFIC', 'LITERARY', 'VOCATIONAL'] as const
export type BranchCode = (typeof branchCodes)[number]

/** What stands in place of a branch in the folders of results that name none. */
export const noBranchLabel = 'عام'

export const branchLabels: Record<BranchCode, string> = {
  SCIENTIFIC: 'علمي',
  LITERARY: 'أدبي',
  VOCATIONAL: 'مهني',
}

/** The word of a branch in addresses: `scientific`. */
export function branchSlug(branch: BranchCode): string {
  return branch.toLowerCase()
}

export function isBranchCode(value: string): value is BranchCode {
  return (branchCodes as readonly string[]).includes(value)
}
