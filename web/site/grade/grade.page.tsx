import { branchLabels } from '#contract/codes/branches.ts'
import { grades, isMinisterialGradeCode } from '#contract/codes/grades.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import {
  branchesOfGrade,
  gradeFeedName,
  gradePages,
  gradePlaceLabel,
  gradePlaceName,
} from '#contract/grade-pages.ts'
import type { GradePlace } from '#contract/grade-pages.ts'
import { kinds } from '#contract/kinds.ts'
import { discoveryPaths, paths } from '#contract/paths.ts'
import { EmptyNotice } from '#web/ui/notice.tsx'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { definePage } from '../define-page.tsx'
import { kindsOfEveryGrade, LatestRow, type LatestRows } from '../home/latest-row.tsx'
import { siteKinds } from '../kinds.ts'
import { AskForm } from '../lists/ask-form.tsx'
import { FeedLink } from '../lists/feed-link.tsx'
import type { ViewProps } from '../page-module.ts'
import { loadGrade } from './grade-content.ts'
import type { GradeContent } from './grade-content.ts'
import { gradeKey } from './grade-key.ts'
import { GradeSections } from './grade-sections.tsx'

interface GradeData extends GradeContent {
  rows: LatestRows
}

/** What the page of a grade has, as far as such grades have it. */
const offerOf = ({ grade }: GradePlace) =>
  isMinisterialGradeCode(grade) ? 'كتب وملازم ووزاريات' : 'كتب وملازم'

/** `/grade/{grade}`, and `/grade/{grade}/{branch}` of preparatory school. Source: P15.1. */
export const gradePageList = gradePages.map(({ path, ...place }) => {
  const title = `${offerOf(place)} ${gradePlaceName(place)}`
  const crumbs = [
    { label: 'الرئيسية', href: paths.home },
    { label: grades[place.grade].shortLabel, href: paths.grade(place.grade) },
    ...(place.branch ? [{ label: branchLabels[place.branch], href: path }] : []),
  ]

  function GradePage({ data }: ViewProps<object, GradeData>) {
    const isEmpty = data.books.items.length + data.exams.length + data.notes.items.length === 0
    return (
      <>
        <PageHeading title={title}>
          <Breadcrumb crumbs={crumbs} />
        </PageHeading>
        <div className="wrap grade-tools">
          <BranchChoice place={place} />
          <a className="button is-quiet needs-script" href={paths.home} data-keep={gradeKey(place)}>
            <span className="when-other">اجعله صفي</span>
            <span className="when-mine">هذا صفك</span>
          </a>
        </div>
        <div data-mine="" data-label={gradePlaceLabel(place)}>
          <GradeSections place={place} content={data} />
        </div>
        {isEmpty && (
          <div className="wrap part">
            <EmptyNotice title="لا شيء بعد" text={`لم يُنشر شيء من ${title} بعد.`}>
              <a className="button" href={paths.books}>
                تصفّح كل الصفوف
              </a>
              <AskForm wanted={title} from={path} />
            </EmptyNotice>
          </div>
        )}
        {kindsOfEveryGrade.map(({ kind }) => (
          <LatestRow key={kind} kind={kind} rows={data.rows} />
        ))}
        <div className="wrap part">
          <FeedLink list={gradeFeedName(place)} label={gradePlaceName(place)} />
        </div>
      </>
    )
  }

  return definePage<object, GradeData>({
    address: path,
    tags: [...siteKinds.map(({ kind }) => kinds[kind].list), 'exam-dates'],
    async load({ services }) {
      const rows = kindsOfEveryGrade.map(async ({ kind, homeRow }) => [kind, await homeRow?.load(services)])
      const content = await loadGrade(services, place)
      return { ...content, rows: Object.fromEntries(await Promise.all(rows)) as LatestRows }
    },
    meta: ({ data }) => ({
      title,
      isLedByGrade: true,
      headerName: title,
      description: `${title}: ${data.books.items.map(({ subject }) => subjectLabels[subject]).join('، ') || 'كل المواد'}. قراءة وتحميل مباشر ومجاني.`,
      breadcrumb: crumbs,
      feed: discoveryPaths.feed(gradeFeedName(place)),
      data: absolute => [
        {
          '@type': 'CollectionPage',
          name: title,
          url: absolute(path),
          inLanguage: 'ar',
          mainEntity: {
            '@type': 'ItemList',
            itemListElement: data.books.items.map((book, index) => ({
              '@type': 'ListItem',
              position: index + 1,
              name: book.title,
              url: absolute(paths.book(book.id)),
            })),
          },
        },
      ],
    }),
    View: GradePage,
  })
})

/** The branches of a preparatory grade; whoever keeps the grade keeps the branch that is pressed. */
function BranchChoice({ place: { grade, branch } }: { place: GradePlace }) {
  const branches = branchesOfGrade(grade)
  if (branches.length === 0) return null
  return (
    <nav aria-label="الفرع">
      <ul className="chips">
        {[undefined, ...branches].map(one => (
          <li key={one ?? ''}>
            <a
              className="chip"
              href={paths.grade(grade, one)}
              aria-current={one === branch ? 'page' : undefined}
              data-branch-of={gradeKey({ grade, branch: undefined })}
              data-branch={gradeKey({ grade, branch: one })}
            >
              {one ? branchLabels[one] : 'كل الفروع'}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
