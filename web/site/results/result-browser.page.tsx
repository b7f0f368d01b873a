import { z } from 'zod'
import { grades, ministerialGradeCodes } from '#contract/codes/grades.ts'
import { AppError } from '#contract/errors.ts'
import { discoveryPaths, paths } from '#contract/paths.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { ListArea } from '#web/ui/list-area.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { definePage } from '../define-page.tsx'
import type { ViewProps } from '../page-module.ts'
import { textParameter } from '../query.ts'
import { loadPlace, readTrail } from './result-folders.ts'
import type { ResultPlace } from './result-folders.ts'
import { ResultFolderView } from './result-folder-view.tsx'

interface ResultQuery {
  path?: string | undefined
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
  })

  const titleOf = ({ trail }: ResultPlace) => [title, ...trail.map(folder => folder.name)].join('، ')

  function ResultBrowser({ data }: ViewProps<ResultQuery, ResultPlace>) {
    return (
      <>
        <PageHeading
          title={titleOf(data)}
          text="اختر السنة ثم المدينة حتى تصل إلى الملف، ثم حمّله بنقرة واحدة."
        >
          <Breadcrumb crumbs={crumbs} />
        </PageHeading>
        <div className="wrap section">
          <ListArea
            status=""
            label="مجلدات النتائج"
            waiting={<p className="folder-wait">جاري تحميل النتائج...</p>}
            failedText="فشل في تحميل النتائج. يرجى المحاولة مرة أخرى لاحقًا."
          >
            <ResultFolderView grade={grade} place={data} />
          </ListArea>
        </div>
      </>
    )
  }

  return definePage<ResultQuery, ResultPlace>({
    address: root,
    query,
    tags: ['results'],
    async load({ services, query: { path } }) {
      const trail = readTrail(grade, path)
      if (!trail) throw new AppError('not_found')
      return loadPlace(services.results, grade, trail)
    },
    meta: ({ data }) => ({
      title: titleOf(data),
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
