import { ChevronLeft } from 'lucide-react'
import { between } from '#contract/between.ts'
import { countedNouns, formatCount, formatSince } from '#contract/format.ts'
import { paths } from '#contract/paths.ts'
import type { ExamPlace } from '#contract/resources/exam.ts'
import { SmallCover } from '#web/school/small-cover.tsx'
import { isNew } from '../lists/is-new.ts'
import { examName, examPlaceName } from './exam-name.ts'

/** The exam of the newest year that was added last. */
export function newestExam(places: readonly ExamPlace[]): ExamPlace | undefined {
  const [first] = places.toSorted(
    (a, b) => b.releaseYear - a.releaseYear || b.createdAt.localeCompare(a.createdAt),
  )
  return first
}

interface NewestExamProps {
  place: ExamPlace
  headingLevel?: 2 | 3
  /** What stands above it names the subject. */
  isSubjectSaid?: boolean
}

/** The newest exam as a card that leads to it. */
export function NewestExam({ place, headingLevel: level = 3, isSubjectSaid = false }: NewestExamProps) {
  const Heading = `h${level}` as const
  return (
    <div className="newest-exam">
      <SmallCover subject={place.subject} />
      <div>
        {isNew(place.createdAt) && (
          <span className="new-mark">
            جديد{between}
            <span className="is-wide">أُضيف </span>
            {formatSince(place.createdAt)}
          </span>
        )}
        <Heading>
          <a className="card-link" href={paths.exam(place.id)}>
            <span className="visually-hidden">أحدث امتحان: </span>
            {isSubjectSaid ? examPlaceName(place) : examName(place)}
          </a>
        </Heading>
        <p>{formatCount(place.pages, countedNouns.page)}</p>
      </div>
      <ChevronLeft aria-hidden="true" />
    </div>
  )
}
