import { fold } from '#contract/arabic/fold.ts'
import { branchCodes, branchLabels } from '#contract/codes/branches.ts'
import { gradeCodes, grades } from '#contract/codes/grades.ts'
import { subjectCodes, subjectLabels } from '#contract/codes/subjects.ts'
import { dayOfText } from '../fields/date-text.ts'
import type { DateRow } from './exam-date-values.ts'

function codes<Code extends string>(all: readonly Code[], ...labels: ((code: Code) => string)[]) {
  return new Map(labels.flatMap(label => all.map(code => [fold(label(code)), code] as const)))
}

const gradeOf = codes(
  gradeCodes,
  code => grades[code].label,
  code => grades[code].shortLabel,
)
const branchOf = codes(
  branchCodes,
  code => branchLabels[code],
  code => `ال${branchLabels[code]}`,
)
const subjectOf = codes(
  subjectCodes,
  code => subjectLabels[code],
  code => subjectLabels[code].replace(/^ال/, ''),
)

/**
 * The rows of a table that was copied: each line a row, its cells parted by tabs, semicolons or commas, in any order.
 * What a line does not say of grade and branch it has from the one before it; a line without a subject and a day is
 * not taken, and counted. A cell that nothing is known of is passed over.
 */
export function pastedDates(text: string, before: DateRow | undefined): { rows: DateRow[]; refused: number } {
  const rows: DateRow[] = []
  let refused = 0
  let last = { grade: before?.grade ?? '', branch: before?.branch ?? '' }
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') continue
    const row: DateRow = { grade: '', branch: '', subject: '', day: '' }
    for (const cell of line.split(/[\t;؛,،]/)) {
      const word = fold(cell)
      row.grade ||= gradeOf.get(word) ?? ''
      row.branch ||= branchOf.get(word) ?? ''
      row.subject ||= subjectOf.get(word) ?? ''
      row.day ||= dayOfText(cell) ?? ''
    }
    if (row.grade !== '') last = { grade: row.grade, branch: row.branch }
    else if (row.branch !== '') last = { ...last, branch: row.branch }
    if (row.subject === '' || row.day === '') refused += 1
    else rows.push({ ...row, ...last })
  }
  return { rows, refused }
}
