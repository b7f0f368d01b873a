import { z } from 'zod'
import { grades, gradesOfStage, stageCodes, stages } from '#contract/codes/grades.ts'
import type { StageCode } from '#contract/codes/grades.ts'
import { subjectSchema } from '#contract/codes/schemas.ts'
import { countedNouns, formatCount } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { pageCount } from '#contract/page.ts'
import type { ListPage } from '#contract/page.ts'
import { discoveryPaths, paths } from '#contract/paths.ts'
import type { Book } from '#contract/resources/book.ts'
import { StageFilters } from '#web/school/stage-filters.tsx'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { ListArea } from '#web/ui/list-area.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { SkeletonCards } from '#web/ui/skeleton.tsx'
import { definePage } from '../define-page.tsx'
import { waysFrom } from '../elsewhere.ts'
import type { Way } from '../elsewhere.ts'
import { EmptyList } from '../empty-list.tsx'
import { listDescription, listName } from '../list-names.ts'
import type { ViewProps } from '../page-module.ts'
import { choiceParameter, hrefWith, pageParameter, textParameter } from '../query.ts'
import { BookCards } from './book-cards.tsx'

const perPage = limits.booksPerPage
const skeletonCards = 4

function bookListQuery(stage: StageCode) {
  return z.object({
    grade: choiceParameter(z.enum(gradesOfStage(stage))),
    subject: choiceParameter(subjectSchema),
    query: textParameter,
    page: pageParameter,
  })
}
type BookListQuery = z.infer<ReturnType<typeof bookListQuery>>

interface BookListData extends ListPage<Book> {
  /** Where to go on when nothing is here; none while there is something. */
  ways: readonly Way[]
}

/** `/books/primary`, `/books/intermediate` and `/books/preparatory`. */
export const bookListPages = stageCodes.map(stage => {
  const path = paths.booksOfStage(stage)
  const titleOf = ({ grade, subject }: BookListQuery) => listName('كتب', { stage, grade, subject })
  const crumbsOf = ({ grade }: BookListQuery) => [
    { label: 'الكتب المدرسية', href: paths.books },
    { label: stages[stage].label, href: path },
    ...(grade ? [{ label: grades[grade].label, href: hrefWith(path, { grade }) }] : []),
  ]

  const wholeList = (query: BookListQuery) =>
    hrefWith(path, query) !== path && (
      <a className="button is-quiet" href={path} data-swap="replace">
        عرض كل الكتب
      </a>
    )

  function BookList({ data, query }: ViewProps<BookListQuery, BookListData>) {
    return (
      <>
        <PageHeading title={titleOf(query)} text="اختر الصف والمادة، ثم حمّل الكتاب مباشرة.">
          <Breadcrumb crumbs={crumbsOf(query)} />
        </PageHeading>
        <div className="wrap section">
          <ListArea
            form={<StageFilters path={path} stage={stage} placeholder="ابحث في الكتب…" query={query} />}
            status={data.total > 0 ? formatCount(data.total, countedNouns.result) : ''}
            label="الكتب"
            waiting={
              <ul className="book-grid">
                <SkeletonCards count={skeletonCards} shape="book-card" />
              </ul>
            }
            failedText="تعذر تحميل الكتب. تحقق من الاتصال ثم حاول مرة أخرى."
          >
            {data.items.length > 0 && <BookCards books={data.items} firstSeen={2} />}
            {data.items.length === 0 && (
              <EmptyList
                typed={query.query}
                advice="حاول تعديل كلمات البحث للعثور على ما تبحث عنه."
                missing={`لم تُنشر ${titleOf(query)} بعد.`}
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
    query: bookListQuery(stage),
    freeText: ['query'],
    tags: ['books', 'notes', 'exams'],
    async load({ services, query }) {
      const found = await services.books.list({
        limit: perPage,
        offset: (query.page - 1) * perPage,
        stage: query.grade ?? stage,
        stageType: query.grade ? 'exact' : 'contains',
        branch: undefined,
        category: query.subject,
        search: query.query,
        releaseYear: undefined,
      })
      const pages = pageCount(found.total, perPage)
      if (query.page > pages)
        return { redirectTo: hrefWith(path, { ...query, page: pages }), isPermanent: false }
      const isBare = found.total === 0 && !query.query
      const { grade, subject } = query
      return { ...found, ways: isBare ? await waysFrom('books', services, { stage, grade, subject }) : [] }
    },
    meta: ({ query }) => ({
      title: titleOf(query),
      headerName: titleOf(query),
      breadcrumb: crumbsOf(query),
      feed: discoveryPaths.feed('books'),
      description: listDescription('كتب', { ...query, stage }),
    }),
    View: BookList,
  })
})
