import { branchSlug } from './codes/branches.ts'
import type { BranchCode } from './codes/branches.ts'
import { gradeSlug, grades, ministerialGrades, stages } from './codes/grades.ts'
import type { GradeCode, MinisterialGradeCode, StageCode } from './codes/grades.ts'
import { gradePath, searchCall, searchPath } from './search-paths.ts'

/** What every address of exam numbers begins with. */
export const examNumbersRoot = '/results/numbers/'

/** Every address of the public site. A page's address is guessed from its name. Source: P12.1. */
export const paths = {
  home: '/',
  about: '/about',
  contact: '/contact',
  terms: '/terms',
  privacy: '/privacy',
  help: '/help',
  faq: '/faq',
  search: searchPath,
  asked: '/asked',
  books: '/books',
  booksOfStage: (stage: StageCode) => `/books/${stages[stage].slug}`,
  booksOfGrade: (grade: GradeCode, branch?: BranchCode) =>
    `/books/${stages[grades[grade].stage].slug}?${branch ? `branch=${branch}&` : ''}grade=${grade}`,
  book: (id: string) => `/books/${id}`,
  bookReading: (id: string) => `/books/${id}/read`,
  notes: '/notes',
  notesOfStage: (stage: StageCode) => `/notes/${stages[stage].slug}`,
  notesOfGrade: (grade: GradeCode, branch?: BranchCode) =>
    `/notes/${stages[grades[grade].stage].slug}?${branch ? `branch=${branch}&` : ''}grade=${grade}`,
  note: (id: string) => `/notes/download/${id}`,
  noteReading: (id: string) => `/notes/download/${id}/read`,
  /** Source: P6.4. */
  teacher: (slug: string) => `/teachers/${encodeURIComponent(slug)}`,
  results: '/results',
  resultsOfGrade: (grade: MinisterialGradeCode) => `/results/${ministerialGrades[grade].slug}`,
  /** The exam numbers of a release (`2026-1`: year and round); with `prefix.json` behind it, one bucket. Source: R6.4. */
  examNumbers: (grade: MinisterialGradeCode, release: string) =>
    `${examNumbersRoot}${ministerialGrades[grade].slug}/${release}/`,
  resultAnswer: (grade: MinisterialGradeCode) => `/results/${ministerialGrades[grade].slug}/answer`,
  schoolsOfGrade: (grade: MinisterialGradeCode) => `/results/${ministerialGrades[grade].slug}/schools`,
  sheet: (id: string) => `/results/sheet/${id}`,
  sheetText: (id: string, page: number | string) => `/results/sheet/${id}/text/${page}`,
  exams: '/ministerial',
  examsOfGrade: (grade: MinisterialGradeCode) => `/ministerial/${ministerialGrades[grade].slug}`,
  /** Source: P7.6. */
  questionsOfGrade: (grade: MinisterialGradeCode) =>
    `/ministerial/${ministerialGrades[grade].slug}/questions`,
  exam: (id: string) => `/ministerial/preview/${id}`,
  examPdf: (id: string) => `/ministerial/preview/${id}/pages.pdf`,
  /** Everything of one grade; the preparatory ones have a page for each branch too. */
  grade: (grade: GradeCode, branch?: BranchCode) =>
    `${gradePath}${gradeSlug(grade)}${branch ? `/${branchSlug(branch)}` : ''}`,
  /** The days of its exams, for a calendar to open or to follow. */
  examCalendar: (grade: GradeCode, branch?: BranchCode) => `${paths.grade(grade, branch)}/exams.ics`,
  news: '/news',
  newsItem: (id: string) => `/news/${id}`,
  /** What a student keeps on the device. */
  shelf: '/shelf',
  /** What is shown without a line in place of a page that was never opened. */
  offline: '/offline',
  login: '/super',
  /** After the sign, so that neither a log nor whoever previews links learns it. */
  accountLink: (token: string) => `/super#link=${token}`,
} as const

/** The field for the exam number on a page of results: behind `#` it leads straight to it. */
export const examNumberField = 'exam-number'

/** What search engines, feed readers and messengers fetch. Source: P12.3; sitemaps.org; RFC 9309. */
export const discoveryPaths = {
  robots: '/robots.txt',
  sitemap: '/sitemap.xml',
  sitemapPart: (name: string) => `/sitemaps/${name}.xml`,
  /** Of one list, of one grade (`grade-pages.ts`), or `all`. */
  feed: (list: string) => `/feeds/${list}.xml`,
  shareImage: '/share/rafid.jpg',
  manifest: '/manifest.webmanifest',
  /** The service worker: at the root, since it may only answer for addresses below its own. */
  worker: '/sw.js',
  favicon: '/favicon.svg',
  oldFavicon: '/favicon.ico',
  touchIcon: '/apple-touch-icon.png',
  icon: (name: string) => `/icons/${name}.png`,
} as const

/** The size of every picture for messengers. Units: pixels. Source: Open Graph, the usual 1.91 to 1. */
export const shareImageSize = { width: 1200, height: 630 } as const

/** The picture that messengers show beside a link to a record; the version lets it be kept for ever. */
export function shareImagePath(kind: string, id: string, version: number): string {
  return `/share/${kind}/${id}.jpg?v=${version}`
}

/** Every address of the dashboard. Source: S2.3. */
export const dashboardPaths = {
  overview: '/dashboard',
  news: '/dashboard/news',
  books: '/dashboard/books',
  notes: '/dashboard/malazimas',
  results: '/dashboard/results',
  exams: '/dashboard/ministerial-exams',
  questions: '/dashboard/questions',
  release: '/dashboard/release',
  ingest: '/dashboard/ingest',
  coverage: '/dashboard/coverage',
  auditLog: '/dashboard/audit-logs',
  trash: '/dashboard/trash',
  visits: '/dashboard/visits',
  examDates: '/dashboard/exam-dates',
  inbox: '/dashboard/inbox',
  uploads: '/dashboard/uploads',
  jobs: '/dashboard/jobs',
  users: '/dashboard/users',
  system: '/dashboard/system',
  settings: '/dashboard/settings',
  account: '/dashboard/account',
  api: '/dashboard/api',
  add: (list: string) => `${list}/add`,
  edit: (list: string, id: string) => `${list}/edit/${id}`,
} as const

/** The token of a link to a password, of what stands after the sign in its address. */
export function accountLinkTokenOf(hash: string): string | undefined {
  return /^#link=([\w-]+)$/.exec(hash)?.[1]
}

/** Every address of the API. Source: A7.1. */
export const apiPaths = {
  login: '/api/users/login',
  logout: '/api/users/logout',
  register: '/api/users/register',
  me: '/api/users/me',
  csrfToken: '/api/users/csrf-token',
  setup: '/api/users/setup',
  users: '/api/users',
  password: '/api/users/password',
  accountLinkLook: '/api/users/links/look',
  accountLinkUse: '/api/users/links/use',
  accountLinks: (userId: string) => `/api/users/${userId}/links`,
  sessions: '/api/users/sessions',
  secondFactor: '/api/users/second-factor',
  secondFactorEnd: '/api/users/second-factor/end',
  recoveryCodes: '/api/users/second-factor/recovery-codes',
  passkeys: '/api/users/passkeys',
  passkeyOptions: '/api/users/passkeys/options',
  passkeyEnd: '/api/users/passkeys/end',
  passkeyLogin: '/api/users/login/passkey',
  passkeyLoginOptions: '/api/users/login/passkey/options',
  books: '/api/books',
  notes: '/api/malazimas',
  exams: '/api/ministerial-exams',
  questions: '/api/staff/ministerial-exams/questions',
  questionVerdicts: '/api/staff/ministerial-exams/questions/verdicts',
  results: '/api/results',
  resultSheets: (id: string) => `/api/results/${id}/sheets`,
  allResultSheets: (id: string) => `/api/results/${id}/sheets/all`,
  resultSheetEncoding: (id: string) => `/api/results/${id}/sheets/encoding`,
  resultSheetsOpening: (id: string) => `/api/results/${id}/sheets/opening`,
  resultLookup: '/api/results/lookup',
  resultSheet: (sheetId: string) => `/api/results/sheets/${sheetId}`,
  resultStatus: '/api/results/status',
  news: '/api/news',
  publications: '/api/staff/publications',
  previews: '/api/staff/previews',
  batches: '/api/staff/batches',
  batchOf: (path: string) => `${staffApiPath(path)}/batches`,
  batchUndo: (id: string) => `/api/staff/batches/${id}/undo`,
  /** The way back from the last change of a record of a kind. */
  changeUndo: (path: string, id: string) => `${staffApiPath(path)}/${id}/undo`,
  restorations: '/api/staff/restorations',
  trash: '/api/staff/trash',
  trashRestorations: '/api/staff/trash/restorations',
  trashPurges: '/api/staff/trash/purges',
  trashFreed: '/api/staff/trash/freed',
  stateOfEntry: (id: string) => `/api/staff/auditlog/${id}/state`,
  releases: '/api/staff/releases',
  resultProposals: '/api/staff/results/proposals',
  resultChecks: '/api/staff/results/checks',
  resultBatch: '/api/staff/results/batch',
  ingestProposals: '/api/staff/ingest/proposals',
  ingests: '/api/staff/ingests',
  ingest: (id: string) => `/api/staff/ingests/${id}`,
  ingestFiles: (id: string) => `/api/staff/ingests/${id}/files`,
  ingestArchives: (id: string) => `/api/staff/ingests/${id}/archives`,
  ingestRows: (id: string) => `/api/staff/ingests/${id}/rows`,
  ingestRemovals: (id: string) => `/api/staff/ingests/${id}/removals`,
  ingestJoinings: (id: string) => `/api/staff/ingests/${id}/joinings`,
  ingestPartings: (id: string) => `/api/staff/ingests/${id}/partings`,
  ingestOpenings: (id: string) => `/api/staff/ingests/${id}/openings`,
  ingestPages: (id: string) => `/api/staff/ingests/${id}/pages`,
  ingestClosings: (id: string) => `/api/staff/ingests/${id}/closings`,
  ingestChecks: (id: string) => `/api/staff/ingests/${id}/checks`,
  ingestPublication: (id: string) => `/api/staff/ingests/${id}/publication`,
  formDrafts: '/api/staff/form-drafts',
  formDraft: (id: string) => `/api/staff/form-drafts/${id}`,
  search: searchCall,
  searchInside: `${searchCall}/inside`,
  searchMisses: '/api/search/misses',
  auditLog: '/api/auditlog',
  auditLogPeople: '/api/auditlog/people',
  auditLogExport: '/api/auditlog/export',
  stats: '/api/stats/dashboard',
  attention: '/api/stats/attention',
  coverage: '/api/stats/coverage',
  system: '/api/stats/system',
  alertTrials: '/api/stats/system/alert-trials',
  visits: '/api/visits',
  mostVisited: '/api/visits/most-visited',
  visitsByDate: '/api/visits/by-date',
  visitsExport: '/api/visits/export',
  contact: '/api/contact',
  settings: '/api/settings',
  examDates: '/api/exam-dates',
  jobs: '/api/jobs',
  filesNew: '/api/files/new',
  uploads: '/api/files/uploads',
  allUploads: '/api/files/uploads/all',
  uploadResult: (id: string) => `/api/files/uploads/${id}/result`,
  filesKnown: '/api/files/known',
  fileCover: (sha256: string) => `/api/files/${sha256}/cover`,
  filePageImage: (sha256: string, page: number | string) => `/api/files/${sha256}/pages/${page}/image`,
  fileTexts: (sha256: string) => `/api/files/${sha256}/texts`,
  fileLightCopy: (sha256: string) => `/api/files/${sha256}/light-copy`,
  seasonPack: '/api/season-pack',
  health: '/api/health',
  openApi: '/api/openapi.json',
} as const

/** What supervisors, proxies and programs that watch ask a process. */
export const operatorPaths = {
  live: '/livez',
  ready: '/readyz',
  metrics: '/metrics',
} as const

/** Where staff read a resource with what only they see: `/api/books` is `/api/staff/books` to them. Source: A7.1. */
export function staffApiPath(path: string): string {
  return path.replace(/^\/api\//, '/api/staff/')
}

/** What staff send with a call for records, to be answered at the staff's address of the same name. Source: A7.1. */
export const staffView = { name: 'x-view', value: 'staff' } as const

/** The header in which answers to staff name the script with which the dashboard now begins. Source: S2.8. */
export const releaseHeader = 'x-dashboard-release'

/** The address of a stored file: its SHA-256, then its readable name as decoration. Source: F4.1. */
export function filePath(sha256: string, name: string): string {
  return `/files/${sha256}/${encodeURIComponent(name)}`
}

/** The address of a picture of a PDF's page, by the file's SHA-256. Page from 1. Units: pixels. */
export function pagePicturePath(sha256: string, page: number | string, width: number | string): string {
  return `/files/${sha256}/p/${page}/${width}.webp`
}

/** The address of a strip of a page's picture: `contract/page-pictures.ts` says which one holds a place. */
export function pageStripPath(sha256: string, page: number | string, strip: number | string): string {
  return `/files/${sha256}/p/${page}/strip/${strip}.webp`
}

/** The address of the text of a file's page, by the file's SHA-256. Page from 1. */
export function pageTextPath(sha256: string, page: number): string {
  return `/files/${sha256}/p/${page}/text`
}

/** The SHA-256 of a file address of ours (path or whole URL), or undefined for any other address. */
export function sha256OfFileAddress(address: string): string | undefined {
  return /^(?:https?:\/\/[^/]+)?\/files\/([0-9a-f]{64})(?:\/|$)/.exec(address)?.[1]
}

/** The name of a file of ours with its ending, or undefined for any other address. */
export function fileNameOfAddress(address: string): string | undefined {
  if (sha256OfFileAddress(address) === undefined) return undefined
  try {
    return decodeURIComponent(address.split('/').at(-1) ?? '')
  } catch {
    return undefined
  }
}

/** A path of this site to return to, or the fallback: never another site. Source: S1.1. */
export function safeReturnPath(target: string | null | undefined, fallback: string): string {
  if (!target || !/^\/(?![/\\])/.test(target) || /[\\\u0000-\u001F]/.test(target)) return fallback
  const url = new URL(target, 'http://site.invalid')
  /* Leaving out `..` can leave two slashes at the beginning, which browsers take for a host. */
  const isOurs = url.origin === 'http://site.invalid' && !url.pathname.startsWith('//')
  return isOurs ? url.pathname + url.search + url.hash : fallback
}
