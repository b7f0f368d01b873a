import { Search, SlidersHorizontal, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { FailedNotice } from '#web/ui/notice.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { SkeletonCards } from '#web/ui/skeleton.tsx'
import { drawnOnce } from '../chrome/drawn-rows.tsx'
import type { Crumb } from '../page-module.ts'
import { hrefWith } from '../query.ts'
import { FacetPanel } from './facet-panel.tsx'
import type { Facet } from './facet-panel.tsx'

/** A filter that is set, and the list without it. */
export interface ActiveFilter {
  name: string
  label: string
  href: string
}

interface ListPageProps {
  title: string
  crumbs: readonly Crumb[]
  /** The address of the list without filters. */
  path: string
  /** What the region of the results is called. */
  label: string
  /** `method` is `post` where what is typed must not stand in an address before it was looked at. */
  search: { name: string; value: string | undefined; placeholder: string; method?: 'get' | 'post' }
  /** The filters as the address has them, so that a search keeps them. */
  kept: Readonly<Record<string, string | number | undefined>>
  active?: readonly ActiveFilter[]
  /** Choices that take the place of the filters that are set; given a name of their own. */
  chips?: ReactNode
  facets?: readonly Facet[]
  /** How much there is, in words. Empty where nothing is. */
  total: string
  /** What stands in the place of the results while they load. */
  waiting: ReactNode
  /** What could not be loaded. */
  failedTitle: string
  children: ReactNode
}

const sheetId = 'list-filters'

/**
 * A list of records: its name, one row to search and filter, the filters that are set, the records. Filters, page
 * numbers and the search are plain links and a form; without a reload where scripts run (web/islands/list-behaviour.ts).
 * The filters stand beside the list on wide screens and in a sheet from below on narrow ones. Source: P4.2, P4.9.
 */
export function ListPage(props: ListPageProps) {
  const { title, crumbs, path, label, search, kept, active = [], chips, facets = [] } = props
  const { total, waiting, failedTitle, children } = props
  return (
    <div className={facets.length > 0 ? 'wrap list-page' : 'wrap list-page is-whole'} data-behaviour="list">
      <ListTitle title={title} crumbs={crumbs} />
      <FindRow
        path={path}
        search={search}
        kept={kept}
        activeCount={active.length}
        hasFilters={facets.length > 0}
      />
      <div className="list-chips">
        {chips ? (
          <div className="is-scroll" data-region="chips">
            {chips}
          </div>
        ) : (
          <div data-region="chips">
            <ActiveFilters active={active} />
          </div>
        )}
        <p className="list-count" role="status" data-region="status">
          {total}
        </p>
      </div>
      {facets.length > 0 && (
        <aside className="list-filters" id={sheetId} popover="auto" aria-label="تصفية القائمة">
          <div className="filters-head">
            <h2>تصفية</h2>
            <a href={path} data-swap="replace">
              إعادة ضبط
            </a>
          </div>
          <div className="filters-body" data-region="facets">
            <FacetPanel facets={facets} />
          </div>
          <div className="filters-foot">
            <button
              className="button"
              type="button"
              popoverTarget={sheetId}
              popoverTargetAction="hide"
              data-region="show"
            >
              {total ? `اعرض ${total}` : 'لا شيء هنا'}
            </button>
            <button
              className="button is-quiet"
              type="button"
              popoverTarget={sheetId}
              popoverTargetAction="hide"
            >
              إغلاق
            </button>
          </div>
        </aside>
      )}
      <section
        className="list-results"
        data-region="results"
        data-results=""
        tabIndex={-1}
        aria-label={label}
      >
        {children}
      </section>
      <template data-waiting="">{waiting}</template>
      <FailedTemplates failedTitle={failedTitle} />
    </div>
  )
}

const ListTitle = drawnOnce(({ title, crumbs }: Pick<ListPageProps, 'title' | 'crumbs'>) => (
  <div className="list-title" data-region="heading">
    {crumbs.length > 0 && <Breadcrumb crumbs={crumbs} />}
    <h1>{title}</h1>
  </div>
))

const FailedTemplates = drawnOnce(({ failedTitle }: Pick<ListPageProps, 'failedTitle'>) => (
  <>
    <template data-failed="">
      <FailedNotice title={failedTitle} text="لم يصل رد من الخادم. تحقق من الاتصال ثم حاول مرة أخرى." />
    </template>
    <template data-offline="">
      <FailedNotice title="لا يوجد اتصال بالإنترنت" text="سنعيد المحاولة وحدنا حالما يعود الاتصال." />
    </template>
  </>
))

/** What stands in the place of records while they load. */
export const WaitingRows = drawnOnce(({ count }: { count: number }) => (
  <ul className="record-rows">
    <SkeletonCards count={count} shape="record-row" />
  </ul>
))

interface ListPagesProps {
  page: number
  pages: number
  path: string
  /** The list as its address has it. */
  query: ListPageProps['kept']
}

/** The ways to the other pages of a list. */
export const ListPages = drawnOnce(({ page, pages, path, query }: ListPagesProps) => (
  <Pagination page={page} pages={pages} hrefOf={number => hrefWith(path, { ...query, page: number })} />
))

/** The filters that are set as chips; pressing one takes it away. */
export function ActiveFilters({ active }: { active: readonly ActiveFilter[] }) {
  if (active.length === 0) return null
  return (
    <ul className="chips" aria-label="التصفية الحالية">
      {active.map(filter => (
        <li key={filter.name}>
          <a className="chip is-soft" href={filter.href} data-swap="replace">
            {filter.label}
            <X aria-hidden="true" />
            <span className="visually-hidden">: إزالة</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

interface FindRowProps extends Pick<ListPageProps, 'path' | 'search' | 'kept'> {
  activeCount: number
  hasFilters: boolean
}

function DrawFindRow({ path, search, kept, activeCount, hasFilters }: FindRowProps) {
  return (
    <form
      className="list-find"
      action={path}
      method={search.method ?? 'get'}
      role="search"
      aria-label="البحث في القائمة"
    >
      <label className="search-box">
        <span className="visually-hidden">بحث</span>
        <Search aria-hidden="true" />
        <input
          className="input"
          type="search"
          name={search.name}
          defaultValue={search.value ?? ''}
          placeholder={search.placeholder}
          maxLength={limits.maxSearchLength}
          autoComplete="off"
          enterKeyHint="search"
        />
      </label>
      {Object.entries(kept).map(([name, value]) => (
        <input key={name} type="hidden" name={name} defaultValue={value ?? ''} />
      ))}
      <button className="button needs-no-script" type="submit">
        بحث
      </button>
      {hasFilters && (
        <button className="filter-button" type="button" popoverTarget={sheetId}>
          <SlidersHorizontal aria-hidden="true" />
          <span>تصفية</span>
          <b data-region="filter-count">{activeCount > 0 && formatNumber(activeCount)}</b>
        </button>
      )}
    </form>
  )
}

const FindRow = drawnOnce(DrawFindRow)
