import type { IngestField, IngestRow, IngestValues } from '#contract/resources/ingest.ts'
import { columns, isShown, type GridColumn } from './row-state.ts'

/** A cell of a row: what it can be written into, the file before it, or the state after it. */
export type CellName = IngestField | 'file' | 'state'

/** What the column is called that each row fills with what its record is known by. */
export const namingLabel = 'العنوان أو الدور'

/** The fields that share it, in the order in which a row shows those of its kind. */
const naming: readonly CellName[] = ['city', 'try', 'title', 'teacher'] satisfies IngestField[]
const namingColumns = columns
  .filter(({ field }) => naming.includes(field))
  .toSorted((one, other) => naming.indexOf(one.field) - naming.indexOf(other.field))

/** The columns that hold one field each: of what some row has or may get. */
export function ownColumns(rows: readonly Pick<IngestRow, 'values'>[]): GridColumn[] {
  return columns.filter(
    ({ field }) => !naming.includes(field) && rows.some(({ values }) => isShown(field, values)),
  )
}

/**
 * What a row is known by, in the column that all share: a book its title, a handout its title and teacher, an exam its
 * round and title, a result its city and round. A field of a row without a kind stays while it is `written` into.
 */
export function namingOf(values: IngestValues, written?: CellName): GridColumn[] {
  return namingColumns.filter(
    ({ field }) => isShown(field, values) || (values.kind === '' && field === written),
  )
}

/** The cell of a row that stands where `name` does in another: itself, or what the row has in its place. */
export function cellFor(name: CellName, cells: readonly CellName[]): CellName {
  if (cells.includes(name)) return name
  return cells.find(cell => naming.includes(name) && naming.includes(cell)) ?? 'file'
}
