import type { ReactNode } from 'react'

/** What a cell says of a row that has no such value. */
export const noValue = '—'

/** One column of a table, written out by the screen. */
interface Column<Row> {
  label: string
  cell: (row: Row) => ReactNode
  className?: string
}

/** The columns of a table; the first one names the row. */
export type Columns<Row> = readonly [Column<Row>, ...Column<Row>[]]

/** A column of a list of records. */
interface RecordColumn<Row> extends Column<Row> {
  /** What it is called among the person's choices, and what the list is sorted by where it can be. */
  name: string
  /** Not among the columns that a list begins with. */
  isExtra?: boolean
}

/** The columns of a list of records; the first one names the row. */
export type RecordColumns<Row> = readonly [RecordColumn<Row>, ...RecordColumn<Row>[]]

interface TableProps<Row> {
  rows: Row[]
  columns: Columns<Row>
  /** What can be done with a row. */
  renderActions: (row: Row) => ReactNode
}

/** The rows of a list with what can be done with each; on a narrow screen every cell carries its column's name. */
export function Table<Row extends { id: string }>({ rows, columns, renderActions }: TableProps<Row>) {
  const [heading, ...others] = columns
  return (
    <table className="table">
      <thead>
        <tr>
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
          <tr key={row.id}>
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
