import { memo } from 'react'
import { formatNumber } from '#contract/format.ts'
import type { IngestField, IngestRow, IngestValues } from '#contract/resources/ingest.ts'
import { FieldCell } from './field-cell.tsx'
import { namingOf, type CellName } from './row-cells.ts'
import { problemsOf, stateLabels, surenessOf, type GridColumn, type RowState } from './row-state.ts'
import { SurenessBars } from './sureness-bars.tsx'
import { progressText } from '../uploads/progress-text.ts'
import type { Sending } from '../uploads/sending.ts'

/** What is done to the rows of the grid. */
export interface RowActs {
  /** A press begins on a cell. */
  down(row: number, cell: CellName): void
  /** It ends where it began. */
  press(row: number, cell: CellName, isShift: boolean): void
  open(row: number, cell: CellName): void
  type(values: Partial<IngestValues>): void
  takeBack(field: IngestField): void
  end(step: 0 | 1): void
}

/** What is said of the files of a row that are not there yet; '' when all are. */
export function progressOf({ files }: IngestRow, sendings: ReadonlyMap<string, Sending>): string {
  const open = files.filter(({ url }) => url === null)
  if (open.length === 0) return ''
  const own = open.map(({ id }) => sendings.get(id))
  const failed = own.find(sending => sending?.failure)
  if (failed) return failed.failure
  if (open.every(({ archiveId }) => archiveId !== null)) return 'يُؤخذ من الأرشيف'
  if (own.every(sending => sending === undefined)) return 'أفلت الملف مرة أخرى: يكمل من حيث توقف'
  const size = files.reduce((sum, file) => sum + file.size, 0)
  const left = open.reduce((sum, file) => sum + file.size - (sendings.get(file.id)?.sentBytes ?? 0), 0)
  const isWaiting = own.some(sending => sending?.isWaiting ?? false)
  return progressText(size - left, size, isWaiting)
}

interface GridRowProps {
  index: number
  row: IngestRow
  state: RowState
  /** The columns of one field each that stand after the file. */
  columns: readonly GridColumn[]
  /** So many places has the column after them that rows fill with what they are known by. */
  namingPlaces: number
  /** Whether the state stands below the name of the file, and has no column. */
  isStateInFile: boolean
  isChosen: boolean
  /** The cell that the keyboard is at, in this row alone. */
  activeCell: CellName | undefined
  isEditing: boolean
  progress: string
  acts: React.RefObject<RowActs>
}

/** A row of the grid: its file, what can be written, and where it stands. */
export const GridRow = memo(function GridRow({
  index,
  row,
  state,
  columns,
  namingPlaces,
  isStateInFile,
  isChosen,
  activeCell,
  isEditing,
  progress,
  acts,
}: GridRowProps) {
  const { values, files } = row
  const problems = state === 'added' ? {} : problemsOf(row)
  const name = files[0]?.name ?? ''
  const sureness = surenessOf(row)
  const stateWords = progress ? (
    <span className="ingest__progress">{progress}</span>
  ) : (
    <>
      {sureness ? <SurenessBars of={sureness} /> : null}
      <span className="ingest__chip" data-state={state}>
        {stateLabels[state]}
      </span>
    </>
  )
  const place = (cell: CellName, column: number, span = 1) => ({
    role: 'gridcell',
    tabIndex: activeCell === cell ? 0 : -1,
    'data-active': activeCell === cell || undefined,
    'aria-colindex': column + 1,
    'aria-colspan': span > 1 ? span : undefined,
    onPointerDown: () => acts.current.down(index, cell),
    onClick: (event: React.MouseEvent) => acts.current.press(index, cell, event.shiftKey),
    onDoubleClick: () => acts.current.open(index, cell),
  })
  const fieldCell = (column: GridColumn) => ({
    column,
    row,
    problem: problems[column.field],
    isOpen: isEditing && activeCell === column.field,
    onType: (next: Partial<IngestValues>) => acts.current.type(next),
    onTakeBack: () => acts.current.takeBack(column.field),
    onEnd: (step: 0 | 1) => acts.current.end(step),
  })
  const named = namingOf(values, isEditing ? activeCell : undefined)
  const firstNaming = columns.length + 1
  return (
    <tr aria-selected={isChosen} aria-rowindex={index + 2} data-state={state}>
      <td {...place('file', 0)} className="ingest__file">
        <span className="ingest__box" data-checked={isChosen || undefined} aria-hidden />
        <span className="ingest__name" title={name}>
          <bdi>{name}</bdi>
          {files.length > 1 ? <small>+{formatNumber(files.length - 1)}</small> : null}
        </span>
        {isStateInFile ? <span className="ingest__stand">{stateWords}</span> : null}
      </td>
      {columns.map((column, at) => (
        <FieldCell key={column.field} {...fieldCell(column)} place={place(column.field, at + 1)} />
      ))}
      {/* oxlint-disable-next-line jsx-a11y/no-interactive-element-to-noninteractive-role -- its parts are the cells of the row */}
      <td role="presentation" className="ingest__naming">
        <div className="ingest__parts">
          {named.map((column, at) => (
            <FieldCell
              key={column.field}
              {...fieldCell(column)}
              isShared
              place={place(
                column.field,
                firstNaming + at,
                at === named.length - 1 ? namingPlaces - at : undefined,
              )}
            />
          ))}
        </div>
      </td>
      {isStateInFile ? null : (
        <td {...place('state', firstNaming + namingPlaces)} className="ingest__state">
          {stateWords}
        </td>
      )}
    </tr>
  )
})
