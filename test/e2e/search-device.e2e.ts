import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { limits } from '#contract/limits.ts'
import { browserTest, openShared } from '#test/browser-test.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { fillSearchLibrary } from './search-library.ts'
import {
  dialogOf,
  hasFocus,
  hint,
  inputOf,
  onBothAt,
  openDialog,
  options,
  search,
  selectedPlace,
  waitUntilClosed,
} from './search-steps.ts'

let server: TestApp
let baseUrl: string

const onBoth = onBothAt(() => baseUrl)

openShared(
  async () => {
    server = await openTestApp()
    await fillSearchLibrary(server)
    baseUrl = await server.listen()
  },
  () => server.close(),
)

describe('recent searches', () => {
  const recent = (page: Page) => dialogOf(page).getByRole('listbox', { name: 'عمليات بحثك الأخيرة' })
  const list = (page: Page) => recent(page).getByRole('option').allTextContents()

  onBoth('are those that were used, once each, newest first, and go nowhere', async ({ page }, device) => {
    const sent: string[] = []
    page.on('request', request => sent.push(`${request.url()} ${request.postData() ?? ''}`))
    await page.goto('/about')
    await openDialog(page, device)
    await search(page, 'الكيمياء')
    await page.getByRole('option', { name: /ملزمة/ }).click()
    await page.waitForURL('**/notes/download/*')
    // A record's own bar stands on phones where the search is elsewhere.
    await page.goto('/about')
    await openDialog(page, device)
    await search(page, 'القراءة')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/search?q=*')
    await openDialog(page, device)
    await search(page, 'كتب كيمياء')
    await inputOf(page).fill('الكيميــاء')
    await options(page).first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/notes/download/*')
    await page.goto('/about')
    sent.length = 0
    await openDialog(page, device)
    await dialogOf(page).getByText(hint).waitFor()
    await recent(page).waitFor()
    expect(await list(page)).toEqual(['الكيميــاء', 'القراءة'])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Delete')
    await expect.poll(() => list(page)).toEqual(['القراءة'])
    await page.waitForLoadState('networkidle')
    expect(sent.filter(request => /%D8|[ء-ي]/.test(request))).toEqual([])
    expect(await page.evaluate(() => document.cookie)).toBe('')
  })

  onBoth('are picked and removed by keyboard and by hand', async ({ page }, device) => {
    await page.addInitScript(() => {
      if (localStorage.length === 0)
        localStorage.setItem('rafid.recent-searches', JSON.stringify(['كيمياء', 'القراءة', 'ملزمة', 'أخبار']))
    })
    await page.goto('/about')
    await openDialog(page, device)
    await recent(page).waitFor()
    await expect.poll(() => inputOf(page).getAttribute('aria-expanded')).toBe('true')
    await expect
      .poll(() => inputOf(page).getAttribute('aria-controls'))
      .toBe(await recent(page).getAttribute('id'))
    await expect.poll(() => selectedPlace(page)).toBe(-1)
    for (const place of [0, 1, 2, 3, 3]) {
      await page.keyboard.press('ArrowDown')
      await expect.poll(() => selectedPlace(page)).toBe(place)
    }
    await page.keyboard.press('Delete')
    await expect.poll(() => list(page)).toEqual(['كيمياء', 'القراءة', 'ملزمة'])
    await expect.poll(() => selectedPlace(page)).toBe(2)
    await dialogOf(page).getByRole('status').getByText('أُزيل «أخبار»').waitFor()
    await page.getByRole('button', { name: 'إزالة «القراءة» من عمليات البحث الأخيرة' }).click()
    await expect.poll(() => list(page)).toEqual(['كيمياء', 'ملزمة'])
    await expect.poll(() => hasFocus(page)).toBe(true)
    await page.keyboard.press('ArrowUp')
    expect(await selectedPlace(page)).toBe(0)
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: /ملزمة الكيمياء/ }).waitFor()
    await expect.poll(() => inputOf(page).inputValue()).toBe('كيمياء')
    await inputOf(page).fill('')
    await recent(page).getByRole('option', { name: 'ملزمة' }).click()
    await page.getByRole('option', { name: /ملزمة الكيمياء/ }).waitFor()
    await expect.poll(() => hasFocus(page)).toBe(true)
    await inputOf(page).fill('')
    await page.getByRole('button', { name: 'مسح الكل' }).click()
    await recent(page).waitFor({ state: 'detached' })
    await expect.poll(() => inputOf(page).getAttribute('aria-expanded')).toBe('false')
    await page.keyboard.press('Escape')
    await openDialog(page, device)
    expect(await recent(page).count()).toBe(0)
  })

  onBoth('are missed, and nothing else, where the browser keeps nothing', async ({ page }, device) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('The storage is blocked', 'SecurityError')
        },
      })
    })
    await page.goto('/about')
    await openDialog(page, device)
    await search(page, 'كيمياء')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/search?q=*')
    await openDialog(page, device)
    await dialogOf(page).getByText(hint).waitFor()
    expect(await recent(page).count()).toBe(0)
  })
})

describe('the Back button', () => {
  /** A browser whose dialogs know no close requests, as Safari and older ones. */
  const withoutCloseRequests = (page: Page) =>
    page.addInitScript(() => Reflect.deleteProperty(window, 'CloseWatcher'))

  onBoth(
    'closes the dialog and stays on the page; other ways of closing leave no entry to go through',
    async ({ page }, device) => {
      await withoutCloseRequests(page)
      await page.goto('/faq')
      await page.goto('/books/primary')
      await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
      await openDialog(page, device)
      await search(page, 'كيمياء')
      await page.goBack()
      await waitUntilClosed(page)
      expect(page.url()).toBe(`${baseUrl}/books/primary`)
      await page.goForward()
      await dialogOf(page).waitFor()
      await expect.poll(() => inputOf(page).inputValue()).toBe('')
      await page.keyboard.press('Escape')
      await waitUntilClosed(page)
      await expect.poll(() => page.evaluate<unknown>('history.state')).toBeNull()
      await openDialog(page, device)
      await page.evaluate(() => {
        const dialog = document.querySelector<HTMLDialogElement>('#search-dialog')
        dialog?.close()
        dialog?.showModal()
        dialog?.close()
      })
      await expect.poll(() => page.evaluate<unknown>('history.state')).toBeNull()
      expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
      await page.goBack()
      await page.waitForURL('**/faq')
    },
  )

  onBoth(
    'returns from a hit, and from the page of results, to where the search began',
    async ({ page }, device) => {
      await withoutCloseRequests(page)
      await page.goto('/faq')
      for (const address of ['**/notes/download/*', '**/search?q=*']) {
        await openDialog(page, device)
        await search(page, 'كيمياء')
        if (address.includes('notes')) await page.keyboard.press('ArrowDown')
        await page.keyboard.press('Enter')
        await page.waitForURL(address)
        await page.goBack()
        await page.waitForURL('**/faq')
        expect(await dialogOf(page).isVisible()).toBe(false)
      }
    },
  )

  onBoth(
    'is left to the close requests of the dialog where the browser has them',
    async ({ page }, device) => {
      await page.goto('/faq')
      const before = await page.evaluate(() => history.length)
      await openDialog(page, device)
      await search(page, 'كيمياء')
      await page.keyboard.press('Escape')
      await waitUntilClosed(page)
      expect(await page.evaluate(() => history.length)).toBe(before)
    },
  )
})

describe('the layout', () => {
  browserTest('fills the screen below 640 px and no longer from there on', async ({ open }) => {
    const { page } = await open({ baseUrl, more: { viewport: { width: 639, height: 700 } } })
    await page.goto('/about')
    await openDialog(page)
    await expect.poll(() => dialogOf(page).boundingBox()).toEqual({ x: 0, y: 0, width: 639, height: 700 })
    const texts = ['للتنقل', 'للاختيار', 'للإغلاق']
    for (const text of texts) expect(await dialogOf(page).getByText(text).isVisible(), text).toBe(false)
    await page.setViewportSize({ width: limits.searchMobileBelowPx, height: 700 })
    await expect
      .poll(async () => (await dialogOf(page).boundingBox())?.width)
      .toBeLessThan(limits.searchMobileBelowPx)
    for (const text of texts) expect(await dialogOf(page).getByText(text).isVisible(), text).toBe(true)
  })

  onBoth('keeps what is selected above the keyboard', async ({ page }, device) => {
    await page.goto('/about')
    await openDialog(page, device)
    await search(page, 'القراءة')
    const keyboardTop = 380
    await page.evaluate(height => {
      Object.defineProperty(visualViewport, 'height', { value: height, configurable: true })
      Object.defineProperty(visualViewport, 'offsetTop', { value: 12, configurable: true })
      visualViewport?.dispatchEvent(new Event('resize'))
    }, keyboardTop)
    const bottomOf = async (locator: ReturnType<Page['locator']>) => {
      const { y, height } = (await locator.boundingBox())!
      return y + height
    }
    await expect.poll(() => bottomOf(dialogOf(page))).toBeLessThanOrEqual(12 + keyboardTop)
    if (device === 'phone') expect(await bottomOf(dialogOf(page))).toBe(12 + keyboardTop)
    for (let place = 0; place < limits.searchResults; place += 1) {
      await page.keyboard.press('ArrowDown')
      const row = page.getByRole('option', { selected: true })
      await expect.poll(() => bottomOf(row)).toBeLessThanOrEqual(12 + keyboardTop)
      expect((await row.boundingBox())!.y).toBeGreaterThan(await bottomOf(inputOf(page)))
    }
    /* Somebody who zooms in does not make the dialog smaller. */
    await page.evaluate(() => {
      Object.defineProperty(visualViewport, 'scale', { value: 2, configurable: true })
      Object.defineProperty(visualViewport, 'height', { value: 100, configurable: true })
      visualViewport?.dispatchEvent(new Event('resize'))
    })
    expect((await dialogOf(page).boundingBox())!.height).toBeGreaterThan(200)
  })
})
