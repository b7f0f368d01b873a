import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { paths } from '#contract/paths.ts'
import { browserTest, openShared } from '#test/browser-test.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { fillLibrary } from './site-library.ts'
import type { Library } from './site-library.ts'

let site: TestApp
let library: Library
let baseUrl: string

openShared(
  async () => {
    site = await openTestApp()
    library = await fillLibrary(site)
    baseUrl = await site.listen()
  },
  () => site.close(),
)

/** A browser that knows no close requests, as Safari and older ones. */
const withoutCloseRequests = (page: Page) =>
  page.addInitScript(() => Reflect.deleteProperty(window, 'CloseWatcher'))
const historyState = (page: Page) => page.evaluate<unknown>('history.state')

describe('Back without close requests', () => {
  browserTest('closes the viewer and stays on the page', async ({ open }) => {
    const { page } = await open({ baseUrl, device: 'phone' })
    await withoutCloseRequests(page)
    await page.goto('/faq')
    await page.goto(paths.exam(library.examId))
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
    const viewer = page.locator('.lightbox')
    const first = page.getByRole('link', { name: /^تكبير الصفحة ١/ })
    await first.tap()
    await viewer.waitFor()
    await page.goBack()
    await viewer.waitFor({ state: 'detached' })
    expect(page.url()).toBe(baseUrl + paths.exam(library.examId))
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)

    for (const close of [
      () => page.keyboard.press('Escape'),
      () => viewer.getByRole('button', { name: 'إغلاق' }).tap(),
    ]) {
      await first.tap()
      await viewer.waitFor()
      await close()
      await viewer.waitFor({ state: 'detached' })
      await expect.poll(() => historyState(page)).toBeNull()
    }
    await page.goBack()
    await page.waitForURL('**/faq')
  })

  browserTest('closes the menu and stays on the page', async ({ open }) => {
    const { page } = await open({ baseUrl, device: 'phone' })
    await withoutCloseRequests(page)
    await page.goto('/faq')
    await page.goto('/books/primary')
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
    const menu = page.locator('#mobile-menu')
    const button = page.getByRole('button', { name: 'القائمة', exact: true })
    await button.tap()
    await menu.waitFor()
    await page.goBack()
    await menu.waitFor({ state: 'hidden' })
    expect(page.url()).toBe(`${baseUrl}/books/primary`)
    await button.tap()
    await menu.waitFor()
    await menu.getByRole('button', { name: 'إغلاق القائمة' }).tap()
    await menu.waitFor({ state: 'hidden' })
    await expect.poll(() => historyState(page)).toBeNull()
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)

    await button.tap()
    await menu.getByRole('link', { name: 'الأخبار' }).tap()
    await page.waitForURL('**/news')
    await page.goBack()
    await page.waitForURL('**/books/primary')
    expect(await menu.isVisible()).toBe(false)
    await page.goBack()
    await page.waitForURL('**/faq')
  })

  browserTest('leads from the menu to the search without an entry of the menu', async ({ open }) => {
    const { page } = await open({ baseUrl, device: 'phone' })
    await withoutCloseRequests(page)
    await page.goto('/faq')
    await page.goto('/books/primary')
    await page.getByRole('button', { name: 'القائمة', exact: true }).tap()
    await page.locator('#mobile-menu').waitFor()
    await page.keyboard.press('Control+K')
    const dialog = page.locator('#search-dialog')
    await dialog.waitFor()
    await page.goBack()
    await dialog.waitFor({ state: 'hidden' })
    expect(page.url()).toBe(`${baseUrl}/books/primary`)
    await expect.poll(() => page.locator('#mobile-menu').isVisible()).toBe(false)
    await expect.poll(() => historyState(page)).toBeNull()
    await page.goBack()
    await page.waitForURL('**/faq')
  })

  browserTest('is left to the close requests where the browser has them', async ({ open }) => {
    const { page } = await open({ baseUrl, device: 'phone' })
    await page.goto(paths.exam(library.examId))
    const before = await page.evaluate(() => history.length)
    await page.getByRole('link', { name: /^تكبير الصفحة ١/ }).tap()
    await page.locator('.lightbox').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.lightbox').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'القائمة', exact: true }).tap()
    await page.locator('#mobile-menu').waitFor()
    expect(await page.evaluate(() => history.length)).toBe(before)
  })
})
