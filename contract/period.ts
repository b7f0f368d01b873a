import { day } from './units.ts'

/** Iraq has no summer time, so its days always begin at 21:00 of the day before in UTC. */
const baghdadOffset = '+03:00'
const baghdadOffsetMs = 3 * 60 * 60 * 1000

const earliestMs = Date.UTC(2000, 0, 1)
const latestMs = Date.UTC(2200, 0, 1)

/** A stretch of time; `to` itself is left out. */
export interface Period {
  from: Date | undefined
  to: Date | undefined
}

/** When a day written YYYY-MM-DD begins in Baghdad. */
export function startOfDayInBaghdad(day: string): Date {
  return new Date(`${day}T00:00:00${baghdadOffset}`)
}

/**
 * The period that two filters name. A bare date is a whole day in Baghdad, a date with a time is that moment, and
 * both ends belong to it. Moments outside of 2000–2200 are moved to its edge.
 */
export function periodOf(from: string | undefined, to: string | undefined): Period {
  return {
    from:
      from === undefined
        ? undefined
        : within(isBareDate(from) ? +startOfDayInBaghdad(from) : Date.parse(from)),
    to:
      to === undefined
        ? undefined
        : within(isBareDate(to) ? +startOfDayInBaghdad(to) + day : Date.parse(to) + 1),
  }
}

/** The day that it is in Baghdad at a moment. Shape: YYYY-MM-DD. */
export function dayInBaghdad(moment: Date): string {
  return new Date(+moment + baghdadOffsetMs).toISOString().slice(0, 10)
}

/** A moment by the clock of Baghdad. Shape: 2026-11-22T10:00:00+03:00. */
export function momentInBaghdad(moment: Date): string {
  return new Date(+moment + baghdadOffsetMs).toISOString().slice(0, 19) + baghdadOffset
}

/** The moment of a field of date and time, which is filled in by the clock of Baghdad; '' for none. */
export function momentOfField(text: string): string {
  if (text === '') return ''
  return `${text.length === 16 ? `${text}:00` : text.slice(0, 19)}${baghdadOffset}`
}

/** A day written YYYY-MM-DD, without a time. */
export function isBareDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text)
}

function within(ms: number): Date {
  return new Date(Math.min(latestMs, Math.max(earliestMs, ms)))
}
