import { z } from 'zod'
import { grades, ministerialGradeCodes } from '#contract/codes/grades.ts'
import { AppError } from '#contract/errors.ts'
import { formatPlainNumber } from '#contract/format.ts'
import { discoveryPaths, paths } from '#contract/paths.ts'
import type { ReleaseStatus } from '#contract/resources/release-status.ts'
import { addressOfCity, addressOfRelease, addressOfSchools } from '#contract/result-addresses.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { ListArea } from '#web/ui/list-area.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { definePage } from '../define-page.tsx'
import { FeedLink } from '../lists/feed-link.tsx'
import type { ViewProps } from '../page-module.ts'
import { hrefWith, numberParameter, textParameter } from '../query.ts'
import { unreadHelp } from '#contract/resources/lookup.ts'
import { NumberForm } from './number-form.tsx'
import { ReleaseChoice } from './release-choice.tsx'
import { ReleaseBoard } from './release-board.tsx'
import { SchoolSearchWay } from './school-search-way.tsx'
import { loadPlace, readTrail } from './result-folders.ts'
import type { ResultPlace } from './result-folders.ts'
import { ResultFolderView } from './result-folder-view.tsx'

interface ResultQuery {
  path?: string | undefined
  year?: number | undefined
  try?: number | undefined
}

interface ResultData extends ResultPlace {
  /** Where the buckets of exam numbers are. */
  numbers?: { version: string; digits: number } | undefined
  /** The cities of the release that is shown whose archives have been opened. */
  withSheets?: ReadonlySet<string>
  /** The board; it stands before the folders, and not in them. */
  status?: ReleaseStatus
}

/** `/results/sixth-primary`, `/results/third-intermediate` and `/results/sixth-preparatory`. */
export const resultBrowserPages = ministerialGradeCodes.map(grade => {
  const root = paths.resultsOfGrade(grade)
  const title = `نتائج ${grades[grade].label}`
  const crumbs = [
    { label: 'النتائج الوزارية', href: paths.results },
    { label: grades[grade].label, href: root },
  ]
  const query = z.object({
    path: textParameter.transform(path => {
      const trail = readTrail(grade, path)
      return trail ? trail.join('/') || undefined : path
    }),
    year: numberParameter,
    try: numberParameter,
  })

  const titleOf = ({ trail, status }: ResultData, name = title) => {
    const year = status?.release ? ` ${formatPlainNumber(status.release.releaseYear)}` : ''
    return [name + year, ...trail.map(folder => folder.name)].join('، ')
  }

  const hrefOf =
    ({ withSheets }: ResultData, status: ReleaseStatus) =>
    (city: ReleaseStatus['cities'][number]) =>
      addressOfCity(status, city, withSheets?.has(city.city) ?? false)

  /* The schools of the files that a folder shows. */
  const schoolsWithin = ({ files: [file] }: ResultData) =>
    hrefWith(paths.schoolsOfGrade(grade), {
      city: file?.city,
      branch: file?.branch,
      year: file?.releaseYear,
      try: file?.try,
    })

  function ResultBrowser({ data }: ViewProps<ResultQuery, ResultData>) {
    const {
      status,
      files: [file],
    } = data
    return (
      <>
        <PageHeading
          title={titleOf(data)}
          text={status ? undefined : 'اختر السنة ثم المدينة حتى تصل إلى الملف، ثم حمّله بنقرة واحدة.'}
        >
          <Breadcrumb crumbs={crumbs} />
        </PageHeading>
        {status && (
          <div className="wrap section results-day">
            <ReleaseChoice status={status} />
            <NumberForm
              stage={grade}
              release={status.release}
              numbers={data.numbers}
              unread={unreadHelp(status)}
            />
            <SchoolSearchWay href={addressOfSchools(status)} />
            <ReleaseBoard status={status} hrefOf={hrefOf(data, status)} />
          </div>
        )}
        <div className="wrap section">
          {status && (
            <h2 className="section-title" id="folders">
              كل السنوات والملفات
            </h2>
          )}
          <ListArea
            status=""
            label="مجلدات النتائج"
            waiting={<p className="folder-wait">جاري تحميل النتائج...</p>}
            failedText="فشل في تحميل النتائج. يرجى المحاولة مرة أخرى لاحقًا."
          >
            {file && data.withSheets?.has(file.city) && <SchoolSearchWay href={schoolsWithin(data)} />}
            <ResultFolderView grade={grade} place={data} />
          </ListArea>
          <FeedLink list="results" label="النتائج" />
        </div>
      </>
    )
  }

  return definePage<ResultQuery, ResultData>({
    address: root,
    query,
    tags: ['results'],
    async load({ services, query: { path, year, try: round } }) {
      const trail = readTrail(grade, path)
      if (!trail) throw new AppError('not_found')
      if (trail.length > 0) {
        const place = await loadPlace(services.results, grade, trail)
        const [file] = place.files
        return file ? { ...place, withSheets: await services.results.schools.citiesWithSheets(file) } : place
      }
      const [place, status] = await Promise.all([
        loadPlace(services.results, grade, trail),
        services.results.status({ stage: grade, releaseYear: year, try: round }),
      ])
      const isAsked = year !== undefined || round !== undefined
      if (isAsked && status.release === null) throw new AppError('not_found')
      const { release } = status
      const numbers =
        release === null
          ? undefined
          : await services.numberBuckets.placeOf({
              stage: grade,
              release: `${release.releaseYear}-${release.try}`,
            })
      const withSheets =
        release === null
          ? new Set<string>()
          : await services.results.schools.citiesWithSheets({ ...release, stage: grade })
      return { ...place, status, numbers, withSheets }
    },
    meta: ({ data, query: { path } }) => ({
      title: titleOf(data),
      canonical: data.status ? addressOfRelease(data.status) : hrefWith(root, { path }),
      ...(data.status && { headerName: titleOf(data, `نتائج ${grades[grade].shortLabel}`) }),
      description: `ملفات ${titleOf(data)}${data.trail.length > 0 ? '' : ' حسب السنة والمدينة والدور'}.`,
      /* An address that leads to a place where nothing is. */
      isHiddenFromSearch: data.trail.length > 0 && data.folders.length + data.files.length === 0,
      breadcrumb: crumbs,
      feed: discoveryPaths.feed('results'),
    }),
    failure(code) {
      if (code === 'not_found') {
        return {
          title: 'لا يوجد مجلد بهذا العنوان',
          text: 'في العنوان سنة أو مدينة أو فرع أو دور لا نعرفه. ابدأ من قائمة السنوات.',
          backHref: root,
          backLabel: `${title}: كل السنوات`,
        }
      }
      return {
        title: 'حدث خطأ',
        text: 'فشل في تحميل النتائج. يرجى المحاولة مرة أخرى لاحقًا.',
        backHref: paths.results,
        backLabel: 'العودة إلى النتائج',
      }
    },
    View: ResultBrowser,
  })
})
