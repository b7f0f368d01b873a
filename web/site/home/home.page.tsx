import type { ReactNode } from 'react'
import { ArrowLeft, BookOpen, ClipboardList, GraduationCap, NotebookPen } from 'lucide-react'
import { grades, ministerialGradeCodes } from '#contract/codes/grades.ts'
import type { MinisterialGradeCode } from '#contract/codes/grades.ts'
import { formatNumber } from '#contract/format.ts'
import { kinds, type Kind } from '#contract/kinds.ts'
import { discoveryPaths, paths } from '#contract/paths.ts'
import type { SiteSettings } from '#contract/resources/site-settings.ts'
import { sectionLabel } from '../chrome/menu-data.ts'
import { definePage } from '../define-page.tsx'
import { siteKinds } from '../kinds.ts'
import type { ViewProps } from '../page-module.ts'
import type { HomeRow } from '../site-kind.ts'
import { siteName } from '../seo/head-tags.tsx'
import { HomeHero } from './home-hero.tsx'

/** The rows that have something to show, by the kind that they show. */
type HomeData = { [Name in Kind]?: ReactNode }

/** `/`. */
export const homePage = definePage<object, HomeData>({
  address: paths.home,
  tags: siteKinds.flatMap(({ kind, homeRow }) => (homeRow ? [kinds[kind].list] : [])),
  async load({ services }) {
    const rows = siteKinds.map(async ({ kind, homeRow }) => [kind, await homeRow?.load(services)] as const)
    return Object.fromEntries(await Promise.all(rows)) as HomeData
  },
  meta: () => ({
    title: 'الصفحة الرئيسية',
    shareTitle: `${siteName}: كل ما تحتاجه لدراستك في مكان واحد`,
    feed: discoveryPaths.feed('all'),
    data: absolute => [
      {
        '@type': 'WebSite',
        name: siteName,
        url: absolute(paths.home),
        inLanguage: 'ar',
        potentialAction: {
          '@type': 'SearchAction',
          target: { '@type': 'EntryPoint', urlTemplate: `${absolute(paths.search)}?q={search_term_string}` },
          'query-input': 'required name=search_term_string',
        },
      },
    ],
  }),
  View: Home,
})

function Home({ data: rows, settings }: ViewProps<object, HomeData>) {
  return (
    <>
      <HomeHero />
      <section className="wrap" aria-label="أقسام الموقع">
        <ul className="features">
          {siteKinds.map(({ kind, feature: { text, Icon } }) => (
            <li className="feature" key={kind}>
              <span className="feature-icon">
                <Icon aria-hidden="true" />
              </span>
              <div>
                <h2>
                  <a className="card-link" href={kinds[kind].sitePath}>
                    {sectionLabel(kind)}
                  </a>
                </h2>
                <p>{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </section>
      <LatestRows rows={rows} stands="first" />
      <ExamShortcuts />
      <LatestRows rows={rows} stands="last" />
      <Statistics settings={settings} />
      <section className="wrap section">
        <div className="call-to-action">
          <div>
            <h2>استعد للامتحان الوزاري</h2>
            <p>تصفّح أسئلة السنوات السابقة لمرحلتك، مرتّبة حسب المادة والسنة والدور.</p>
          </div>
          <a className="button" href={paths.exams}>
            تصفّح الأسئلة الوزارية
            <ArrowLeft aria-hidden="true" />
          </a>
        </div>
      </section>
    </>
  )
}

/** The rows of the latest records that stand before the shortcuts, or after them. */
function LatestRows({ rows, stands }: { rows: HomeData; stands: HomeRow['stands'] }) {
  return siteKinds.map(({ kind, homeRow }) => {
    if (homeRow?.stands !== stands || !rows[kind]) return null
    const id = `latest-${kinds[kind].list}`
    return (
      <section className="wrap section" aria-labelledby={id} key={kind}>
        <div className="section-head">
          <h2 id={id}>{homeRow.title}</h2>
          <a href={kinds[kind].sitePath}>
            {homeRow.all}
            <ArrowLeft aria-hidden="true" />
          </a>
        </div>
        {rows[kind]}
      </section>
    )
  })
}

/** What a student of an exam grade wants at once. */
function ExamShortcuts() {
  return (
    <section className="wrap section" aria-labelledby="exam-grades">
      <h2 className="section-title" id="exam-grades">
        صفوف الامتحانات الوزارية
      </h2>
      <ul className="exam-grades">
        {ministerialGradeCodes.map(grade => (
          <li className="exam-grade" key={grade}>
            <h3>{grades[grade].label}</h3>
            <ul className="chips">
              <li>
                <a className="chip" href={paths.booksOfGrade(grade)}>
                  <BookOpen aria-hidden="true" />
                  الكتب
                  <ForGrade grade={grade} />
                </a>
              </li>
              <li>
                <a className="chip" href={paths.notesOfGrade(grade)}>
                  <NotebookPen aria-hidden="true" />
                  الملازم
                  <ForGrade grade={grade} />
                </a>
              </li>
              <li>
                <a className="chip" href={paths.examsOfGrade(grade)}>
                  <ClipboardList aria-hidden="true" />
                  الأسئلة
                  <ForGrade grade={grade} />
                </a>
              </li>
              <li>
                <a className="chip" href={paths.resultsOfGrade(grade)}>
                  <GraduationCap aria-hidden="true" />
                  النتائج
                  <ForGrade grade={grade} />
                </a>
              </li>
            </ul>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Whose books or results a link leads to, for those who hear it apart from its heading. */
function ForGrade({ grade }: { grade: MinisterialGradeCode }) {
  return <span className="visually-hidden">: {grades[grade].label}</span>
}

/** The final values are in the HTML; a small script counts up to them. Source: P3.2. */
function Statistics({ settings: { statistics } }: { settings: SiteSettings }) {
  const figures = [
    { count: statistics.students, before: '+', label: 'طالب وطالبة' },
    { count: statistics.resources, before: '+', label: 'مصدر تعليمي' },
    { count: statistics.satisfactionPercent, before: '٪', label: 'نسبة الرضا' },
  ]
  return (
    <section className="wrap section" aria-label="رافد بالأرقام">
      <dl className="statistics" data-behaviour="counters" data-when="visible">
        {figures.map(({ count, before, label }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <bdi>
                {before}
                <span data-count={count}>{formatNumber(count)}</span>
              </bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
