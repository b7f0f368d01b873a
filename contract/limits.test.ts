import { expect, it } from 'vitest'
import { errorCatalogue } from './errors.ts'
import { limits } from './limits.ts'
import { apiPaths, dashboardPaths, paths } from './paths.ts'
import { fileRules } from './resources/file.ts'
import { defaultSiteSettings } from './resources/site-settings.ts'

it('has the promised numbers', () => {
  expect(limits).toMatchObject({
    booksPerPage: 10,
    notesPerPage: 10,
    examsPerPage: 12,
    newsPerPage: 12,
    staffRowsPerPage: 10,
    logRowsPerPage: 15,
    relatedBooks: 6,
    relatedNotes: 6,
    latestBooks: 4,
    latestNotes: 6,
    sameYearExams: 6,
    latestExams: 3,
    readAlsoNews: 3,
    mostVisited: 10,
    mostVisitedCards: 8,
    recentAuditEntries: 5,
    searchDelayMs: 300,
    minSearchLength: 2,
    searchResults: 10,
    searchMobileBelowPx: 640,
    headerScrollPx: 10,
    contactBannerMs: 3000,
    counterDurationsMs: [2500, 2000, 1500],
    minZoom: 1,
    maxZoom: 3,
    zoomStep: 0.5,
    maxImageBytes: 5 * 1024 * 1024,
    maxPdfBytes: 250 * 1024 * 1024,
    maxZipBytes: 250 * 1024 * 1024,
    minExamDescriptionLength: 10,
    sidebarCollapsePx: 1024,
    examCoverPreviewPx: 300,
    queryFreshMs: 5 * 60 * 1000,
    maxListLimit: 100,
    minYear: 2000,
    maxYear: 2100,
    sessionIdleMs: 60 * 60 * 1000,
    sessionAbsoluteMs: 12 * 60 * 60 * 1000,
    visitIpDays: 30,
    auditIpDays: 365,
  })
  expect(defaultSiteSettings.statistics).toEqual({
    students: 0,
    resources: 0,
    satisfactionPercent: 0,
  })
})

it('has the promised addresses', () => {
  expect(Object.values(paths).filter(path => typeof path === 'string')).toEqual([
    '/',
    '/about',
    '/contact',
    '/terms',
    '/privacy',
    '/help',
    '/faq',
    '/search',
    '/asked',
    '/books',
    '/notes',
    '/results',
    '/ministerial',
    '/news',
    '/shelf',
    '/offline',
    '/super',
  ])
  expect(paths.booksOfStage('PREPARATORY')).toBe('/books/preparatory')
  expect(paths.booksOfGrade('FIRST_PRIMARY')).toBe('/books/primary?grade=FIRST_PRIMARY')
  expect(paths.notesOfGrade('THIRD_INTERMEDIATE')).toBe('/notes/intermediate?grade=THIRD_INTERMEDIATE')
  expect(paths.note('x')).toBe('/notes/download/x')
  expect(paths.resultsOfGrade('SIXTH_PRIMARY')).toBe('/results/sixth-primary')
  expect(paths.examsOfGrade('THIRD_INTERMEDIATE')).toBe('/ministerial/third-intermediate')
  expect(paths.exam('x')).toBe('/ministerial/preview/x')
  expect(paths.grade('FIRST_PRIMARY')).toBe('/grade/first-primary')
  expect(paths.grade('SIXTH_PREPARATORY', 'SCIENTIFIC')).toBe('/grade/sixth-preparatory/scientific')
  expect(dashboardPaths).toMatchObject({
    overview: '/dashboard',
    news: '/dashboard/news',
    books: '/dashboard/books',
    notes: '/dashboard/malazimas',
    results: '/dashboard/results',
    exams: '/dashboard/ministerial-exams',
    auditLog: '/dashboard/audit-logs',
    visits: '/dashboard/visits',
  })
  expect(dashboardPaths.add(dashboardPaths.books)).toBe('/dashboard/books/add')
  expect(dashboardPaths.edit(dashboardPaths.news, 'x')).toBe('/dashboard/news/edit/x')
  expect(apiPaths).toMatchObject({
    login: '/api/users/login',
    register: '/api/users/register',
    logout: '/api/users/logout',
    me: '/api/users/me',
    csrfToken: '/api/users/csrf-token',
    exams: '/api/ministerial-exams',
    books: '/api/books',
    notes: '/api/malazimas',
    results: '/api/results',
    news: '/api/news',
    auditLog: '/api/auditlog',
    stats: '/api/stats/dashboard',
    visits: '/api/visits',
    filesNew: '/api/files/new',
    search: '/api/search',
    contact: '/api/contact',
    settings: '/api/settings',
  })
})

it('has the promised messages', () => {
  expect(fileRules.image.wrongType).toBe('الرجاء اختيار ملف صورة صالح')
  expect(fileRules.image.tooLarge).toBe('حجم الصورة يجب أن لا يتجاوز 5 ميغابايت')
  expect(fileRules.pdf.wrongType).toBe('الرجاء اختيار ملف PDF')
  expect(fileRules.pdf.tooLarge).toBe('حجم الملف يجب أن لا يتجاوز 250 ميغابايت')
  expect(errorCatalogue.wrong_credentials.message).toBe(
    'فشل تسجيل الدخول. يرجى التحقق من البريد الإلكتروني وكلمة المرور.',
  )
  expect(errorCatalogue.book_not_found.message).toBe('الكتاب غير موجود')
  expect(errorCatalogue.note_not_found.message).toBe('الملزمة غير موجودة')
  expect(errorCatalogue.exam_not_found.message).toBe('الامتحان المطلوب غير موجود')
  expect(errorCatalogue.news_not_found.message).toBe('لم يتم العثور على الخبر')
})

it('answers each error with its promised status', () => {
  const statusOf = (code: keyof typeof errorCatalogue) => errorCatalogue[code].status
  expect(statusOf('signed_out')).toBe(401)
  expect(statusOf('csrf')).toBe(403)
  expect(errorCatalogue.csrf.message).toMatch(/csrf/i)
  expect(statusOf('forbidden')).toBe(403)
  expect(statusOf('not_found')).toBe(404)
  expect(statusOf('stale_version')).toBe(409)
  expect(statusOf('file_too_large')).toBe(413)
  expect(statusOf('wrong_file_type')).toBe(415)
  expect(statusOf('invalid_fields')).toBe(422)
  expect(statusOf('too_many_requests')).toBe(429)
  expect(statusOf('unavailable')).toBe(503)
})

it('leaves an own row 150 KB in all: its picture, its bucket of numbers, and what both say in their heads', () => {
  const headBytes = 2 * 1024
  expect(limits.maxPagePictureBytes + limits.maxNumberBucketBytes + headBytes).toBeLessThanOrEqual(150 * 1024)
})
