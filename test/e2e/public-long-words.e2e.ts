import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { bookInputSchema, bookVersionInputSchema } from '#contract/resources/book.ts'
import { examInputSchema } from '#contract/resources/exam.ts'
import { newsInputSchema } from '#contract/resources/news.ts'
import { noteInputSchema } from '#contract/resources/note.ts'
import { resultInputSchema } from '#contract/resources/result.ts'
import { systemActor } from '#server/staff/session/actor.ts'
import { browserTest, openShared } from '#test/browser-test.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { makeImage, makePdf, makeZip, streamOf } from '#test/files.ts'

/** A word that no line of a phone holds, as people paste addresses and join names by underscores. */
const word = 'الرياضيات_المراجعة_الشاملة_'.repeat(6)
const latin = 'Mathematics-final-revision-'.repeat(6)

let site: TestApp
let baseUrl: string
let pages: string[]

openShared(
  async () => {
    site = await openTestApp()
    const { services } = site
    const store = async (bytes: Buffer, name: string) =>
      (await services.files.store(streamOf(bytes), { name })).url
    const image = await store(await makeImage('png', 300, 420), 'صفحة.png')
    const pdf = await store(await makePdf(2), `${word}.pdf`)
    const zip = await store(await makeZip({ 'نتائج.txt': 'ناجح' }), `${word}.zip`)
    const shared = { title: word, keywords: 'كلمة', releaseYear: 2026, description: `${word} ${latin}` }
    const book = bookInputSchema.parse({
      ...shared,
      stage: 'FIRST_PRIMARY',
      subject: 'READING',
      directLink: pdf,
    })
    const { id: bookId } = await services.books.create(book, systemActor)
    await services.books.create(bookInputSchema.parse({ ...book, title: latin }), systemActor)
    const version = bookVersionInputSchema.parse({ title: latin, releaseYear: 2025, directLink: pdf })
    await services.books.createVersion(bookId, version, systemActor)
    const note = noteInputSchema.parse({
      ...shared,
      teacher: word.slice(0, 110),
      stage: 'SIXTH_PREPARATORY',
      subject: 'PHYSICS',
      directLink: pdf,
    })
    const { id: noteId } = await services.notes.create(note, systemActor)
    await services.notes.create(noteInputSchema.parse({ ...note, title: latin }), systemActor)
    const exam = examInputSchema.parse({
      ...shared,
      stage: 'SIXTH_PRIMARY',
      subject: 'MATH',
      try: 1,
      files: [image],
    })
    const { id: examId } = await services.exams.create(exam, systemActor)
    await services.exams.create(examInputSchema.parse({ ...exam, title: latin }), systemActor)
    const news = newsInputSchema.parse({
      ...shared,
      bio: `${word} ${latin}`,
      content: `https://records.example/${latin}\n${word}`,
      type: 'GENERAL_NEWS',
      image,
    })
    const { id: newsId } = await services.news.create(news, systemActor)
    await services.news.create(newsInputSchema.parse({ ...news, title: latin }), systemActor)
    const result = resultInputSchema.parse({
      city: 'بابل',
      school: word,
      stage: 'SIXTH_PRIMARY',
      try: 1,
      releaseYear: 2026,
      keywords: 'كلمة',
      directLink: zip,
      telegramLink: 'https://t.me/results',
    })
    await services.results.create(result, systemActor)
    const { version: saved, ...settings } = await services.settings.get()
    const set = { ...settings, contactAddress: word, contactEmail: `${'office'.repeat(9)}@settings.example` }
    await services.settings.update({ ...set, version: saved }, systemActor)
    pages = [
      '/',
      '/contact',
      '/books/primary',
      `/books/${bookId}`,
      '/notes/preparatory',
      `/notes/download/${noteId}`,
      '/ministerial/sixth-primary',
      `/ministerial/preview/${examId}`,
      '/results/sixth-primary?path=2026/بابل/1',
      '/news',
      `/news/${newsId}`,
      '/search?q=الرياضيات',
      `/search?q=${'ظ'.repeat(180)}`,
      `/books/primary?query=${'ظ'.repeat(180)}`,
      `/${'ظ'.repeat(180)}`,
    ]
    baseUrl = await site.listen()
  },
  () => site.close(),
)

/** What reaches out of the window, and texts that their own box cuts off. */
function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = []
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) faults.push(`${scrollWidth} px wide`)
    for (const element of document.querySelectorAll<HTMLElement>('main *, dialog[open] *')) {
      if (!element.checkVisibility() || element.closest('.visually-hidden, .cover, svg')) continue
      const { left, right, width } = element.getBoundingClientRect()
      if (width > 0 && (left < -1 || right > clientWidth + 1) && !element.closest('.chips, .subject-strip'))
        faults.push(`${element.localName}.${element.className} from ${left} to ${right}`)
      const { clipPath, overflowX, webkitLineClamp } = getComputedStyle(element)
      if (clipPath !== 'none') continue
      if (
        overflowX === 'hidden' &&
        webkitLineClamp === 'none' &&
        element.scrollWidth > element.clientWidth + 1
      )
        faults.push(
          `${element.localName}.${element.className} cuts off ${element.scrollWidth - element.clientWidth} px`,
        )
    }
    return faults.slice(0, 6)
  })
}

browserTest(
  'a word without end is broken, and widens no page and no dialog of a phone',
  { timeout: 120_000 },
  async ({ open }) => {
    const look = async (width: number) => {
      const { page, expectProblem } = await open({
        baseUrl,
        device: 'phone',
        isReducedMotion: true,
        more: { viewport: { width, height: 700 } },
      })
      expectProblem(/status of 404/)
      const faults: string[] = []
      for (const address of pages) {
        await page.goto(address)
        faults.push(...(await faultsOf(page)).map(fault => `${width} px, ${address.slice(0, 40)}: ${fault}`))
      }
      await page.goto('/faq')
      for (const query of ['الرياضيات', 'ظ'.repeat(180)]) {
        await page
          .getByRole('button', { name: 'ابحث في الموقع' })
          .or(page.locator('.place-bar [data-search]'))
          .first()
          .tap()
        const input = page.getByRole('combobox', { name: 'ابحث في الموقع' })
        await input.fill(query)
        await page
          .locator('dialog[open]')
          .getByText(/نتيجة|نتائج|نتيجتان/)
          .first()
          .waitFor()
        faults.push(...(await faultsOf(page)).map(fault => `${width} px, dialog: ${fault}`))
        await input.press('Escape')
        await page.locator('dialog[open]').waitFor({ state: 'hidden' })
      }
      return faults
    }
    expect((await Promise.all([look(320), look(390)])).flat()).toEqual([])
  },
)
