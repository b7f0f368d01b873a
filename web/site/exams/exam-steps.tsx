import { ChevronLeft, ChevronRight } from 'lucide-react'
import { isMinisterialGradeCode } from '#contract/codes/grades.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import { formatPlainNumber } from '#contract/format.ts'
import { paths } from '#contract/paths.ts'
import type { Exam, ExamPlace } from '#contract/resources/exam.ts'
import { hrefWith } from '../href-with.ts'
import { roundWord } from './exam-name.ts'

interface ExamStepsProps {
  exam: Pick<Exam, 'stage' | 'subject' | 'releaseYear' | 'try'>
  /** The exams of the grade and subject, the newest year first. */
  places: readonly ExamPlace[]
}

/** To the year before, to all years, to the year after: of the same subject, and of the same round where there is one. */
export function ExamSteps({ exam, places }: ExamStepsProps) {
  const { before, after } = yearsBeside(exam, places)
  const list = isMinisterialGradeCode(exam.stage) ? paths.examsOfGrade(exam.stage) : paths.exams
  return (
    <nav className="exam-steps no-print" aria-label={`سنوات ${subjectLabels[exam.subject]}`}>
      {before && (
        <a href={paths.exam(before.id)} rel="prev" aria-label={`السنة السابقة: ${stepName(before)}`}>
          <ChevronRight aria-hidden="true" />
          <span>{stepName(before)}</span>
        </a>
      )}
      <a className="is-all" href={hrefWith(list, { subject: exam.subject })}>
        كل السنوات
      </a>
      {after && (
        <a href={paths.exam(after.id)} rel="next" aria-label={`السنة التالية: ${stepName(after)}`}>
          <span>{stepName(after)}</span>
          <ChevronLeft aria-hidden="true" />
        </a>
      )}
    </nav>
  )
}

function stepName({ releaseYear, try: round }: ExamPlace): string {
  return [formatPlainNumber(releaseYear), roundWord(round)].filter(Boolean).join(' ')
}

/** The exams that stand before and after one: the nearest year with any, and in it the same round if it is there. */
export function yearsBeside(
  exam: Pick<Exam, 'releaseYear' | 'try'>,
  places: readonly ExamPlace[],
): { before: ExamPlace | undefined; after: ExamPlace | undefined } {
  const ofYear = (year: number | undefined) => {
    const found = places.filter(place => place.releaseYear === year)
    return found.find(place => place.try === exam.try) ?? found[0]
  }
  const years = places.map(place => place.releaseYear)
  return {
    before: ofYear(years.find(year => year < exam.releaseYear)),
    after: ofYear(years.findLast(year => year > exam.releaseYear)),
  }
}
