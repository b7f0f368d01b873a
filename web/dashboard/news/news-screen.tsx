import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { newsCategoryLabels } from '#contract/codes/news-categories.ts'
import { countedNouns, formatDate } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { apiPaths, dashboardPaths, paths } from '#contract/paths.ts'
import type { NewsItem } from '#contract/resources/news.ts'
import { api } from '#web/api-client.ts'
import { NewsCategoryOptions } from '../fields/options.tsx'
import { Thumbnail } from '../parts/thumbnail.tsx'
import { useDeleteRecord } from '../standard/delete-record.tsx'
import { FilterBar, FilterSelect } from '../standard/filter-bar.tsx'
import { useListFilters } from '../standard/list-filters.ts'
import { MissingFilter } from '../standard/missing-filter.tsx'
import { RowActions } from '../standard/row-actions.tsx'
import { SearchBox } from '../standard/search-box.tsx'
import { StaffList } from '../standard/staff-list.tsx'

const filterNames = ['type', 'sortBy', 'search', 'missing'] as const

/** `/dashboard/news`. Source: S3.2. */
export function NewsScreen() {
  const filters = useListFilters(filterNames)
  const { type, sortBy, search, missing } = filters.values
  const call = {
    limit: limits.staffRowsPerPage,
    offset: (filters.page - 1) * limits.staffRowsPerPage,
    type,
    sortBy: sortBy || 'desc',
    search,
    missing,
  }
  const query = useQuery({
    queryKey: [apiPaths.news, 'list', call],
    queryFn: async ({ signal }) => {
      const { data } = await api.get<{ data: { news: NewsItem[]; total: number } }>(apiPaths.news, {
        query: call,
        signal,
      })
      return { items: data.news, total: data.total }
    },
    placeholderData: keepPreviousData,
  })
  const deletion = useDeleteRecord({
    path: apiPaths.news,
    question: 'هل أنت متأكد من حذف هذا الخبر؟',
    deleted: 'حُذف الخبر.',
    restored: 'استُعيد الخبر.',
  })

  return (
    <>
      <StaffList
        title="الأخبار"
        noun={countedNouns.newsItem}
        add={{ to: dashboardPaths.add(dashboardPaths.news), label: 'إضافة خبر', drafts: 'news/new' }}
        isFiltered={filters.isFiltered}
        query={query}
        page={filters.page}
        addressOfPage={filters.addressOfPage}
        filters={
          <FilterBar isFiltered={filters.isFiltered} onReset={filters.reset}>
            <SearchBox
              value={search}
              onChange={text => filters.set('search', text)}
              placeholder="ابحث في الأخبار"
            />
            <FilterSelect
              label="النوع"
              all="كل الأنواع"
              value={type}
              onChange={code => filters.set('type', code)}
            >
              <NewsCategoryOptions />
            </FilterSelect>
            <FilterSelect
              label="الترتيب"
              all="الأحدث أولاً"
              value={sortBy}
              onChange={code => filters.set('sortBy', code)}
            >
              <option value="asc">الأقدم أولاً</option>
            </FilterSelect>
            <MissingFilter
              value={missing}
              labels={{ image: 'بلا صورة' }}
              onClear={() => filters.set('missing', '')}
            />
          </FilterBar>
        }
      >
        {news => <NewsTable news={news} onDelete={deletion.ask} />}
      </StaffList>
      {deletion.dialog}
    </>
  )
}

interface NewsTableProps {
  news: NewsItem[]
  onDelete: (record: { id: string; name: string }) => void
}

function NewsTable({ news, onDelete }: NewsTableProps) {
  const { search } = useLocation()
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">العنوان</th>
          <th scope="col">النوع</th>
          <th scope="col">تاريخ الإضافة</th>
          <th scope="col">
            <span className="visually-hidden">إجراءات</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {news.map(item => (
          <tr key={item.id}>
            <th scope="row">
              <div className="table__title">
                <Thumbnail image={item.image} isWide />
                <bdi>{item.title}</bdi>
              </div>
            </th>
            <td data-label="النوع">
              <span className="tag">{newsCategoryLabels[item.type]}</span>
            </td>
            <td data-label="تاريخ الإضافة" className="table__short">
              {formatDate(item.createdAt)}
            </td>
            <td className="table__actions">
              <RowActions
                name={item.title}
                editAddress={dashboardPaths.edit(dashboardPaths.news, item.id)}
                back={search}
                siteAddress={paths.newsItem(item.id)}
                onDelete={() => onDelete({ id: item.id, name: item.title })}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
