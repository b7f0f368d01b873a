import { grades } from '#contract/codes/grades.ts'
import { formatCount } from '#contract/format.ts'
import { kinds } from '#contract/kinds.ts'
import type { ReleaseStatus } from '#contract/resources/release-status.ts'
import { siteKinds } from '../kinds.ts'
import type { SiteKind } from '../site-kind.ts'
import type { Counts } from './counts.ts'

const doors = siteKinds.toSorted((a, b) => a.feature.place - b.feature.place)

/** What stands behind a door: how many there are, or what is newest. */
function behind({ kind, feature }: SiteKind, counts: Counts, status: ReleaseStatus | undefined): string {
  const count = counts[kind]
  if (feature.noun && count) return formatCount(count, feature.noun)
  return kind === 'result' && status ? `${grades[status.stage].shortLabel} الآن` : feature.text
}

/** The doors to the sections, with what is behind each. Source: P3.1. */
export function HomeDoors({ counts, status }: { counts: Counts; status: ReleaseStatus | undefined }) {
  return (
    <nav className="wrap part" aria-label="أبواب الموقع">
      <ul className="doors">
        {doors.map(door => (
          <li key={door.kind}>
            <door.feature.Icon aria-hidden="true" />
            <div>
              <a className="card-link" href={kinds[door.kind].sitePath}>
                {kinds[door.kind].plural}
              </a>
              <small>{behind(door, counts, status)}</small>
            </div>
          </li>
        ))}
      </ul>
    </nav>
  )
}
