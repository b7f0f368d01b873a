import { apiPaths, dashboardPaths, paths } from './paths.ts'

/** The pictures that a kind of record can have where it is found: `web/school/kind-icons.ts` draws them. */
export type KindIcon = 'book' | 'notebook' | 'questions' | 'newspaper' | 'graduation'

/** What the overview looks for that a record is without. */
type AttentionPart = 'file' | 'image' | 'damaged' | 'mirror'

interface KindFacts {
  /** What the audit log and the references to files call it. */
  entity: string
  /** Its name as a list: of its table, its feed, its part of the sitemap and the tag of the pages that show it. */
  list: string
  /** What staff can sort its list by. */
  sorts: readonly string[]
  /** What the site-wide search calls it, and the last part of the call that searches it alone; null: not searched. */
  search: { type: string; slug: string; icon: KindIcon } | null
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
  /** Its place in the menus, from 1. */
  place: number
  /** One of them, in the audit log. */
  label: string
  /** One of them, on a picture for messengers and as a part of a query. */
  shownAs: string
  /** All of them. */
  plural: string
  /** All of them before a stage or a grade. */
  pluralOf: string
  /** One that was deleted. */
  gone: string
  /**
   * What the overview calls those that need a look: with a damaged file, without their file, without their picture, with a
   * dead link to a copy elsewhere;
   * null: not asked.
   */
  attention: { damaged: string; file: string | null; image: string | null; mirror: string | null }
  /**
   * What of it is in the season pack of a grade: the newest of each subject, those of the last years, or what a student
   * chooses; null: nothing. Source: P16.5.
   */
  pack: 'newest' | 'years' | 'chosen' | null
  /** The fields that an entry of the audit log shows before its details. Source: S8.3. */
  auditFields: readonly string[]
}

/** The kinds of record: the one list of them. What a kind says for itself stands in `server/content/<list>/`. */
export const kinds = {
  book: {
    entity: 'BOOK',
    list: 'books',
    sorts: ['title', 'subject', 'stage', 'branch', 'releaseYear', 'createdAt', 'updatedAt'],
    search: { type: 'book', slug: 'books', icon: 'book' },
    apiPath: apiPaths.books,
    listKey: 'books',
    figure: 'books',
    sitePath: paths.books,
    pageOf: paths.book,
    dashboardPath: dashboardPaths.books,
    place: 2,
    label: 'كتاب',
    shownAs: 'كتاب',
    plural: 'الكتب',
    pluralOf: 'كتب',
    gone: 'كتاب محذوف',
    attention: {
      damaged: 'كتب بملف تالف',
      file: 'كتب بلا ملف',
      image: 'كتب بلا صورة غلاف',
      mirror: 'كتب برابط لا يعمل',
    },
    pack: 'newest',
    auditFields: ['title', 'subject', 'stage', 'releaseYear'],
  },
  note: {
    entity: 'MALAZIMA',
    list: 'notes',
    sorts: ['title', 'teacher', 'subject', 'stage', 'branch', 'releaseYear', 'createdAt', 'updatedAt'],
    search: { type: 'malazima', slug: 'malazimas', icon: 'notebook' },
    apiPath: apiPaths.notes,
    listKey: 'malazimas',
    figure: 'malazimas',
    sitePath: paths.notes,
    pageOf: paths.note,
    dashboardPath: dashboardPaths.notes,
    place: 3,
    label: 'ملزمة',
    shownAs: 'ملزمة',
    plural: 'الملازم',
    pluralOf: 'ملازم',
    gone: 'ملزمة محذوفة',
    attention: {
      damaged: 'ملازم بملف تالف',
      file: 'ملازم بلا ملف',
      image: 'ملازم بلا صورة غلاف',
      mirror: 'ملازم برابط لا يعمل',
    },
    pack: 'chosen',
    auditFields: ['title', 'teacher', 'subject', 'stage'],
  },
  exam: {
    entity: 'MINISTERIAL_EXAM',
    list: 'exams',
    sorts: ['title', 'subject', 'stage', 'releaseYear', 'try', 'createdAt', 'updatedAt'],
    search: { type: 'ministerial-exam', slug: 'ministerial-exams', icon: 'questions' },
    apiPath: apiPaths.exams,
    listKey: 'exams',
    figure: 'ministerials',
    sitePath: paths.exams,
    pageOf: paths.exam,
    dashboardPath: dashboardPaths.exams,
    place: 5,
    label: 'امتحان وزاري',
    shownAs: 'أسئلة وزارية',
    plural: 'الأسئلة الوزارية',
    pluralOf: 'أسئلة',
    gone: 'امتحان محذوف',
    attention: {
      damaged: 'أسئلة وزارية بصور تالفة',
      file: 'أسئلة وزارية بلا صور',
      image: null,
      mirror: 'أسئلة وزارية برابط لا يعمل',
    },
    pack: 'years',
    auditFields: ['title', 'subject', 'stage', 'try', 'releaseYear'],
  },
  result: {
    entity: 'RESULT',
    list: 'results',
    sorts: ['city', 'stage', 'branch', 'releaseYear', 'try', 'createdAt', 'updatedAt'],
    search: null,
    apiPath: apiPaths.results,
    listKey: null,
    figure: 'results',
    sitePath: paths.results,
    pageOf: null,
    dashboardPath: dashboardPaths.results,
    place: 4,
    label: 'نتيجة',
    shownAs: 'نتيجة',
    plural: 'النتائج',
    pluralOf: 'نتائج',
    gone: 'نتيجة محذوفة',
    attention: {
      damaged: 'نتائج بملف تالف',
      file: 'نتائج بلا ملف',
      image: null,
      mirror: 'نتائج برابط لا يعمل',
    },
    pack: null,
    auditFields: ['stage', 'try', 'school', 'city', 'releaseYear'],
  },
  news: {
    entity: 'NEWS',
    list: 'news',
    sorts: ['title', 'type', 'createdAt', 'updatedAt'],
    search: { type: 'news', slug: 'news', icon: 'newspaper' },
    apiPath: apiPaths.news,
    listKey: 'news',
    figure: 'news',
    sitePath: paths.news,
    pageOf: paths.newsItem,
    dashboardPath: dashboardPaths.news,
    place: 1,
    label: 'خبر',
    shownAs: 'خبر',
    plural: 'الأخبار',
    pluralOf: 'أخبار',
    gone: 'خبر محذوف',
    attention: { damaged: 'أخبار بصورة تالفة', file: null, image: 'أخبار بلا صورة', mirror: null },
    pack: null,
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
/** The kinds in the order of the menus. */
export const kindsInMenus = kindNames.toSorted((a, b) => kinds[a].place - kinds[b].place)
export const kindsWithPage = kindNames.filter(kind => kinds[kind].pageOf !== null) as KindWithPage[]

/** The lists that have a feed, and one of everything new. */
export type FeedName = 'all' | KindList
export const feedNames: readonly FeedName[] = ['all', ...kindNames.map(kind => kinds[kind].list)]

/** The kinds that the overview looks through for records that lack this part. */
export type KindLacking<Part extends AttentionPart> = {
  [Name in Kind]: Kinds[Name]['attention'][Part] extends null ? never : Name
}[Kind]

/** The kinds that can lack this part: their file, their picture, sound bytes of one of them, or copies elsewhere that answer. */
export function kindsLacking<Part extends AttentionPart>(part: Part): KindLacking<Part>[] {
  return kindNames.filter(kind => kinds[kind].attention[part] !== null) as KindLacking<Part>[]
}

/** One fact of each of these kinds, by the name that another list calls the kinds. */
export function byName<Of extends Kind, Name extends string, Value>(
  of: readonly Of[],
  nameOf: (kind: Of) => Name,
  valueOf: (kind: Of) => Value,
): Record<Name, Value> {
  return Object.fromEntries(of.map(kind => [nameOf(kind), valueOf(kind)])) as Record<Name, Value>
}

/** The kinds that a season pack holds something of. */
export type KindInPack = {
  [Name in Kind]: Kinds[Name]['pack'] extends null ? never : Name
}[Kind] &
  KindWithPage
export const kindsInPack = kindsWithPage.filter(kind => kinds[kind].pack !== null) as KindInPack[]

/** Each kind by what the audit log calls it. */
export const kindOfEntity = byName(
  kindNames,
  kind => kinds[kind].entity,
  kind => kind,
)

/** Whether the audit log knows a kind of record by this name. */
export function isKindEntity(entity: string): entity is KindEntity {
  return Object.hasOwn(kindOfEntity, entity)
}

export const entityLabels = byName(
  kindNames,
  kind => kinds[kind].entity,
  kind => kinds[kind].label,
)
export const entityAuditFields = byName<Kind, KindEntity, readonly string[]>(
  kindNames,
  kind => kinds[kind].entity,
  kind => kinds[kind].auditFields,
)
