import { dayInBaghdad, type Period, startOfDayInBaghdad } from '#contract/period.ts'
import { day } from '#contract/units.ts'

/** All time, as a span. */
export const allTime = 'all'

/** A period as the counts of visits know it. */
export interface Spans {
  /** Whole years (2026), months (2026-11) and days (2026-11-22) in Baghdad, or all time; none overlaps another. */
  spans: string[]
  /** What is left at its ends: parts of days, whose visits have to be counted themselves. */
  rest: { from: Date; to: Date }[]
}

/** Before this there is no visit. */
const earliest = '2000-01-01'

/** Divides a period into spans that are counted already. */
export function spansOf({ from, to }: Period, now = new Date()): Spans {
  if (from === undefined && to === undefined) return { spans: [allTime], rest: [] }
  /* The day after tomorrow: whatever a clock of another process says about now lies before it. */
  const end = to ?? startOfDayInBaghdad(dayInBaghdad(new Date(now.getTime() + 2 * day)))
  const start = from ?? startOfDayInBaghdad(earliest)
  if (start >= end) return { spans: [], rest: [] }
  const wholeFrom = new Date(startOfDay(new Date(start.getTime() + day - 1)))
  const wholeTo = new Date(startOfDay(end))
  if (wholeFrom > wholeTo) return { spans: [], rest: [{ from: start, to: end }] }
  const rest = [
    { from: start, to: wholeFrom },
    { from: wholeTo, to: end },
  ].filter(part => part.from < part.to)
  return { spans: [...wholeSpans(wholeFrom.getTime(), wholeTo.getTime())], rest }
}

function* wholeSpans(fromMs: number, toMs: number): Generator<string> {
  for (let ms = fromMs; ms < toMs;) {
    const date = dayInBaghdad(new Date(ms))
    const nextYearMs = startOfLater(date, 12)
    const nextMonthMs = startOfLater(date, 1)
    if (date.endsWith('-01-01') && nextYearMs <= toMs) {
      yield date.slice(0, 'YYYY'.length)
      ms = nextYearMs
    } else if (date.endsWith('-01') && nextMonthMs <= toMs) {
      yield date.slice(0, 'YYYY-MM'.length)
      ms = nextMonthMs
    } else {
      yield date
      ms += day
    }
  }
}

/** When the month so many months after that of a day begins. Shape: milliseconds. */
function startOfLater(date: string, months: number): number {
  const [year = 0, month = 0] = date.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 'YYYY-MM-DD'.length)
  return startOfDayInBaghdad(first).getTime()
}

/** When the day of a moment began in Baghdad. Shape: milliseconds. */
export function startOfDay(moment: Date): number {
  return startOfDayInBaghdad(dayInBaghdad(moment)).getTime()
}
