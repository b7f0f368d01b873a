import { z } from 'zod'
import { grades, ministerialGradeCodes } from '#contract/codes/grades.ts'
import { roundLabel } from '#contract/codes/rounds.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import { subjectSchema } from '#contract/codes/schemas.ts'
import { countedNouns, formatCount, formatPlainNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { pageCount } from '#contract/page.ts'
import type { ListPage } from '#contract/page.ts'
import { discoveryPaths, paths } from '#contract/paths.ts'
import type { Exam } from '#contract/resources/exam.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { ListArea } from '#web/ui/list-area.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { SkeletonCards } from '#web/ui/skeleton.tsx'
import { definePage } from '../define-page.tsx'
import { waysFrom } from '../elsewhere.ts'
import type { Way } from '../elsewhere.ts'
import { EmptyList } from '../empty-list.tsx'
import { forWhom } from '../list-names.ts'
import type { ViewProps } from '../page-module.ts'
import { choiceParameter, hrefWith, numberParameter, pageParameter, textParameter } from '../query.ts'
import { ExamCards } from './exam-cards.tsx'
import { ExamFilters } from './exam-filters.tsx'

const perPage = limits.examsPerPage

const examListQuery = z.object({
  subject: choiceParameter(subjectSchema),
  year: numberParameter,
  try: numberParameter,
  query: textParameter,
  page: pageParameter,
})

type ExamListQuery = z.infer<typeof examListQuery>

/** The filters that are set, in words. */
function chosenOf({ subject, year, try: round }: ExamListQuery): string[] {
  return [
    subject ? subjectLabels[subject] : '',
    year === undefined ? '' : formatPlainNumber(year),
    round === undefined ? '' : roundLabel(round, formatPlainNumber),
  ].filter(part => part !== '')
}

interface ExamListData extends ListPage<Exam> {
  /** Where to go on when nothing is here; none while there is something. */
  ways: readonly Way[]
  years: readonly number[]
}

/** `/ministerial/sixth-primary`, `/ministerial/third-intermediate` and `/ministerial/sixth-preparatory`. */
export const examListPages = ministerialGradeCodes.map(grade => {
  const path = paths.examsOfGrade(grade)
  const titleOf = (query: ExamListQuery) =>
    [`الأسئلة الوزارية: ${grades[grade].label}`, ...chosenOf(query)].join('، ')
  const crumbs = [
    { label: 'الأسئلة الوزارية', href: paths.exams },
    { label: grades[grade].label, href: path },
  ]

  const missingOf = (query: ExamListQuery) => {
    const chosen = chosenOf(query).join('، ')
    const whom = forWhom(grades[grade].label)
    return chosen ? `لم تُنشر أسئلة ${whom} بهذا الاختيار بعد: ${chosen}.` : `لم تُنشر أسئلة وزارية ${whom} بعد.`
  }
  const wholeList = (query: ExamListQuery) =>
    hrefWith(path, query) !== path && (
      <a className="button is-quiet" href={path} data-swap="replace">
        عرض كل الأسئلة
      </a>
    )

  function ExamList({ data, query }: ViewProps<ExamListQuery, ExamListData>) {
    return (
      <>
        <PageHeading title={titleOf(query)} text="اختر المادة والسنة والدور، ثم عاين الأسئلة أو حمّلها.">
          <Breadcrumb crumbs={crumbs} />
        </PageHeading>
        <div className="wrap section">
          <ListArea
            form={<ExamFilters grade={grade} years={data.years} query={query} />}
            status={data.total > 0 ? formatCount(data.total, countedNouns.result) : ''}
            label="الأسئلة الوزارية"
            waiting={
              <ul className="exam-grid">
                <SkeletonCards count={perPage} shape="exam-card" />
              </ul>
            }
            failedText="تعذر تحميل الأسئلة. تحقق من الاتصال ثم حاول مرة أخرى."
          >
            {data.items.length > 0 && <ExamCards exams={data.items} />}
            {data.items.length === 0 && (
              <EmptyList
                typed={query.query}
                advice="جرّب كلمات أخرى، أو مادة أو سنة أو دوراً آخر."
                missing={missingOf(query)}
                ways={data.ways}
              >
                {wholeList(query)}
              </EmptyList>
            )}
            <Pagination
              page={query.page}
              pages={pageCount(data.total, perPage)}
              hrefOf={page => hrefWith(path, { ...query, page })}
            />
          </ListArea>
        </div>
      </>
    )
  }

  return definePage({
    address: path,
    query: examListQuery,
    freeText: ['query'],
    tags: ['books', 'notes', 'exams'],
    async load({ services, query }) {
      const [found, years] = await Promise.all([
        services.exams.list({
          limit: perPage,
          offset: (query.page - 1) * perPage,
          stage: grade,
          stageType: 'exact',
          subject: query.subject,
          try: query.try,
          releaseYear: query.year,
          search: query.query,
        }),
        services.exams.years(grade),
      ])
      const pages = pageCount(found.total, perPage)
      if (query.page > pages)
        return { redirectTo: hrefWith(path, { ...query, page: pages }), isPermanent: false }
      const { stage } = grades[grade]
      const isBare = found.total === 0 && !query.query
      const ways = isBare ? await waysFrom('exams', services, { stage, grade, subject: query.subject }) : []
      return { ...found, years, ways }
    },
    meta: ({ query }) => ({
      title: titleOf(query),
      headerName: titleOf(query),
      breadcrumb: crumbs,
      feed: discoveryPaths.feed('exams'),
      description: `${titleOf(query)}: ${chosenOf(query).length > 0 ? 'للمعاينة والتحميل' : 'كل المواد والسنوات والأدوار'}.`,
    }),
    View: ExamList,
  })
})
