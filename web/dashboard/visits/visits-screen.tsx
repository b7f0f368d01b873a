import { useQuery } from '@tanstack/react-query'
import { formatDateTime } from '#contract/format.ts'
import { staffNouns } from '#contract/staff-nouns.ts'
import { limits } from '#contract/limits.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Visit } from '#contract/resources/visit.ts'
import { addressOf, api } from '#web/api-client.ts'
import { DateFilter } from '../fields/date-filter.tsx'
import { browserText } from '../parts/browser-text.ts'
import { ExportLink } from '../parts/export-link.tsx'
import { ownerOf } from '../kinds.ts'
import { fieldLabel, fieldText } from '../standard/field-text.ts'
import { FilterBar } from '../standard/filter-bar.tsx'
import { useListFilters } from '../standard/list-filters.ts'
import { listQuery } from '../standard/list-query.ts'
import type { PageRequest } from '../standard/list-query.ts'
import { SearchBox } from '../standard/search-box.tsx'
import { StaffList } from '../standard/staff-list.tsx'
import { chosenRange } from './day-range.ts'
import { pageAddress } from './page-address.ts'
import { entityOfPage } from './page-name.ts'
import { TopPages } from './top-pages.tsx'
import { VisitsChart } from './visits-chart.tsx'

const filterNames = ['from', 'to', 'path'] as const

async function fetchVisits(request: PageRequest) {
  const { visits, total } = await api.get<{ visits: Visit[]; total: number }>(apiPaths.visits, request)
  return { items: visits, total }
}

/** `/dashboard/visits`. Source: S9.1, S9.2. */
export function VisitsScreen() {
  const filters = useListFilters(filterNames)
  const { from, to, path } = filters.values
  const period = { startDate: from || undefined, endDate: to || undefined }
  const query = useQuery(
    listQuery({
      queryKey: [apiPaths.visits, 'list'],
      page: filters.page,
      perPage: limits.logRowsPerPage,
      wanted: { page: path, ...period },
      fetchPage: fetchVisits,
    }),
  )

  return (
    <StaffList
      title="الزيارات"
      noun={staffNouns.visit}
      position={filters}
      query={query}
      perPage={limits.logRowsPerPage}
      actions={<ExportLink address={addressOf(apiPaths.visitsExport, { ...period, page: path })} />}
      filters={
        <>
          <FilterBar filters={filters}>
            <DateFilter label="من تاريخ" {...filters.of('from')} />
            <DateFilter label="إلى تاريخ" {...filters.of('to')} />
            <SearchBox {...filters.of('path')} placeholder="عنوان الصفحة" label="تصفية بعنوان الصفحة" />
          </FilterBar>
          <section className="figures" aria-labelledby="top-title">
            <h2 id="top-title">أكثر الصفحات زيارة</h2>
            <TopPages period={period} />
          </section>
          <section className="figures" aria-labelledby="chart-title">
            <h2 id="chart-title">الزيارات حسب اليوم</h2>
            <div className="card panel">
              <VisitsChart range={chosenRange(from, to)} />
            </div>
          </section>
        </>
      }
    >
      {visits => <VisitsTable visits={visits} />}
    </StaffList>
  )
}

function VisitsTable({ visits }: { visits: Visit[] }) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">الصفحة</th>
          <th scope="col">البيانات</th>
          <th scope="col">عنوان IP</th>
          <th scope="col">المتصفح</th>
          <th scope="col">التاريخ</th>
        </tr>
      </thead>
      <tbody>
        {visits.map(visit => (
          <tr key={visit.id}>
            <th scope="row" className="table__path">
              <bdi dir="ltr">{pageAddress(visit.page)}</bdi>
            </th>
            <td data-label="البيانات" className="table__wide">
              <Metadata page={visit.page} metadata={visit.metadata} />
            </td>
            <td data-label="عنوان IP">
              <bdi dir={visit.ipAddress ? 'ltr' : undefined}>{visit.ipAddress ?? 'غير معروف'}</bdi>
            </td>
            <td data-label="المتصفح" title={visit.userAgent ?? undefined}>
              <bdi>{browserText(visit.userAgent)}</bdi>
            </td>
            <td data-label="التاريخ">{formatDateTime(visit.createdAt)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Metadata({ page, metadata }: Pick<Visit, 'page' | 'metadata'>) {
  const owner = ownerOf(entityOfPage(page))
  const entries = Object.entries(metadata).filter(([, value]) => value !== '')
  if (entries.length === 0) return <span className="muted">لا توجد بيانات إضافية</span>
  return (
    <ul className="chips">
      {entries.map(([name, value]) => (
        <li key={name} className="tag">
          {fieldLabel(name, { ...owner, value })}: <bdi>{fieldText(name, value, owner)}</bdi>
        </li>
      ))}
    </ul>
  )
}
