import * as countedNouns from './counted-nouns.ts'
import type { CountedNoun } from './counted-nouns.ts'
import { day as dayMs, hour as hourMs, minute as minuteMs } from './units.ts'

/** The one place where numbers and dates become text: Iraqi Arabic, Arabic-Indic digits, Baghdad time. */
const locale = 'ar-IQ-u-nu-arab-ca-gregory'
export const timeZone = 'Asia/Baghdad'

/* Marked as pure: a bundle leaves out what it never writes. */
const numberFormat = /* @__PURE__ */ new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
const plainNumberFormat = /* @__PURE__ */ new Intl.NumberFormat(locale, { useGrouping: false })
const percentFormat = /* @__PURE__ */ new Intl.NumberFormat(locale, {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})
const dateFormat = /* @__PURE__ */ new Intl.DateTimeFormat(locale, {
  timeZone,
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})
const dateTimeFormat = /* @__PURE__ */ new Intl.DateTimeFormat(locale, {
  timeZone,
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})
const shortDateFormat = /* @__PURE__ */ new Intl.DateTimeFormat(locale, {
  timeZone,
  day: 'numeric',
  month: 'numeric',
})
const numericDateFormat = /* @__PURE__ */ new Intl.DateTimeFormat(locale, {
  timeZone,
  day: 'numeric',
  month: 'numeric',
  year: 'numeric',
})
const timeFormat = /* @__PURE__ */ new Intl.DateTimeFormat(locale, {
  timeZone,
  hour: 'numeric',
  minute: '2-digit',
})
const weekdayFormat = /* @__PURE__ */ new Intl.DateTimeFormat(locale, {
  timeZone,
  weekday: 'long',
  day: 'numeric',
  month: 'long',
})
const dayFormat = /* @__PURE__ */ new Intl.DateTimeFormat('en-CA', {
  timeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** A count with thousands separators: ١٬٢٣٤. */
export function formatNumber(value: number): string {
  return numberFormat.format(value)
}

/** A year, round or page number: digits only, no separators. */
export function formatPlainNumber(value: number): string {
  return plainNumberFormat.format(value)
}

/** The school year that a release year ends: 2026 → ٢٠٢٥–٢٠٢٦. */
export function formatSchoolYear(releaseYear: number): string {
  return `${formatPlainNumber(releaseYear - 1)}–${formatPlainNumber(releaseYear)}`
}

/** A share in percent with one decimal: 12.34 → ٪١٢٫٣. Units: percent, not a fraction. */
export function formatPercent(percent: number): string {
  return `٪${percentFormat.format(percent)}`
}

/** A day in Baghdad: ٢١ تشرين الثاني ٢٠٢٦. The value is an ISO string or a Date. */
export function formatDate(value: string | Date): string {
  return dateFormat.format(new Date(value))
}

/** A moment in Baghdad with hour and minute. */
export function formatDateTime(value: string | Date): string {
  return dateTimeFormat.format(new Date(value))
}

/** A day in Baghdad without its year, short: ٢٠/١٠. */
export function formatShortDate(value: string | Date): string {
  return shortDateFormat.format(new Date(value))
}

/** A day in Baghdad in numbers, where there is little room: ٢٠/١٠/٢٠٢٦. */
export function formatNumericDate(value: string | Date): string {
  return numericDateFormat.format(new Date(value))
}

/** A time of day in Baghdad: ٩:٣٠ ص. */
export function formatTime(value: string | Date): string {
  return timeFormat.format(new Date(value))
}

const daysSaid = 7

/**
 * How long ago something was, as people say it: قبل ٣ ساعات, أمس, قبل ٤ أيام; from a week on the day itself.
 * Days are those of Baghdad.
 */
export function formatSince(value: string | Date, now: Date = new Date()): string {
  const sinceMs = now.getTime() - new Date(value).getTime()
  const days = Math.round((Date.parse(dayInBaghdad(now)) - Date.parse(dayInBaghdad(value))) / dayMs)
  if (sinceMs < 0 || days >= daysSaid) return formatDate(value)
  if (sinceMs < minuteMs) return 'الآن'
  const relative = /* @__PURE__ */ new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  if (sinceMs < hourMs) return relative.format(-Math.floor(sinceMs / minuteMs), 'minute')
  if (sinceMs < dayMs) return relative.format(-Math.floor(sinceMs / hourMs), 'hour')
  return relative.format(-days, 'day')
}

/** A day with its name and without its year: الأربعاء، ٩ حزيران. */
export function formatWeekday(value: string | Date): string {
  return weekdayFormat.format(new Date(value))
}

/** How far a day is, as people say it: اليوم, غداً, بعد ٣ أيام. Shape: YYYY-MM-DD, in Baghdad, not before today. */
export function formatUntil(day: string, now: Date = new Date()): string {
  const days = Math.round((Date.parse(day) - Date.parse(dayInBaghdad(now))) / dayMs)
  return ['اليوم', 'غداً', 'بعد غد'][days] ?? `بعد ${formatCount(days, countedNouns.day)}`
}

/** The calendar day in Baghdad as YYYY-MM-DD, for grouping and `<time datetime>`. */
export function dayInBaghdad(value: string | Date): string {
  return dayFormat.format(new Date(value))
}

const sizeUnits = ['بايت', 'ك.ب', 'م.ب', 'غ.ب'] as const

/** A file's size as people read it, on one line: ٨٫٤ م.ب. Units: bytes. */
export function formatFileSize(bytes: number): string {
  let size = Math.max(0, bytes)
  let unit = 0
  while (size >= 1024 && unit < sizeUnits.length - 1) {
    size /= 1024
    unit += 1
  }
  return `${formatNumber(size >= 100 ? Math.round(size) : size)}\u00A0${sizeUnits[unit]}`
}

export { countedNouns, type CountedNoun }

/** A number with its noun: ١٩٢ صفحة, صفحتان, ٥ صفحات, ١٠٠ كتاب, لا أخبار. */
export function formatCount(count: number, noun: CountedNoun): string {
  if (count === 0) return `لا ${noun.few}`
  if (count === 1) return noun.one
  if (count === 2) return noun.two
  const lastTwo = count % 100
  const counted = lastTwo < 3 ? (noun.other ?? noun.many) : lastTwo <= 10 ? noun.few : noun.many
  return `${formatNumber(count)} ${counted}`
}

const arabicDigits = '٠١٢٣٤٥٦٧٨٩'
const persianDigits = '۰۱۲۳۴۵۶۷۸۹'

/** A number that is a name, such as an exam number, in Arabic digits: every digit of it, of either kind, those in front too. */
export function formatDigits(digits: string): string {
  return latinDigits(digits).replace(/[0-9]/g, digit => arabicDigits.charAt(Number(digit)))
}

/** Arabic-Indic and Persian digits as Latin ones; all else stays. */
export function latinDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹]/g, digit => {
    const index = arabicDigits.indexOf(digit)
    return String(index >= 0 ? index : persianDigits.indexOf(digit))
  })
}
