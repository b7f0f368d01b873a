import { z } from 'zod'
import { newsCategoryCodes, newsCategoryLabels } from '#contract/codes/news-categories.ts'
import { newsCategorySchema } from '#contract/codes/schemas.ts'
import { countedNouns, formatCount } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { pageCount } from '#contract/page.ts'
import type { ListPage } from '#contract/page.ts'
import { discoveryPaths, paths } from '#contract/paths.ts'
import type { NewsItem } from '#contract/resources/news.ts'
import { FilterButtons } from '#web/ui/filter-buttons.tsx'
import { ListArea } from '#web/ui/list-area.tsx'
import { EmptyNotice } from '#web/ui/notice.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { SkeletonCards } from '#web/ui/skeleton.tsx'
import { definePage } from '../define-page.tsx'
import type { ViewProps } from '../page-module.ts'
import { choiceParameter, hrefWith, pageParameter, textParameter } from '../query.ts'
import { NewsCards } from './news-cards.tsx'

const perPage = limits.newsPerPage
const skeletonCards = 6

const newsListQuery = z.object({
  type: choiceParameter(newsCategorySchema),
  query: textParameter,
  page: pageParameter,
})
type NewsListQuery = z.infer<typeof newsListQuery>

const titleOf = ({ type }: NewsListQuery) => (type ? `الأخبار: ${newsCategoryLabels[type]}` : 'الأخبار')

/** `/news`. */
export const newsListPage = definePage<NewsListQuery, ListPage<NewsItem>>({
  address: paths.news,
  query: newsListQuery,
  freeText: ['query'],
  tags: ['news'],
  async load({ services, query }) {
    const found = await services.news.list({
      limit: perPage,
      offset: (query.page - 1) * perPage,
      type: query.type,
      sortBy: 'desc',
      search: query.query,
    })
    const pages = pageCount(found.total, perPage)
    if (query.page > pages) {
      return { redirectTo: hrefWith(paths.news, { ...query, page: pages }), isPermanent: false }
    }
    return found
  },
  meta: ({ query }) => ({
    title: titleOf(query),
    headerName: titleOf(query),
    description: 'أخبار التربية والتعليم في العراق: جداول الامتحانات والمناهج والنتائج.',
    feed: discoveryPaths.feed('news'),
    breadcrumb: [{ label: 'الأخبار', href: paths.news }],
  }),
  View: NewsList,
})

function NewsList({ data, query }: ViewProps<NewsListQuery, ListPage<NewsItem>>) {
  return (
    <>
      <PageHeading
        title={titleOf(query)}
        text="جداول الامتحانات وقرارات الوزارة وكل ما يهم الطلبة وأولياء الأمور."
      />
      <div className="wrap section">
        <ListArea
          form={<NewsFilters query={query} />}
          status={data.total > 0 ? formatCount(data.total, countedNouns.result) : ''}
          label="الأخبار"
          waiting={
            <ul className="news-grid">
              <SkeletonCards count={skeletonCards} shape="news-card" />
            </ul>
          }
          failedText="تعذر تحميل الأخبار. تحقق من الاتصال ثم حاول مرة أخرى."
        >
          {data.items.length > 0 ? (
            <NewsCards items={data.items} firstSeen={1} />
          ) : (
            <EmptyNotice
              title="لا توجد نتائج"
              text={query.query ? 'جرّب كلمات أخرى أو اختر تصنيفاً آخر.' : 'لم تُنشر أخبار هنا بعد.'}
            >
              {hrefWith(paths.news, query) !== paths.news && (
                <a className="button is-quiet" href={paths.news} data-swap="replace">
                  عرض كل الأخبار
                </a>
              )}
            </EmptyNotice>
          )}
          <Pagination
            page={query.page}
            pages={pageCount(data.total, perPage)}
            hrefOf={page => hrefWith(paths.news, { ...query, page })}
          />
        </ListArea>
      </div>
    </>
  )
}

function NewsFilters({ query }: { query: NewsListQuery }) {
  const chips = [undefined, ...newsCategoryCodes]
  return (
    <>
      <form
        className="filters is-short"
        action={paths.news}
        method="get"
        role="search"
        aria-label="البحث في الأخبار"
      >
        <SearchField label="بحث" name="query" value={query.query} placeholder="ابحث في الأخبار…" />
        <input type="hidden" name="type" defaultValue={query.type ?? ''} />
        <FilterButtons path={paths.news} />
      </form>
      <nav className="category-chips" aria-label="التصنيفات" data-region="categories">
        <ul className="chips">
          {chips.map(type => (
            <li key={type ?? 'ALL'}>
              <a
                className="chip"
                href={hrefWith(paths.news, { type, query: query.query })}
                data-swap="replace"
                aria-current={type === query.type ? 'true' : undefined}
              >
                {type ? newsCategoryLabels[type] : 'كل الأخبار'}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}
