import { fold } from '#contract/arabic/fold.ts'
import { branchCodes, branchLabels, isBranchCode } from '#contract/codes/branches.ts'
import { gradeCodes, grades, isGradeCode } from '#contract/codes/grades.ts'
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

/** What came of a copied table. */
export interface PastedDates {
  rows: DateRow[]
  /** The lines that were not taken, as they can be taken later: each names the grade and branch that it stood under. */
  rest: string
  /** How many of them name no subject or no day. */
  refused: number
  /** How many of them there was no room for. */
  excess: number
}

/** A line with the grade and branch that it has from the lines before it. */
function standingAlone(line: string, own: Pick<DateRow, 'grade' | 'branch'>, last: typeof own): string {
  const grade = own.grade === '' && isGradeCode(last.grade) ? grades[last.grade].shortLabel : ''
  const branch = own.branch === '' && isBranchCode(last.branch) ? branchLabels[last.branch] : ''
  return [grade, branch, line.trim()].filter(part => part !== '').join('، ')
}

/**
 * The rows of a table that was copied: each line a row, its cells parted by tabs, semicolons or commas, in any order.
 * What a line does not say of grade and branch it has from the one before it; a line without a subject and a day is
 * not taken, nor is one for which there is no `room`. A cell that nothing is known of is passed over.
 */
export function pastedDates(text: string, before: DateRow | undefined, room: number): PastedDates {
  const rows: DateRow[] = []
  const rest: string[] = []
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
    const isWhole = row.subject !== '' && row.day !== ''
    if (isWhole && rows.length < room) {
      rows.push({ ...row, ...last })
      continue
    }
    rest.push(standingAlone(line, row, last))
    if (!isWhole) refused += 1
  }
  return { rows, rest: rest.join('\n'), refused, excess: rest.length - refused }
}
