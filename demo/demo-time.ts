import { day as dayMs } from '#contract/units.ts'

/**
 * A moment so many days before a day, at some hour of a working day in Baghdad.
 * The same arguments give the same moment, so that an interrupted start continues with equal values.
 */
export function daysBefore(day: Date, days: number, index = 0): Date {
  const start = Math.floor(day.getTime() / dayMs) * dayMs
  return new Date(start - days * dayMs + (5 + (index % 9)) * 3_600_000 + ((index * 17) % 60) * 60_000)
}
