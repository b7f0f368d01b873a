import { CalendarPlus } from 'lucide-react'
import { between } from '#contract/between.ts'
import { branchLabels } from '#contract/codes/branches.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import { formatUntil, formatWeekday } from '#contract/format.ts'
import { gradePlaceLabel } from '#contract/grade-pages.ts'
import type { GradePlace } from '#contract/grade-pages.ts'
import { paths } from '#contract/paths.ts'
import type { ExamDate } from '#contract/resources/exam-dates.ts'

/** As many as are seen at once; the others open below them. */
const seenDays = 3

/** The days of a grade's exams that are to come, how far each is, and their calendar. Source: P15.3. */
export function ExamDays({ place, dates }: { place: GradePlace; dates: readonly ExamDate[] }) {
  const more = dates.slice(seenDays)
  return (
    <div className="exam-days">
      <ExamDayList place={place} dates={dates.slice(0, seenDays)} />
      {more.length > 0 && (
        <details>
          <summary>بقية المواعيد</summary>
          <ExamDayList place={place} dates={more} />
        </details>
      )}
      <a className="exam-days-calendar" href={paths.examCalendar(place.grade, place.branch)}>
        <CalendarPlus aria-hidden="true" />
        أضفها إلى تقويمك
        <span className="visually-hidden">: امتحانات {gradePlaceLabel(place)}</span>
      </a>
    </div>
  )
}

function ExamDayList({ place, dates }: { place: GradePlace; dates: readonly ExamDate[] }) {
  return (
    <ol>
      {dates.map(({ subject, branch, day }) => (
        <li key={`${day} ${subject} ${branch ?? ''}`}>
          <b>{subjectLabels[subject]}</b>
          <time dateTime={day}>
            {formatWeekday(day)}
            {!place.branch && branch && between + branchLabels[branch]}
          </time>
          <ExamCountdown day={day} />
        </li>
      ))}
    </ol>
  )
}

/** How far a day is. */
export function ExamCountdown({ day }: { day: string }) {
  return <span className="exam-countdown">{formatUntil(day)}</span>
}
