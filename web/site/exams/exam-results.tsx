import { formatPlainNumber } from '#contract/format.ts'
import type { Exam } from '#contract/resources/exam.ts'
import { RecordSection } from '../lists/record-row.tsx'
import type { Said } from '../lists/title-rest.ts'
import { ExamRow } from './exam-row.tsx'

interface ExamResultsProps {
  exams: readonly Exam[]
  /** What the name of the list says. */
  said: Said
  /** Whether they come by year: then each year has its title, unless the list is of one subject or of one year. */
  isOrdered: boolean
}

/** The exams of a page as rows, under the titles of their years. */
export function ExamResults({ exams, said, isOrdered }: ExamResultsProps) {
  if (!isOrdered || said.subject || said.year !== undefined) {
    return (
      <ul className="record-rows">
        {exams.map(exam => (
          <ExamRow key={exam.id} exam={exam} said={said} headingLevel={2} />
        ))}
      </ul>
    )
  }
  const years = [...new Set(exams.map(({ releaseYear }) => releaseYear))]
  return years.map(year => (
    <RecordSection key={year} id={`year-${year}`} title={formatPlainNumber(year)}>
      {exams
        .filter(exam => exam.releaseYear === year)
        .map(exam => (
          <ExamRow key={exam.id} exam={exam} said={{ ...said, year }} />
        ))}
    </RecordSection>
  ))
}
