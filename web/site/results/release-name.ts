import { between } from '#contract/between.ts'
import { branchLabels } from '#contract/codes/branches.ts'
import type { BranchCode } from '#contract/codes/branches.ts'
import { roundLabel } from '#contract/codes/rounds.ts'
import { formatPlainNumber } from '#contract/format.ts'

/** The round and year of a release: «الدور الثاني ٢٠٢٦». */
export function releaseName({ releaseYear, try: round }: { releaseYear: number; try: number }): string {
  return `${roundLabel(round, formatPlainNumber)} ${formatPlainNumber(releaseYear)}`
}

/** What is known of a place, in one line: «كركوك · علمي · بنات». */
export function placeLine(parts: readonly (string | null | undefined)[]): string {
  return parts.filter(part => part).join(between)
}

export function branchName(branch: BranchCode | null): string | null {
  return branch && branchLabels[branch]
}

/** The group of a school where its name does not say it: «بنين». */
export function groupBeside({ school, group }: { school: string; group: string | null }): string | null {
  return group && !school.includes(group) ? group : null
}
