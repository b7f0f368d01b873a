import { newsCategoryLabels } from '#contract/codes/news-categories.ts'
import { stampNames } from '#contract/field-names.ts'
import { countedNouns, formatDate, formatDateTime } from '#contract/format.ts'
import { paths } from '#contract/paths.ts'
import { newsFields } from '#contract/resources/news.ts'
import { imageParts } from '#contract/resources/missing-filter.ts'
import type { StaffNewsItem } from '#contract/resources/news.ts'
import { NewsCategoryOptions } from '../fields/options.tsx'
import { DamageTag } from '../parts/damage.tsx'
import { Thumbnail } from '../parts/thumbnail.tsx'
import type { BatchField } from '../standard/batch-dialogs.tsx'
import { FilterBar, FilterSelect } from '../standard/filter-bar.tsx'
import { useListFilters } from '../standard/list-filters.ts'
import { MissingFilter } from '../standard/missing-filter.tsx'
import { RecordList } from '../standard/record-list.tsx'
import { StateFilter } from '../standard/record-state.tsx'
import { SearchBox } from '../standard/search-box.tsx'
import type { RecordColumns } from '../standard/table.tsx'

const filterNames = ['type', 'sortBy', 'search', 'missing', 'state'] as const
const missingLabels = { image: 'بلا صورة', damaged: 'بصورة تالفة' }

const columns: RecordColumns<StaffNewsItem> = [
  {
    name: 'title',
    label: newsFields.title,
    cell: item => (
      <div className="table__title">
        <Thumbnail image={item.image} isWide />
        <bdi>{item.title}</bdi>
        <DamageTag image={item.imageFile} all={item.damagedFiles} />
      </div>
    ),
  },
  {
    name: 'type',
    label: newsFields.type,
    cell: item => <span className="tag">{newsCategoryLabels[item.type]}</span>,
  },
  {
    name: 'createdAt',
    label: stampNames.createdAt,
    cell: item => formatDate(item.createdAt),
    className: 'table__short',
  },
  {
    name: 'updatedAt',
    label: stampNames.updatedAt,
    cell: item => formatDateTime(item.updatedAt),
    className: 'table__short',
    isExtra: true,
  },
]

const batchFields: readonly BatchField[] = [
  { name: 'type', label: newsFields.type, options: <NewsCategoryOptions /> },
]

/** `/dashboard/news`. Source: S3.2. */
export function NewsScreen() {
  const filters = useListFilters(filterNames)
  return (
    <RecordList
      kind="news"
      noun={countedNouns.newsItem}
      add="إضافة خبر"
      position={filters}
      wanted={{ ...filters.values, sortBy: filters.values.sortBy || 'desc' }}
      columns={columns}
      nameOf={item => item.title}
      siteAddressOf={item => paths.newsItem(item.id)}
      deletion={{
        question: 'هل أنت متأكد من حذف هذا الخبر؟',
        deleted: name => `حُذف الخبر «${name}».`,
        restored: name => `استُعيد الخبر «${name}».`,
      }}
      batchFields={batchFields}
      filters={
        <FilterBar
          filters={filters}
          search={<SearchBox {...filters.of('search')} placeholder="ابحث في الأخبار" />}
        >
          <FilterSelect label={newsFields.type} all="كل الأنواع" {...filters.of('type')}>
            <NewsCategoryOptions />
          </FilterSelect>
          <FilterSelect label="الترتيب" all="الأحدث أولاً" {...filters.of('sortBy')}>
            <option value="asc">الأقدم أولاً</option>
          </FilterSelect>
          <StateFilter {...filters.of('state')} />
          <MissingFilter {...filters.of('missing')} parts={imageParts} labels={missingLabels} />
        </FilterBar>
      }
    />
  )
}
