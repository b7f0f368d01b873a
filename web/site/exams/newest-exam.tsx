import { ChevronLeft } from 'lucide-react'
import { between } from '#contract/between.ts'
import { errorCodeOf } from '#contract/errors.ts'
import { countedNouns, formatCount, formatSince } from '#contract/format.ts'
import { paths } from '#contract/paths.ts'
import { ownPages } from '#contract/resources/exam.ts'
import type { ExamPlace } from '#contract/resources/exam.ts'
import type { FileFacts } from '#contract/resources/file.ts'
import type { Services } from '#server/services.ts'
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

/** The newest exam, as its card shows it. */
export interface NewestExamFacts {
  place: ExamPlace
  /** Its first page, where that is a picture of ours. */
  page?: FileFacts | undefined
}

/** The newest of these exams with its first page; undefined where there are none. */
export async function newestExamFacts(
  { exams }: Pick<Services, 'exams'>,
  places: readonly ExamPlace[],
): Promise<NewestExamFacts | undefined> {
  const place = newestExam(places)
  if (!place) return undefined
  /* It may go in between: the next request tells of another one. */
  const exam = await exams.get(place.id).catch((error: unknown) => {
    if (errorCodeOf(error) === 'exam_not_found') return undefined
    throw error
  })
  return { place, page: exam && ownPages(exam)[0] }
}

interface NewestExamProps extends NewestExamFacts {
  headingLevel?: 2 | 3
  /** What stands above it names the subject. */
  isSubjectSaid?: boolean
}

/** The newest exam as a card that leads to it. */
export function NewestExam({ place, page, headingLevel: level = 3, isSubjectSaid = false }: NewestExamProps) {
  const Heading = `h${level}` as const
  return (
    <div className="newest-exam">
      <SmallCover subject={place.subject} image={page} isLazy={false} />
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
