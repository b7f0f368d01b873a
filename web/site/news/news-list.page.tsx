import { z } from 'zod'
import { newsCategoryCodes, newsCategoryLabels } from '#contract/codes/news-categories.ts'
import type { NewsCategoryCode } from '#contract/codes/news-categories.ts'
import { newsCategorySchema } from '#contract/codes/schemas.ts'
import { countedNouns, formatCount, formatNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { pageCount } from '#contract/page.ts'
import { discoveryPaths, paths } from '#contract/paths.ts'
import type { NewsItem } from '#contract/resources/news.ts'
import type { CountedList } from '#contract/school-lists.ts'
import { Pagination } from '#web/ui/pagination.tsx'
import { SkeletonCards } from '#web/ui/skeleton.tsx'
import { definePage } from '../define-page.tsx'
import { EmptyList } from '../empty-list.tsx'
import { titleOfPage } from '../list-names.ts'
import { FeedLink } from '../lists/feed-link.tsx'
import { ListPage } from '../lists/list-page.tsx'
import type { ViewProps } from '../page-module.ts'
import { choiceParameter, hrefWith, pageParameter, textParameter } from '../query.ts'
import { NewsRow } from './news-row.tsx'

const perPage = limits.newsPerPage
const skeletonRows = 6
/** Rows whose pictures are seen without scrolling. */
const firstSeen = 7

const newsListQuery = z.object({
  type: choiceParameter(newsCategorySchema),
  query: textParameter,
  page: pageParameter,
})
type NewsListQuery = z.infer<typeof newsListQuery>

interface CategoryCount {
  type: NewsCategoryCode
  count: number
}
type NewsListData = CountedList<NewsItem, CategoryCount>

const titleOf = ({ type }: NewsListQuery) => (type ? `الأخبار: ${newsCategoryLabels[type]}` : 'الأخبار')
const crumbs = [{ label: 'الأخبار', href: paths.news }]

/** `/news`. */
export const newsListPage = definePage<NewsListQuery, NewsListData>({
  address: paths.news,
  query: newsListQuery,
  freeText: ['query'],
  tags: ['news'],
  async load({ services, query }) {
    const found = await services.news.listOfSite({
      limit: perPage,
      offset: (query.page - 1) * perPage,
      type: query.type,
      search: query.query,
    })
    const pages = pageCount(found.total, perPage)
    if (query.page > pages) {
      return { redirectTo: hrefWith(paths.news, { ...query, page: pages }), isPermanent: false }
    }
    return found
  },
  meta: ({ query }) => ({
    title: titleOfPage(titleOf(query), query.page),
    headerName: titleOf(query),
    description: `${titleOf(query)}. أخبار التربية والتعليم في العراق: جداول الامتحانات والمناهج والنتائج.`,
    feed: discoveryPaths.feed('news'),
    breadcrumb: crumbs,
  }),
  View: NewsList,
})

function NewsList({ data, query }: ViewProps<NewsListQuery, NewsListData>) {
  return (
    <ListPage
      title={titleOf(query)}
      crumbs={crumbs}
      path={paths.news}
      label="الأخبار"
      search={{ name: 'query', value: query.query, placeholder: 'ابحث في الأخبار' }}
      kept={{ type: query.type }}
      chips={<Categories counts={data.counts} query={query} />}
      total={data.total > 0 ? formatCount(data.total, countedNouns.newsItem) : ''}
      waiting={
        <ul className="record-rows">
          <SkeletonCards count={skeletonRows} shape="record-row" />
        </ul>
      }
      failedTitle="تعذر تحميل الأخبار"
    >
      {data.items.length > 0 ? (
        <ul className="record-rows">
          {data.items.map((item, index) => (
            <NewsRow
              key={item.id}
              item={item}
              isCategorySaid={query.type !== undefined}
              headingLevel={2}
              isLazy={index >= firstSeen}
            />
          ))}
        </ul>
      ) : (
        <EmptyList
          typed={query.query}
          advice="جرّب كلمات أخرى أو اختر تصنيفاً آخر."
          name={titleOf(query)}
          from={hrefWith(paths.news, query)}
          own="grade"
          whole={hrefWith(paths.news, query) !== paths.news && { label: 'عرض كل الأخبار', href: paths.news }}
        />
      )}
      <Pagination
        page={query.page}
        pages={pageCount(data.total, perPage)}
        hrefOf={page => hrefWith(paths.news, { ...query, page })}
      />
      <FeedLink list="news" label="الأخبار" />
    </ListPage>
  )
}

/** The categories as chips with their counts; an empty one leads nowhere. */
function Categories({ counts, query }: { counts: NewsListData['counts']; query: NewsListQuery }) {
  const countOf = (type: NewsCategoryCode) => counts.find(category => category.type === type)?.count ?? 0
  return (
    <nav aria-label="التصنيفات">
      <ul className="chips">
        {[undefined, ...newsCategoryCodes].map(type => (
          <li key={type ?? 'ALL'}>
            {type && type !== query.type && countOf(type) === 0 ? (
              <span className="chip is-empty" role="link" aria-disabled="true">
                {newsCategoryLabels[type]}
              </span>
            ) : (
              <a
                className="chip"
                id={`category-${type ?? 'all'}`}
                href={hrefWith(paths.news, { type, query: query.query })}
                data-swap="replace"
                aria-current={type === query.type ? 'true' : undefined}
              >
                {type ? newsCategoryLabels[type] : 'كل الأخبار'}
                {type && <bdi>{formatNumber(countOf(type))}</bdi>}
              </a>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}
