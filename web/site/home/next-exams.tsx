import { between } from '#contract/between.ts'
import { grades } from '#contract/codes/grades.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import { formatWeekday } from '#contract/format.ts'
import { paths } from '#contract/paths.ts'
import type { ExamDate } from '#contract/resources/exam-dates.ts'
import { ExamCountdown } from '../grade/exam-days.tsx'
import { TitledSection } from '../grade/grade-sections.tsx'

/** The next exam of each grade that has days to come. */
export function NextExams({ dates }: { dates: readonly ExamDate[] }) {
  const next = new Map<ExamDate['grade'], ExamDate>()
  for (const date of dates) if (!next.has(date.grade)) next.set(date.grade, date)
  if (next.size === 0) return null
  return (
    <TitledSection id="next-exams" title="أقرب الامتحانات">
      <div className="exam-days">
        <ol>
          {[...next.values()].map(({ grade, subject, day }) => (
            <li key={grade}>
              <b>
                <a className="card-link" href={`${paths.grade(grade)}#grade-dates`}>
                  {grades[grade].shortLabel}
                </a>
              </b>
              <span>
                {subjectLabels[subject]}
                {between}
                <time dateTime={day}>{formatWeekday(day)}</time>
              </span>
              <ExamCountdown day={day} />
            </li>
          ))}
        </ol>
      </div>
    </TitledSection>
  )
}
