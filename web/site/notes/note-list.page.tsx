import { z } from 'zod'
import { gradesOfStage, stageCodes, stages } from '#contract/codes/grades.ts'
import type { StageCode } from '#contract/codes/grades.ts'
import { subjectSchema } from '#contract/codes/subjects.ts'
import { countedNouns, formatCount } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { pageCount } from '#contract/page.ts'
import type { ListPage } from '#contract/page.ts'
import { discoveryPaths, paths } from '#contract/paths.ts'
import type { Note } from '#contract/resources/note.ts'
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
import { NoteCards } from './note-cards.tsx'

const perPage = limits.notesPerPage
const skeletonCards = 4

function noteListQuery(stage: StageCode) {
  return z.object({
    grade: choiceParameter(z.enum(gradesOfStage(stage))),
    subject: choiceParameter(subjectSchema),
    query: textParameter,
    page: pageParameter,
  })
}
type NoteListQuery = z.infer<ReturnType<typeof noteListQuery>>

/** `/notes/primary`, `/notes/intermediate` and `/notes/preparatory`. */
export const noteListPages = stageCodes.map(stage => {
  const path = paths.notesOfStage(stage)
  const title = `ملازم ${stages[stage].label}`
  const crumbs = [
    { label: 'الملازم', href: paths.notes },
    { label: stages[stage].label, href: path },
  ]

  function NoteList({ data, query }: ViewProps<NoteListQuery, ListPage<Note>>) {
    return (
      <>
        <PageHeading title={title} text="اختر الصف والمادة، ثم عاين الملزمة وحمّلها.">
          <Breadcrumb crumbs={crumbs} />
        </PageHeading>
        <div className="wrap section">
          <ListArea
            form={
              <StageFilters path={path} stage={stage} placeholder="ابحث بالعنوان أو المدرّس…" query={query} />
            }
            status={data.total > 0 ? formatCount(data.total, countedNouns.result) : ''}
            label="الملازم"
            waiting={
              <ul className="book-grid">
                <SkeletonCards count={skeletonCards} shape="book-card" />
              </ul>
            }
            failedText="تعذر تحميل الملازم. تحقق من الاتصال ثم حاول مرة أخرى."
          >
            {data.items.length > 0 ? (
              <NoteCards notes={data.items} firstSeen={2} />
            ) : (
              <EmptyNotice title="لا توجد نتائج" text="حاول تعديل كلمات البحث للعثور على ما تبحث عنه.">
                {hrefWith(path, query) !== path && (
                  <a className="button is-quiet" href={path} data-swap="replace">
                    عرض كل الملازم
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
    query: noteListQuery(stage),
    freeText: ['query'],
    tags: ['notes'],
    async load({ services, query }) {
      const found = await services.notes.list({
        limit: perPage,
        offset: (query.page - 1) * perPage,
        stage: query.grade ?? stage,
        stageType: query.grade ? 'exact' : 'contains',
        branch: undefined,
        subject: query.subject,
        search: query.query,
        year: undefined,
        teacher: undefined,
      })
      const pages = pageCount(found.total, perPage)
      if (query.page > pages)
        return { redirectTo: hrefWith(path, { ...query, page: pages }), isPermanent: false }
      return found
    },
    meta: () => ({
      title,
      breadcrumb: crumbs,
      feed: discoveryPaths.feed('notes'),
      description: `${title} للتحميل المباشر: كل الصفوف وكل المواد.`,
    }),
    View: NoteList,
  })
})
