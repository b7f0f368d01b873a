import { ChevronLeft } from 'lucide-react'
import { between } from '#contract/between.ts'
import { grades } from '#contract/codes/grades.ts'
import { formatNumber } from '#contract/format.ts'
import { paths } from '#contract/paths.ts'
import type { ReleaseStatus } from '#contract/resources/release-status.ts'
import { releaseName } from './release-name.ts'

/** How far a release has come, in two lines that lead to its results. */
export function ReleaseCard({ status: { stage, release, announced, total } }: { status: ReleaseStatus }) {
  return (
    <a className="release-card" href={paths.resultsOfGrade(stage)}>
      <h3>
        <span>
          نتائج {grades[stage].shortLabel}
          {release && between + releaseName(release)}
        </span>
        <ChevronLeft aria-hidden="true" />
      </h3>
      {announced > 0 ? (
        <>
          <meter className="release-meter" min={0} max={total} value={announced} aria-hidden="true" />
          <span>
            صدرت في {formatNumber(announced)} من {formatNumber(total)} مديرية
          </span>
        </>
      ) : (
        <span>لم تصدر بعد. تظهر هنا حال صدورها.</span>
      )}
    </a>
  )
}
