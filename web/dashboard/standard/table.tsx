import type { ReactNode } from 'react'
import { PageBox, RowBox } from './selection-boxes.tsx'
import type { Selection } from './selection.ts'

/** One column of a table, written out by the screen. */
interface Column<Row> {
  label: string
  cell: (row: Row) => ReactNode
  className?: string
}

/** The columns of a table; the first one names the row. */
export type Columns<Row> = readonly [Column<Row>, ...Column<Row>[]]

interface TableProps<Row> {
  rows: Row[]
  columns: Columns<Row>
  /** What can be done with a row. */
  renderActions: (row: Row) => ReactNode
  /** What is chosen of them, where rows can be chosen, and what each is called. */
  choice?: { selection: Selection<Row>; nameOf: (row: Row) => string }
}

/** The rows of a list with what can be done with each; on a narrow screen every cell carries its column's name. */
export function Table<Row extends { id: string }>({ rows, columns, renderActions, choice }: TableProps<Row>) {
  const [heading, ...others] = columns
  return (
    <table className="table">
      <thead>
        <tr>
          {choice ? (
            <th scope="col" className="table__check">
              <PageBox rows={rows} selection={choice.selection} />
            </th>
          ) : null}
          {columns.map(({ label }) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
          <th scope="col">
            <span className="visually-hidden">إجراءات</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <tr key={row.id} data-chosen={choice?.selection.chosen.has(row.id) || undefined}>
            {choice ? (
              <td className="table__check">
                <RowBox row={row} rows={rows} name={choice.nameOf(row)} selection={choice.selection} />
              </td>
            ) : null}
            <th scope="row" className={heading.className}>
              {heading.cell(row)}
            </th>
            {others.map(({ label, cell, className }) => (
              <td key={label} data-label={label} className={className}>
                {cell(row)}
              </td>
            ))}
            <td className="table__actions">{renderActions(row)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
