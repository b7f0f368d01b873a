import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { CountedNoun } from '#contract/format.ts'
import { dashboardPaths } from '#contract/paths.ts'
import type { Publication } from '#contract/resources/publication.ts'
import type { Query } from '#web/api-client.ts'
import { BatchBar } from './batch-bar.tsx'
import type { BatchField } from './batch-dialogs.tsx'
import { useDeleteRecord } from './delete-record.tsx'
import type { DeleteWords } from './delete-record.tsx'
import type { ListPosition } from './list-filters.ts'
import { fetchMatching, listQuery, staffPageOf } from './list-query.ts'
import { StateTag } from './record-state.tsx'
import { useListKeys } from './list-keys.ts'
import { PageSizeChoice, usePageSize } from './page-size.tsx'
import { RecordTable } from './record-table.tsx'
import { RowActions } from './row-actions.tsx'
import { useSelection } from './selection.ts'
import { StaffList } from './staff-list.tsx'
import type { Columns } from './table.tsx'

interface ListedRecord extends Publication {
  id: string
  version: number
}

interface RecordListProps<Item extends ListedRecord> {
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
  /** The fields that many of them can be given at once. */
  batchFields: readonly BatchField[]
}

/** The list of a content type: its records in a table, each of which can be edited, looked at and deleted. */
export function RecordList<Item extends ListedRecord>({
  path,
  address,
  add,
  wanted,
  listName,
  columns,
  nameOf,
  siteAddressOf,
  deletion,
  batchFields,
  ...frame
}: RecordListProps<Item>) {
  const { search } = useLocation()
  const { page } = frame.position
  const pageSize = usePageSize()
  useListKeys()
  const fetchPage = staffPageOf<Item>(path, listName)
  const query = useQuery(
    listQuery({ queryKey: [path, 'list'], page, perPage: pageSize.size, wanted, fetchPage }),
  )
  const selection = useSelection<Item>(JSON.stringify(wanted))
  const { ask, dialog } = useDeleteRecord({ path, ...deletion })
  return (
    <>
      <StaffList
        {...frame}
        className="screen--records"
        query={query}
        perPage={pageSize.size}
        sizes={<PageSizeChoice {...pageSize} />}
        add={{ to: dashboardPaths.add(address), ...add }}
      >
        {records => (
          <RecordTable
            rows={records}
            columns={withState(columns)}
            selection={selection}
            isOld={query.isPlaceholderData}
            nameOf={nameOf}
            addressOf={record => dashboardPaths.edit(address, record.id)}
            back={search}
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
      <BatchBar
        path={path}
        noun={frame.noun}
        fields={batchFields}
        selection={selection}
        total={query.data?.total ?? 0}
        fetchMatching={() => fetchMatching(fetchPage, wanted)}
      />
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
