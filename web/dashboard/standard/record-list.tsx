import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { CountedNoun } from '#contract/format.ts'
import { dashboardPaths } from '#contract/paths.ts'
import { kinds, type Kind } from '#contract/kinds.ts'
import type { DeadLinkFacts } from '#contract/resources/dead-links.ts'
import type { Publication } from '#contract/resources/publication.ts'
import type { Query } from '#web/api-client.ts'
import { DeadLinkTag } from '../parts/dead-links.tsx'
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
import { useListMemory } from './list-memory.ts'
import { firstDirection, useListSorting } from './list-order.ts'
import { ListView } from './list-view.tsx'
import { SavedFilters } from './saved-filters.tsx'
import type { RecordColumns } from './table.tsx'

interface ListedRecord extends Publication {
  id: string
  version: number
  deadLinkFacts?: readonly DeadLinkFacts[] | undefined
}

interface RecordListProps<Item extends ListedRecord> {
  kind: Kind
  noun: CountedNoun
  /** The button that adds a record. */
  add: string
  position: ListPosition
  filters: ReactNode
  /** What the filters ask for. */
  wanted: Query
  columns: RecordColumns<Item>
  nameOf: (record: Item) => string
  /** The record's page for visitors. */
  siteAddressOf: (record: Item) => string
  deletion: DeleteWords
  /** The fields that many of them can be given at once. */
  batchFields: readonly BatchField[]
}

/** The list of a content type: its records in a table, each of which can be edited, looked at and deleted. */
export function RecordList<Item extends ListedRecord>({
  kind,
  add,
  wanted,
  columns,
  nameOf,
  siteAddressOf,
  deletion,
  batchFields,
  ...frame
}: RecordListProps<Item>) {
  const { list, plural, apiPath, dashboardPath } = kinds[kind]
  const { search } = useLocation()
  const { page } = frame.position
  const [memory, remember] = useListMemory(list)
  const pageSize = usePageSize(list)
  const sorts: readonly string[] = kinds[kind].sorts
  const sorting = useListSorting(sorts)
  const order = { sort: sorting.now?.sort, direction: sorting.now?.direction }
  const shown = shownOf(columns, memory.columns)
  useListKeys()
  const drafts = {
    form: `${list}/new`,
    all: list,
    editAddress: (id: string) => dashboardPaths.edit(dashboardPath, id),
  }
  const fetchPage = staffPageOf<Item>(apiPath, list)
  const query = useQuery(
    listQuery({
      queryKey: [apiPath, 'list'],
      page,
      perPage: pageSize.size,
      wanted: { ...wanted, ...order },
      fetchPage,
    }),
  )
  const selection = useSelection<Item>(JSON.stringify(wanted))
  const { ask, dialog } = useDeleteRecord<Item>({
    path: apiPath,
    ...deletion,
    nameOf,
    onDeleted: id => selection.drop([id]),
  })
  return (
    <>
      <StaffList
        {...frame}
        title={plural}
        className="screen--records"
        query={query}
        perPage={pageSize.size}
        sizes={<PageSizeChoice {...pageSize} />}
        actions={
          <>
            <SavedFilters
              saved={memory.saved ?? []}
              onChange={change => remember(now => ({ saved: change(now.saved ?? []) }))}
            />
            <ListView
              columns={columns.map(({ name, label }, index) => ({
                name,
                label,
                first: firstDirection(name),
                isSortable: sorts.includes(name),
                isHeading: index === 0,
                isShown: shown.some(column => column.name === name),
              }))}
              sorting={sorting}
              onColumns={names => remember({ columns: names })}
            />
          </>
        }
        add={{ to: dashboardPaths.add(dashboardPath), label: add, drafts }}
      >
        {records => (
          <RecordTable
            rows={records}
            columns={withState(shown)}
            sorting={sorting}
            sorts={sorts}
            selection={selection}
            isOld={query.isPlaceholderData}
            nameOf={nameOf}
            addressOf={record => dashboardPaths.edit(dashboardPath, record.id)}
            back={search}
            renderActions={record => (
              <RowActions
                name={nameOf(record)}
                editAddress={dashboardPaths.edit(dashboardPath, record.id)}
                back={search}
                siteAddress={record.state === 'published' ? siteAddressOf(record) : undefined}
                onDelete={() => ask(record)}
              />
            )}
          />
        )}
      </StaffList>
      <BatchBar
        path={apiPath}
        noun={frame.noun}
        fields={batchFields}
        selection={selection}
        total={query.data?.total ?? 0}
        fetchMatching={() => fetchMatching(fetchPage, { ...wanted, ...order })}
      />
      {dialog}
    </>
  )
}

/** The heading column and those of the others that the person has chosen, or that a list begins with. */
function shownOf<Item>(
  [heading, ...others]: RecordColumns<Item>,
  chosen: readonly string[] | undefined,
): RecordColumns<Item> {
  return [heading, ...others.filter(({ name, isExtra }) => (chosen ? chosen.includes(name) : !isExtra))]
}

/** The columns with the state of a record that not everybody sees beside its name. */
function withState<Item extends ListedRecord>([
  heading,
  ...others
]: RecordColumns<Item>): RecordColumns<Item> {
  const cell = (record: Item) => (
    <div className="table__named">
      <div className="table__name">{heading.cell(record)}</div> <StateTag {...record} />
      <DeadLinkTag links={record.deadLinkFacts} />
    </div>
  )
  return [{ ...heading, cell }, ...others]
}
