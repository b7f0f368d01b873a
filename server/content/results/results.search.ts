import { branchLabels } from '#contract/codes/branches.ts'
import { grades } from '#contract/codes/grades.ts'
import { roundLabel } from '#contract/codes/rounds.ts'
import { formatPlainNumber } from '#contract/format.ts'
import { searchTextOf } from '#server/search/list-text.ts'
import type { ResultRow, ResultSearchTexts } from './results.repository.ts'

/** A result in one phrase, for people: «نتائج الصف السادس الإعدادي – البصرة – علمي – الدور الأول ٢٠٢٦». */
export function resultName(row: ResultRow): string {
  const parts = [
    `نتائج ${grades[row.stage].label}`,
    row.city,
    row.school,
    row.branch && branchLabels[row.branch],
    `${roundLabel(row.try)} ${formatPlainNumber(row.releaseYear)}`,
  ]
  return parts.filter(Boolean).join(' – ')
}

/** What the list filters look through. */
export function resultSearchTexts(row: ResultRow): ResultSearchTexts {
  return {
    searchText: searchTextOf([resultName(row), ...row.keywords]),
    schoolText: searchTextOf([row.school]),
  }
}
