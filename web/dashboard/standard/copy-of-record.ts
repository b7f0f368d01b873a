import { formatPlainNumber, latinDigits } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'

/** Values that belong to one year's record alone: its files, and where they are elsewhere. */
const ownFields = ['directLink', 'image', 'files', 'telegramLink', 'googleDriveLink', 'versions']

/** What the state of a navigation carries to the form of a new record. */
export interface CopyState {
  copy: { of: string; values: Record<string, unknown> }
}

/** A text with one year more wherever it names the year, in the digits in which it does. */
function withNextYear(text: string, year: number): string {
  return text.replace(/(?<!\p{N})\p{N}{4}(?!\p{N})/gu, found => {
    if (Number(latinDigits(found)) !== year) return found
    return latinDigits(found) === found ? String(year + 1) : formatPlainNumber(year + 1)
  })
}

/** A record as the form of the same one for the next year begins: without its files. */
export function nextYearOf(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const year = Number(values['releaseYear'])
  const next = Math.min(year + 1, limits.maxYear)
  const renewed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(renewed)
    return typeof value === 'string' ? withNextYear(value, year) : value
  }
  const entries = Object.entries(values).map(([name, value]) => {
    if (ownFields.includes(name)) return [name, Array.isArray(value) ? [] : ''] as const
    if (name === 'state') return [name, 'published'] as const
    if (name === 'publishAt') return [name, ''] as const
    return [name, name === 'releaseYear' ? String(next) : renewed(value)] as const
  })
  return Object.fromEntries(entries)
}
