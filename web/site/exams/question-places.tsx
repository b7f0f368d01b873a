import { ChevronDown, Repeat2 } from 'lucide-react'
import { countedNouns, formatCount, formatPlainNumber } from '#contract/format.ts'
import { paths } from '#contract/paths.ts'
import type { QuestionPlace, RepeatedQuestion } from '#contract/resources/question.ts'
import type { GalleryNote } from '#web/ui/gallery-image.ts'
import { LinksInLine } from '#web/ui/links-in-line.tsx'
import type { LinkInLine } from '#web/ui/links-in-line.tsx'
import { questionName } from '#contract/question-name.ts'
import { roundWord } from './exam-name.ts'

/** As many places as one line names; the list of the subject has them all. */
const namedPlaces = 6
/** As many as are shown of a list of all places before the others fold. */
const placesAtOnce = 12

/** The page of an exam on which a question stands. */
const placeHref = ({ examId, page }: QuestionPlace) => `${paths.exam(examId)}#page-${page}`

function placeName({ year, round }: QuestionPlace): string {
  return [formatPlainNumber(year), roundWord(round)].filter(Boolean).join(' ')
}

/** Shape: «٢٠٢٣ الأول، س٢ أ». */
const wholeName = (place: QuestionPlace) => `${placeName(place)}، ${questionName(place.label)}`

const linkTo = (place: QuestionPlace): LinkInLine => ({
  href: placeHref(place),
  text: placeName(place),
  label: wholeName(place),
})

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
      const links = places.slice(0, namedPlaces).map(linkTo)
      const rest =
        more !== undefined && places.length > namedPlaces
          ? [{ href: more, text: 'وغيرها', label: `كل ما تكرر، ${questionName(label)}` }]
          : []
      return { at: endsAt, lead: `${questionName(label)} تكرر:`, links: [...links, ...rest] }
    })
}

/**
 * The places of a question, as links to the pages of their exams; many of them fold. `times`: in how many exams it stands,
 * which may be more than are named.
 */
export function QuestionPlaces({ places, times }: { places: readonly QuestionPlace[]; times: number }) {
  const named = ofExams(places).map(linkTo)
  const shown = named.length > placesAtOnce ? named.slice(0, placesAtOnce) : named
  const folded = named.slice(shown.length)
  const unnamed = othersOf(times - named.length)
  return (
    <div className="question-places">
      <Repeat2 aria-hidden="true" />
      <div>
        <p>
          <LinksInLine links={shown} rest={folded.length > 0 ? '' : unnamed} />
        </p>
        {folded.length > 0 && (
          <details>
            <summary>
              {othersOf(times - shown.length)} <ChevronDown aria-hidden="true" />
            </summary>
            <p>
              <LinksInLine links={folded} rest={unnamed} />
            </p>
          </details>
        )}
      </div>
    </div>
  )
}

const othersOf = (count: number) => (count > 0 ? `و${formatCount(count, countedNouns.exam)} غيرها` : '')
