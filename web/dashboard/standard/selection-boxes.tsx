import { useEffect, useRef } from 'react'
import type { ChangeEvent } from 'react'
import type { Selection } from './selection.ts'

interface RowBoxProps<Item> {
  row: Item
  rows: readonly Item[]
  name: string
  selection: Selection<Item>
  /** The rows are not those that are asked for. */
  isOld: boolean
}

function hasShift({ nativeEvent }: ChangeEvent): boolean {
  return nativeEvent instanceof MouseEvent && nativeEvent.shiftKey
}

/** The box that chooses a row; with Shift, all rows from the last one on. */
export function RowBox<Item extends { id: string }>({
  row,
  rows,
  name,
  selection,
  isOld,
}: RowBoxProps<Item>) {
  return (
    <label className="check-cell">
      <input
        type="checkbox"
        aria-label={`اختر: ${name}`}
        checked={selection.chosen.has(row.id)}
        disabled={isOld}
        onChange={event => selection.toggle(row, event.target.checked, hasShift(event), rows)}
      />
    </label>
  )
}

/** The box that chooses all rows of the page. */
export function PageBox<Item extends { id: string }>({
  rows,
  selection,
  isOld,
}: Pick<RowBoxProps<Item>, 'rows' | 'selection' | 'isOld'>) {
  const box = useRef<HTMLInputElement>(null)
  const count = rows.filter(({ id }) => selection.chosen.has(id)).length
  const isAll = count === rows.length && count > 0
  useEffect(() => {
    if (box.current) box.current.indeterminate = count > 0 && !isAll
  }, [count, isAll])
  return (
    <label className="check-cell">
      <input
        ref={box}
        type="checkbox"
        aria-label="اختر كل الصفحة"
        checked={isAll}
        disabled={isOld}
        onChange={() => selection.setAll(rows, !isAll)}
      />
    </label>
  )
}
