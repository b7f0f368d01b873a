import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { CountedNoun } from '#contract/format.ts'
import { dashboardPaths } from '#contract/paths.ts'
import type { Publication } from '#contract/resources/publication.ts'
import type { Query } from '#web/api-client.ts'
import { useDeleteRecord } from './delete-record.tsx'
import type { DeleteWords } from './delete-record.tsx'
import type { ListPosition } from './list-filters.ts'
import { listQuery, staffPageOf } from './list-query.ts'
import { StateTag } from './record-state.tsx'
import { RowActions } from './row-actions.tsx'
import { StaffList } from './staff-list.tsx'
import { Table } from './table.tsx'
import type { Columns } from './table.tsx'

interface RecordListProps<Item extends { id: string } & Publication> {
  title: string
  noun: CountedNoun
  /** The API address of the list. */
  path: string
  /** The list in the dashboard; the add and edit screens are below it. */
  address: string
  /** The button that adds a record, and whose drafts its form keeps. */
  add: { label: string; drafts: string }
  position: ListPosition
  filters: ReactNode
  /** What the filters ask for. */
  wanted: Query
  /** The list's name in the answer of the API. */
  listName: string
  columns: Columns<Item>
  nameOf: (record: Item) => string
  /** The record's page for visitors. */
  siteAddressOf: (record: Item) => string
  deletion: DeleteWords
}

/** The list of a content type: its records in a table, each of which can be edited, looked at and deleted. */
export function RecordList<Item extends { id: string } & Publication>({
  path,
  address,
  add,
  wanted,
  listName,
  columns,
  nameOf,
  siteAddressOf,
  deletion,
  ...frame
}: RecordListProps<Item>) {
  const { search } = useLocation()
  const { page } = frame.position
  const query = useQuery(
    listQuery({ queryKey: [path, 'list'], page, wanted, fetchPage: staffPageOf<Item>(path, listName) }),
  )
  const { ask, dialog } = useDeleteRecord({ path, ...deletion })
  return (
    <>
      <StaffList {...frame} query={query} add={{ to: dashboardPaths.add(address), ...add }}>
        {records => (
          <Table
            rows={records}
            columns={withState(columns)}
            renderActions={record => (
              <RowActions
                name={nameOf(record)}
                editAddress={dashboardPaths.edit(address, record.id)}
                back={search}
                siteAddress={record.state === 'published' ? siteAddressOf(record) : undefined}
                onDelete={() => ask({ id: record.id, name: nameOf(record) })}
              />
            )}
          />
        )}
      </StaffList>
      {dialog}
    </>
  )
}

/** The columns with the state of a record that not everybody sees beside its name. */
function withState<Item extends Publication>([heading, ...others]: Columns<Item>): Columns<Item> {
  const cell = (record: Item) => (
    <>
      {heading.cell(record)} <StateTag {...record} />
    </>
  )
  return [{ ...heading, cell }, ...others]
}
