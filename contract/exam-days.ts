import { dayInBaghdad } from './format.ts'
import type { GradePlace } from './grade-pages.ts'
import type { ExamDate } from './resources/exam-dates.ts'

/** The days that concern a grade or one of its branches, the nearest first. Without a branch those of every branch do. */
export function examDaysOf(dates: readonly ExamDate[], { grade, branch }: GradePlace): ExamDate[] {
  return dates
    .filter(date => date.grade === grade && (!branch || !date.branch || date.branch === branch))
    .toSorted((a, b) => a.day.localeCompare(b.day))
}

/** Those that are not over, today's among them. */
export function daysToCome(dates: readonly ExamDate[], now: Date = new Date()): ExamDate[] {
  const today = dayInBaghdad(now)
  return dates.filter(({ day }) => day >= today)
}
