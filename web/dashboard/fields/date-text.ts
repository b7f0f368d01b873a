import { parseDate } from '@internationalized/date'
import { formatDate, latinDigits } from '#contract/format.ts'

/** The months as the product writes them; the middle of a month is in it in every time zone. */
const monthNames = Array.from({ length: 12 }, (_, index) =>
  formatDate(new Date(Date.UTC(2024, index, 15)))
    .split(' ')
    .slice(1, -1)
    .join(' '),
)

function isoOf(year: string, month: number, day: string): string | undefined {
  const text = `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
  try {
    return parseDate(text).toString()
  } catch {
    return undefined
  }
}

/**
 * The day that a text names, or undefined: `2024-03-09`, `9/3/2024`, `٩ آذار ٢٠٢٤`, in digits of any kind.
 * Shape: YYYY-MM-DD.
 */
export function dayOfText(text: string): string | undefined {
  const plain = latinDigits(text)
    .replace(/\p{Cf}/gu, '')
    .trim()
  const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(plain)
  if (yearFirst) return isoOf(yearFirst[1] ?? '', Number(yearFirst[2]), yearFirst[3] ?? '')
  const dayFirst = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(plain)
  if (dayFirst) return isoOf(dayFirst[3] ?? '', Number(dayFirst[2]), dayFirst[1] ?? '')
  const inWords = /^(\d{1,2}) (.+?) (\d{4})$/.exec(plain)
  if (!inWords) return undefined
  const month = monthNames.indexOf(inWords[2] ?? '') + 1
  return month > 0 ? isoOf(inWords[3] ?? '', month, inWords[1] ?? '') : undefined
}
