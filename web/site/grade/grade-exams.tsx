import { ChevronLeft } from 'lucide-react'
import type { MinisterialGradeCode } from '#contract/codes/grades.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import type { SubjectCode } from '#contract/codes/subjects.ts'
import { countedNouns, formatCount } from '#contract/format.ts'
import { paths } from '#contract/paths.ts'
import { subjectIcons } from '#web/school/subject-icons.ts'
import { drawnOnce } from '../chrome/drawn-rows.tsx'
import { ExamYears } from '../exams/exam-years.tsx'
import { newestExam, NewestExam } from '../exams/newest-exam.tsx'
import { hrefWith } from '../query.ts'
import type { GradeContent } from './grade-content.ts'

const SubjectYears = drawnOnce(ExamYears)

interface GradeExamsProps {
  grade: MinisterialGradeCode
  exams: GradeContent['exams']
}

/** The newest exam of a grade, and for each subject a tile that opens its years and rounds. Source: P15.1. */
export function GradeExams({ grade, exams }: GradeExamsProps) {
  const newest = newestExam(exams.flatMap(({ places }) => places))
  return (
    <>
      {newest && <NewestExam place={newest} />}
      <ul className="subject-exams">
        {exams.map(({ subject, count, places, repeated }) => (
          <li key={subject}>
            <details name={`exams-${grade}`}>
              <summary>
                <SubjectSign subject={subject} />
                <span>
                  {subjectLabels[subject]}
                  <small>{formatCount(count, countedNouns.exam)}</small>
                </span>
              </summary>
              <SubjectYears grade={grade} subject={subject} places={places} />
              <a className="all-of-subject" href={hrefWith(paths.examsOfGrade(grade), { subject })}>
                كل أسئلة {subjectLabels[subject]}
                <ChevronLeft aria-hidden="true" />
              </a>
              {repeated > 0 && (
                <a className="all-of-subject" href={hrefWith(paths.questionsOfGrade(grade), { subject })}>
                  الأكثر تكراراً في {subjectLabels[subject]}
                  <ChevronLeft aria-hidden="true" />
                </a>
              )}
            </details>
          </li>
        ))}
      </ul>
    </>
  )
}

function SubjectSign({ subject }: { subject: SubjectCode }) {
  const Icon = subjectIcons[subject]
  return (
    <span className="subject-dot" data-subject={subject}>
      <Icon aria-hidden="true" />
    </span>
  )
}
