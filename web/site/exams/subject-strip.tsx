import { X } from 'lucide-react'
import type { MinisterialGradeCode } from '#contract/codes/grades.ts'
import { examSubjects, subjectLabels } from '#contract/codes/subjects.ts'
import { paths } from '#contract/paths.ts'
import { countOfExams } from '#contract/school-lists.ts'
import type { ExamCount } from '#contract/school-lists.ts'
import { hrefWith } from '../query.ts'
import type { ExamFilters } from './exam-filters.ts'

interface SubjectStripProps {
  grade: MinisterialGradeCode
  filters: ExamFilters
  /** Of everything that the text of the filters finds. */
  counts: readonly ExamCount[]
}

/**
 * The subjects of an exam grade that have exams, one tap each: to the subject's years and rounds. The chosen one stands
 * first, where it is seen without scrolling, and a press takes it away.
 */
export function SubjectStrip({ grade, filters, counts }: SubjectStripProps) {
  const { subject: chosen, query } = filters
  const path = paths.examsOfGrade(grade)
  const offered = examSubjects[grade].filter(
    subject => subject !== chosen && countOfExams(counts, { grade, subject }) > 0,
  )
  return (
    <nav className="subject-strip" aria-label="مواد الأسئلة الوزارية">
      <ul className="chips">
        {chosen && (
          <li>
            <a
              className="chip"
              href={hrefWith(path, { ...filters, subject: undefined })}
              aria-current="page"
              data-swap="replace"
            >
              {subjectLabels[chosen]}
              <X aria-hidden="true" />
              <span className="visually-hidden">: إزالة</span>
            </a>
          </li>
        )}
        {offered.map(subject => (
          <li key={subject}>
            <a className="chip" href={hrefWith(path, { subject, query })} data-swap="replace">
              {subjectLabels[subject]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
