import { Fragment, useEffect } from 'react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { focusReturned } from '../chrome/focus-keeper.ts'
import { PageBox, RowBox } from './selection-boxes.tsx'
import type { Selection } from './selection.ts'
import type { ListSorting } from './list-order.ts'
import { SortHeading } from './sort-heading.tsx'
import { noValue } from './table.tsx'
import type { RecordColumns } from './table.tsx'

interface RecordTableProps<Row> {
  rows: Row[]
  columns: RecordColumns<Row>
  sorting: ListSorting
  /** The columns that the list can be sorted by. */
  sorts: readonly string[]
  selection: Selection<Row>
  /** The rows are those of other filters or another page, until the asked ones have come: none can be chosen. */
  isOld: boolean
  nameOf: (row: Row) => string
  /** Where a row leads. */
  addressOf: (row: Row) => string
  /** The list's query, to come back to the same filters and page. */
  back: string
  renderActions: (row: Row) => ReactNode
}

/** What the columns say of a row in one line: a line has no room for what there is not. */
function factsOf<Row>(columns: readonly RecordColumns<Row>[number][], row: Row) {
  return columns
    .map(({ label, cell }) => ({ label, content: cell(row) }))
    .filter(({ content }) => content !== noValue)
}

/**
 * The rows of a list of records: each can be chosen, opens its record, and says on a narrow screen in one line what its
 * columns say. Source: S3.1, S3.10.
 */
export function RecordTable<Row extends { id: string }>(props: RecordTableProps<Row>) {
  const { rows, columns, sorting, sorts, selection, isOld, nameOf, addressOf, back, renderActions } = props
  const [heading, ...others] = columns
  useEffect(focusReturned, [rows])
  return (
    <table className="table table--records">
      <thead>
        <tr>
          <th scope="col" className="table__check">
            <PageBox rows={rows} selection={selection} isOld={isOld} />
          </th>
          {columns.map(({ name, label }) =>
            sorts.includes(name) ? (
              <SortHeading key={name} name={name} label={label} sorting={sorting} />
            ) : (
              <th key={name} scope="col">
                {label}
              </th>
            ),
          )}
          <th scope="col">
            <span className="visually-hidden">إجراءات</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <tr key={row.id} data-chosen={selection.chosen.has(row.id) || undefined}>
            <td className="table__check">
              <RowBox row={row} rows={rows} name={nameOf(row)} selection={selection} isOld={isOld} />
            </td>
            <th scope="row" className="table__record">
              <Link
                className="table__open"
                to={addressOf(row)}
                state={{ back }}
                title={nameOf(row)}
                data-row={row.id}
              >
                {heading.cell(row)}
              </Link>
              <small className="table__facts">
                {factsOf(others, row).map(({ label, content }, index) => (
                  <Fragment key={label}>
                    {index > 0 ? ' · ' : null}
                    {content}
                  </Fragment>
                ))}
              </small>
            </th>
            {others.map(({ label, cell, className }) => (
              <td key={label} className={className}>
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
