import type { MinisterialGradeCode } from '#contract/codes/grades.ts'
import { examSubjects, subjectLabels } from '#contract/codes/subjects.ts'
import type { SubjectCode } from '#contract/codes/subjects.ts'
import { paths } from '#contract/paths.ts'
import { hrefWith } from '../href-with.ts'

interface SubjectStripProps {
  grade: MinisterialGradeCode
  chosen: SubjectCode | undefined
}

/** The subjects of an exam grade, one tap each: to the subject's years and rounds. */
export function SubjectStrip({ grade, chosen }: SubjectStripProps) {
  const path = paths.examsOfGrade(grade)
  return (
    <nav className="subject-strip" aria-label="مواد الأسئلة الوزارية">
      <ul>
        {examSubjects[grade].map(subject => (
          <li key={subject}>
            <a
              className="chip"
              href={hrefWith(path, { subject })}
              aria-current={subject === chosen ? 'page' : undefined}
              data-swap="replace"
            >
              {subjectLabels[subject]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
