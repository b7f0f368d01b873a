import { newsCategoryLabels } from '#contract/codes/news-categories.ts'
import { countedNouns, formatDate } from '#contract/format.ts'
import { apiPaths, dashboardPaths, paths } from '#contract/paths.ts'
import type { NewsItem } from '#contract/resources/news.ts'
import { api } from '#web/api-client.ts'
import { NewsCategoryOptions } from '../fields/options.tsx'
import { DamageTag } from '../parts/damage.tsx'
import { Thumbnail } from '../parts/thumbnail.tsx'
import { FilterBar, FilterSelect } from '../standard/filter-bar.tsx'
import { useListFilters } from '../standard/list-filters.ts'
import type { PageRequest } from '../standard/list-query.ts'
import { MissingFilter } from '../standard/missing-filter.tsx'
import { RecordList } from '../standard/record-list.tsx'
import { SearchBox } from '../standard/search-box.tsx'
import type { Columns } from '../standard/table.tsx'

const filterNames = ['type', 'sortBy', 'search', 'missing'] as const

const columns: Columns<NewsItem> = [
  {
    label: 'العنوان',
    cell: item => (
      <div className="table__title">
        <Thumbnail image={item.image} isWide />
        <bdi>{item.title}</bdi>
        <DamageTag image={item.imageFile} />
      </div>
    ),
  },
  { label: 'النوع', cell: item => <span className="tag">{newsCategoryLabels[item.type]}</span> },
  { label: 'تاريخ الإضافة', cell: item => formatDate(item.createdAt), className: 'table__short' },
]

async function fetchNews(request: PageRequest) {
  const { data } = await api.get<{ data: { news: NewsItem[]; total: number } }>(apiPaths.news, request)
  return { items: data.news, total: data.total }
}

/** `/dashboard/news`. Source: S3.2. */
export function NewsScreen() {
  const filters = useListFilters(filterNames)
  return (
    <RecordList
      title="الأخبار"
      noun={countedNouns.newsItem}
      path={apiPaths.news}
      address={dashboardPaths.news}
      add={{ label: 'إضافة خبر', drafts: 'news/new' }}
      position={filters}
      wanted={{ ...filters.values, sortBy: filters.values.sortBy || 'desc' }}
      fetchPage={fetchNews}
      columns={columns}
      nameOf={item => item.title}
      siteAddressOf={item => paths.newsItem(item.id)}
      deletion={{
        question: 'هل أنت متأكد من حذف هذا الخبر؟',
        deleted: name => `حُذف الخبر «${name}».`,
        restored: name => `استُعيد الخبر «${name}».`,
      }}
      filters={
        <FilterBar filters={filters}>
          <SearchBox {...filters.of('search')} placeholder="ابحث في الأخبار" />
          <FilterSelect label="النوع" all="كل الأنواع" {...filters.of('type')}>
            <NewsCategoryOptions />
          </FilterSelect>
          <FilterSelect label="الترتيب" all="الأحدث أولاً" {...filters.of('sortBy')}>
            <option value="asc">الأقدم أولاً</option>
          </FilterSelect>
          <MissingFilter {...filters.of('missing')} labels={{ image: 'بلا صورة' }} />
        </FilterBar>
      }
    />
  )
}
