import { between } from '#contract/between.ts'
import { Fragment } from 'react'
import type { ReactNode } from 'react'
import { branchLabels } from '#contract/codes/branches.ts'
import { grades } from '#contract/codes/grades.ts'
import { newsCategoryLabels } from '#contract/codes/news-categories.ts'
import { roundLabel } from '#contract/codes/rounds.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import { formatPlainNumber } from '#contract/format.ts'
import { HighlightedText } from './highlighted-text.tsx'
import type { ShownHit } from './shown-answer.ts'

/** What a hit tells besides its title, as far as it is wanted. The teacher is marked where found. */
export function hitFacts(hit: ShownHit, isWanted: (label: string) => boolean = () => true): ReactNode[] {
  const labels = [
    hit.newsType && newsCategoryLabels[hit.newsType],
    hit.subject && subjectLabels[hit.subject],
    hit.stage && grades[hit.stage].shortLabel,
    hit.branch && branchLabels[hit.branch],
  ]
  const ends = [
    hit.year && formatPlainNumber(hit.year),
    hit.round && roundLabel(hit.round, formatPlainNumber),
  ]
  const isTold = (label: string | number | null) => Boolean(label) && isWanted(String(label))
  return [
    ...labels.filter(isTold),
    hit.teacher && <HighlightedText key="teacher" text={hit.teacher} ranges={hit.teacherHighlights} />,
    ...ends.filter(isTold),
    'note' in hit && hit.note,
  ].filter(Boolean)
}

/** The second line of a hit. Shape: «الرياضيات · السادس الإعدادي · ٢٠٢٥ · الدور الأول». */
export function HitDetails({ hit }: { hit: ShownHit }) {
  return hitFacts(hit).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && between}
      {part}
    </Fragment>
  ))
}
