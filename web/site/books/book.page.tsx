import { branchLabels } from '#contract/codes/branches.ts'
import { grades, stages } from '#contract/codes/grades.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import {
  countedNouns,
  dayInBaghdad,
  formatCount,
  formatDate,
  formatFileSize,
  formatPlainNumber,
} from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { paths, shareImagePath } from '#contract/paths.ts'
import type { Book, BookVersion } from '#contract/resources/book.ts'
import { Cover } from '#web/school/cover.tsx'
import { beingMended } from '#web/school/file-facts-line.tsx'
import { DownloadLinks } from '#web/school/download-links.tsx'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { LinkedText } from '#web/ui/linked-text.tsx'
import { ShareBar } from '#web/ui/share-bar.tsx'
import { definePage } from '../define-page.tsx'
import type { ViewProps } from '../page-module.ts'
import { SubjectWays, subjectWays } from '../subject-ways.tsx'
import type { SubjectWay } from '../subject-ways.tsx'
import { BookCards } from './book-cards.tsx'
import { BookVersionTable } from './book-version-table.tsx'

interface BookPageData {
  book: Book
  versions: readonly BookVersion[]
  ways: readonly SubjectWay[]
  related: readonly Book[]
}

/** `/books/{id}`. */
export const bookPage = definePage<object, BookPageData>({
  address: paths.book(':id'),
  hasActionBar: true,
  tags: ['books', 'notes', 'exams'],
  async load({ services, params }) {
    const book = await services.books.get(params.id ?? '')
    const { stage: grade, subject } = book
    const [versions, ways, related] = await Promise.all([
      services.books.listVersions(book.id),
      subjectWays(services, { grade, subject }, ['exams', 'notes']),
      services.books.related(book, limits.relatedBooks),
    ])
    return { book, versions, ways, related }
  },
  meta: ({ data: { book } }) => ({
    title: book.title,
    description: book.description,
    image: shareImagePath('book', book.id, book.version),
    kind: 'book',
    breadcrumb: crumbsOf(book),
    data: absolute => [
      {
        '@type': 'Book',
        name: book.title,
        url: absolute(paths.book(book.id)),
        description: book.description,
        inLanguage: 'ar',
        about: subjectLabels[book.subject],
        educationalLevel: grades[book.stage].label,
        datePublished: String(book.releaseYear),
        dateModified: book.updatedAt,
        isAccessibleForFree: true,
        keywords: book.keywords.join('، '),
        ...(book.image ? { image: absolute(book.image) } : {}),
        ...(book.file?.pageCount ? { numberOfPages: book.file.pageCount } : {}),
      },
    ],
  }),
  failure(code) {
    const back = { backHref: paths.books, backLabel: 'العودة إلى قائمة الكتب' }
    if (code === 'book_not_found') {
      return { title: 'الكتاب غير موجود', text: 'عذراً، الكتاب الذي تبحث عنه غير موجود', ...back }
    }
    return { title: 'حدث خطأ', text: 'حدث خطأ أثناء تحميل تفاصيل الكتاب. الرجاء المحاولة مرة أخرى', ...back }
  },
  View: BookView,
})

function crumbsOf(book: Book) {
  const { stage } = grades[book.stage]
  return [
    { label: 'الكتب المدرسية', href: paths.books },
    { label: stages[stage].label, href: paths.booksOfStage(stage) },
    { label: book.title, href: paths.book(book.id) },
  ]
}

function BookView({ data, settings, address }: ViewProps<object, BookPageData>) {
  const { book, versions, ways, related } = data
  const facts = [
    { name: 'المادة', value: subjectLabels[book.subject] },
    { name: 'الصف', value: grades[book.stage].label },
    { name: 'الفرع', value: book.branch && branchLabels[book.branch] },
    { name: 'سنة الإصدار', value: formatPlainNumber(book.releaseYear) },
    {
      name: 'حجم الملف',
      value: book.file && (book.file.damage ? beingMended : formatFileSize(book.file.size)),
    },
    {
      name: 'عدد الصفحات',
      value: book.file?.pageCount && formatCount(book.file.pageCount, countedNouns.page),
    },
    { name: 'آخر تحديث', value: formatDate(book.updatedAt), dateTime: dayInBaghdad(book.updatedAt) },
  ]
  return (
    <>
      <article className="wrap detail">
        <Breadcrumb crumbs={crumbsOf(book)} />
        <div className="detail-row">
          <Cover kind="كتاب مدرسي" {...book} alt={`غلاف ${book.title}`} isLazy={false} />
          <div className="detail-main">
            <h1>
              <bdi>{book.title}</bdi>
            </h1>
            <ul className="chips">
              <li className="chip is-subject" data-subject={book.subject}>
                {subjectLabels[book.subject]}
              </li>
              <li className="chip">{grades[book.stage].label}</li>
              <li className="year-chip">{formatPlainNumber(book.releaseYear)}</li>
            </ul>
            <DownloadLinks
              {...book}
              keptAs={`book:${book.id}`}
              readingHref={paths.bookReading(book.id)}
              videoLink={settings.videoHelpLink}
            />
            <section>
              <h2>نبذة عن الكتاب</h2>
              <p className="prose with-lines">
                <LinkedText text={book.description} />
              </p>
              <Facts facts={facts} />
            </section>
            <SubjectWays grade={book.stage} subject={book.subject} ways={ways} />
            <ShareBar title={book.title} address={address} />
          </div>
        </div>
        {versions.length > 0 && <BookVersionTable versions={versions} />}
      </article>
      {related.length > 0 && (
        <section className="wrap section" aria-labelledby="related">
          <h2 className="section-title" id="related">
            كتب ذات صلة
          </h2>
          <BookCards books={related} headingLevel={3} isRow />
        </section>
      )}
    </>
  )
}
