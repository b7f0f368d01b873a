import { z } from 'zod'
import { grades, gradesOfStage, stageCodes, stages } from '#contract/codes/grades.ts'
import type { StageCode } from '#contract/codes/grades.ts'
import { subjectSchema } from '#contract/codes/schemas.ts'
import { countedNouns, formatCount } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { pageCount } from '#contract/page.ts'
import type { ListPage } from '#contract/page.ts'
import { discoveryPaths, paths } from '#contract/paths.ts'
import type { Note } from '#contract/resources/note.ts'
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

interface NoteListData extends ListPage<Note> {
  /** Where to go on when nothing is here; none while there is something. */
  ways: readonly Way[]
}

/** `/notes/primary`, `/notes/intermediate` and `/notes/preparatory`. */
export const noteListPages = stageCodes.map(stage => {
  const path = paths.notesOfStage(stage)
  const titleOf = ({ grade, subject }: NoteListQuery) => listName('ملازم', { stage, grade, subject })
  const crumbsOf = ({ grade }: NoteListQuery) => [
    { label: 'الملازم', href: paths.notes },
    { label: stages[stage].label, href: path },
    ...(grade ? [{ label: grades[grade].label, href: hrefWith(path, { grade }) }] : []),
  ]

  const wholeList = (query: NoteListQuery) =>
    hrefWith(path, query) !== path && (
      <a className="button is-quiet" href={path} data-swap="replace">
        عرض كل الملازم
      </a>
    )

  function NoteList({ data, query }: ViewProps<NoteListQuery, NoteListData>) {
    return (
      <>
        <PageHeading title={titleOf(query)} text="اختر الصف والمادة، ثم حمّل الملزمة مباشرة.">
          <Breadcrumb crumbs={crumbsOf(query)} />
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
            {data.items.length > 0 && <NoteCards notes={data.items} firstSeen={2} />}
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
    query: noteListQuery(stage),
    freeText: ['query'],
    tags: ['books', 'notes', 'exams'],
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
      const isBare = found.total === 0 && !query.query
      const { grade, subject } = query
      return { ...found, ways: isBare ? await waysFrom('notes', services, { stage, grade, subject }) : [] }
    },
    meta: ({ query }) => ({
      title: titleOf(query),
      headerName: titleOf(query),
      breadcrumb: crumbsOf(query),
      feed: discoveryPaths.feed('notes'),
      description: listDescription('ملازم', { ...query, stage }),
    }),
    View: NoteList,
  })
})
