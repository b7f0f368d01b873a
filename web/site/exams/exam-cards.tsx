import { useId } from 'react'
import { grades } from '#contract/codes/grades.ts'
import { roundLabel } from '#contract/codes/rounds.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import { countedNouns, formatCount, formatPlainNumber } from '#contract/format.ts'
import { paths } from '#contract/paths.ts'
import type { Exam } from '#contract/resources/exam.ts'

interface ExamCardsProps {
  exams: readonly Exam[]
  headingLevel?: 2 | 3
}

const cardName = (id: string) => `${id} ${id}-title ${id}-grade ${id}-round`

/** A grid of exams: subject, grade, year, round, number of pages. Source: P7.1. */
export function ExamCards({ exams, headingLevel = 2 }: ExamCardsProps) {
  /* One record may stand in two lists of a page. */
  const list = useId()
  const Heading = headingLevel === 2 ? 'h2' : 'h3'
  return (
    <ul className="exam-grid">
      {exams.map(exam => (
        <li className="exam-card" key={exam.id} data-subject={exam.subject}>
          <span className="exam-year" aria-hidden="true">
            {formatPlainNumber(exam.releaseYear)}
          </span>
          <div className="exam-text">
            <Heading>
              <a
                className="card-link"
                href={paths.exam(exam.id)}
                id={`${list}${exam.id}`}
                aria-labelledby={cardName(list + exam.id)}
              >
                {subjectLabels[exam.subject]}
                <span className="visually-hidden"> {formatPlainNumber(exam.releaseYear)}</span>
              </a>
            </Heading>
            <p className="card-title" id={`${list}${exam.id}-title`}>
              <bdi>{exam.title}</bdi>
            </p>
            <p className="card-text" id={`${list}${exam.id}-grade`}>
              {grades[exam.stage].label}
            </p>
            <p className="card-facts">
              <span className={exam.try > 0 ? 'year-chip' : undefined} id={`${list}${exam.id}-round`}>
                {roundLabel(exam.try, formatPlainNumber)}
              </span>
              {exam.files.length > 0 && <span>{formatCount(exam.files.length, countedNouns.page)}</span>}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
