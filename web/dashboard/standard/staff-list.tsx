import { Plus } from 'lucide-react'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { UseQueryResult } from '@tanstack/react-query'
import type { CountedNoun } from '#contract/format.ts'
import { formatCount } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { pageCount } from '#contract/page.ts'
import type { ListPage } from '#contract/page.ts'
import { usePageTitle } from '../parts/page-title.tsx'
import { Pagination } from '../parts/pagination.tsx'
import { EmptyState, QueryError, Skeleton } from '../parts/states.tsx'
import { DraftsPanel } from './drafts-panel.tsx'
import type { ListPosition } from './list-filters.ts'

interface ListDrafts {
  /** Of the form that adds a record. */
  form: string
  /** Of all forms of its records. */
  all: string
  /** Where the record of an id is edited. */
  editAddress: (id: string) => string
}

interface StaffListProps<Item> {
  title: string
  /** The address and label of the button that adds a record, and whose drafts its form keeps; none where records are not added by hand. */
  add?: { to: string; label: string; drafts: ListDrafts }
  actions?: ReactNode
  filters?: ReactNode
  position: ListPosition
  query: UseQueryResult<ListPage<Item>>
  perPage?: number
  /** The choice of how many rows a page has, where there is one. */
  sizes?: ReactNode
  className?: string
  /** What the list counts. */
  noun: CountedNoun
  /** The table of one page; written out by each resource. */
  children: (items: Item[]) => ReactNode
}

/** Its place stays when nothing comes. */
function CountToCome({ query }: { query: { isError: boolean } }) {
  return query.isError ? '\u00a0' : <Skeleton width="5rem" />
}

/** The frame of a list screen: heading, filters, loading, empty and failed looks, pages. Source: S3.1. */
export function StaffList<Item>(props: StaffListProps<Item>) {
  const { title, add, query, perPage = limits.staffRowsPerPage } = props
  const { page, addressOfPage } = props.position
  usePageTitle(title)
  const navigate = useNavigate()
  const location = useLocation()
  const total = query.data?.total
  const pages = total === undefined ? undefined : Math.max(1, pageCount(total, perPage))
  const isPastEnd = pages !== undefined && page > pages && !query.isPlaceholderData
  useLastPage(isPastEnd ? addressOfPage(pages) : undefined)
  return (
    <section className={`screen ${props.className ?? ''}`} aria-labelledby="screen-title">
      <header className="screen__header">
        <div>
          <h1 id="screen-title">{title}</h1>
          <p className="screen__count" aria-live="polite">
            {total === undefined ? <CountToCome query={query} /> : formatCount(total, props.noun)}
            {query.data?.searchedTo ? ' على الأقل' : null}
          </p>
        </div>
        <div className="row">
          {props.actions}
          {add ? (
            <Link className="button" to={add.to}>
              <Plus aria-hidden />
              <span>{add.label}</span>
            </Link>
          ) : null}
        </div>
      </header>
      {add ? (
        <DraftsPanel
          formName={add.drafts.form}
          server={add.drafts.all}
          open={draft => void navigate(formOf(draft, add), { state: { draft, back: location.search } })}
        />
      ) : null}
      {props.filters}
      <div
        className="card list"
        data-refreshing={query.isPlaceholderData || undefined}
        aria-busy={query.isFetching}
      >
        {isPastEnd ? <ListSkeleton rows={perPage} /> : <ListBody {...props} perPage={perPage} />}
      </div>
      <footer className="list-footer">
        {pages ? <Pagination page={page} pages={pages} addressOfPage={addressOfPage} /> : null}
        {total ? props.sizes : null}
      </footer>
    </section>
  )
}

/** The form that a draft belongs to, by its name. */
function formOf(draft: string, { to, drafts }: { to: string; drafts: ListDrafts }): string {
  if (draft.startsWith(`${drafts.form}/`)) return to
  const [id = ''] = draft.slice(drafts.all.length + 1).split('/')
  return drafts.editAddress(id)
}

/** A page that deletions have emptied, or that never was, gives way to the last one. */
function useLastPage(address: string | undefined): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (address !== undefined) void navigate(address, { replace: true, preventScrollReset: true })
  }, [address, navigate])
}

function ListBody<Item>({ title, query, position, perPage = 1, children }: StaffListProps<Item>) {
  if (query.data && query.data.items.length > 0) {
    return (
      <>
        {query.isError ? <QueryError title="تعذر تحديث القائمة" query={query} /> : null}
        {children(query.data.items)}
      </>
    )
  }
  if (query.isError) {
    return <QueryError title={`تعذر تحميل ${title}`} query={query} />
  }
  if (query.isPending) return <ListSkeleton rows={perPage} />
  return (
    <EmptyState hint={position.isFiltered ? 'غيّر التصفية أو أعد ضبطها لعرض سجلات أخرى.' : undefined}>
      لا توجد بيانات لعرضها
    </EmptyState>
  )
}

function ListSkeleton({ rows }: { rows: number }) {
  return (
    <div className="list-skeleton" role="status">
      <span className="visually-hidden">جاري التحميل...</span>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="list-skeleton__row" aria-hidden>
          <Skeleton width="45%" />
          <Skeleton width="15%" />
          <Skeleton width="15%" />
          <Skeleton width="10%" />
        </div>
      ))}
    </div>
  )
}
