import { z } from 'zod'
import { grades, ministerialGradeCodes } from '#contract/codes/grades.ts'
import { subjectSchema } from '#contract/codes/schemas.ts'
import { countedNouns, formatCount, formatPlainNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { pageCount } from '#contract/page.ts'
import { discoveryPaths, paths } from '#contract/paths.ts'
import type { Exam, ExamPlace } from '#contract/resources/exam.ts'
import type { CountedList, ExamCount } from '#contract/school-lists.ts'
import { definePage } from '../define-page.tsx'
import { waysFrom } from '../elsewhere.ts'
import type { Way } from '../elsewhere.ts'
import { EmptyList } from '../empty-list.tsx'
import { forWhom, subjectOf, titleOfPage } from '../list-names.ts'
import { FeedLink } from '../lists/feed-link.tsx'
import { ActiveFilters, ListPage, ListPages, WaitingRows } from '../lists/list-page.tsx'
import type { ViewProps } from '../page-module.ts'
import { repeatedWay, WayRow } from '../subject-ways.tsx'
import { choiceParameter, hrefWith, numberParameter, pageParameter, textParameter } from '../query.ts'
import { activeExamFilters, examFacets, roundName } from './exam-filters.ts'
import { ExamResults } from './exam-results.tsx'
import { ExamYears, ExamYearsLegend, isExamTable } from './exam-years.tsx'
import { NewestExam, newestExamFacts } from './newest-exam.tsx'
import type { NewestExamFacts } from './newest-exam.tsx'
import { SubjectStrip } from './subject-strip.tsx'

const perPage = limits.examsPerPage
/** As many as a screen of waiting rows shows. */
const skeletonRows = 12

const examListQuery = z.object({
  subject: choiceParameter(subjectSchema),
  year: numberParameter,
  try: numberParameter,
  sort: choiceParameter(z.enum(['latest'])),
  query: textParameter,
  page: pageParameter,
})

type ExamListQuery = z.infer<typeof examListQuery>

interface ExamListData extends CountedList<Exam, ExamCount> {
  /** Where to go on when nothing is here; none while there is something. */
  ways: readonly Way[]
  /** With a subject and nothing else chosen: all its exams, to be shown by year and round. */
  places: readonly ExamPlace[] | undefined
  /** Of those the newest, with its first page. */
  newest: NewestExamFacts | undefined
  /** How many questions of the grade, or of its chosen subject, were asked more than once. */
  repeatedCount: number
}

/** `/ministerial/sixth-primary`, `/ministerial/third-intermediate` and `/ministerial/sixth-preparatory`. */
export const examListPages = ministerialGradeCodes.map(grade => {
  const path = paths.examsOfGrade(grade)
  const whom = grades[grade].shortLabel
  const titleOf = ({ subject, year, try: round }: ExamListQuery) =>
    [
      subject ? `أسئلة ${subjectOf(subject, whom)}` : `الأسئلة الوزارية ${forWhom(whom)}`,
      year === undefined ? '' : formatPlainNumber(year),
      round === undefined ? '' : roundName(round),
    ]
      .filter(part => part !== '')
      .join('، ')
  /* On phones beside the mark: one line, but for the longest subjects. */
  const headerNameOf = ({ subject, year, try: round }: ExamListQuery) =>
    [
      `وزاري ${subject ? subjectOf(subject, whom) : whom}`,
      year !== undefined && formatPlainNumber(year),
      round !== undefined && roundName(round),
    ]
      .filter(Boolean)
      .join('، ')
  const crumbs = [
    { label: 'الأسئلة الوزارية', href: paths.exams },
    { label: whom, href: path },
  ]

  function ExamList({ data, query }: ViewProps<ExamListQuery, ExamListData>) {
    const { page, ...filters } = query
    const active = activeExamFilters(grade, filters, data.counts)
    return (
      <ListPage
        title={titleOf(query)}
        crumbs={crumbs}
        path={path}
        label="الأسئلة الوزارية"
        search={{ name: 'query', value: query.query, placeholder: 'ابحث في هذه الأسئلة' }}
        kept={{ subject: query.subject, year: query.year, try: query.try, sort: query.sort }}
        active={active}
        chips={
          <>
            <SubjectStrip grade={grade} filters={filters} counts={data.counts} />
            <ActiveFilters active={active.filter(({ name }) => name !== 'subject')} />
          </>
        }
        facets={examFacets(grade, filters, data.counts)}
        total={data.total > 0 ? formatCount(data.total, countedNouns.exam) : ''}
        waiting={<WaitingRows count={skeletonRows} />}
        failedTitle="تعذر تحميل الأسئلة"
      >
        {data.repeatedCount > 0 && (
          <ul className="way-list">
            <WayRow {...repeatedWay(grade, query.subject, data.repeatedCount)} />
          </ul>
        )}
        {data.places && query.subject && (
          <>
            {data.newest && <NewestExam {...data.newest} headingLevel={2} isSubjectSaid />}
            <ExamYears grade={grade} subject={query.subject} places={data.places} />
            {isExamTable(data.places) && <ExamYearsLegend />}
          </>
        )}
        {data.items.length > 0 && !data.places && (
          <ExamResults
            exams={data.items}
            said={{ grade, subject: query.subject, year: query.year, round: query.try }}
            isOrdered={!query.sort && !query.query}
          />
        )}
        {data.items.length === 0 && (
          <EmptyList
            typed={query.query}
            advice="جرّب كلمات أخرى، أو مادة أو سنة أو دوراً آخر."
            name={titleOf(query)}
            from={hrefWith(path, query)}
            fixes={active.filter(({ count }) => count > 0)}
            ways={data.ways}
            own="exams"
            whole={hrefWith(path, query) !== path && { label: 'عرض كل الأسئلة', href: path }}
          />
        )}
        {!data.places && (
          <ListPages page={page} pages={pageCount(data.total, perPage)} path={path} query={query} />
        )}
        <FeedLink list="exams" label="الأسئلة الوزارية" />
      </ListPage>
    )
  }

  return definePage<ExamListQuery, ExamListData>({
    address: path,
    query: examListQuery,
    freeText: ['query'],
    tags: ['books', 'notes', 'exams'],
    async load({ services, query }) {
      const { subject, year, try: round, sort, query: text } = query
      const isOfSubject = subject !== undefined && year === undefined && round === undefined && !sort && !text
      const found = await services.exams.listOfGrade({
        grade,
        subject,
        year,
        try: round,
        search: text,
        isLatest: sort === 'latest',
        /* All exams of a subject are shown by year and round: the page of them is not. */
        limit: isOfSubject ? 1 : perPage,
        offset: (query.page - 1) * perPage,
      })
      const pages = pageCount(found.total, perPage)
      if (query.page > pages)
        return { redirectTo: hrefWith(path, { ...query, page: pages }), isPermanent: false }
      const { stage } = grades[grade]
      const isBare = found.total === 0 && !query.query
      const ways = isBare ? await waysFrom('exams', services, { stage, grade, subject: query.subject }) : []
      const places = isOfSubject && found.total > 0 ? await services.exams.places(grade, subject) : undefined
      const [repeated, newest] = await Promise.all([
        services.exams.questions.subjectsOf(grade),
        newestExamFacts(services, places ?? []),
      ])
      const repeatedCount = repeated
        .filter(each => !subject || each.subject === subject)
        .reduce((sum, { count }) => sum + count, 0)
      return { ...found, ways, places, newest, repeatedCount }
    },
    meta: ({ query }) => ({
      title: titleOfPage(titleOf(query), query.page),
      headerName: headerNameOf(query),
      canonical: hrefWith(path, { ...query, sort: undefined }),
      breadcrumb: crumbs,
      feed: discoveryPaths.feed('exams'),
      description: `${titleOf(query)}: أسئلة وزارية مع صورها، للمعاينة والتحميل.`,
    }),
    View: ExamList,
  })
})
