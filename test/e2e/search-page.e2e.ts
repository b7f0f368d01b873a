import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { limits } from '#contract/limits.ts'
import { browserTest, openShared } from '#test/browser-test.ts'
import { arrivalOf } from '#test/built-files.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { chooseFilter, chosenFilter } from './list-steps.ts'
import { fillSearchLibrary, readingBooks } from './search-library.ts'

let server: TestApp
let baseUrl: string

openShared(
  async () => {
    server = await openTestApp()
    await fillSearchLibrary(server)
    baseUrl = await server.listen()
  },
  () => server.close(),
)

const devices = ['desktop', 'phone'] as const
const rows = (page: Page) => page.locator('.record-row:not(.skeleton)')
const queryOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)
const tabs = (page: Page) => page.getByRole('navigation', { name: 'نوع النتائج' })
const tab = (page: Page, name: string) => tabs(page).getByRole('link', { name })
const restOfReading = readingBooks - limits.searchRowsPerPage

browserTest(
  'the page searches, filters, pages and drops what was understood without scripts',
  async ({ open }) => {
    for (const device of devices) {
      const { page } = await open({ baseUrl, device, isJavaScriptOff: true })
      const main = page.getByRole('main')
      await page.goto('/search')
      await main.getByText('ابدأ الكتابة للبحث...').waitFor()
      expect(await page.title()).toBe('رافد | البحث')
      await main.getByRole('searchbox', { name: 'بحث' }).fill('كيمياء')
      await main.getByRole('button', { name: 'بحث' }).click()
      await page.waitForURL('**/search?*')
      expect(queryOf(page)['q']).toBe('كيمياء')
      await expect.poll(() => rows(page).count()).toBe(4)
      await expect
        .poll(() => tabs(page).getByRole('link').allInnerTexts())
        .toEqual([
          expect.stringMatching(/^الكل\s*٤$/),
          expect.stringMatching(/^الكتب\s*١$/),
          expect.stringMatching(/^الملازم\s*١$/),
          expect.stringMatching(/^الأسئلة الوزارية\s*١$/),
          expect.stringMatching(/^الأخبار\s*١$/),
        ])
      await expect.poll(() => tabs(page).locator('[aria-current=true]').innerText()).toMatch(/^الكل/)
      await expect.poll(() => rows(page).locator('mark').allTextContents()).toContain('الكِيمْيَـــاءِ')

      await tab(page, 'الملازم').click()
      await page.waitForURL(/type=malazima/)
      await expect.poll(() => rows(page).count()).toBe(1)
      await main.getByRole('status').getByText('نتيجة واحدة').waitFor()
      await expect.poll(() => tab(page, 'الأسئلة الوزارية').innerText()).toMatch(/١$/)
      await chooseFilter(page, 'الصف', 'السادس الإعدادي', true)
      await page.waitForURL(/grade=SIXTH_PREPARATORY/)
      await chooseFilter(page, 'المادة', 'الكيمياء', true)
      await page.waitForURL(/subject=CHEMISTRY/)
      expect(queryOf(page)).toEqual({
        q: 'كيمياء',
        type: 'malazima',
        grade: 'SIXTH_PREPARATORY',
        subject: 'CHEMISTRY',
      })
      expect(await page.title()).toBe('رافد | البحث عن كيمياء، الملازم، الكيمياء، الصف السادس الإعدادي')
      await expect.poll(() => rows(page).count()).toBe(1)
      expect(await chosenFilter(page, 'الصف')).toBe('السادس الإعدادي')
      const choice = page.locator('#facet-subject + ul .facet-choice').filter({ hasText: 'الفيزياء' })
      expect([await choice.textContent(), await choice.getAttribute('aria-disabled')]).toEqual([
        'الفيزياء٠',
        'true',
      ])
      await expect
        .poll(() => page.locator('#facet-grade-SIXTH_PREPARATORY .facet-count').textContent())
        .toBe('١')
      await page.goto('/search?q=كيمياء&type=malazima&grade=SIXTH_PREPARATORY&subject=PHYSICS')
      await main.getByRole('heading', { name: 'لا توجد نتائج لـ "كيمياء"' }).waitFor()
      await main.getByText('حاول تغيير كلمات البحث أو تحقق من الإملاء').waitFor()
      await main.getByRole('link', { name: 'البحث بلا تصفية' }).click()
      await page.waitForURL(url => !url.search.includes('subject'))
      await expect.poll(() => rows(page).count()).toBe(4)
      if (device === 'phone') await main.getByRole('button', { name: /^تصفية/ }).click()
      await main.getByRole('link', { name: 'إعادة ضبط' }).click()
      await page.waitForURL('**/search')

      await page.goto('/search?q=كتاب كيمياء&type=book')
      await main.getByRole('link', { name: 'إزالة المادة: الكيمياء' }).click()
      await page.waitForURL(url => url.searchParams.get('q') === 'كتاب')
      expect(queryOf(page)).toEqual({ q: 'كتاب', type: 'book' })
      await page.goto('/search?q=القراءة')
      await expect.poll(() => rows(page).count()).toBe(limits.searchRowsPerPage)
      await main.getByRole('link', { name: 'التالي' }).click()
      await page.waitForURL(/page=2/)
      await expect.poll(() => rows(page).count()).toBe(restOfReading)
      expect(await page.title()).toBe('رافد | البحث عن القراءة، الصفحة ٢')
      await rows(page).first().getByRole('link').click()
      await page.waitForURL('**/books/*')
    }
  },
)

browserTest('the page follows its form without a reload, and its address can be shared', async ({ open }) => {
  for (const device of devices) {
    const { page, context, expectProblem } = await open({ baseUrl, device, isReducedMotion: true })
    expectProblem(/ERR_INTERNET_DISCONNECTED|status of 500/)
    const main = page.getByRole('main')
    await page.goto('/faq')
    await page.goto('/search?q=القراءة')
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
    const entries = await page.evaluate(() => history.length)
    const box = main.getByRole('searchbox', { name: 'بحث' })
    const code = arrivalOf(page, 'islands/list-behaviour.ts')
    await box.focus()
    await page.evaluate(`import(${JSON.stringify((await code).url())}).then(() => undefined)`)
    await main.getByRole('link', { name: 'الصفحة ٢' }).click()
    await expect.poll(() => rows(page).count()).toBe(restOfReading)
    expect(await page.evaluate(() => history.length)).toBe(entries + 1)
    await box.fill('كيمياء')
    await expect.poll(() => queryOf(page)).toEqual({ q: 'كيمياء' })
    await expect.poll(() => page.title()).toBe('رافد | البحث عن كيمياء')
    await tab(page, 'الكتب').click()
    await expect.poll(() => rows(page).count()).toBe(1)
    await chooseFilter(page, 'المادة', 'الكيمياء')
    await expect.poll(() => queryOf(page)).toEqual({ q: 'كيمياء', type: 'book', subject: 'CHEMISTRY' })
    expect(await page.evaluate(() => history.length)).toBe(entries + 1)
    await expect.poll(() => tabs(page).locator('[aria-current=true]').innerText()).toMatch(/^الكتب/)
    const shared = page.url()

    await context.setOffline(true)
    await box.fill('كيمياء مطور')
    await main.getByRole('alert').getByText('لا يوجد اتصال بالإنترنت').waitFor()
    expect(await main.getByText('لا توجد نتائج').count()).toBe(0)
    await context.setOffline(false)
    await rows(page).first().waitFor()
    await expect.poll(() => box.inputValue()).toBe('كيمياء مطور')

    let letThrough = () => {}
    const held = new Promise<void>(resolve => (letThrough = resolve))
    await page.route('**/search?*', async route => {
      await held
      await route.fulfill({ status: 500, body: '' })
    })
    await box.fill('كيمياء')
    await expect.poll(() => page.locator('.record-row.skeleton').count()).toBe(6)
    letThrough()
    await main.getByRole('alert').getByText('حدث خطأ أثناء البحث').waitFor()
    await page.unroute('**/search?*')
    await main.getByRole('button', { name: 'إعادة المحاولة' }).click()
    await expect.poll(() => rows(page).count()).toBe(1)
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
    await page.goBack()
    await expect.poll(() => rows(page).count()).toBe(limits.searchRowsPerPage)

    const { page: other } = await open({ baseUrl, device })
    await other.goto(shared)
    await expect.poll(() => rows(other).count()).toBe(1)
    await expect
      .poll(() => other.getByRole('main').getByRole('searchbox', { name: 'بحث' }).inputValue())
      .toBe('كيمياء')
  }
})

browserTest(
  'the page is kept out of search engines, ends where its results end, and says when it fails',
  async ({ open }) => {
    const { page, expectProblem } = await open({ baseUrl, device: 'phone', isJavaScriptOff: true })
    await page.goto('/search?q=القراءة&page=9&unknown=1')
    expect(queryOf(page)).toEqual({ q: 'القراءة', page: '2' })
    await expect.poll(() => page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
    expect(await page.locator('link[rel=canonical]').count()).toBe(0)
    await page.goto('/search?q=ك&type=nonsense')
    await page.getByText('اكتب حرفين على الأقل.').waitFor()

    expectProblem(/status of 500/)
    server.expectError('a page could not be loaded')
    const { searchNarrowed } = server.services.search
    server.services.search.searchNarrowed = () => Promise.reject(new Error('the index is away'))
    await page.goto('/search?q=الكيميـــاء')
    await page.getByRole('heading', { name: 'حدث خطأ' }).waitFor()
    await page.getByText('حدث خطأ أثناء البحث').waitFor()
    server.services.search.searchNarrowed = searchNarrowed
    await page.getByRole('link', { name: 'إعادة المحاولة' }).click()
    await expect.poll(() => rows(page).count()).toBe(4)
  },
)
