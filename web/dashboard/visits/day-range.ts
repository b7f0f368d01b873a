import { parseDate, today } from '@internationalized/date'
import { timeZone } from '#contract/format.ts'

/** Both days belong to it. Shape: YYYY-MM-DD. */
export interface DayRange {
  startDate: string
  endDate: string
}

const defaultDays = 30

/** The chosen days in Baghdad; what is left open ends today and spans 30 days. */
export function chosenRange(from: string, to: string): DayRange {
  const end = to ? parseDate(to) : today(timeZone)
  const start = from ? parseDate(from) : end.subtract({ days: defaultDays - 1 })
  return { startDate: start.toString(), endDate: end.toString() }
}

/** The same number of days, just before. */
export function previousRange({ startDate, endDate }: DayRange): DayRange {
  const start = parseDate(startDate)
  const end = parseDate(endDate)
  const days = Math.max(1, end.compare(start) + 1)
  return { startDate: start.subtract({ days }).toString(), endDate: start.subtract({ days: 1 }).toString() }
}
