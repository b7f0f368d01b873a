import { branchLabels } from '#contract/codes/branches.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import { examDaysOf } from '#contract/exam-days.ts'
import { gradePlaceLabel } from '#contract/grade-pages.ts'
import type { GradePlace } from '#contract/grade-pages.ts'
import { paths } from '#contract/paths.ts'
import type { ExamDate } from '#contract/resources/exam-dates.ts'
import { day as dayMs } from '#contract/units.ts'
import { plainLine } from '#server/site/plain-line.ts'

interface CalendarSource {
  dates: readonly ExamDate[]
  version: number
  changedAt: Date | undefined
  /** `https://rafid.example`, without a trailing slash. */
  origin: string
}

/** Source: RFC 5545, 3.1: no line is longer, its end not counted. */
const maxLineBytes = 75

const basic = (text: string) => text.replace(/[-:]|\.\d+/g, '')
const dayAfter = (day: string) => new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10)
const escaped = (text: string) => plainLine(text).replace(/[\\;,]/g, '\\$&')

/** A line in pieces of at most 75 bytes, none of which cuts a letter. Source: RFC 5545, 3.1. */
function folded(line: string): string {
  const pieces: string[] = []
  let piece = ''
  for (const letter of line) {
    if (Buffer.byteLength(piece + letter) > maxLineBytes) {
      pieces.push(piece)
      piece = ' '
    }
    piece += letter
  }
  return [...pieces, piece].join('\r\n')
}

/**
 * The exams of a grade or branch as days of a calendar. An event keeps its name when its day moves within the year,
 * so that a calendar that follows moves it. Source: RFC 5545; RFC 7986.
 */
export function calendarDocument(place: GradePlace, source: CalendarSource): string {
  const { origin, version, changedAt = new Date(0) } = source
  const page = origin + paths.grade(place.grade, place.branch)
  const label = escaped(`امتحانات ${gradePlaceLabel(place)}`)
  const seen = new Map<string, number>()
  const events = examDaysOf(source.dates, place).flatMap(({ grade, branch, subject, day }) => {
    const name = [grade, branch, subject, day.slice(0, 4)].filter(Boolean).join('-').toLowerCase()
    const nth = (seen.get(name) ?? 0) + 1
    seen.set(name, nth)
    const whose = place.branch || !branch ? '' : ` (${branchLabels[branch]})`
    return [
      'BEGIN:VEVENT',
      `UID:${name}-${nth}@${new URL(origin).hostname}`,
      `DTSTAMP:${basic(changedAt.toISOString())}`,
      `SEQUENCE:${version}`,
      `DTSTART;VALUE=DATE:${basic(day)}`,
      `DTEND;VALUE=DATE:${basic(dayAfter(day))}`,
      `SUMMARY:${escaped(`امتحان ${subjectLabels[subject]}${whose}`)}`,
      `URL:${page}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]
  })
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Rafid//Exams//AR',
    'CALSCALE:GREGORIAN',
    `NAME:${label}`,
    `X-WR-CALNAME:${label}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    'X-PUBLISHED-TTL:PT6H',
    ...events,
    'END:VCALENDAR',
  ]
  return lines.map(line => `${folded(line)}\r\n`).join('')
}
