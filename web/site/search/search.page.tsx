import { Search } from 'lucide-react'
import { z } from 'zod'
import { gradeCodes, grades } from '#contract/codes/grades.ts'
import { subjectsInOrder } from '#contract/codes/subject-families.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import { gradeSchema, subjectSchema } from '#contract/codes/schemas.ts'
import { examNumberIn, withoutDigits } from '#contract/exam-number.ts'
import { countedNouns, formatCount, formatNumber, formatPlainNumber } from '#contract/format.ts'
import { kinds, kindsWithPage } from '#contract/kinds.ts'
import { limits } from '#contract/limits.ts'
import { pagesFound } from '#contract/page-hits.ts'
import { pageCount } from '#contract/page.ts'
import { paths } from '#contract/paths.ts'
import { isSearchable } from '#contract/searchable.ts'
import { isInsideType } from '#contract/resources/inside.ts'
import type { InsideAnswer } from '#contract/resources/inside.ts'
import { emptySearchAnswer, searchTypeLabels, searchTypes } from '#contract/resources/search.ts'
import type { FactCount, SearchAnswer } from '#contract/resources/search.ts'
import { EmptyNotice } from '#web/ui/notice.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { SkeletonCards } from '#web/ui/skeleton.tsx'
import { definePage } from '../define-page.tsx'
import { AskForm } from '../lists/ask-form.tsx'
import type { Facet } from '../lists/facet-panel.tsx'
import { ActiveFilters, ListPage } from '../lists/list-page.tsx'
import type { ActiveFilter } from '../lists/list-page.tsx'
import { OwnWay } from '../lists/own-way.tsx'
import type { ViewProps } from '../page-module.ts'
import { choiceParameter, hrefWith, pageParameter, textParameter } from '../query.ts'
import { readHitFiles } from './hit-file-facts.tsx'
import type { HitFileFacts } from './hit-file-facts.tsx'
import { HitRows } from './hit-rows.tsx'
import { InsideHits } from './inside-hits.tsx'
import { InsideSection } from './inside-section.tsx'
import { RecognisedChips } from './recognised-chips.tsx'
import { shownAnswer } from './shown-answer.ts'

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
  /** What stands on pages, in place of records. */
  inside: choiceParameter(z.literal('1')),
  page: pageParameter,
})
type SearchPageQuery = z.infer<typeof searchPageQuery>

interface SearchPageData extends SearchAnswer {
  /** What the whole answer consists of; nothing for what is not searched. */
  facts: readonly FactCount[]
  pages: InsideAnswer
  /** The files of its hits. */
  files: HitFileFacts
}
type Props = ViewProps<SearchPageQuery, SearchPageData>

const noPages: InsideAnswer = { hits: [], total: 0 }

const isNumber = ({ q = '' }: SearchPageQuery) => examNumberIn(q) !== undefined

const isSearched = ({ q = '' }: SearchPageQuery) => isSearchable(q)

/** The title says everything that the address does: it is what a shared link shows. */
function titleOf({ q, type, inside, grade, subject, page }: SearchPageQuery): string {
  const parts = [
    q && !examNumberIn(q) ? `البحث عن ${q}` : 'البحث',
    type && searchTypeLabels[type],
    inside && 'داخل الصفحات',
    subject && subjectLabels[subject],
    grade && grades[grade].label,
    page > 1 && `الصفحة ${formatPlainNumber(page)}`,
  ]
  return parts.filter(Boolean).join('، ')
}

/** `/search`: the search as a page, for those without scripts and for long lists of results. */
export const searchPage = definePage<SearchPageQuery, SearchPageData>({
  address: paths.search,
  query: searchPageQuery,
  freeText: ['q'],
  tags: [...kindsWithPage.map(kind => kinds[kind].list), kinds.result.list],
  async load({ services, query }) {
    const { q = '', type, inside, grade, subject, page } = query
    if (!isSearched(query)) return { ...emptySearchAnswer(q), facts: [], pages: noPages, files: new Map() }
    const filters = { ...(grade && { stage: [grade] }), ...(subject && { subject: [subject] }) }
    const ofType = type && !inside ? { ...filters, type: [type] } : filters
    const part = { limit: perPage, offset: (page - 1) * perPage }
    const [{ answer, facts }, pages] = await Promise.all([
      services.search.searchNarrowed({
        query: q,
        ...(inside ? { limit: 1, offset: 1 } : part),
        filters: ofType,
      }),
      type && !inside && !isInsideType(type)
        ? noPages
        : services.inside.search({
            query: q,
            ...(inside ? part : { limit: limits.insideResultsBeside, offset: 0 }),
            filters: ofType,
          }),
    ])
    const last = pageCount(inside ? pages.total : answer.total, perPage)
    if (page > last) {
      return { redirectTo: hrefWith(paths.search, { ...query, page: last }), isPermanent: false }
    }
    const files = await readHitFiles(services, inside ? [] : answer.hits)
    return { ...answer, facts, pages, files }
  },
  meta: ({ query }) => ({
    title: titleOf(query),
    headerName: 'البحث',
    isHiddenFromSearch: true,
    areOwnRowsFirst: true,
  }),
  failure: () => ({
    title: 'حدث خطأ',
    text: 'حدث خطأ أثناء البحث. حاول مرة أخرى.',
    backHref: paths.home,
    backLabel: 'العودة إلى الصفحة الرئيسية',
  }),
  View: SearchView,
})

function SearchView({ data, query }: Props) {
  const filters = { ...query, page: undefined }
  const active = activeOf(filters)
  return (
    <ListPage
      title="البحث"
      crumbs={[]}
      path={paths.search}
      label="نتائج البحث"
      search={{
        name: 'q',
        value: isNumber(query) ? undefined : query.q,
        placeholder: 'ابحث عن كتاب أو ملزمة…',
        method: 'post',
      }}
      kept={{ type: query.type, grade: query.grade, subject: query.subject, inside: query.inside }}
      active={active}
      chips={
        <>
          <ActiveFilters active={active} />
          {isSearched(query) && <TypeTabs data={data} query={query} />}
        </>
      }
      facets={facetsOf(filters, isSearched(query) ? data.facts : undefined)}
      total={totalOf(data, query)}
      waiting={
        <ul className="record-rows">
          <SkeletonCards count={skeletonRows} shape="record-row" />
        </ul>
      }
      failedTitle="حدث خطأ أثناء البحث"
    >
      {isSearched(query) && <RecognisedChips answer={data} kept={filters} />}
      {query.inside && isSearched(query) ? (
        <InsideResults data={data} query={query} />
      ) : (
        <SearchResults data={data} query={query} />
      )}
      <Pagination
        page={query.page}
        pages={pageCount(query.inside ? data.pages.total : data.total, perPage)}
        hrefOf={page => hrefWith(paths.search, { ...query, page })}
      />
    </ListPage>
  )
}

const insideOnly = { type: undefined, inside: '1', page: undefined } as const

function totalOf({ total, pages }: SearchPageData, { inside }: SearchPageQuery): string {
  if (inside) return pages.total > 0 ? pagesFound(pages.total) : ''
  return total > 0 ? formatCount(total, countedNouns.result) : ''
}

type Filters = Omit<SearchPageQuery, 'page'> & { page: undefined }

function activeOf(filters: Filters): ActiveFilter[] {
  const { grade, subject } = filters
  const without = (name: 'grade' | 'subject') => hrefWith(paths.search, { ...filters, [name]: undefined })
  return [
    ...(grade ? [{ name: 'grade', label: grades[grade].shortLabel, href: without('grade') }] : []),
    ...(subject ? [{ name: 'subject', label: subjectLabels[subject], href: without('subject') }] : []),
  ]
}

/** How many of the records a choice of filters leaves. */
function countOf(
  facts: readonly FactCount[],
  { type, grade, subject }: Pick<Filters, 'type' | 'grade' | 'subject'>,
): number {
  return facts.reduce((sum, fact) => {
    const isIn =
      (!type || fact.type === type) &&
      (!grade || fact.grades.includes(grade)) &&
      (!subject || fact.subjects.includes(subject))
    return isIn ? sum + fact.documents : sum
  }, 0)
}

function facetsOf(filters: Filters, facts: readonly FactCount[] | undefined): Facet[] {
  const choose = <Name extends 'grade' | 'subject'>(
    name: Name,
    value: NonNullable<Filters[Name]>,
    label: string,
  ) => {
    const isOn = filters[name] === value
    return {
      value,
      label,
      isOn,
      href: hrefWith(paths.search, { ...filters, [name]: isOn ? undefined : value }),
      ...(facts && { count: countOf(facts, { ...filters, [name]: value }) }),
    }
  }
  return [
    {
      name: 'grade',
      title: 'الصف',
      choices: gradeCodes.map(code => choose('grade', code, grades[code].shortLabel)),
    },
    {
      name: 'subject',
      title: 'المادة',
      choices: subjectsInOrder.map(code => choose('subject', code, subjectLabels[code])),
    },
  ]
}

function TypeTabs({ data, query }: Pick<Props, 'data' | 'query'>) {
  const tabs = [undefined, ...searchTypes].map(type => ({
    type,
    label: type ? searchTypeLabels[type] : 'الكل',
    count: countOf(data.facts, { ...query, type }),
  }))
  const hasPages = data.pages.total > 0 || query.inside
  if (tabs.every(({ count }) => count === 0) && !hasPages) return null
  return (
    <nav aria-label="نوع النتائج">
      <ul className="chips">
        {tabs.map(({ type, label, count }) => (
          <li key={type ?? 'ALL'}>
            {count === 0 && type !== undefined && type !== query.type ? (
              <span className="chip is-empty" role="link" aria-disabled="true">
                {label}
                <bdi>{formatNumber(count)}</bdi>
              </span>
            ) : (
              <a
                className="chip"
                id={`type-${type ?? 'all'}`}
                href={hrefWith(paths.search, { ...query, type, inside: undefined, page: undefined })}
                data-swap="replace"
                aria-current={type === query.type && !query.inside ? 'true' : undefined}
              >
                {label}
                <bdi>{formatNumber(count)}</bdi>
              </a>
            )}
          </li>
        ))}
        {hasPages && (
          <li>
            <a
              className="chip"
              id="type-inside"
              href={hrefWith(paths.search, { ...query, ...insideOnly })}
              data-swap="replace"
              aria-current={query.inside ? 'true' : undefined}
            >
              داخل الصفحات
              <bdi>{formatNumber(data.pages.total)}</bdi>
            </a>
          </li>
        )}
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
  const answer = shownAnswer(data)
  const { hits } = answer
  const pages = query.page === 1 && (
    <InsideSection answer={data.pages} href={hrefWith(paths.search, { ...query, ...insideOnly })} />
  )
  if (hits.length === 0 && data.pages.total > 0) {
    return (
      <>
        {pages}
        <p className="muted">لا سجل بهذا الاسم.</p>
      </>
    )
  }
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
        <OwnWay list="grade" />
        <AskForm wanted={query.q} from={hrefWith(paths.search, query)} />
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
      <HitRows
        answer={answer}
        files={data.files}
        isOfOneKind={query.type !== undefined}
        hasBest={query.page === 1}
      >
        {pages}
      </HitRows>
    </>
  )
}

function InsideResults({ data: { pages }, query }: Pick<Props, 'data' | 'query'>) {
  if (pages.hits.length > 0) return <InsideHits hits={pages.hits} />
  return (
    <EmptyNotice
      title={`لا صفحة فيها "${query.q ?? ''}"`}
      text="نبحث في صفحات الكتب والملازم والأسئلة التي قُرئت نصوصها. جرّب كلمات أقل أو كلمة من العنوان."
    >
      <a
        className="button is-quiet"
        href={hrefWith(paths.search, { ...query, inside: undefined, page: undefined })}
        data-swap="replace"
      >
        البحث في العناوين
      </a>
      <AskForm wanted={query.q} from={hrefWith(paths.search, query)} />
    </EmptyNotice>
  )
}
