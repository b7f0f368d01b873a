import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { subjectsOfGrade } from '#contract/codes/subjects.ts'
import { bookInputSchema } from '#contract/resources/book.ts'
import { examInputSchema } from '#contract/resources/exam.ts'
import { newsInputSchema } from '#contract/resources/news.ts'
import { noteInputSchema } from '#contract/resources/note.ts'
import { systemActor } from '#server/staff/session/actor.ts'
import { browserTest, openShared } from '#test/browser-test.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { chooseFilter } from './list-steps.ts'

let server: TestApp
let baseUrl: string

/** A library whose every list fills a screen: all subjects of a grade, three exams of each year. */
openShared(
  async () => {
    server = await openTestApp()
    const { books, notes, exams, news } = server.services
    const shared = { releaseYear: 2026, keywords: 'كلمة', directLink: 'https://files.example/a.pdf' }
    const stage = 'SIXTH_PREPARATORY'
    for (const [index, subject] of subjectsOfGrade(stage).slice(0, 12).entries()) {
      const title = `كتاب السادس الإعدادي ${index}`
      await books.create(
        bookInputSchema.parse({ ...shared, title, subject, stage, description: 'كتاب المنهج.' }),
        systemActor,
      )
      await notes.create(
        noteInputSchema.parse({
          ...shared,
          subject,
          stage,
          title: `ملزمة المراجعة المركزة لطلبة السادس الإعدادي قبل الامتحان الوزاري ${index}`,
          teacher: 'الأستاذ عبد الرحمن الكبيسي',
        }),
        systemActor,
      )
      await exams.create(
        examInputSchema.parse({
          ...shared,
          title: `أسئلة وزارية ${index}`,
          description: 'أسئلة الامتحان كاملة.',
          subject: 'MATH',
          stage,
          releaseYear: 2025 - Math.floor(index / 3),
          try: 1 + (index % 3),
          files: ['https://files.example/1.jpg'],
        }),
        systemActor,
      )
      await news.create(
        newsInputSchema.parse({
          ...shared,
          title: `وزارة التربية تعلن جدول الامتحانات النهائية للصفوف المنتهية وتدعو الطلبة إلى الاستعداد ${index}`,
          bio: 'ملخص.',
          content: 'نص.',
          type: 'EXAM_SCHEDULE',
          image: 'https://files.example/news.jpg',
        }),
        systemActor,
      )
    }
    baseUrl = await server.listen()
  },
  () => server.close(),
)

const lists = [
  '/books/preparatory?grade=SIXTH_PREPARATORY',
  '/books/preparatory',
  '/notes/preparatory?grade=SIXTH_PREPARATORY',
  '/ministerial/sixth-preparatory',
  '/ministerial/sixth-preparatory?subject=MATH&sort=latest',
  '/news',
  '/search?q=السادس',
]

/** The whole rows of the first screen, above what stands at its bottom; where the list begins, and what moved. */
function measure(page: Page) {
  return page.evaluate(() => {
    const bar = [...document.querySelectorAll('nav')].find(nav => getComputedStyle(nav).position === 'fixed')
    const end = bar?.getBoundingClientRect().top ?? innerHeight
    const rows = [...document.querySelectorAll('.record-row')].map(row => row.getBoundingClientRect())
    const results = document.querySelector('.list-results')?.getBoundingClientRect().top ?? Infinity
    return {
      rows: rows.filter(row => row.bottom <= end).length,
      heights: rows.map(({ height }) => Math.round(height)),
      head: results,
      cut: [...document.querySelectorAll('.record-row:has(> .hit-tile) .record-facts > span')].filter(
        fact => fact.scrollHeight > fact.clientHeight + 4 || fact.scrollWidth > fact.clientWidth,
      ).length,
      sideways: document.documentElement.scrollWidth - innerWidth,
      shift: (window as unknown as { shift: number }).shift,
    }
  })
}

browserTest(
  'the first screen of a phone shows six, five and four whole records of every list, and nothing moves',
  { timeout: 120_000 },
  async ({ open }) => {
    const faults: string[] = []
    for (const [width, height, least] of [
      [390, 844, 6],
      [360, 740, 5],
      [320, 640, 4],
    ] as const) {
      const { page, expectProblem } = await open({
        baseUrl,
        device: 'phone',
        more: { viewport: { width, height } },
      })
      expectProblem(/files\.example|ERR_NAME_NOT_RESOLVED/)
      await page.addInitScript(() => {
        Object.assign(window, { shift: 0 })
        new PerformanceObserver(list => {
          for (const entry of list.getEntries())
            Object.assign(window, { shift: Reflect.get(window, 'shift') + Reflect.get(entry, 'value') })
        }).observe({ type: 'layout-shift', buffered: true })
      })
      for (const path of lists) {
        await page.goto(path)
        await page.evaluate(() => document.fonts.ready)
        const { rows, heights, head, cut, sideways, shift } = await measure(page)
        const at = `${path} at ${width} × ${height}`
        if (rows < least) faults.push(`${at}: ${rows} whole rows`)
        if (head > 150) faults.push(`${at}: a head of ${head} px`)
        if (heights.some(one => one < 72 || one > 88)) faults.push(`${at}: rows of ${heights.join(', ')} px`)
        if (cut > 0) faults.push(`${at}: ${cut} facts cut off`)
        if (sideways > 0) faults.push(`${at}: ${sideways} px too wide`)
        if (shift > 0) faults.push(`${at}: moved by ${shift}`)
      }
    }
    expect(faults).toEqual([])
  },
)

browserTest(
  'a list that has nothing says which filter to take away, and what is asked for arrives without scripts',
  async ({ open }) => {
    const { page } = await open({ baseUrl, device: 'phone', isJavaScriptOff: true })
    await page.goto('/books/preparatory?grade=FOURTH_PREPARATORY&subject=ARABIC')
    await page.getByRole('link', { name: 'أزل «الرابع الإعدادي»' }).click()
    await page.waitForURL('**/books/preparatory?subject=ARABIC')
    await expect.poll(() => page.locator('.record-row').count()).toBe(1)
    await page.goBack()
    const wish = page.getByRole('textbox', { name: 'لم تجد ما تريد؟' })
    await expect.poll(() => wish.inputValue()).toBe('كتب اللغة العربية للرابع الإعدادي')
    await page.getByRole('button', { name: 'اطلبها' }).click()
    await page.getByRole('heading', { name: 'وصل طلبك' }).waitFor()
    await page.getByRole('link', { name: 'العودة إلى حيث كنت' }).click()
    await page.waitForURL('**/books/preparatory?grade=FOURTH_PREPARATORY&subject=ARABIC')
  },
)

browserTest(
  'the sheet of filters counts what each choice leaves, and stays while one chooses',
  async ({ open }) => {
    const { page } = await open({ baseUrl, device: 'phone' })
    await page.goto('/books/preparatory')
    const sheet = page.getByRole('complementary', { name: 'تصفية القائمة' })
    await page.getByRole('button', { name: 'تصفية' }).tap()
    await sheet.getByRole('link', { name: 'السادس ١٢' }).tap()
    await page.waitForURL('**/books/preparatory?grade=SIXTH_PREPARATORY')
    await sheet.getByRole('link', { name: 'الفيزياء ١' }).tap()
    await sheet.getByRole('button', { name: 'اعرض كتاب واحد' }).tap()
    await expect.poll(() => page.locator('.record-row:not(.skeleton)').count()).toBe(1)
    await sheet.waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: /^الفيزياء.*إزالة$/ }).tap()
    await expect.poll(() => page.locator('.record-row:not(.skeleton)').count()).toBe(12)
    await chooseFilter(page, 'الترتيب', 'الأحدث أولاً')
    await page.waitForURL('**/books/preparatory?grade=SIXTH_PREPARATORY&sort=latest')
    await expect.poll(() => page.locator('.group-title').count()).toBe(0)
  },
)

browserTest('the dots below a last ي of what a field asks for are seen', async ({ open }) => {
  const { page } = await open({ baseUrl, device: 'phone', isReducedMotion: true })
  await page.goto('/books/preparatory')
  await page.evaluate(() => document.fonts.ready)
  const field = page.locator('main input[type=search]')
  const pictureOf = async (word: string) => {
    await field.evaluate((input: HTMLInputElement, text) => (input.placeholder = text), word)
    return (await field.screenshot()).toString('base64')
  }
  expect(await pictureOf('في')).not.toBe(await pictureOf('فى'))
})

browserTest('on a phone the field for the number is at the top of a page of results', async ({ open }) => {
  const { page } = await open({ baseUrl, device: 'phone' })
  await page.goto('/results/sixth-preparatory')
  await page.locator('.header-name', { hasText: 'نتائج السادس الإعدادي' }).waitFor()
  const field = await page.locator('.number-form').boundingBox()
  expect(field?.y).toBeLessThan(150)
})
