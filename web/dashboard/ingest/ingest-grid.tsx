import { memo, useEffect, useRef, useState } from 'react'
import { formatNumber, formatPercent } from '#contract/format.ts'
import type { IngestField, IngestRow, IngestValues } from '#contract/resources/ingest.ts'
import { CellEditor } from './ingest-cell.tsx'
import {
  columns,
  doubtWords,
  isUsed,
  meantRows,
  problemsOf,
  stateLabels,
  surenessOf,
  wordsOf,
  type RowState,
} from './row-state.ts'
import { SurenessBars } from './sureness-bars.tsx'
import { useCellWriting } from './use-cell-writing.ts'
import type { Sending } from './use-sending.ts'

/** A row with what the grid says of it. */
export interface ShownRow {
  row: IngestRow
  state: RowState
}

interface Place {
  row: number
  column: number
}

interface IngestGridProps {
  rows: readonly ShownRow[]
  sendings: ReadonlyMap<string, Sending>
  chosen: ReadonlySet<string>
  onChosen: (chosen: ReadonlySet<string>) => void
  onType: (ids: readonly string[], values: Partial<IngestValues>) => void
  onSee: (ids: readonly string[]) => void
  /** The row that somebody looks at, by its place in `rows`. */
  activeRow: number
  onActive: (id: string) => void
}

/** The file, what can be written, and the state. */
const columnCount = columns.length + 2
const fieldAt = (column: number): IngestField | undefined => columns[column - 1]?.field

/**
 * The rows of an import as a grid: arrows move, Enter writes, Space chooses, Ctrl+D fills down, Ctrl+Enter says that a
 * row was looked at. Source: WAI-ARIA APG, grid pattern.
 */
export function IngestGrid({
  rows,
  sendings,
  chosen,
  onChosen,
  onType,
  onSee,
  activeRow,
  onActive,
}: IngestGridProps) {
  const [activeColumn, setActiveColumn] = useState(0)
  const writing = useCellWriting(onType)
  const table = useRef<HTMLTableElement>(null)
  const wantsFocus = useRef(false)
  const lastChosen = useRef(0)
  const at: Place = { row: activeRow, column: activeColumn }
  /* A row that is taken away takes its editor with it: what is typed never goes on in another one. */
  const isEditing = writing.id !== '' && rows[at.row]?.row.id === writing.id

  useEffect(() => {
    if (!wantsFocus.current || isEditing) return
    wantsFocus.current = false
    table.current?.querySelector<HTMLElement>('[data-active]')?.focus()
  })

  const move = (row: number, column: number) => {
    const next = {
      row: Math.min(Math.max(row, 0), rows.length - 1),
      column: Math.min(Math.max(column, 0), columnCount - 1),
    }
    wantsFocus.current = true
    writing.end()
    goTo(next)
  }
  const goTo = ({ row, column }: Place) => {
    setActiveColumn(column)
    const id = rows[row]?.row.id
    if (id !== undefined) onActive(id)
  }
  const edit = (place: Place) => {
    const id = rows[place.row]?.row.id
    if (id === undefined || !canEdit(place)) return
    goTo(place)
    const meant = new Set(meantRows(id, chosen, rows))
    writing.begin(
      id,
      rows.flatMap(({ row }) => (meant.has(row.id) ? row : [])),
    )
  }
  const canEdit = (place: Place) => {
    const shown = rows[place.row]
    const field = fieldAt(place.column)
    return (
      shown !== undefined &&
      field !== undefined &&
      shown.row.record === null &&
      isUsed(field, shown.row.values)
    )
  }
  const choose = (index: number, isRange: boolean) => {
    const next = new Set(chosen)
    const [from, to] = isRange ? [lastChosen.current, index].toSorted((a, b) => a - b) : [index, index]
    const ids = rows.slice(from, (to ?? index) + 1).flatMap(({ row }) => (row.record === null ? row.id : []))
    const isTaken = !isRange && ids.every(id => next.has(id))
    for (const id of ids) {
      if (isTaken) next.delete(id)
      else next.add(id)
    }
    lastChosen.current = index
    onChosen(next)
  }
  const fillDown = () => {
    const field = fieldAt(at.column)
    const here = rows[at.row]?.row
    if (field === undefined || !here) return
    const targets = meantRows(here.id, chosen, rows)
    const source = targets.length > 1 ? here : rows[at.row - 1]?.row
    if (source && here.record === null) onType(targets, { [field]: source.values[field] })
  }

  const keys = (event: React.KeyboardEvent) => {
    if (isEditing) return
    const withControl = event.ctrlKey || event.metaKey
    const { key } = event
    const pageRows = 10
    const moves: Record<string, [number, number]> = {
      ArrowDown: [at.row + 1, at.column],
      ArrowUp: [at.row - 1, at.column],
      // The table runs from right to left.
      ArrowLeft: [at.row, at.column + 1],
      ArrowRight: [at.row, at.column - 1],
      PageDown: [at.row + pageRows, at.column],
      PageUp: [at.row - pageRows, at.column],
      Home: [withControl ? 0 : at.row, 0],
      End: [withControl ? rows.length - 1 : at.row, columnCount - 1],
    }
    const next = moves[key]
    if (next) {
      if (event.shiftKey && (key === 'ArrowDown' || key === 'ArrowUp')) {
        if (!chosen.has(rows[at.row]?.row.id ?? '')) lastChosen.current = at.row
        choose(Math.min(Math.max(next[0], 0), rows.length - 1), true)
      }
      move(...next)
    } else if (withControl && key === 'Enter') {
      const here = rows[at.row]?.row.id
      if (here !== undefined) onSee(meantRows(here, chosen, rows))
      move(at.row + 1, at.column)
    } else if (withControl && event.code === 'KeyD') fillDown()
    else if (withControl && event.code === 'KeyA')
      onChosen(new Set(rows.flatMap(({ row }) => (row.record === null ? row.id : []))))
    else if ((key === 'Enter' || key === 'F2') && canEdit(at)) edit(at)
    else if (key === ' ') choose(at.row, event.shiftKey)
    else return
    event.preventDefault()
  }

  const openRows = rows.filter(({ row }) => row.record === null)
  const isAllChosen = openRows.length > 0 && openRows.every(({ row }) => chosen.has(row.id))
  const acts = useRef<RowActs>({} as RowActs)
  acts.current = {
    press(row, column, isShift) {
      const isSame = at.row === row && at.column === column
      if (column === 0) {
        choose(row, isShift)
        move(row, 0)
      } else if (isSame && canEdit(at)) edit(at)
      else move(row, column)
    },
    open: (row, column) => edit({ row, column }),
    type: writing.type,
    takeBack: writing.takeBack,
    end(step) {
      if (step === 1) move(at.row + 1, at.column)
      else {
        wantsFocus.current = document.activeElement?.classList.contains('ingest__editor') ?? false
        writing.end()
      }
    },
  }

  return (
    <div className="ingest__scroll">
      <table
        ref={table}
        className="ingest__grid"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the grid pattern of the APG is a table
        role="grid"
        aria-label="السجلات المقترحة"
        aria-rowcount={rows.length + 1}
        aria-colcount={columnCount}
        aria-multiselectable
        onKeyDown={keys}
      >
        <thead>
          <tr>
            <th scope="col">
              <label className="ingest__choice">
                <input
                  type="checkbox"
                  checked={isAllChosen}
                  aria-label="اختر الكل"
                  onChange={() => onChosen(new Set(isAllChosen ? [] : openRows.map(({ row }) => row.id)))}
                />
                <span>الملف</span>
              </label>
            </th>
            {columns.map(({ field, label }) => (
              <th key={field} scope="col">
                {label}
              </th>
            ))}
            <th scope="col">الحال</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, state }, index) => (
            <GridRow
              key={row.id}
              index={index}
              row={row}
              state={state}
              isChosen={chosen.has(row.id)}
              activeColumn={at.row === index ? at.column : -1}
              isEditing={isEditing && at.row === index}
              progress={progressOf(row, sendings)}
              acts={acts}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RowActs {
  press(row: number, column: number, isShift: boolean): void
  open(row: number, column: number): void
  type(values: Partial<IngestValues>): void
  takeBack(field: IngestField): void
  end(step: 0 | 1): void
}

/** What is said of the files of a row that are not there yet; '' when all are. */
function progressOf({ files }: IngestRow, sendings: ReadonlyMap<string, Sending>): string {
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
  isChosen: boolean
  activeColumn: number
  isEditing: boolean
  progress: string
  acts: React.RefObject<RowActs>
}

const GridRow = memo(function GridRow({
  index,
  row,
  state,
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
      <td {...cell(columns.length + 1)} className="ingest__state">
        {progress ? (
          <span className="ingest__progress">{progress}</span>
        ) : (
          <>
            {sureness ? <SurenessBars of={sureness} /> : null}
            <span className="ingest__chip" data-state={state}>
              {stateLabels[state]}
            </span>
          </>
        )}
      </td>
    </tr>
  )
})
