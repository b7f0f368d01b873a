import { z } from 'zod'
import { countedNouns, formatCount, formatNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { pageCount } from '#contract/page.ts'
import { paths } from '#contract/paths.ts'
import { emptySearchAnswer, searchTypeLabels, searchTypes } from '#contract/resources/search.ts'
import type { SearchAnswer } from '#contract/resources/search.ts'
import { ListArea } from '#web/ui/list-area.tsx'
import { EmptyNotice } from '#web/ui/notice.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { SkeletonCards } from '#web/ui/skeleton.tsx'
import { definePage } from '../define-page.tsx'
import type { ViewProps } from '../page-module.ts'
import { choiceParameter, hrefWith, pageParameter, textParameter } from '../query.ts'
import { HighlightedText } from './highlighted-text.tsx'
import { hitDetails } from './hit-details.ts'
import { RecognisedChips } from './recognised-chips.tsx'

const perPage = 20
const skeletonRows = 6

const searchPageQuery = z.object({
  q: textParameter,
  type: choiceParameter(z.enum(searchTypes)),
  page: pageParameter,
})
type SearchPageQuery = z.infer<typeof searchPageQuery>

/** `/search`: the search as a page, for those without scripts and for long lists of results. */
export const searchPage = definePage<SearchPageQuery, SearchAnswer>({
  address: paths.search,
  query: searchPageQuery,
  freeText: ['q'],
  tags: ['books', 'notes', 'exams', 'news'],
  async load({ services, query }) {
    const text = query.q ?? ''
    if (text.length < limits.minSearchLength) return emptySearchAnswer(text)
    return services.search.search({
      query: text,
      limit: perPage,
      offset: (query.page - 1) * perPage,
      filters: query.type ? { type: [query.type] } : {},
    })
  },
  meta: ({ query }) => ({ title: query.q ? `البحث عن ${query.q}` : 'البحث', isHiddenFromSearch: true }),
  failure: () => ({
    title: 'حدث خطأ',
    text: 'حدث خطأ أثناء البحث. حاول مرة أخرى.',
    backHref: paths.home,
    backLabel: 'العودة إلى الصفحة الرئيسية',
  }),
  View: SearchView,
})

function SearchView({ data, query }: ViewProps<SearchPageQuery, SearchAnswer>) {
  const text = query.q ?? ''
  const isSearched = text.length >= limits.minSearchLength
  return (
    <>
      <PageHeading title="البحث" text="في الكتب والملازم والأسئلة الوزارية والأخبار." />
      <div className="wrap section">
        <ListArea
          form={
            <>
              <form className="filters is-short" action={paths.search} method="get" role="search">
                <SearchField
                  label="بحث"
                  name="q"
                  value={text}
                  placeholder="ابحث عن كتاب أو ملزمة أو أسئلة…"
                />
                <input type="hidden" name="type" defaultValue={query.type ?? ''} />
                <div className="filter-buttons">
                  <button className="button" type="submit">
                    بحث
                  </button>
                </div>
              </form>
              <div data-region="types" className="search-parts">
                {isSearched && <RecognisedChips answer={data} type={query.type} />}
                {isSearched && <TypeChips data={data} query={query} />}
              </div>
            </>
          }
          status={data.total > 0 ? formatCount(data.total, countedNouns.result) : ''}
          label="نتائج البحث"
          waiting={
            <ul className="search-list">
              <SkeletonCards count={skeletonRows} shape="row-card" />
            </ul>
          }
          failedText="حدث خطأ أثناء البحث. حاول مرة أخرى."
        >
          <SearchResults data={data} text={text} isSearched={isSearched} />
          <Pagination
            page={query.page}
            pages={pageCount(data.total, perPage)}
            hrefOf={page => hrefWith(paths.search, { ...query, page })}
          />
        </ListArea>
      </div>
    </>
  )
}

function TypeChips({ data, query }: { data: SearchAnswer; query: SearchPageQuery }) {
  return (
    <ul className="chips category-chips">
      {[undefined, ...searchTypes].map(type => (
        <li key={type ?? 'ALL'}>
          <a
            className="chip"
            href={hrefWith(paths.search, { q: query.q, type })}
            data-swap="replace"
            aria-current={type === query.type ? 'true' : undefined}
          >
            {type ? searchTypeLabels[type] : 'الكل'}
            {type && !query.type && <bdi>{formatNumber(data.groups[type])}</bdi>}
          </a>
        </li>
      ))}
    </ul>
  )
}

function SearchResults({
  data,
  text,
  isSearched,
}: {
  data: SearchAnswer
  text: string
  isSearched: boolean
}) {
  if (!isSearched) return <EmptyNotice title="ابدأ الكتابة للبحث..." text="اكتب حرفين على الأقل." />
  if (data.hits.length === 0) {
    return <EmptyNotice title={`لا توجد نتائج لـ "${text}"`} text="حاول تغيير كلمات البحث أو تحقق من الإملاء" />
  }
  return (
    <ul className="search-list">
      {data.hits.map(hit => (
        <li className="row-card" key={`${hit.type} ${hit.id}`}>
          <span className="year-chip">{searchTypeLabels[hit.type]}</span>
          <h2>
            <a className="card-link" href={hit.url}>
              <bdi>
                <HighlightedText text={hit.title} ranges={hit.highlights} />
              </bdi>
            </a>
          </h2>
          <p className="card-text">{hitDetails(hit)}</p>
        </li>
      ))}
    </ul>
  )
}
