import { roundLabel } from '#contract/codes/rounds.ts'
import { formatPlainNumber } from '#contract/format.ts'
import { paths } from '#contract/paths.ts'
import type { ReleaseStatus } from '#contract/resources/release-status.ts'
import { hrefWith } from '../query.ts'
import { releaseName } from './release-name.ts'

type Release = ReleaseStatus['releases'][number]

/**
 * The rounds of a stage's newest year, whose number the page's heading says, and those of the years before behind a
 * press that works without scripts.
 */
export function ReleaseChoice({ status: { stage, release, releases } }: { status: ReleaseStatus }) {
  const [newest] = releases
  if (!newest || releases.length < 2) return null
  const root = paths.resultsOfGrade(stage)
  const isShown = (one: Release) => one.releaseYear === release?.releaseYear && one.try === release.try
  const hrefOf = (one: Release) =>
    one === newest ? root : hrefWith(root, { year: one.releaseYear, try: one.try })
  const older = releases.filter(one => one.releaseYear !== newest.releaseYear)
  const isOlder = older.some(isShown)
  return (
    <nav className="release-choice" aria-label="الدور والسنة">
      <ul className="segments">
        {releases
          .filter(one => one.releaseYear === newest.releaseYear)
          .map(one => (
            <li key={one.try}>
              <a href={hrefOf(one)} aria-current={isShown(one) ? 'page' : undefined}>
                {isOlder ? releaseName(one) : roundLabel(one.try, formatPlainNumber)}
              </a>
            </li>
          ))}
        {older.length > 0 && (
          <li>
            <details className="release-older">
              <summary className={isOlder ? 'is-on' : undefined}>
                {isOlder && release ? releaseName(release) : 'سنوات سابقة'}
              </summary>
              <ul>
                {older.map(one => (
                  <li key={releaseName(one)}>
                    <a href={hrefOf(one)} aria-current={isShown(one) ? 'page' : undefined}>
                      {releaseName(one)}
                    </a>
                  </li>
                ))}
              </ul>
            </details>
          </li>
        )}
      </ul>
    </nav>
  )
}
