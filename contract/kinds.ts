import { apiPaths, dashboardPaths, paths } from './paths.ts'

interface KindFacts {
  /** What the audit log and the references to files call it. */
  entity: string
  /** Its name as a list: of its table, its feed, its part of the sitemap and the tag of the pages that show it. */
  list: string
  /** What the site-wide search calls it, and the last part of the call that searches it alone; null: not searched. */
  search: { type: string; slug: string } | null
  apiPath: string
  /** What a list of the API calls its records; null: the list stands alone. */
  listKey: string | null
  /** What the figures of the overview call it. */
  figure: string
  sitePath: string
  /**
   * The page of one record. A record that has one is in the sitemap, has a picture for messengers, and visits of
   * it are told with its title.
   */
  pageOf: ((id: string) => string) | null
  dashboardPath: string
  /** One of them, and all of them. */
  label: string
  plural: string
  /** All of them before a stage or a grade. */
  pluralOf: string
  /** One that was deleted. */
  gone: string
  /** The fields that an entry of the audit log shows before its details. Source: S8.3. */
  auditFields: readonly string[]
}

/** The kinds of record: the one list of them. What a kind says for itself stands in `server/content/<list>/`. */
export const kinds = {
  book: {
    entity: 'BOOK',
    list: 'books',
    search: { type: 'book', slug: 'books' },
    apiPath: apiPaths.books,
    listKey: 'books',
    figure: 'books',
    sitePath: paths.books,
    pageOf: paths.book,
    dashboardPath: dashboardPaths.books,
    label: 'كتاب',
    plural: 'الكتب',
    pluralOf: 'كتب',
    gone: 'كتاب محذوف',
    auditFields: ['title', 'subject', 'stage', 'releaseYear'],
  },
  note: {
    entity: 'MALAZIMA',
    list: 'notes',
    search: { type: 'malazima', slug: 'malazimas' },
    apiPath: apiPaths.notes,
    listKey: 'malazimas',
    figure: 'malazimas',
    sitePath: paths.notes,
    pageOf: paths.note,
    dashboardPath: dashboardPaths.notes,
    label: 'ملزمة',
    plural: 'الملازم',
    pluralOf: 'ملازم',
    gone: 'ملزمة محذوفة',
    auditFields: ['title', 'teacher', 'subject', 'stage'],
  },
  exam: {
    entity: 'MINISTERIAL_EXAM',
    list: 'exams',
    search: { type: 'ministerial-exam', slug: 'ministerial-exams' },
    apiPath: apiPaths.exams,
    listKey: 'exams',
    figure: 'ministerials',
    sitePath: paths.exams,
    pageOf: paths.exam,
    dashboardPath: dashboardPaths.exams,
    label: 'امتحان وزاري',
    plural: 'الأسئلة الوزارية',
    pluralOf: 'أسئلة',
    gone: 'امتحان محذوف',
    auditFields: ['title', 'subject', 'stage', 'try', 'releaseYear'],
  },
  result: {
    entity: 'RESULT',
    list: 'results',
    search: null,
    apiPath: apiPaths.results,
    listKey: null,
    figure: 'results',
    sitePath: paths.results,
    pageOf: null,
    dashboardPath: dashboardPaths.results,
    label: 'نتيجة',
    plural: 'النتائج',
    pluralOf: 'نتائج',
    gone: 'نتيجة محذوفة',
    auditFields: ['stage', 'try', 'school', 'city', 'releaseYear'],
  },
  news: {
    entity: 'NEWS',
    list: 'news',
    search: { type: 'news', slug: 'news' },
    apiPath: apiPaths.news,
    listKey: 'news',
    figure: 'news',
    sitePath: paths.news,
    pageOf: paths.newsItem,
    dashboardPath: dashboardPaths.news,
    label: 'خبر',
    plural: 'الأخبار',
    pluralOf: 'أخبار',
    gone: 'خبر محذوف',
    auditFields: ['title', 'type'],
  },
} as const satisfies Record<string, KindFacts>

type Kinds = typeof kinds
export type Kind = keyof Kinds
export type KindEntity = Kinds[Kind]['entity']
export type KindList = Kinds[Kind]['list']

/** The kinds whose records have pages of their own. */
export type KindWithPage = {
  [Name in Kind]: Kinds[Name]['pageOf'] extends null ? never : Name
}[Kind]

export const kindNames = Object.keys(kinds) as Kind[]
export const kindsWithPage = kindNames.filter(kind => kinds[kind].pageOf !== null) as KindWithPage[]

/** The lists that have a feed, and one of everything new. */
export type FeedName = 'all' | KindList
export const feedNames: readonly FeedName[] = ['all', ...kindNames.map(kind => kinds[kind].list)]

/** One fact of each kind, by the name that another list calls the kinds. */
function byName<Name extends string, Value>(nameOf: (kind: Kind) => Name, valueOf: (kind: Kind) => Value) {
  return Object.fromEntries(kindNames.map(kind => [nameOf(kind), valueOf(kind)])) as Record<Name, Value>
}

/** Each kind by what the audit log calls it. */
export const kindOfEntity = byName(
  kind => kinds[kind].entity,
  kind => kind,
)

/** Whether the audit log knows a kind of record by this name. */
export function isKindEntity(entity: string): entity is KindEntity {
  return Object.hasOwn(kindOfEntity, entity)
}

export const entityLabels = byName(
  kind => kinds[kind].entity,
  kind => kinds[kind].label,
)
export const entityAuditFields = byName<KindEntity, readonly string[]>(
  kind => kinds[kind].entity,
  kind => kinds[kind].auditFields,
)
