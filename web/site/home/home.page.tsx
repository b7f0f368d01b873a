import { ArrowLeft, BookOpen, ClipboardList, GraduationCap, Newspaper, NotebookPen } from 'lucide-react'
import { grades, ministerialGradeCodes } from '#contract/codes/grades.ts'
import type { MinisterialGradeCode } from '#contract/codes/grades.ts'
import { formatNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { discoveryPaths, paths } from '#contract/paths.ts'
import type { Book } from '#contract/resources/book.ts'
import type { NewsItem } from '#contract/resources/news.ts'
import type { SiteSettings } from '#contract/resources/site-settings.ts'
import { BookCards } from '../books/book-cards.tsx'
import { definePage } from '../define-page.tsx'
import { NewsCards } from '../news/news-cards.tsx'
import type { ViewProps } from '../page-module.ts'
import { siteName } from '../seo/head-tags.tsx'
import { HomeHero } from './home-hero.tsx'

const latestBooks = 6

interface HomeData {
  books: readonly Book[]
  news: readonly NewsItem[]
}

/** `/`. */
export const homePage = definePage<object, HomeData>({
  address: paths.home,
  tags: ['books', 'news'],
  async load({ services }) {
    const [books, news] = await Promise.all([
      services.books.latest(latestBooks),
      services.news.latest(limits.readAlsoNews),
    ])
    return { books, news }
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

const features = [
  { href: paths.news, title: 'الأخبار', text: 'قرارات وزارة التربية وجداول الامتحانات', Icon: Newspaper },
  { href: paths.books, title: 'الكتب المدرسية', text: 'كتب المنهج لكل الصفوف والمواد', Icon: BookOpen },
  { href: paths.notes, title: 'الملازم', text: 'شروح وملخصات كتبها المدرسون', Icon: NotebookPen },
  { href: paths.results, title: 'النتائج', text: 'نتائج الامتحانات حسب السنة والمدينة', Icon: GraduationCap },
  {
    href: paths.exams,
    title: 'الأسئلة الوزارية',
    text: 'أسئلة السنوات السابقة بكل الأدوار',
    Icon: ClipboardList,
  },
]

function Home({ data: { books, news }, settings }: ViewProps<object, HomeData>) {
  return (
    <>
      <HomeHero />
      <section className="wrap" aria-label="أقسام الموقع">
        <ul className="features">
          {features.map(({ href, title, text, Icon }) => (
            <li className="feature" key={href}>
              <span className="feature-icon">
                <Icon aria-hidden="true" />
              </span>
              <div>
                <h2>
                  <a className="card-link" href={href}>
                    {title}
                  </a>
                </h2>
                <p>{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </section>
      {books.length > 0 && (
        <section className="wrap section" aria-labelledby="latest-books">
          <SectionHead id="latest-books" title="أحدث الكتب" href={paths.books} all="كل الكتب" />
          <BookCards books={books} headingLevel={3} isRow />
        </section>
      )}
      <ExamShortcuts />
      {news.length > 0 && (
        <section className="wrap section" aria-labelledby="latest-news">
          <SectionHead id="latest-news" title="آخر الأخبار" href={paths.news} all="كل الأخبار" />
          <NewsCards items={news} headingLevel={3} />
        </section>
      )}
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

function SectionHead({ id, title, href, all }: { id: string; title: string; href: string; all: string }) {
  return (
    <div className="section-head">
      <h2 id={id}>{title}</h2>
      <a href={href}>
        {all}
        <ArrowLeft aria-hidden="true" />
      </a>
    </div>
  )
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
