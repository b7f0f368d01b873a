import { kinds, kindNames, type Kind } from '#contract/kinds.ts'
import { limits } from '#contract/limits.ts'
import { apiPaths, discoveryPaths, paths, staffApiPath } from '#contract/paths.ts'
import { coverageBoards } from '#contract/resources/coverage.ts'
import type { OpenDatabase } from '#server/base/db/types.ts'

/** One screen or page: what is asked for when somebody opens it. */
export interface Screen {
  name: string
  /** Addresses, all asked for at once. */
  asks: string[]
  isOfStaff: boolean
}

const query = (path: string, values: Record<string, string | number>) =>
  `${path}?${new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]))}`

const rows = limits.staffRowsPerPage
const logRows = limits.logRowsPerPage

/** The list of a kind as staff use it. */
function listScreens(kind: Kind, count: number): [string, string[]][] {
  const { apiPath, sorts, attention, plural } = kinds[kind]
  const of = (values: Record<string, string | number>) => [
    query(staffApiPath(apiPath), { limit: rows, ...values }),
  ]
  const parts = (['damaged', 'file', 'image', 'mirror'] as const).filter(part => attention[part] !== null)
  return [
    [`${plural}: first page`, of({ offset: 0 })],
    [`${plural}: last page`, of({ offset: Math.max(0, count - rows) })],
    ...sorts.map((sort): [string, string[]] => [
      `${plural}: by ${sort}`,
      of({ offset: 0, sort, direction: 'asc' }),
    ]),
    ...parts.map((missing): [string, string[]] => [
      `${plural}: missing ${missing}`,
      of({ offset: 0, missing }),
    ]),
    [`${plural}: drafts`, of({ offset: 0, state: 'draft' })],
    ...(kind === 'news'
      ? []
      : ([[`${plural}: a grade`, of({ offset: 0, stage: 'SIXTH_PREPARATORY' })]] as const)
    ).map(([name, asks]): [string, string[]] => [name, asks]),
    ...(kind === 'result'
      ? []
      : ([[`${plural}: search`, of({ offset: 0, search: 'رياضيات السادس' })]] as const)
    ).map(([name, asks]): [string, string[]] => [name, asks]),
  ]
}

/** The screens of the dashboard and the pages of the site, with addresses of records that are there. */
export async function listScreensAndPages({ kysely }: OpenDatabase): Promise<Screen[]> {
  const counts = new Map<Kind, number>()
  const ids = new Map<Kind, string>()
  for (const kind of kindNames) {
    const { list } = kinds[kind]
    const found = await kysely
      .selectFrom(list)
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max<string>('id').as('id')])
      .executeTakeFirstOrThrow()
    counts.set(kind, found.count)
    ids.set(kind, found.id)
  }
  const id = (kind: Kind) => ids.get(kind) ?? ''
  const year = { startDate: '2026-01-01', endDate: '2026-12-31' }
  /* Ten days, six months and twenty days. */
  const months = { startDate: '2026-03-22', endDate: '2026-10-20' }
  const { stage } = await kysely
    .selectFrom('exams')
    .select('stage')
    .where('id', '=', id('exam'))
    .executeTakeFirstOrThrow()
  const { teacher } = await kysely.selectFrom('notes').select('teacher').limit(1).executeTakeFirstOrThrow()
  const log = (values: Record<string, string | number>) => [
    query(apiPaths.auditLog, { limit: logRows, offset: 0, ...values }),
  ]
  const staff: [string, string[]][] = [
    ['overview: counts', [apiPaths.stats]],
    ['overview: what needs a look', [apiPaths.attention]],
    ['overview: last changes', log({ limit: 5 })],
    ['overview: searches without an answer', [apiPaths.searchMisses]],
    ...kindNames.flatMap(kind => listScreens(kind, counts.get(kind) ?? 0)),
    ...kindNames.map((kind): [string, string[]] => [
      `${kinds[kind].plural}: form of one`,
      [`${staffApiPath(kinds[kind].apiPath)}/${id(kind)}`],
    ]),
    ['questions', [query(apiPaths.questions, { stage, subject: 'MATH', limit: 20, offset: 0 })]],
    ['release', [apiPaths.releases]],
    ['imports', [apiPaths.ingests]],
    ['an import', [apiPaths.ingest('i00000007')]],
    [
      'coverage',
      coverageBoards.map(board => query(apiPaths.coverage, { board, stage: 'SIXTH_PREPARATORY' })),
    ],
    ['log: first page', log({})],
    ['log: page 1,000', log({ offset: 1000 * logRows })],
    ['log: an action', log({ action: 'UPDATE' })],
    ['log: an entity', log({ entity: 'BOOK' })],
    ['log: a rare entity', log({ entity: 'NEWS' })],
    ['log: a person', log({ person: 'person3@rafid.example' })],
    ['log: a month', log({ dateFrom: '2026-06-01', dateTo: '2026-06-30' })],
    ['log: a record', log({ entityId: id('book') })],
    ['log: search', log({ search: 'كتاب 77' })],
    ['log: counts of actions', [`${apiPaths.auditLog}/stats/actions`]],
    ['log: counts of entities', [`${apiPaths.auditLog}/stats/entities`]],
    ['log: people', [apiPaths.auditLogPeople]],
    ['trash', [query(apiPaths.trash, { limit: rows, offset: 0 })]],
    ['visits: first page', [query(apiPaths.visits, { limit: logRows, offset: 0 })]],
    ['visits: a year', [query(apiPaths.visits, { limit: logRows, offset: 0, ...year })]],
    ['visits: a path', [query(apiPaths.visits, { limit: logRows, offset: 0, page: '/' })]],
    ['visits: a part of a path', [query(apiPaths.visits, { limit: logRows, offset: 0, page: 'books' })]],
    [
      'visits: a part of a path in months',
      [query(apiPaths.visits, { limit: logRows, offset: 0, page: 'books', ...months })],
    ],
    ['visits: days of a year', [query(apiPaths.visitsByDate, year)]],
    ['visits: most visited', [apiPaths.mostVisited]],
    ['visits: most visited of a year', [query(apiPaths.mostVisited, year)]],
    ['visits: most visited in months', [query(apiPaths.mostVisited, months)]],
    ['exam dates', [apiPaths.examDates]],
    ['inbox', [query(apiPaths.contact, { limit: logRows, offset: 0 })]],
    ['inbox: unread', [query(apiPaths.contact, { limit: logRows, offset: 0, unread: 1 })]],
    ['uploads', [query(apiPaths.allUploads, { limit: rows, offset: 0 })]],
    ['uploads: own', [apiPaths.uploads]],
    ['jobs', [query(apiPaths.jobs, { limit: logRows, offset: 0 })]],
    ['jobs: failed', [query(apiPaths.jobs, { limit: logRows, offset: 0, state: 'failed' })]],
    ['drafts', [apiPaths.formDrafts]],
    ['users', [apiPaths.users]],
    ['system', [apiPaths.system]],
    ['settings', [apiPaths.settings]],
    ['sheets of a result', [apiPaths.allResultSheets(id('result'))]],
  ]
  const open: [string, string][] = [
    ['home', paths.home],
    ['hub of books', paths.books],
    ['books of a stage', paths.booksOfStage('PREPARATORY')],
    ['books of a grade', paths.booksOfGrade('SIXTH_PREPARATORY')],
    ['books of a stage, page 40', `${paths.booksOfStage('PREPARATORY')}?page=40`],
    ['a book', paths.book(id('book'))],
    ['hub of notes', paths.notes],
    ['notes of a stage', paths.notesOfStage('PREPARATORY')],
    ['notes of a grade', paths.notesOfGrade('SIXTH_PREPARATORY')],
    ['a note', paths.note(id('note'))],
    ['a teacher', paths.teacher(teacher.replaceAll(' ', '-'))],
    ['hub of exams', paths.exams],
    ['exams of a grade', paths.examsOfGrade('SIXTH_PREPARATORY')],
    ['repeated questions', paths.questionsOfGrade('SIXTH_PREPARATORY')],
    ['an exam', paths.exam(id('exam'))],
    ['hub of results', paths.results],
    ['results of a grade', paths.resultsOfGrade('SIXTH_PREPARATORY')],
    ['schools of a grade', paths.schoolsOfGrade('SIXTH_PREPARATORY')],
    ['a sheet', paths.sheet(`${id('result')}-7`)],
    ['news', paths.news],
    ['news, page 40', `${paths.news}?page=40`],
    ['a news item', paths.newsItem(id('news'))],
    ['a grade', paths.grade('SIXTH_PREPARATORY')],
    ['search', `${paths.search}?q=${encodeURIComponent('رياضيات السادس')}`],
    ['asked for', paths.asked],
    ['sitemap', discoveryPaths.sitemap],
    ['a part of the sitemap', discoveryPaths.sitemapPart('books-1')],
    ['feed of all', discoveryPaths.feed('all')],
    ['feed of notes', discoveryPaths.feed('notes')],
    ...kindNames.map((kind): [string, string] => [
      `API: ${kinds[kind].plural}`,
      query(kinds[kind].apiPath, { limit: 10 }),
    ]),
    ['API: search', query(apiPaths.search, { q: 'رياضيات السادس' })],
  ]
  return [
    ...staff.map(([name, asks]) => ({ name, asks, isOfStaff: true })),
    ...open.map(([name, ask]) => ({ name, asks: [ask], isOfStaff: false })),
  ]
}
