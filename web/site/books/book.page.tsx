import { between } from '#contract/between.ts'
import { branchLabels } from '#contract/codes/branches.ts'
import { grades, stages } from '#contract/codes/grades.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import { countedNouns, dayInBaghdad, formatCount, formatDate, formatPlainNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { paths, shareImagePath } from '#contract/paths.ts'
import type { Book, BookVersion } from '#contract/resources/book.ts'
import { readableSha256 } from '#contract/resources/file.ts'
import { Cover } from '#web/school/cover.tsx'
import { DownloadLinks } from '#web/school/download-links.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { ShareBar } from '#web/ui/share-bar.tsx'
import { definePage } from '../define-page.tsx'
import { hrefWith } from '../href-with.ts'
import { listName } from '../list-names.ts'
import type { ViewProps } from '../page-module.ts'
import type { DocumentShape } from '../reader/document-shape.ts'
import { AboutText } from '../record/about-text.tsx'
import { InsideRecord, readPlaceData } from '../record/chapters.tsx'
import { chaptersOf } from '../record/chapters-of.ts'
import { RecordTop } from '../record/record-top.tsx'
import { SubjectWays, subjectWays } from '../subject-ways.tsx'
import type { SubjectWay } from '../subject-ways.tsx'
import { bookName } from './book-name.ts'
import { BookStrip } from './book-strip.tsx'
import { BookVersionTable } from './book-version-table.tsx'

interface BookPageData {
  book: Book
  versions: readonly BookVersion[]
  /** Those that its file names; none while nothing is known of it. */
  chapters: DocumentShape['outline']
  ways: readonly SubjectWay[]
  related: readonly Book[]
}

/** `/books/{id}`. */
export const bookPage = definePage<object, BookPageData>({
  address: paths.book(':id'),
  hasActionBar: true,
  isOfItsData: true,
  tags: ['books', 'notes', 'exams'],
  async load({ services, params }) {
    const book = await services.books.get(params.id ?? '')
    const { stage: grade, subject } = book
    const [versions, chapters, ways, related] = await Promise.all([
      services.books.listVersions(book.id),
      chaptersOf(services, book.file),
      subjectWays(services, { grade, subject }, ['exams', 'notes']),
      services.books.related(book, limits.relatedBooks),
    ])
    return { book, versions, chapters, ways, related }
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
  const { stage: grade } = book
  const { stage } = grades[grade]
  const list = paths.booksOfStage(stage)
  return [
    { label: 'الكتب المدرسية', href: paths.books },
    { label: stages[stage].label, href: list },
    { label: listName('كتب', { stage, grade }), href: hrefWith(list, { grade }) },
    { label: book.title, href: paths.book(book.id) },
  ]
}

function BookView({ data, settings, address }: ViewProps<object, BookPageData>) {
  const { book, versions, chapters, ways, related } = data
  const { stage: grade, branch, file } = book
  const readingHref = readableSha256(file) && paths.bookReading(book.id)
  const readAs = `book:${book.id}`
  const edition = `طبعة ${formatPlainNumber(book.releaseYear)}`
  const pages = file?.pageCount && formatCount(file.pageCount, countedNouns.page)
  const facts = [
    { name: 'العنوان الكامل', value: book.title },
    { name: 'آخر تحديث', value: formatDate(book.updatedAt), dateTime: dayInBaghdad(book.updatedAt) },
  ]
  return (
    <>
      <article className="wrap record-page" {...readPlaceData(readAs, chapters)}>
        <RecordTop
          crumbs={crumbsOf(book)}
          heading={<bdi>{bookName(book)}</bdi>}
          lines={[
            grades[grade].shortLabel + (branch ? between + branchLabels[branch] : ''),
            [edition, pages].filter(Boolean).join(between),
          ]}
        >
          <Cover kind="كتاب مدرسي" {...book} alt={`غلاف ${book.title}`} isLazy={false} />
        </RecordTop>
        <div className="detail-main">
          <AboutText heading="نبذة عن الكتاب" text={book.description} />
          {readingHref && (
            <InsideRecord readingHref={readingHref} chapters={chapters} label="ابحث في هذا الكتاب" />
          )}
          <DownloadLinks
            {...book}
            keptAs={readAs}
            readingHref={readingHref}
            videoLink={settings.videoHelpLink}
          />
          <SubjectWays grade={grade} subject={book.subject} ways={ways} />
          {versions.length > 0 && <BookVersionTable versions={versions} />}
          <section aria-labelledby="details">
            <h2 className="visually-hidden" id="details">
              تفاصيل الكتاب
            </h2>
            <Facts facts={facts} />
          </section>
          <ShareBar title={book.title} address={address} />
        </div>
      </article>
      {related.length > 0 && (
        <section className="wrap related-records no-print" aria-labelledby="related">
          <h2 className="section-title" id="related">
            كتب ذات صلة
          </h2>
          <BookStrip books={related} saysGrade={related.some(({ stage }) => stage !== grade)} />
        </section>
      )}
    </>
  )
}
