import { expect } from 'vitest'
import { systemActor } from '#server/staff/session/actor.ts'
import { browserTest, openShared } from '#test/browser-test.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { bookInput, examInput, noteInput, resultInput } from '#test/factories.ts'
import { makeImage, makePdf, streamOf } from '#test/files.ts'
import { newsInput } from '#test/news-input.ts'

let server: TestApp
let baseUrl: string
let bookId = ''

/** Of the sixth preparatory: two books to read, a handout, physics of three years; a result and news. */
openShared(
  async () => {
    server = await openTestApp()
    const { files, books, notes, exams, results, news } = server.services
    const store = async (bytes: Buffer, name: string) => (await files.store(streamOf(bytes), { name })).url
    const directLink = await store(await makePdf(3), 'الفيزياء.pdf')
    const scan = await store(await makeImage('png', 300, 420), 'صفحة.png')
    const shared = { stage: 'SIXTH_PREPARATORY', directLink, image: scan } as const
    const book = bookInput({ ...shared, subject: 'PHYSICS', title: 'كتاب الفيزياء للسادس الإعدادي' })
    bookId = (await books.create(book, systemActor)).id
    await books.create(bookInput({ ...shared, title: 'كتاب الرياضيات للسادس الإعدادي' }), systemActor)
    await notes.create(noteInput({ ...shared, title: 'ملزمة الفيزياء المركزة' }), systemActor)
    for (const [releaseYear, round] of [
      [2023, 1],
      [2024, 1],
      [2024, 2],
      [2026, 1],
    ] as const) {
      await exams.create(
        examInput({
          title: `أسئلة الفيزياء ${releaseYear} ${round}`,
          stage: 'SIXTH_PREPARATORY',
          subject: 'PHYSICS',
          releaseYear,
          try: round,
          files: [scan],
        }),
        systemActor,
      )
    }
    await exams.create(examInput({ stage: 'SIXTH_PREPARATORY', subject: 'MATH' }), systemActor)
    await results.create(resultInput(), systemActor)
    await news.create(newsInput({ image: scan }), systemActor)
    baseUrl = await server.listen()
  },
  () => server.close(),
)

browserTest(
  'the exams of a subject: the chosen one first, no subject without exams, each year and round, a fact once',
  async ({ open }) => {
    const { page } = await open({ baseUrl, device: 'phone', isJavaScriptOff: true })
    await page.goto('/ministerial/sixth-preparatory')
    const subjects = page.getByRole('navigation', { name: 'مواد الأسئلة الوزارية' }).getByRole('link')
    await expect.poll(() => subjects.allTextContents()).toEqual(['الرياضيات', 'الفيزياء'])
    await subjects.last().click()
    await page.waitForURL('**/ministerial/sixth-preparatory?subject=PHYSICS')
    await expect.poll(() => subjects.allTextContents()).toEqual(['الفيزياء: إزالة', 'الرياضيات'])
    await expect.poll(() => page.locator('.newest-exam h2').textContent()).toMatch(/^أحدث امتحان: ٢٠٢٦/)
    expect(await page.locator('.header-name').textContent()).toBe('وزاري فيزياء السادس الإعدادي')
    const cover = page.locator('.newest-exam .cover img')
    await expect
      .poll(() => cover.evaluate(image => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0)
    const rows = page.locator('.exam-years tbody tr')
    await expect.poll(() => rows.locator('th').allTextContents()).toEqual(['٢٠٢٦', '٢٠٢٤', '٢٠٢٣'])
    await expect.poll(() => rows.nth(1).locator('a').count()).toBe(2)
    expect(
      await page.locator('.exam-years').evaluate(table => table.getBoundingClientRect().top),
    ).toBeLessThan(230)
    expect(await page.getByRole('search', { name: 'البحث في القائمة' }).isVisible()).toBe(false)
    await subjects.first().click()
    await page.waitForURL('**/ministerial/sixth-preparatory')
  },
)

browserTest(
  'a search leads with its best hit, then the kinds in the order of their best one',
  async ({ open }) => {
    const { page } = await open({ baseUrl, device: 'phone', isJavaScriptOff: true })
    await page.goto('/search?q=كتاب الفيزياء السادس الإعدادي')
    const best = page.getByRole('region', { name: 'أفضل نتيجة' })
    await expect.poll(() => best.getByRole('link').getAttribute('href')).toBe(`/books/${bookId}`)
    await expect.poll(() => page.locator('.group-title:visible').count()).toBeGreaterThan(0)
    const told = (kind: string) => page.locator(`[data-kind=${kind}] .record-facts`).first().textContent()
    for (const kind of ['book', 'note']) expect(await told(kind)).toMatch(/٣\sصفحات\s·\s[٠-٩٫]+\s(?:ك|م)\.ب/)
    expect(await told('exam')).toMatch(/صفحة\sواحدة/)
    const rows = await page.locator('.record-row').evaluateAll(all => all.map(row => row.dataset['id']))
    expect(new Set(rows).size).toBe(rows.length)
    await page.goto('/search?q=الفيزياء&type=book')
    await expect.poll(() => page.locator('.record-row').count()).toBe(1)
    await expect.poll(() => best.count()).toBe(0)
  },
)

browserTest('the search of every page marks its best hit', async ({ open }) => {
  const { page } = await open({ baseUrl, device: 'phone', isReducedMotion: true })
  await page.goto('/faq')
  await page.keyboard.press('Control+K')
  await page.locator('#search-dialog input').fill('كتاب الفيزياء')
  const first = page.getByRole('option').first()
  await expect.poll(() => first.innerText()).toContain('أفضل نتيجة')
  await expect.poll(() => page.getByText('أفضل نتيجة').count()).toBe(1)
})

browserTest('the own home speaks to its student, and a subject opens in its tile', async ({ open }) => {
  const { page } = await open({ baseUrl, device: 'phone', isReducedMotion: true })
  await page.goto('/faq')
  await page.evaluate(() => localStorage.setItem('grade', 'sixth-preparatory/scientific'))
  await page.goto('/')
  await page.getByRole('heading', { name: 'كتبي' }).waitFor()
  await page.getByRole('heading', { name: 'أسئلتي الوزارية' }).waitFor()
  await page.getByPlaceholder('ابحث في كتبك وأسئلتك…').waitFor()
  const tiles = page.locator('.subject-exams > li')
  const boxes = await tiles.evaluateAll(all => all.map(tile => tile.getBoundingClientRect().top))
  expect(boxes[0]).toBe(boxes[1])
  await tiles.filter({ hasText: 'الفيزياء' }).locator('summary').click()
  await expect.poll(() => tiles.filter({ hasText: 'الفيزياء' }).locator('table a').count()).toBe(4)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
})

browserTest(
  'on a desktop the news and results stand beside the books, and a book is read from its row',
  async ({ open }) => {
    const { page } = await open({ baseUrl, device: 'desktop', isJavaScriptOff: true })
    await page.goto('/')
    const leftOf = (name: string) =>
      page.getByRole('heading', { name, exact: true }).evaluate(title => title.getBoundingClientRect().right)
    const books = await leftOf('أحدث الكتب')
    expect(await leftOf('النتائج الآن')).toBeLessThan(books - 300)
    expect(await leftOf('آخر الأخبار')).toBe(await leftOf('النتائج الآن'))
    await page.goto('/books/preparatory?grade=SIXTH_PREPARATORY')
    await page.getByRole('link', { name: /^اقرأ\s*كتاب الفيزياء/ }).click()
    await page.waitForURL(`**/books/${bookId}/read`)
    const { page: phone } = await open({ baseUrl, device: 'phone', isJavaScriptOff: true })
    await phone.goto('/books/preparatory?grade=SIXTH_PREPARATORY')
    await expect.poll(() => phone.getByRole('link', { name: /^اقرأ/ }).count()).toBe(0)
  },
)
