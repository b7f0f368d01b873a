import { useEffect, useMemo, useRef, useState } from 'react'
import type { IngestField, IngestRow, IngestValues } from '#contract/resources/ingest.ts'
import { notify } from '../parts/notices.tsx'
import { useMedia } from '../parts/use-media.ts'
import { GridRow, progressOf, type RowActs } from './ingest-row.tsx'
import { cellFor, namingLabel, namingOf, ownColumns, type CellName } from './row-cells.ts'
import { columns, isUsed, meantRows, wordsOf, type RowState } from './row-state.ts'
import { useCellInSight } from './use-cell-in-sight.ts'
import { useCellWriting } from './use-cell-writing.ts'
import type { Sending } from '../uploads/sending.ts'

/** A row with what the grid says of it. */
export interface ShownRow {
  row: IngestRow
  state: RowState
}

interface Place {
  row: number
  cell: CellName
}

interface IngestGridProps {
  /** All rows of the import: its columns are the same in each of its lists. */
  all: readonly IngestRow[]
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

const fieldOf = (cell: CellName): IngestField | undefined =>
  cell === 'file' || cell === 'state' ? undefined : cell

const labelOf = (field: IngestField) => columns.find(column => column.field === field)?.label ?? ''

/* Narrower, the state in a column of its own would be out of sight. */
const narrow = '(width < 768px)'

/**
 * The rows of an import as a grid: arrows move, Enter writes, Space chooses, Ctrl+D fills down, Ctrl+Enter says that a
 * row was looked at. Source: WAI-ARIA APG, grid pattern.
 */
export function IngestGrid({
  all,
  rows,
  sendings,
  chosen,
  onChosen,
  onType,
  onSee,
  activeRow,
  onActive,
}: IngestGridProps) {
  /* Where the keyboard is, or wants to be again in the next row that has such a cell. */
  const [wantedCell, setWantedCell] = useState<CellName>('file')
  const isStateInFile = useMedia(narrow)
  const known = ownColumns(all)
    .map(({ field }) => field)
    .join()
  const own = useMemo(() => columns.filter(({ field }) => known.split(',').includes(field)), [known])
  const namingPlaces = Math.max(...rows.map(({ row }) => namingOf(row.values).length))
  const columnCount = 1 + own.length + namingPlaces + (isStateInFile ? 0 : 1)
  const writing = useCellWriting(onType)
  /* The file, what can be written, and the state. */
  const cellsOf = (index: number): CellName[] => {
    const row = rows[index]?.row
    const named = row ? namingOf(row.values, writing.id === row.id ? writing.field : undefined) : []
    const fields = [...own, ...named].map(({ field }) => field)
    return ['file', ...fields, ...(isStateInFile ? [] : (['state'] as const))]
  }
  const table = useRef<HTMLTableElement>(null)
  useCellInSight(table, `${known} ${isStateInFile}`)
  const wantsFocus = useRef(false)
  const lastChosen = useRef(0)
  const pressed = useRef<Place | undefined>(undefined)
  const at: Place = { row: activeRow, cell: cellFor(wantedCell, cellsOf(activeRow)) }
  /* A row or a cell that is taken away takes its editor with it: what is typed never goes on in another one. */
  const isEditing = writing.id !== '' && rows[at.row]?.row.id === writing.id && at.cell === writing.field
  const isCut = writing.id !== '' && !isEditing

  useEffect(() => {
    if (!isCut) return
    const { field, id } = writing
    const column = columns.find(one => one.field === field)
    const row = rows.find(one => one.row.id === id)?.row
    const words = column && row && wordsOf(column.field, { ...row.values, ...writing.typed() })
    if (words && Object.hasOwn(writing.typed(), column.field))
      notify('error', `لم يعد لهذه السطور حقل «${column.label}»، فلا يظهر ما كتبته فيه: «${words}».`)
    wantsFocus.current = document.activeElement === document.body
    writing.end()
  })

  useEffect(() => {
    if (!wantsFocus.current || isEditing) return
    wantsFocus.current = false
    table.current?.querySelector<HTMLElement>('[data-active]')?.focus()
  })

  const move = (row: number, cell: CellName) => {
    wantsFocus.current = true
    writing.end()
    goTo({ row: Math.min(Math.max(row, 0), rows.length - 1), cell })
  }
  const goTo = ({ row, cell }: Place) => {
    setWantedCell(cell)
    const id = rows[row]?.row.id
    if (id !== undefined) onActive(id)
  }
  /** Of these rows the ones that have the field: nothing is written where it would not be seen. */
  const rowsWith = (field: IngestField, ids: readonly string[]): IngestRow[] => {
    const meant = new Set(ids)
    return rows.flatMap(({ row }) => (meant.has(row.id) && isUsed(field, row.values) ? row : []))
  }
  const edit = (place: Place) => {
    const id = rows[place.row]?.row.id
    const field = fieldOf(place.cell)
    if (id === undefined || field === undefined || !canEdit(place)) return
    goTo(place)
    writing.begin(id, field, rowsWith(field, meantRows(id, chosen, rows)))
  }
  const canEdit = ({ row, cell }: Place) => {
    const shown = rows[row]?.row
    const field = fieldOf(cell)
    return shown?.record === null && field !== undefined && isUsed(field, shown.values)
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
    const field = fieldOf(at.cell)
    const here = rows[at.row]?.row
    if (field === undefined || !here || !canEdit(at)) return
    const meant = meantRows(here.id, chosen, rows)
    const source = meant.length > 1 ? here : rows[at.row - 1]?.row
    if (!source) return
    const targets = rowsWith(field, meant).map(({ id }) => id)
    if (isUsed(field, source.values)) onType(targets, { [field]: source.values[field] })
    else notify('error', `ليس للسطر الذي فوقه حقل «${labelOf(field)}»، فلم يُملأ هذا منه.`)
  }

  const keys = (event: React.KeyboardEvent) => {
    if (isEditing) return
    const withControl = event.ctrlKey || event.metaKey
    const { key } = event
    const pageRows = 10
    const cells = cellsOf(at.row)
    const beside = (step: 1 | -1): Place => ({
      row: at.row,
      cell: cells[cells.indexOf(at.cell) + step] ?? at.cell,
    })
    const inRow = (row: number): Place => ({ row, cell: wantedCell })
    const last = withControl ? rows.length - 1 : at.row
    const moves: Record<string, Place> = {
      ArrowDown: inRow(at.row + 1),
      ArrowUp: inRow(at.row - 1),
      // The table runs from right to left.
      ArrowLeft: beside(1),
      ArrowRight: beside(-1),
      PageDown: inRow(at.row + pageRows),
      PageUp: inRow(at.row - pageRows),
      Home: { row: withControl ? 0 : at.row, cell: 'file' },
      End: { row: last, cell: cellsOf(last).at(-1) ?? 'file' },
    }
    const next = moves[key]
    if (next) {
      if (event.shiftKey && (key === 'ArrowDown' || key === 'ArrowUp')) {
        if (!chosen.has(rows[at.row]?.row.id ?? '')) lastChosen.current = at.row
        choose(Math.min(Math.max(next.row, 0), rows.length - 1), true)
      }
      move(next.row, next.cell)
    } else if (withControl && key === 'Enter') {
      const here = rows[at.row]?.row.id
      if (here !== undefined) onSee(meantRows(here, chosen, rows))
      move(at.row + 1, wantedCell)
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
    down(row, cell) {
      pressed.current = { row, cell }
    },
    press(row, cell, isShift) {
      const isSame = at.row === row && at.cell === cell
      if (cell === 'file') {
        choose(row, isShift)
        move(row, cell)
      } else if (isSame && canEdit(at)) edit(at)
      else move(row, cell)
    },
    open: (row, cell) => edit({ row, cell }),
    type: writing.type,
    takeBack: writing.takeBack,
    end(step) {
      if (step === 1) move(at.row + 1, wantedCell)
      else {
        wantsFocus.current = document.activeElement?.classList.contains('ingest__editor') ?? false
        writing.end()
      }
    },
  }

  /* The editor that a press closes gives its width back, so the press may end on another cell than it began on. */
  const pressMoved = ({ target, shiftKey }: React.MouseEvent) => {
    if (pressed.current === undefined || (target as Element).closest('[role="gridcell"]')) return
    acts.current.press(pressed.current.row, pressed.current.cell, shiftKey)
  }

  return (
    <div className="ingest__scroll">
      <table
        ref={table}
        className="ingest__grid"
        data-state-in-file={isStateInFile || undefined}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the grid pattern of the APG is a table
        role="grid"
        aria-label="السجلات المقترحة"
        aria-rowcount={rows.length + 1}
        aria-colcount={columnCount}
        aria-multiselectable
        onKeyDown={keys}
        onPointerDownCapture={() => {
          pressed.current = undefined
        }}
        onClick={pressMoved}
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
            {own.map(({ field, label }) => (
              <th key={field} scope="col">
                {label}
              </th>
            ))}
            <th scope="col" aria-colspan={namingPlaces}>
              {namingLabel}
            </th>
            {isStateInFile ? null : <th scope="col">الحال</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, state }, index) => (
            <GridRow
              key={row.id}
              index={index}
              row={row}
              state={state}
              columns={own}
              namingPlaces={namingPlaces}
              isStateInFile={isStateInFile}
              isChosen={chosen.has(row.id)}
              activeCell={at.row === index ? at.cell : undefined}
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
