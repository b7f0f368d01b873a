import { FolderOpen, ChevronLeft } from 'lucide-react'
import { z } from 'zod'
import { between } from '#contract/between.ts'
import { cities } from '#contract/codes/cities.ts'
import { branchCodes, branchLabels } from '#contract/codes/branches.ts'
import { grades, ministerialGradeCodes } from '#contract/codes/grades.ts'
import { roundLabel } from '#contract/codes/rounds.ts'
import { AppError } from '#contract/errors.ts'
import { examNumberIn } from '#contract/exam-number.ts'
import { countedNouns, formatCount, formatNumber, formatPlainNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { pageCount } from '#contract/page.ts'
import { paths } from '#contract/paths.ts'
import { releaseQuery } from '#contract/result-addresses.ts'
import type { Services } from '#server/services.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { FilterButtons } from '#web/ui/filter-buttons.tsx'
import { ListArea } from '#web/ui/list-area.tsx'
import { EmptyNotice } from '#web/ui/notice.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { SkeletonCards } from '#web/ui/skeleton.tsx'
import { definePage } from '../define-page.tsx'
import { titleOfPage } from '../list-names.ts'
import { AskForm } from '../lists/ask-form.tsx'
import type { ViewProps } from '../page-module.ts'
import { choiceParameter, hrefWith, numberParameter, pageParameter, textParameter } from '../query.ts'
import { releaseName } from './release-name.ts'
import { SchoolRow } from './school-row.tsx'

const perPage = limits.schoolsPerPage
const skeletonRows = 8

const schoolsQuery = z.object({
  query: textParameter,
  year: numberParameter,
  try: numberParameter,
  city: choiceParameter(z.enum(cities)),
  branch: choiceParameter(z.enum(branchCodes)),
  group: textParameter,
  page: pageParameter,
})
type SchoolsQuery = z.infer<typeof schoolsQuery>
type SchoolsData = Awaited<ReturnType<Services['results']['schools']['list']>>
type Props = ViewProps<SchoolsQuery, SchoolsData>

/** `/results/{stage}/schools`: every school of a release, over all cities. Source: R7.1. */
export const schoolsPages = ministerialGradeCodes.map(grade => {
  const path = paths.schoolsOfGrade(grade)
  const root = paths.resultsOfGrade(grade)

  const titleOf = ({ data: { status }, query }: Props) =>
    [
      `نتائج مدارس ${grades[grade].shortLabel}`,
      query.city,
      query.branch && branchLabels[query.branch],
      query.group,
      status.release && releaseName(status.release),
    ]
      .filter(Boolean)
      .join('، ')

  const crumbs = [
    { label: 'النتائج الوزارية', href: paths.results },
    { label: grades[grade].label, href: root },
    { label: 'المدارس', href: path },
  ]

  function Schools(props: Props) {
    const { data, query } = props
    const { schools, total, all } = data
    return (
      <>
        <PageHeading title={titleOf(props)}>
          <Breadcrumb crumbs={crumbs} />
        </PageHeading>
        <div className="wrap section schools">
          <ListArea
            form={<SchoolFilters path={path} data={data} query={query} />}
            status={[
              total > 0 &&
                `${formatCount(total, countedNouns.school)}${total < all ? ` من ${formatNumber(all)}` : ''}`,
              total > 0 && data.status.release && releaseName(data.status.release),
            ]
              .filter(Boolean)
              .join(between)}
            label="المدارس"
            waiting={
              <ul className="school-list">
                <SkeletonCards count={skeletonRows} shape="school-row" />
              </ul>
            }
            failedText="تعذر تحميل المدارس. تحقق من الاتصال ثم حاول مرة أخرى."
          >
            {schools.length > 0 && (
              <ul className="school-list">
                {schools.map(school => (
                  <SchoolRow key={school.id} school={school} isOfCity={query.city !== undefined} />
                ))}
              </ul>
            )}
            {total === 0 && (
              <EmptyNotice title={emptyTitle(props)} text={emptyText(props)}>
                {hrefWith(path, query) !== path && all > 0 && (
                  <a className="button is-quiet" href={path} data-swap="replace">
                    عرض كل المدارس
                  </a>
                )}
                <AskForm wanted={wantedOf(query)} from={hrefWith(path, { ...query, query: undefined })} />
              </EmptyNotice>
            )}
            <Pagination
              page={query.page}
              pages={pageCount(total, perPage)}
              hrefOf={page => hrefWith(path, { ...query, page })}
            />
            <a className="results-way" href={`${root}#folders`}>
              <FolderOpen aria-hidden="true" />
              <span>
                <strong>لم تجدها؟ ملفات المديريات كاملة</strong>
                <span className="muted">أو اكتب اسم القضاء أو الناحية.</span>
              </span>
              <ChevronLeft aria-hidden="true" />
            </a>
          </ListArea>
        </div>
      </>
    )
  }

  /* A number is nobody's to read: what is asked for goes to the inbox. */
  const wantedOf = ({ query }: SchoolsQuery) =>
    query && !examNumberIn(query) ? `نتائج مدرسة ${query}` : `نتائج ${grades[grade].shortLabel}`
  const emptyTitle = ({ query, data }: Props) => {
    if (query.query) return `لا توجد مدرسة باسم "${query.query}"`
    return data.status.release ? 'لا توجد أوراق مدارس هنا بعد' : 'لم تصدر النتائج بعد'
  }
  const emptyText = ({ query, data }: Props) => {
    if (query.query) return 'جرّب جزءاً من الاسم، أو اسم المدينة معه.'
    return data.all > 0
      ? 'اختر مدينة أخرى أو دوراً آخر.'
      : 'تظهر المدارس هنا وحدها حالما تُنشر ملفاتها وتُقرأ. ملفات المدن كاملة أدناه.'
  }

  return definePage<SchoolsQuery, SchoolsData>({
    address: path,
    query: schoolsQuery,
    freeText: ['query', 'group'],
    tags: ['results'],
    async load({ services, query }) {
      const { year, try: round, city, branch, group, page } = query
      const found = await services.results.schools.list({
        stage: grade,
        releaseYear: year,
        try: round,
        city,
        branch,
        group,
        search: query.query,
        limit: perPage,
        offset: (page - 1) * perPage,
      })
      const isAsked = year !== undefined || round !== undefined
      if (isAsked && found.status.release === null) throw new AppError('not_found')
      const pages = pageCount(found.total, perPage)
      if (page > pages) return { redirectTo: hrefWith(path, { ...query, page: pages }), isPermanent: false }
      return found
    },
    meta: props => ({
      title: titleOfPage(titleOf(props), props.query.page),
      canonical: hrefWith(path, {
        ...props.query,
        year: undefined,
        try: undefined,
        ...releaseQuery(props.data.status),
      }),
      headerName: `مدارس ${grades[grade].shortLabel}`,
      description: `${titleOf(props)}: ورقة كل مدرسة وحدها، بلا تحميل ملف المدينة كله.`,
      breadcrumb: crumbs,
      isHiddenFromSearch: props.data.total === 0,
    }),
    failure(code) {
      if (code !== 'not_found') return undefined
      return {
        title: 'لا توجد نتائج لهذه السنة والدور',
        text: 'ابدأ من أحدث النتائج.',
        backHref: path,
        backLabel: 'مدارس أحدث النتائج',
      }
    },
    View: Schools,
  })
})

function SchoolFilters({ path, data, query }: { path: string; data: SchoolsData; query: SchoolsQuery }) {
  const { status, cities: withSheets, branches, groups } = data
  const { releases, release } = status
  const years = [...new Set(releases.map(one => one.releaseYear))]
  const shownYear = release?.releaseYear
  const rounds = releases.filter(one => one.releaseYear === shownYear).map(one => one.try)
  return (
    <form className="school-filters" action={path} method="get" role="search" aria-label="البحث عن مدرسة">
      <SearchField
        label="اسم المدرسة"
        name="query"
        value={query.query}
        placeholder="اسم مدرستك، أو القضاء أو الناحية"
      />
      <div className="school-choices">
        <SelectField
          label="المدينة"
          name="city"
          value={query.city}
          all="كل المديريات"
          options={withSheets.map(city => ({ value: city, label: city }))}
        />
        {branches.length > 1 && (
          <SelectField
            label="الفرع"
            name="branch"
            value={query.branch}
            all="كل الفروع"
            options={branches.map(code => ({ value: code, label: branchLabels[code] }))}
          />
        )}
        {groups.length > 0 && (
          <SelectField
            label="المجموعة"
            name="group"
            value={query.group}
            all="كل المجموعات"
            options={groups.map(group => ({ value: group, label: group }))}
          />
        )}
        {rounds.length > 1 && (
          <SelectField
            label="الدور"
            name="try"
            value={query.try?.toString()}
            all="أحدث دور"
            options={rounds.map(round => ({
              value: String(round),
              label: roundLabel(round, formatPlainNumber),
            }))}
          />
        )}
        {years.length > 1 && (
          <SelectField
            label="السنة"
            name="year"
            value={query.year?.toString()}
            all="أحدث سنة"
            options={years.map(year => ({ value: String(year), label: formatPlainNumber(year) }))}
          />
        )}
        <FilterButtons path={path} />
      </div>
    </form>
  )
}
