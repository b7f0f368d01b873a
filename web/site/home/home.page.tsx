import { ArrowLeft } from 'lucide-react'
import { ministerialGradeCodes } from '#contract/codes/grades.ts'
import { kinds } from '#contract/kinds.ts'
import { daysToCome } from '#contract/exam-days.ts'
import { discoveryPaths, paths } from '#contract/paths.ts'
import type { ExamDate } from '#contract/resources/exam-dates.ts'
import type { ReleaseStatus } from '#contract/resources/release-status.ts'
import type { Services } from '#server/services.ts'
import { definePage } from '../define-page.tsx'
import { TitledSection } from '../grade/grade-sections.tsx'
import { siteKinds } from '../kinds.ts'
import type { ViewProps } from '../page-module.ts'
import { ReleaseCard } from '../results/release-card.tsx'
import { siteName } from '../seo/head-tags.tsx'
import type { Counts } from './counts.ts'
import { ExamShortcuts } from './exam-shortcuts.tsx'
import { HomeDoors } from './home-doors.tsx'
import { HomeHero } from './home-hero.tsx'
import { KeptCards } from './kept-cards.tsx'
import { kindsOfEveryGrade, LatestRow, type LatestRows } from './latest-row.tsx'
import { NextExams } from './next-exams.tsx'
import { Statistics } from './statistics.tsx'

interface HomeData {
  rows: LatestRows
  counts: Counts
  /** The newest release of any stage, where something of it is public. */
  status: ReleaseStatus | undefined
  /** The days of exams that are to come. */
  dates: ExamDate[]
}

/** `/`. */
export const homePage = definePage<object, HomeData>({
  address: paths.home,
  tags: [...siteKinds.map(({ kind }) => kinds[kind].list), 'exam-dates'],
  async load({ services }) {
    const ofKinds = siteKinds.map(async ({ kind, homeRow, count }) => ({
      row: [kind, await homeRow?.load(services)] as const,
      count: [kind, await count?.(services)] as const,
    }))
    const [found, status, { dates }] = await Promise.all([
      Promise.all(ofKinds),
      newestRelease(services),
      services.examDates.get(),
    ])
    return {
      rows: Object.fromEntries(found.map(({ row }) => row)) as LatestRows,
      counts: Object.fromEntries(found.map(({ count }) => count)) as Counts,
      status,
      dates: daysToCome(dates),
    }
  },
  meta: () => ({
    title: 'الصفحة الرئيسية',
    shareTitle: `${siteName}: كل ما تحتاجه لدراستك في مكان واحد`,
    feed: discoveryPaths.feed('all'),
    isLedByGrade: true,
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

async function newestRelease({ results }: Services): Promise<ReleaseStatus | undefined> {
  const all = await Promise.all(ministerialGradeCodes.map(stage => results.status({ stage })))
  const announced = all.filter(status => status.announced > 0)
  return announced.toSorted((a, b) => ((a.changedAt ?? '') < (b.changedAt ?? '') ? 1 : -1))[0]
}

function Home({ data: { rows, counts, status, dates }, settings }: ViewProps<object, HomeData>) {
  return (
    <>
      <HomeHero />
      <div className="for-mine mine" data-mine-home="" aria-busy="true" />
      <KeptCards />
      <div className="for-strangers">
        <HomeDoors counts={counts} status={status} />
      </div>
      <div className="home-columns">
        <div className="for-strangers home-now">
          {status && (
            <TitledSection
              id="results-now"
              title="النتائج الآن"
              all={{ href: paths.results, label: 'كل النتائج' }}
            >
              <ReleaseCard status={status} />
            </TitledSection>
          )}
          <NextExams dates={dates} />
        </div>
        <div className="for-strangers home-main">
          <LatestRow kind="book" rows={rows} />
          <ExamShortcuts />
        </div>
        <div className="home-latest">
          {kindsOfEveryGrade.map(({ kind }) => (
            <LatestRow key={kind} kind={kind} rows={rows} />
          ))}
        </div>
      </div>
      <div className="for-strangers">
        <Statistics settings={settings} counts={counts} />
      </div>
      <section className="wrap part for-strangers">
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
