import { RotateCcw, Search } from 'lucide-react'
import { z } from 'zod'
import { gradeCodes, grades } from '#contract/codes/grades.ts'
import { subjectCodes, subjectLabels } from '#contract/codes/subjects.ts'
import { gradeSchema, subjectSchema } from '#contract/codes/schemas.ts'
import { examNumberIn, withoutDigits } from '#contract/exam-number.ts'
import { countedNouns, formatCount, formatNumber, formatPlainNumber } from '#contract/format.ts'
import { kinds, kindsWithPage } from '#contract/kinds.ts'
import { limits } from '#contract/limits.ts'
import { pageCount } from '#contract/page.ts'
import { paths } from '#contract/paths.ts'
import { isSearchable } from '#contract/searchable.ts'
import { emptySearchAnswer, searchTypeLabels, searchTypes } from '#contract/resources/search.ts'
import type { SearchAnswer } from '#contract/resources/search.ts'
import { ListArea } from '#web/ui/list-area.tsx'
import { EmptyNotice } from '#web/ui/notice.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { SkeletonCards } from '#web/ui/skeleton.tsx'
import { definePage } from '../define-page.tsx'
import type { ViewProps } from '../page-module.ts'
import { choiceParameter, hrefWith, pageParameter, textParameter } from '../query.ts'
import { HighlightedText } from './highlighted-text.tsx'
import { HitDetails } from './hit-details.tsx'
import { HitTile } from './hit-tile.tsx'
import { RecognisedChips } from './recognised-chips.tsx'
import { shownTypeIcons, shownTypeLabels } from './shown-types.ts'

const perPage = limits.searchRowsPerPage
const skeletonRows = 6

/** Of an exam number in the address no digit comes any further. */
const searchedText = textParameter.transform(text =>
  text && examNumberIn(text) ? withoutDigits(text) : text,
)

const searchPageQuery = z.object({
  q: searchedText,
  type: choiceParameter(z.enum(searchTypes)),
  grade: choiceParameter(gradeSchema),
  subject: choiceParameter(subjectSchema),
  page: pageParameter,
})
type SearchPageQuery = z.infer<typeof searchPageQuery>
type Props = ViewProps<SearchPageQuery, SearchAnswer>

const isNumber = ({ q = '' }: SearchPageQuery) => examNumberIn(q) !== undefined

const isSearched = ({ q = '' }: SearchPageQuery) => isSearchable(q)

/** The title says everything that the address does: it is what a shared link shows. */
function titleOf({ q, type, grade, subject, page }: SearchPageQuery): string {
  const parts = [
    q && !examNumberIn(q) ? `البحث عن ${q}` : 'البحث',
    type && searchTypeLabels[type],
    subject && subjectLabels[subject],
    grade && grades[grade].label,
    page > 1 && `الصفحة ${formatPlainNumber(page)}`,
  ]
  return parts.filter(Boolean).join('، ')
}

/** `/search`: the search as a page, for those without scripts and for long lists of results. */
export const searchPage = definePage<SearchPageQuery, SearchAnswer>({
  address: paths.search,
  query: searchPageQuery,
  freeText: ['q'],
  tags: [...kindsWithPage.map(kind => kinds[kind].list), kinds.result.list],
  async load({ services, query }) {
    const { q = '', type, grade, subject, page } = query
    if (!isSearched(query)) return emptySearchAnswer(q)
    const filters = { ...(grade && { stage: [grade] }), ...(subject && { subject: [subject] }) }
    const [found, everyType] = await Promise.all([
      services.search.search({
        query: q,
        limit: perPage,
        offset: (page - 1) * perPage,
        filters: type ? { ...filters, type: [type] } : filters,
      }),
      /* The counts of the other tabs. Not the first row, which would count a query without answer once more. */
      type && services.search.search({ query: q, limit: 1, offset: 1, filters }),
    ])
    const pages = pageCount(found.total, perPage)
    if (page > pages) {
      return { redirectTo: hrefWith(paths.search, { ...query, page: pages }), isPermanent: false }
    }
    return { ...found, groups: (everyType ?? found).groups }
  },
  meta: ({ query }) => ({ title: titleOf(query), isHiddenFromSearch: true }),
  failure: () => ({
    title: 'حدث خطأ',
    text: 'حدث خطأ أثناء البحث. حاول مرة أخرى.',
    backHref: paths.home,
    backLabel: 'العودة إلى الصفحة الرئيسية',
  }),
  View: SearchView,
})

function SearchView({ data, query }: Props) {
  return (
    <>
      <PageHeading title="البحث" text="في الكتب والملازم والأسئلة الوزارية والأخبار." />
      <div className="wrap section">
        <ListArea
          form={
            <>
              <SearchFilters query={query} />
              <div className="search-parts" data-region="types">
                {isSearched(query) && (
                  <>
                    <RecognisedChips answer={data} kept={{ ...query, page: undefined }} />
                    <TypeTabs data={data} query={query} />
                  </>
                )}
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
          <SearchResults data={data} query={query} />
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

function SearchFilters({ query }: { query: SearchPageQuery }) {
  return (
    <form
      className="filters search-filters"
      action={paths.search}
      method="post"
      role="search"
      aria-label="البحث في الموقع"
    >
      <SearchField
        label="بحث"
        name="q"
        value={isNumber(query) ? undefined : query.q}
        placeholder="ابحث عن كتاب أو ملزمة…"
      />
      <SelectField
        label="الصف"
        name="grade"
        value={query.grade}
        all="كل الصفوف"
        options={gradeCodes.map(code => ({ value: code, label: grades[code].shortLabel }))}
      />
      <SelectField
        label="المادة"
        name="subject"
        value={query.subject}
        all="كل المواد"
        options={subjectCodes.map(code => ({ value: code, label: subjectLabels[code] }))}
      />
      <input type="hidden" name="type" defaultValue={query.type ?? ''} />
      <div className="filter-buttons">
        <button className="button needs-no-script" type="submit">
          بحث
        </button>
        <a className="button is-quiet" href={paths.search} data-swap="replace">
          <RotateCcw aria-hidden="true" />
          إعادة ضبط
        </a>
      </div>
    </form>
  )
}

function TypeTabs({ data, query }: Pick<Props, 'data' | 'query'>) {
  const countOfAll = Object.values(data.groups).reduce((sum, count) => sum + count, 0)
  if (countOfAll === 0) return null
  return (
    <nav className="category-chips" aria-label="نوع النتائج">
      <ul className="chips">
        {[undefined, ...searchTypes].map(type => (
          <li key={type ?? 'ALL'}>
            <a
              className="chip"
              href={hrefWith(paths.search, { ...query, type, page: undefined })}
              data-swap="replace"
              aria-current={type === query.type ? 'true' : undefined}
            >
              {type ? searchTypeLabels[type] : 'الكل'}
              <bdi>{formatNumber(type ? data.groups[type] : countOfAll)}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function SearchResults({ data, query }: Pick<Props, 'data' | 'query'>) {
  if (!isSearched(query)) {
    return (
      <div className="notice">
        <Search aria-hidden="true" />
        <h2>ابدأ الكتابة للبحث...</h2>
        <p>اكتب حرفين على الأقل.</p>
      </div>
    )
  }
  const hits = [...data.resultLinks, ...data.hits]
  if (hits.length === 0) {
    const isNarrowed = query.type ?? query.grade ?? query.subject
    return (
      <EmptyNotice
        title={`لا توجد نتائج لـ "${query.q ?? ''}"`}
        text="حاول تغيير كلمات البحث أو تحقق من الإملاء"
      >
        {isNarrowed && (
          <a className="button is-quiet" href={hrefWith(paths.search, { q: query.q })} data-swap="replace">
            البحث بلا تصفية
          </a>
        )}
      </EmptyNotice>
    )
  }
  return (
    <>
      {isNumber(query) && (
        <p className="notice">
          هذا رقم امتحاني، ولا نكتب الأرقام الامتحانية في العناوين. اختر صفك واكتب رقمك هناك.
        </p>
      )}
      <ul className="search-list">
        {hits.map(hit => (
          <li className="row-card" key={`${hit.type} ${hit.id}`}>
            <HitTile icon={shownTypeIcons[hit.type]} hit={hit} />
            <div>
              <h2>
                <a className="card-link" href={hit.url}>
                  <bdi>
                    <HighlightedText text={hit.title} ranges={hit.highlights} />
                  </bdi>
                </a>
              </h2>
              <p className="card-text">
                <span className="visually-hidden">{shownTypeLabels[hit.type]}: </span>
                <HitDetails hit={hit} />
              </p>
            </div>
            <span className="year-chip" aria-hidden="true">
              {shownTypeLabels[hit.type]}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
