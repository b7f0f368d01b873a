import type { Page, Route } from 'playwright-core'
import { branchCodes, branchLabels } from '#contract/codes/branches.ts'
import { apiPaths, paths } from '#contract/paths.ts'
import { teacherSlug } from '#contract/teacher-names.ts'
import type { Viewing } from '#test/browser.ts'
import { chooseFilter } from '#test/e2e/list-steps.ts'

/** The first records of a list; none where there is no such list. */
async function recordsOf(baseUrl: string, list: string): Promise<Record<string, unknown>[]> {
  const response = await fetch(`${baseUrl}${list}${list.includes('?') ? '&' : '?'}limit=100`)
  if (!response.ok) return []
  const body: unknown = await response.json()
  const rows = Array.isArray(body) ? body : Object.values((body as { data: object }).data).find(Array.isArray)
  return (rows as Record<string, unknown>[] | undefined) ?? []
}

/** The first record of a list that has what is wanted, or undefined when there is none. */
async function firstRecord(
  baseUrl: string,
  list: string,
  isWanted: (record: Record<string, unknown>) => boolean = () => true,
): Promise<Record<string, unknown> | undefined> {
  return (await recordsOf(baseUrl, list)).find(isWanted)
}

/** The id of one record of a list, or undefined when the list is empty. */
export async function firstId(baseUrl: string, list: string): Promise<string | undefined> {
  const record = await firstRecord(baseUrl, list)
  return record && String(record.id)
}

/** A screen: its address, and what a visitor does there before the picture is taken. */
export interface Screen {
  address: string
  act?: (page: Page, device: Viewing['device']) => Promise<void>
}

/** The folders on the way to a result, and the file at its end. */
function folderScreens(result: Record<string, unknown>): Record<string, Screen> {
  const root = paths.resultsOfGrade('SIXTH_PREPARATORY')
  const branch = branchCodes.find(code => code === result.branch)
  const trail = [result.releaseYear, result.city, branch && branchLabels[branch], result.try]
  return Object.fromEntries(
    ['cities', 'branches', 'rounds', 'files'].map((shown, index) => {
      const path = encodeURIComponent(trail.slice(0, index + 1).join('/'))
      return [`results-${shown}`, { address: `${root}?path=${path}` }]
    }),
  )
}

/** A result whose archive shows schools: its schools, one of their sheets, and the form that asks for a number. */
async function schoolScreens(baseUrl: string): Promise<Record<string, Screen>> {
  const grade = 'SIXTH_PREPARATORY'
  const screens: Record<string, Screen> = {
    schools: { address: paths.schoolsOfGrade(grade) },
    'result-answer': { address: paths.resultAnswer(grade) },
  }
  for (const { id } of await recordsOf(baseUrl, `${apiPaths.results}?stage=${grade}`)) {
    const sheet = await firstId(baseUrl, apiPaths.resultSheets(String(id)))
    if (sheet) return { ...screens, sheet: { address: paths.sheet(sheet) } }
  }
  return screens
}

/** Every public screen by the name of its picture. */
export async function publicScreens(baseUrl: string): Promise<Record<string, Screen>> {
  const screens: Record<string, Screen> = {
    missing: { address: '/no-such-page' },
    'book-missing': { address: paths.book('none') },
    'books-primary': { address: paths.booksOfStage('PRIMARY') },
    'books-page-3': { address: `${paths.booksOfStage('PREPARATORY')}?page=3` },
    'books-filtered': { address: `${paths.booksOfStage('PREPARATORY')}?subject=MATH` },
    'books-empty': { address: `${paths.booksOfStage('PRIMARY')}?query=${encodeURIComponent('ظظظظ')}` },
    'notes-preparatory': { address: paths.notesOfStage('PREPARATORY') },
    grade: { address: paths.grade('SIXTH_PREPARATORY') },
    'grade-branch': { address: paths.grade('SIXTH_PREPARATORY', 'SCIENTIFIC') },
    'exams-preparatory': { address: paths.examsOfGrade('SIXTH_PREPARATORY') },
    'results-years': { address: paths.resultsOfGrade('SIXTH_PREPARATORY') },
    'results-empty': { address: `${paths.resultsOfGrade('SIXTH_PRIMARY')}?path=2001` },
    'contact-sent': { address: `${paths.contact}?sent=1` },
    ...openStates,
  }
  for (const [name, address] of Object.entries(paths)) {
    if (typeof address === 'string' && address !== paths.login) screens[name] = { address }
  }
  const isFull = (record: Record<string, unknown>) => Boolean(record.image)
  const isBare = (record: Record<string, unknown>) => !record.image
  const records: [name: string, list: string, address: (id: string) => string, isWanted?: typeof isFull][] = [
    ['book', apiPaths.books, paths.book, isFull],
    ['book-without-cover', apiPaths.books, paths.book, isBare],
    ['note', apiPaths.notes, paths.note, isFull],
    ['note-without-cover', apiPaths.notes, paths.note, isBare],
    ['exam', apiPaths.exams, paths.exam],
    ['news-item', apiPaths.news, paths.newsItem],
  ]
  for (const [name, list, address, isWanted] of records) {
    const record = await firstRecord(baseUrl, list, isWanted)
    if (record) screens[name] = { address: address(String(record.id)) }
  }
  const exam = screens.exam
  if (exam) screens['image-viewer'] = { ...exam, act: openViewer }
  const taught = await firstRecord(baseUrl, apiPaths.notes)
  if (taught) screens.teacher = { address: paths.teacher(teacherSlug(String(taught.teacher))) }
  Object.assign(screens, await schoolScreens(baseUrl))
  const result = await firstRecord(baseUrl, `${apiPaths.results}?stage=SIXTH_PREPARATORY`)
  if (result) Object.assign(screens, folderScreens(result))
  return screens
}

async function openViewer(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /^تكبير/ })
    .first()
    .click()
  const image = page.locator('.lightbox-stage img')
  await image.waitFor()
  await image.evaluate((shown: HTMLImageElement) => shown.decode())
}

/** Chooses in a filter while the server does not answer as it should. */
function filterWith(answer: (route: Route) => unknown): NonNullable<Screen['act']> {
  return async page => {
    await page.route(/[?]/, route =>
      route.request().headers().accept === 'text/html' ? answer(route) : route.continue(),
    )
    await chooseFilter(page, 'المادة', 'الرياضيات')
    await page.locator('[data-results] .skeleton, [data-results] [role=alert]').first().waitFor()
  }
}

/** What opens, waits or fails only when a visitor does something. */
const openStates: Record<string, Screen> = {
  'menu-open': {
    address: paths.about,
    async act(page, device) {
      if (device === 'phone') await page.getByRole('button', { name: 'القائمة' }).click()
      await page.locator('nav:visible').getByText('الكتب المدرسية', { exact: true }).first().click()
    },
  },
  'faq-open': {
    address: paths.faq,
    async act(page) {
      for (const question of await page.locator('.accordion summary').all()) await question.click()
      await page.evaluate(() => window.scrollTo(0, 0))
    },
  },
  'search-dialog': {
    address: paths.about,
    async act(page) {
      await page.keyboard.press('Control+K')
      await page.locator('#search-dialog input[role=combobox]').fill('رياضيات السادس')
      await page.getByRole('option').first().waitFor()
    },
  },
  'contact-refused': {
    address: paths.contact,
    async act(page) {
      await page.locator('.contact-form button[type=submit]').click()
      await page.locator('.field-error').first().waitFor()
    },
  },
  'books-loading': { address: paths.booksOfStage('PRIMARY'), act: filterWith(() => {}) },
  'books-failed': { address: paths.booksOfStage('PRIMARY'), act: filterWith(route => route.abort()) },
  'exams-loading': { address: paths.examsOfGrade('SIXTH_PREPARATORY'), act: filterWith(() => {}) },
}
