import { Repeat2 } from 'lucide-react'
import { countedNouns, formatCount, formatPlainNumber } from '#contract/format.ts'
import { paths } from '#contract/paths.ts'
import type { QuestionPlace, RepeatedQuestion } from '#contract/resources/question.ts'
import type { GalleryNote } from '#web/ui/gallery-image.ts'
import { questionName } from '#contract/question-name.ts'
import { roundWord } from './exam-name.ts'

/** As many places as one line names; the list of the subject has them all. */
const namedPlaces = 6

/** The page of an exam on which a question stands. */
const placeHref = ({ examId, page }: QuestionPlace) => `${paths.exam(examId)}#page-${page}`

function placeName({ year, round }: QuestionPlace): string {
  return [formatPlainNumber(year), roundWord(round)].filter(Boolean).join(' ')
}

/** Shape: «٢٠٢٣ الأول، س٢ أ». */
const wholeName = (place: QuestionPlace) => `${placeName(place)}، ${questionName(place.label)}`

/** Each exam once. */
function ofExams(places: readonly QuestionPlace[]): QuestionPlace[] {
  return places.filter(({ examId }, index) => places.findIndex(place => place.examId === examId) === index)
}

/** What stands under the questions of a page that were asked elsewhere: where they were. Source: P7.6. */
export function notesOfPage(
  repeats: readonly RepeatedQuestion[],
  page: number,
  more: string | undefined,
): GalleryNote[] {
  return repeats
    .filter(question => question.endPage === page)
    .map(({ label, endsAt, others }) => {
      const places = ofExams(others)
      const links = places
        .slice(0, namedPlaces)
        .map(place => ({ href: placeHref(place), text: placeName(place), label: wholeName(place) }))
      const rest =
        more !== undefined && places.length > namedPlaces
          ? [{ href: more, text: 'وغيرها', label: `كل ما تكرر، ${questionName(label)}` }]
          : []
      return { at: endsAt, lead: `${questionName(label)} تكرر:`, links: [...links, ...rest] }
    })
}

/** The places of a question, as links to the pages of their exams. `times`: in how many exams it stands. */
export function QuestionPlaces({ places, times }: { places: readonly QuestionPlace[]; times: number }) {
  const named = ofExams(places)
  const others = times - named.length
  return (
    <p className="question-places">
      <Repeat2 aria-hidden="true" />
      <span>
        {named.map((place, index) => (
          <span key={place.examId}>
            {index > 0 && '، '}
            <a href={placeHref(place)} aria-label={wholeName(place)}>
              {placeName(place)}
            </a>
          </span>
        ))}
        {others > 0 && `، و${formatCount(others, countedNouns.exam)} غيرها`}
      </span>
    </p>
  )
}
