import { memo } from 'react'
import { formatNumber, formatPercent } from '#contract/format.ts'
import type { IngestField, IngestRow, IngestValues } from '#contract/resources/ingest.ts'
import { CellEditor } from './ingest-cell.tsx'
import {
  doubtWords,
  isUsed,
  problemsOf,
  stateLabels,
  surenessOf,
  wordsOf,
  type GridColumn,
  type RowState,
} from './row-state.ts'
import { SurenessBars } from './sureness-bars.tsx'
import type { Sending } from './sending.ts'

/** What is done to the rows of the grid; columns by their place. */
export interface RowActs {
  press(row: number, column: number, isShift: boolean): void
  open(row: number, column: number): void
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
  const percent = formatPercent(Math.floor((Math.max(0, size - left) / Math.max(1, size)) * 100))
  return own.some(sending => sending?.isWaiting) ? `بانتظار الإنترنت، يكمل من ${percent}` : percent
}

interface GridRowProps {
  index: number
  row: IngestRow
  state: RowState
  /** What stands between the file and the state. */
  columns: readonly GridColumn[]
  /** Whether the state stands below the name of the file, and has no column. */
  isStateInFile: boolean
  isChosen: boolean
  activeColumn: number
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
  isStateInFile,
  isChosen,
  activeColumn,
  isEditing,
  progress,
  acts,
}: GridRowProps) {
  const { values, files, doubts } = row
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
  const cell = (column: number) => ({
    role: 'gridcell',
    tabIndex: activeColumn === column ? 0 : -1,
    'data-active': activeColumn === column || undefined,
    'aria-colindex': column + 1,
    onClick: (event: React.MouseEvent) => acts.current.press(index, column, event.shiftKey),
    onDoubleClick: () => acts.current.open(index, column),
  })
  return (
    <tr aria-selected={isChosen} aria-rowindex={index + 2} data-state={state}>
      <td {...cell(0)} className="ingest__file">
        <span className="ingest__box" data-checked={isChosen || undefined} aria-hidden />
        <span className="ingest__name" title={name}>
          <bdi>{name}</bdi>
          {files.length > 1 ? <small>+{formatNumber(files.length - 1)}</small> : null}
        </span>
        {isStateInFile ? <span className="ingest__stand">{stateWords}</span> : null}
      </td>
      {columns.map(({ field, label }, at) => {
        const column = at + 1
        const isOpen = isEditing && activeColumn === column
        const words = wordsOf(field, values)
        const isAsked = isUsed(field, values)
        const problem = isAsked ? problems[field] : undefined
        const doubt = isAsked ? doubts[field] : undefined
        const note = problem ?? (doubt && doubtWords[doubt].short)
        return (
          <td
            key={field}
            {...cell(column)}
            data-field={field}
            data-doubt={problem ? 'missing' : doubt}
            title={[words, note].filter(Boolean).join('، ') || undefined}
            aria-invalid={problem ? true : undefined}
          >
            {isOpen ? (
              <CellEditor
                field={field}
                label={`${label}: ${name}`}
                values={values}
                onValue={next => acts.current.type(next)}
                onTakeBack={() => acts.current.takeBack(field)}
                onEnd={step => acts.current.end(step)}
              />
            ) : isAsked ? (
              <>
                <span>{words || (problem ? '؟' : '—')}</span>
                {note ? <span className="visually-hidden"> ({note})</span> : null}
              </>
            ) : (
              <span className="muted">—</span>
            )}
          </td>
        )
      })}
      {isStateInFile ? null : (
        <td {...cell(columns.length + 1)} className="ingest__state">
          {stateWords}
        </td>
      )}
    </tr>
  )
})
