import { branchLabels } from '#contract/codes/branches.ts'
import { grades } from '#contract/codes/grades.ts'
import { newsCategoryLabels } from '#contract/codes/news-categories.ts'
import { roundLabel } from '#contract/codes/rounds.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import { formatPlainNumber } from '#contract/format.ts'
import type { SearchHit } from '#contract/resources/search.ts'

/** The second line of a hit. Shape: «الرياضيات · الصف السادس الإعدادي · ٢٠٢٥ · الدور الأول». */
export function hitDetails(hit: SearchHit): string {
  const parts = [
    hit.newsType && newsCategoryLabels[hit.newsType],
    hit.subject && subjectLabels[hit.subject],
    hit.stage && grades[hit.stage].label,
    hit.branch && branchLabels[hit.branch],
    hit.teacher,
    hit.year && formatPlainNumber(hit.year),
    hit.round && roundLabel(hit.round, formatPlainNumber),
  ]
  return parts.filter(part => part).join(' · ')
}
