import { between } from '#contract/between.ts'
import { Fragment } from 'react'
import { branchLabels } from '#contract/codes/branches.ts'
import { grades } from '#contract/codes/grades.ts'
import { newsCategoryLabels } from '#contract/codes/news-categories.ts'
import { roundLabel } from '#contract/codes/rounds.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import { formatPlainNumber } from '#contract/format.ts'
import { HighlightedText } from './highlighted-text.tsx'
import type { ShownHit } from './shown-answer.ts'

/** The second line of a hit. Shape: «الرياضيات · الصف السادس الإعدادي · ٢٠٢٥ · الدور الأول»; the teacher is marked where found. */
export function HitDetails({ hit }: { hit: ShownHit }) {
  const parts = [
    hit.newsType && newsCategoryLabels[hit.newsType],
    hit.subject && subjectLabels[hit.subject],
    hit.stage && grades[hit.stage].label,
    hit.branch && branchLabels[hit.branch],
    hit.teacher && <HighlightedText key="teacher" text={hit.teacher} ranges={hit.teacherHighlights} />,
    hit.year && formatPlainNumber(hit.year),
    hit.round && roundLabel(hit.round, formatPlainNumber),
    'note' in hit && hit.note,
  ]
  return parts
    .filter(part => part)
    .map((part, index) => (
      <Fragment key={index}>
        {index > 0 && between}
        {part}
      </Fragment>
    ))
}
