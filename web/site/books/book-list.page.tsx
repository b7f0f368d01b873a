import { z } from 'zod'
import { gradesOfStage, stageCodes, stages } from '#contract/codes/grades.ts'
import type { StageCode } from '#contract/codes/grades.ts'
import { subjectSchema } from '#contract/codes/subjects.ts'
import { countedNouns, formatCount } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { pageCount } from '#contract/page.ts'
import type { ListPage } from '#contract/page.ts'
import { discoveryPaths, paths } from '#contract/paths.ts'
import type { Book } from '#contract/resources/book.ts'
import { StageFilters } from '#web/school/stage-filters.tsx'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { ListArea } from '#web/ui/list-area.tsx'
import { EmptyNotice } from '#web/ui/notice.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { SkeletonCards } from '#web/ui/skeleton.tsx'
import { definePage } from '../define-page.tsx'
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

/** `/books/primary`, `/books/intermediate` and `/books/preparatory`. */
export const bookListPages = stageCodes.map(stage => {
  const path = paths.booksOfStage(stage)
  const title = `كتب ${stages[stage].label}`
  const crumbs = [
    { label: 'الكتب المدرسية', href: paths.books },
    { label: stages[stage].label, href: path },
  ]

  function BookList({ data, query }: ViewProps<BookListQuery, ListPage<Book>>) {
    return (
      <>
        <PageHeading title={title} text="اختر الصف والمادة، ثم حمّل الكتاب مباشرة.">
          <Breadcrumb crumbs={crumbs} />
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
            {data.items.length > 0 ? (
              <BookCards books={data.items} firstSeen={2} />
            ) : (
              <EmptyNotice title="لا توجد نتائج" text="حاول تعديل كلمات البحث للعثور على ما تبحث عنه.">
                {hrefWith(path, query) !== path && (
                  <a className="button is-quiet" href={path} data-swap="replace">
                    عرض كل الكتب
                  </a>
                )}
              </EmptyNotice>
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
    tags: ['books'],
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
      return found
    },
    meta: () => ({
      title,
      breadcrumb: crumbs,
      feed: discoveryPaths.feed('books'),
      description: `${title} للتحميل المباشر: كل الصفوف وكل المواد.`,
    }),
    View: BookList,
  })
})
