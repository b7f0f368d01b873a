import { grades } from '#contract/codes/grades.ts'
import { countedNouns, formatCount } from '#contract/format.ts'
import { kinds, type Kind } from '#contract/kinds.ts'
import type { ReleaseStatus } from '#contract/resources/release-status.ts'
import { siteKinds } from '../kinds.ts'
import type { Counts } from './counts.ts'

const nouns = { book: countedNouns.book, note: countedNouns.note, exam: countedNouns.exam }
const doors: readonly Kind[] = ['book', 'exam', 'note', 'result', 'news']

/** What stands behind a door: how many there are, or what is newest. */
function behind(kind: Kind, counts: Counts, status: ReleaseStatus | undefined): string | undefined {
  const count = counts[kind]
  if (kind === 'book' || kind === 'note' || kind === 'exam')
    return count ? formatCount(count, nouns[kind]) : undefined
  if (kind === 'result' && status) return `${grades[status.stage].shortLabel} الآن`
  return undefined
}

/** The doors to the sections, with what is behind each. Source: P3.1. */
export function HomeDoors({ counts, status }: { counts: Counts; status: ReleaseStatus | undefined }) {
  return (
    <nav className="wrap part" aria-label="أبواب الموقع">
      <ul className="doors">
        {doors.map(kind => {
          const feature = siteKinds.find(one => one.kind === kind)?.feature
          return (
            <li key={kind}>
              {feature && <feature.Icon aria-hidden="true" />}
              <div>
                <a className="card-link" href={kinds[kind].sitePath}>
                  {kinds[kind].plural}
                </a>
                <small>{behind(kind, counts, status) ?? feature?.text}</small>
              </div>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
