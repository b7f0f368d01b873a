import { branchLabels } from '#contract/codes/branches.ts'
import { grades, hasBranches } from '#contract/codes/grades.ts'
import { roundLabel } from '#contract/codes/rounds.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import { formatPlainNumber, formatSchoolYear } from '#contract/format.ts'
import { ingestOutcome, ingestTitle } from '#contract/ingest-input.ts'
import { kinds } from '#contract/kinds.ts'
import { confidences } from '#contract/resources/ingest.ts'
import type { Confidence, IngestField, IngestRow, IngestValues } from '#contract/resources/ingest.ts'

/** The fields of a row that can be written into, in the order in which they are named. */
export const columns = [
  { field: 'kind', label: 'النوع' },
  { field: 'stage', label: 'الصف' },
  { field: 'branch', label: 'الفرع' },
  { field: 'subject', label: 'المادة' },
  { field: 'releaseYear', label: 'السنة' },
  { field: 'try', label: 'الدور' },
  { field: 'teacher', label: 'المدرس' },
  { field: 'city', label: 'المدينة' },
  { field: 'title', label: 'العنوان' },
] as const satisfies readonly { field: IngestField; label: string }[]

/** A field of a row with its name. */
export type GridColumn = (typeof columns)[number]

/** Where a row stands, the most urgent first. */
export type RowState = 'added' | 'twice' | 'unknown' | 'incomplete' | 'doubtful' | 'ready' | 'seen'

export const stateLabels: Record<RowState, string> = {
  added: 'أُضيف',
  twice: 'مكرر',
  unknown: 'غير معروف',
  incomplete: 'ناقص',
  doubtful: 'يحتاج نظرة',
  ready: 'جاهز',
  seen: 'روجع',
}

/** Whether a value means something for the kind of the row. */
export function isUsed(field: IngestField, { kind, stage }: Pick<IngestValues, 'kind' | 'stage'>): boolean {
  if (kind === '') return true
  if (field === 'subject' || field === 'title') return kind !== 'result'
  if (field === 'try') return kind === 'exam' || kind === 'result'
  if (field === 'teacher') return kind === 'note'
  if (field === 'city') return kind === 'result'
  if (field === 'branch') return kind !== 'exam' && (stage === '' || hasBranches(stage))
  return true
}

/** Whether a row has a field, or may get it as what it is; one that nothing is known of, what a book has. */
export function isShown(field: IngestField, values: IngestValues): boolean {
  return values.kind === ''
    ? isUsed(field, { kind: 'book', stage: '' }) || wordsOf(field, values) !== ''
    : isUsed(field, values)
}

/** What a cell says; '' for nothing. */
export function wordsOf(field: IngestField, values: IngestValues): string {
  const { kind, stage, branch, subject, releaseYear, city, teacher } = values
  switch (field) {
    case 'kind':
      return kind === '' ? '' : kinds[kind].label
    case 'stage':
      return stage === '' ? '' : grades[stage].shortLabel
    case 'branch':
      return branch === '' ? '' : branchLabels[branch]
    case 'subject':
      return subject === '' ? '' : subjectLabels[subject]
    case 'releaseYear': {
      const isSchoolYear = kind === 'book' || kind === 'note'
      if (releaseYear === null) return ''
      return isSchoolYear ? formatSchoolYear(releaseYear) : formatPlainNumber(releaseYear)
    }
    case 'try':
      return values.try === null ? '' : roundLabel(values.try)
    case 'teacher':
      return teacher
    case 'city':
      return city
    case 'title':
      return ingestTitle(values)
  }
}

/** What is still wrong with a row before it can be published, by field; `files` stands for its files. */
export function problemsOf({ values, files }: Pick<IngestRow, 'values' | 'files'>): Record<string, string> {
  const outcome = ingestOutcome(values, files)
  return 'problems' in outcome ? outcome.problems : {}
}

const isWaiting = (row: IngestRow) => row.files.some(({ url }) => url === null)

/** What a row is like: a record or another row says the same, or shows the same picture. */
interface RowLikeness {
  isTwice: boolean
  isLookalike?: boolean
}

/** Where a row stands. One that lacks something cannot be published, also when somebody has looked at it. */
export function stateOf(row: IngestRow, { isTwice, isLookalike = false }: RowLikeness): RowState {
  if (row.record) return 'added'
  const lack = lackOf(row)
  if (row.isSeen) return lack ?? 'seen'
  if (isTwice || row.files.some(({ usedBy }) => usedBy.length > 0)) return 'twice'
  if (lack) return lack
  const isDoubted = Object.keys(row.doubts).some(field => isUsed(field as IngestField, row.values))
  return isLookalike || isDoubted ? 'doubtful' : 'ready'
}

function lackOf(row: IngestRow): RowState | undefined {
  if (row.values.kind === '') return 'unknown'
  const { files: file, ...facts } = problemsOf(row)
  const isLacking = Object.keys(facts).length > 0 || (file !== undefined && !isWaiting(row))
  return isLacking ? 'incomplete' : undefined
}

/** What is said of a value that was only proposed, by how surely: in a cell, and beside the row. */
export const doubtWords: Record<Confidence, { short: string; long: string }> = {
  sure: { short: 'أكيد', long: 'مكتوب في الاسم' },
  likely: { short: 'مرجح', long: 'مرجح من الاسم أو المجلد' },
  page: { short: 'من الصفحة الأولى', long: 'من نص الصفحة الأولى' },
  guess: { short: 'تخمين', long: 'تخمين من الاسم' },
}

/** How sure what was proposed for a row is: as its least sure value; undefined where people have looked. */
export function surenessOf(row: IngestRow): Confidence | 'unknown' | undefined {
  if (row.record || row.isSeen) return undefined
  if (row.values.kind === '') return 'unknown'
  const doubts = columns.flatMap(({ field }) => (isUsed(field, row.values) ? (row.doubts[field] ?? []) : []))
  return doubts.toSorted((one, other) => confidences.indexOf(other) - confidences.indexOf(one))[0] ?? 'sure'
}

/** Whether a row can be published now. */
export function isComplete(row: IngestRow): boolean {
  return row.record === null && Object.keys(problemsOf(row)).length === 0
}

/** Rows that would be the same record as another one of the import. */
export function alikeRows(rows: readonly IngestRow[]): Set<string> {
  const keyOf = ({ values }: IngestRow) =>
    [values.kind, values.stage, values.branch, values.subject, values.releaseYear, values.try, values.teacher]
      .concat(values.city, ingestTitle(values))
      .join('|')
  const open = rows.filter(
    ({ record, values }) => record === null && values.kind !== '' && values.stage !== '',
  )
  const counts = new Map<string, number>()
  for (const row of open) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1)
  return new Set(open.filter(row => (counts.get(keyOf(row)) ?? 0) > 1).map(({ id }) => id))
}

/**
 * The rows of a tab: those whose state it shows (all for no state), and the one that somebody works in, which stays
 * while they do.
 */
export function listedRows<Shown extends { row: Pick<IngestRow, 'id'>; state: RowState }>(
  shown: readonly Shown[],
  states: readonly RowState[],
  activeId: string,
): readonly Shown[] {
  return states.length === 0
    ? shown
    : shown.filter(({ row, state }) => states.includes(state) || row.id === activeId)
}

/** The place of the row that somebody works in; of the one that took its place when it is gone. */
export function activePlace(
  listed: readonly { row: Pick<IngestRow, 'id'> }[],
  activeId: string,
  lastPlace: number,
): number {
  const found = listed.findIndex(({ row }) => row.id === activeId)
  return found < 0 ? Math.min(lastPlace, Math.max(listed.length - 1, 0)) : found
}

/** The rows that an act on a listed row means: of the listed ones those that are chosen, if it is one; else it alone. */
export function meantRows(
  id: string,
  chosen: ReadonlySet<string>,
  listed: readonly { row: Pick<IngestRow, 'id'> }[],
): string[] {
  return chosen.has(id) ? listed.flatMap(({ row }) => (chosen.has(row.id) ? row.id : [])) : [id]
}
