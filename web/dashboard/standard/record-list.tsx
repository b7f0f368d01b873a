import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { CountedNoun } from '#contract/format.ts'
import type { ListPage } from '#contract/page.ts'
import { dashboardPaths } from '#contract/paths.ts'
import type { Query } from '#web/api-client.ts'
import { useDeleteRecord } from './delete-record.tsx'
import type { DeleteWords } from './delete-record.tsx'
import type { ListPosition } from './list-filters.ts'
import { listQuery } from './list-query.ts'
import type { PageRequest } from './list-query.ts'
import { RowActions } from './row-actions.tsx'
import { StaffList } from './staff-list.tsx'
import { Table } from './table.tsx'
import type { Columns } from './table.tsx'

interface RecordListProps<Item extends { id: string }> {
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
  fetchPage: (request: PageRequest) => Promise<ListPage<Item>>
  columns: Columns<Item>
  nameOf: (record: Item) => string
  /** The record's page for visitors. */
  siteAddressOf: (record: Item) => string
  deletion: DeleteWords
}

/** The list of a content type: its records in a table, each of which can be edited, looked at and deleted. */
export function RecordList<Item extends { id: string }>({
  path,
  address,
  add,
  wanted,
  fetchPage,
  columns,
  nameOf,
  siteAddressOf,
  deletion,
  ...frame
}: RecordListProps<Item>) {
  const { search } = useLocation()
  const { page } = frame.position
  const query = useQuery(listQuery({ queryKey: [path, 'list'], page, wanted, fetchPage }))
  const { ask, dialog } = useDeleteRecord({ path, ...deletion })
  return (
    <>
      <StaffList {...frame} query={query} add={{ to: dashboardPaths.add(address), ...add }}>
        {records => (
          <Table
            rows={records}
            columns={columns}
            renderActions={record => (
              <RowActions
                name={nameOf(record)}
                editAddress={dashboardPaths.edit(address, record.id)}
                back={search}
                siteAddress={siteAddressOf(record)}
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
