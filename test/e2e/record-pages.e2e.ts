import { describe, expect } from 'vitest'
import { paths } from '#contract/paths.ts'
import { noteInputSchema } from '#contract/resources/note.ts'
import { systemActor } from '#server/staff/session/actor.ts'
import { findFaultsInThemes } from '#test/axe.ts'
import { browserTest, openShared } from '#test/browser-test.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { bookInput, noteInput } from '#test/factories.ts'
import { sha256Of, streamOf } from '#test/files.ts'
import { makeManyPages } from '#test/pdf-pages.ts'
import { publishBook } from './site-library.ts'

let server: TestApp
let baseUrl: string
let book: string
let note: string
let described: string

openShared(
  async () => {
    server = await openTestApp()
    /* Pages that were still being drawn when the last visitor left. */
    server.expectError('page-pictures.ts')
    const chapters = ['الثرموداينمك', 'الاتزان', 'المحاليل', 'الأكسدة', 'التحليل', 'العضوية'].map(
      (title, at) => ({ title, page: 4 * at + 1 }),
    )
    const pdf = makeManyPages(24, undefined, chapters)
    const { url } = await server.services.files.store(streamOf(pdf), { name: 'كيمياء.pdf' })
    await server.services.files.pagePictures.facts(sha256Of(pdf))
    book = await publishBook(server, 'كتاب الكيمياء', 'SIXTH_PREPARATORY', 'CHEMISTRY', url)
    note = (
      await server.services.notes.create(
        noteInputSchema.parse(noteInput({ directLink: url, image: undefined })),
        systemActor,
      )
    ).id
    const description =
      'كتاب الكيمياء للصف السادس الإعدادي وفق المنهج المقرر من وزارة التربية، بفصوله الستة. '.repeat(4)
    described = (
      await server.services.books.create(bookInput({ description, image: undefined }), systemActor)
    ).id
    baseUrl = await server.listen()
  },
  () => server.close(),
)

describe('the page of a book', () => {
  browserTest(
    'has its search and its chapters on the first screen of a phone, the cover beside its facts',
    async ({ open }) => {
      for (const [width, height, isJavaScriptOff] of [
        [390, 844, false],
        [390, 844, true],
        [320, 640, false],
      ] as const) {
        const { page } = await open({
          baseUrl,
          device: 'phone',
          isJavaScriptOff,
          more: { viewport: { width, height } },
        })
        await page.goto(paths.book(book))
        const seenTo = ((await page.locator('.action-bar').boundingBox())?.y ?? 0) + 1
        const field = await page.getByRole('searchbox', { name: 'ابحث في هذا الكتاب' }).boundingBox()
        expect((field?.y ?? seenTo) + (field?.height ?? 0)).toBeLessThan(seenTo)
        const rows = page.getByRole('navigation', { name: /^الفصول/ }).locator(':scope > ol > li')
        const bottoms = await rows.evaluateAll(all => all.map(row => row.getBoundingClientRect().bottom))
        expect(bottoms.filter(bottom => bottom > 0 && bottom <= seenTo)).toHaveLength(4)
        const [cover, heading] = [page.locator('.cover').first(), page.getByRole('heading', { level: 1 })]
        const [besideIt, name] = [await cover.boundingBox(), await heading.boundingBox()]
        expect(name && besideIt && name.x + name.width <= besideIt.x).toBe(true)
        expect(name && besideIt && name.y < besideIt.y + besideIt.height).toBe(true)
        const isWide = () => document.documentElement.scrollWidth > innerWidth
        expect(await page.evaluate(isWide)).toBe(false)
      }
    },
  )

  browserTest('leads into its pages: to a chapter, to words, and to where one stopped', async ({ open }) => {
    const { page } = await open({ baseUrl, device: 'phone', isReducedMotion: true })
    await page.goto(paths.book(book))
    await page.getByText('كل الفصول').click()
    await page.getByRole('link', { name: /^التحليل/ }).click()
    await page.waitForURL(`**${paths.bookReading(book)}?page=17`)
    await page.getByRole('img', { name: 'الصفحة ١٧ من ٢٤' }).waitFor()
    await page.goto(`${paths.bookReading(book)}?page=7`)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('reading'))).toContain(':7')
    await page.goto(paths.book(book))
    const own = page.getByRole('link', { name: /^الاتزان/ })
    await page.getByRole('heading', { level: 1 }).tap()
    await expect.poll(() => own.innerText()).toMatch(/مكانك ص ٧/)
    await own.click()
    await page.waitForURL(`**${paths.bookReading(book)}?page=7`)
    await page.goto(paths.book(book))
    const field = page.getByRole('searchbox', { name: 'ابحث في هذا الكتاب' })
    await field.fill('زعفران')
    await field.press('Enter')
    await page.waitForURL(`**${paths.bookReading(book)}?find=**`)
  })

  browserTest('says where one stopped, also in a chapter that is folded away', async ({ open }) => {
    const { page } = await open({ baseUrl, device: 'phone', more: { viewport: { width: 320, height: 640 } } })
    await page.goto(`${paths.bookReading(book)}?page=19`)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('reading'))).toContain(':19')
    await page.goto(paths.book(book))
    const all = page.locator('.chapters summary')
    const height = async () => (await all.boundingBox())?.height
    const before = await height()
    await page.getByRole('heading', { level: 1 }).tap()
    await all.getByText('مكانك ص ١٩').waitFor()
    expect(await height()).toBe(before)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    await all.tap()
    await page
      .getByRole('link', { name: /^التحليل.*مكانك ص ١٩/ })
      .getByText('مكانك')
      .click()
    await page.waitForURL(`**${paths.bookReading(book)}?page=19`)
  })

  browserTest('keeps the focus on what is said of it when all of that is shown', async ({ open }) => {
    const { page } = await open({ baseUrl, device: 'phone' })
    await page.goto(paths.book(described))
    const more = page.getByRole('link', { name: 'المزيد' })
    const text = page.locator('#about')
    const height = async () => (await text.boundingBox())?.height ?? 0
    const before = await height()
    await text.click({ position: { x: 5, y: 5 } })
    expect(await height(), 'a press on the text leaves it as it is').toBe(before)
    await more.focus()
    await page.keyboard.press('Enter')
    await expect.poll(height).toBeGreaterThan(before)
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('about')
  })

  browserTest('is read with every tool in sight, on the smallest phone too', async ({ open }) => {
    for (const width of [390, 320]) {
      const { page } = await open({ baseUrl, device: 'phone', more: { viewport: { width, height: 640 } } })
      await page.goto(paths.bookReading(book))
      const tools = page.getByRole('group', { name: 'أدوات القراءة' })
      await tools.getByRole('button', { name: 'تكبير' }).waitFor()
      const cut = await tools.locator('.reader-buttons > *').evaluateAll(all =>
        all
          .filter(tool => {
            const { left, right } = tool.getBoundingClientRect()
            const words = document.createRange()
            words.selectNodeContents(tool)
            const text = words.getBoundingClientRect()
            return left < 0 || right > innerWidth || text.left < left - 0.5 || text.right > right + 0.5
          })
          .map(tool => tool.textContent),
      )
      expect(cut, String(width)).toEqual([])
      await page.getByRole('button', { name: 'أدوات أخرى' }).click()
      await page.getByRole('button', { name: 'ملء الشاشة' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'ملء الشاشة' }).waitFor({ state: 'hidden' })
      await tools.getByRole('button', { name: 'تكبير' }).waitFor()
    }
  })

  browserTest('is whole for a screen reader, as a handout is', async ({ open }) => {
    const { page } = await open({ baseUrl, device: 'phone' })
    for (const path of [paths.book(book), paths.note(note)]) {
      await page.goto(path)
      expect(await findFaultsInThemes(page), path).toEqual([])
    }
  })
})
