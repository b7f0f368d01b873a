import { useEffect, useMemo, useRef, useState } from 'react'
import type { IngestField, IngestRow, IngestValues } from '#contract/resources/ingest.ts'
import { notify } from '../parts/notices.tsx'
import { useMedia } from '../parts/use-media.ts'
import { GridRow, progressOf, type RowActs } from './ingest-row.tsx'
import { columns, isUsed, meantRows, wordsOf, type RowState } from './row-state.ts'
import { useCellInSight } from './use-cell-in-sight.ts'
import { useCellWriting } from './use-cell-writing.ts'
import type { Sending } from './sending.ts'

/** A row with what the grid says of it. */
export interface ShownRow {
  row: IngestRow
  state: RowState
}

type ColumnName = IngestField | 'file' | 'state'

interface Place {
  row: number
  column: number
}

interface IngestGridProps {
  /** What some row of the import has or may get. */
  fields: ReadonlySet<IngestField>
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

/* Narrower, the state in a column of its own would be out of sight. */
const narrow = '(width < 768px)'

/**
 * The rows of an import as a grid: arrows move, Enter writes, Space chooses, Ctrl+D fills down, Ctrl+Enter says that a
 * row was looked at. Source: WAI-ARIA APG, grid pattern.
 */
export function IngestGrid({
  fields,
  rows,
  sendings,
  chosen,
  onChosen,
  onType,
  onSee,
  activeRow,
  onActive,
}: IngestGridProps) {
  const [activeName, setActiveName] = useState<ColumnName>('file')
  const isStateInFile = useMedia(narrow)
  const known = [...fields].join()
  const own = useMemo(() => columns.filter(({ field }) => known.split(',').includes(field)), [known])
  /* The file, what can be written, and the state. */
  const names: ColumnName[] = ['file', ...own.map(({ field }) => field)]
  if (!isStateInFile) names.push('state')
  const columnCount = names.length
  const fieldAt = (column: number): IngestField | undefined => own[column - 1]?.field
  const writing = useCellWriting(onType)
  const table = useRef<HTMLTableElement>(null)
  useCellInSight(table, names.join())
  const wantsFocus = useRef(false)
  const lastChosen = useRef(0)
  const at: Place = { row: activeRow, column: Math.max(names.indexOf(activeName), 0) }
  /* A row or a column that is taken away takes its editor with it: what is typed never goes on in another one. */
  const isEditing =
    writing.id !== '' && rows[at.row]?.row.id === writing.id && fieldAt(at.column) === writing.field
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
    setActiveName(names[column] ?? 'file')
    const id = rows[row]?.row.id
    if (id !== undefined) onActive(id)
  }
  const edit = (place: Place) => {
    const id = rows[place.row]?.row.id
    const field = fieldAt(place.column)
    if (id === undefined || field === undefined || !canEdit(place)) return
    goTo(place)
    const meant = new Set(meantRows(id, chosen, rows))
    writing.begin(
      id,
      field,
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
        data-state-in-file={isStateInFile || undefined}
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
            {own.map(({ field, label }) => (
              <th key={field} scope="col">
                {label}
              </th>
            ))}
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
              isStateInFile={isStateInFile}
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
