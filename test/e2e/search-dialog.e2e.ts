import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { limits } from '#contract/limits.ts'
import { browserTest } from '#test/browser-test.ts'
import type { WatchedPage } from '#test/browser.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { fillSearchLibrary, readingBooks } from './search-library.ts'

let server: TestApp
let baseUrl: string
let chemistryId: string

beforeAll(async () => {
  server = await openTestApp()
  chemistryId = await fillSearchLibrary(server)
  baseUrl = await server.listen()
})
afterAll(() => server.close())

type Device = 'desktop' | 'phone'
const hint = 'ابدأ الكتابة للبحث...'
const failure = 'حدث خطأ أثناء البحث. حاول مرة أخرى.'

/** The same story on a desktop and on a phone, at the same time. */
function onBoth(story: string, tell: (watched: WatchedPage, device: Device) => Promise<void>): void {
  browserTest(`${story}, on a desktop and on a phone`, async ({ open }) => {
    const devices = ['desktop', 'phone'] as const
    await Promise.all(
      devices.map(async device => tell(await open({ baseUrl, device, isReducedMotion: true }), device)),
    )
  })
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'البحث في الموقع' })
const inputOf = (page: Page) => page.getByRole('combobox', { name: 'ابحث في الموقع' })
const options = (page: Page) => dialogOf(page).getByRole('option')
const selectedPlace = (page: Page) =>
  options(page).evaluateAll(all => all.findIndex(option => option.getAttribute('aria-selected') === 'true'))
const hasFocus = (page: Page) => inputOf(page).evaluate(input => input === document.activeElement)
const waitUntilClosed = (page: Page) => dialogOf(page).waitFor({ state: 'hidden' })

/** Opens the dialog as one does on the device, and waits until its code has run. */
async function openDialog(page: Page, device: Device = 'desktop'): Promise<void> {
  const button = page.getByRole('link', { name: 'ابحث في الموقع' })
  await (device === 'phone' ? button.tap() : page.keyboard.press('Control+K'))
  await dialogOf(page).waitFor()
  await isAlive(page)
}

/** React has taken the dialog over once its input knows its properties. */
const isAlive = (page: Page) =>
  page.waitForFunction(() => {
    const input = document.querySelector('#search-dialog input')
    return input !== null && Object.keys(input).some(key => key.startsWith('__reactProps'))
  })

async function search(page: Page, text: string): Promise<void> {
  await inputOf(page).fill(text)
  await options(page).first().waitFor()
}

/** Answers of the server that the test lets go one by one, by the text that was asked for. */
async function holdAnswers(page: Page): Promise<{ asked: string[]; letGo: (text: string) => void }> {
  const asked: string[] = []
  const waiting = new Map<string, () => void>()
  await page.route('**/api/search?**', async route => {
    const text = new URL(route.request().url()).searchParams.get('q') ?? ''
    asked.push(text)
    await new Promise<void>(resolve => waiting.set(text, resolve))
    /* A request that the page has given up cannot be answered. */
    await route.continue().catch(() => {})
  })
  return { asked, letGo: text => waiting.get(text)?.() }
}

describe('opening and closing', () => {
  onBoth(
    'resets query, results and selection, focuses the input and locks the page',
    async ({ page }, device) => {
      await page.goto('/faq')
      await openDialog(page, device)
      for (let round = 0; round < 2; round += 1) {
        await dialogOf(page).getByText(hint).waitFor()
        expect(await hasFocus(page)).toBe(true)
        expect(await inputOf(page).inputValue()).toBe('')
        expect(await options(page).count()).toBe(0)
        expect(await inputOf(page).getAttribute('aria-activedescendant')).toBeNull()
        await search(page, 'الكيمياء')
        await inputOf(page).press('ArrowDown')
        expect(await selectedPlace(page)).toBe(0)
        await page.keyboard.press('Escape')
        await waitUntilClosed(page)
        await openDialog(page, device)
      }
      const scrolled = () => page.evaluate(() => scrollY)
      if (device === 'desktop') await page.mouse.wheel(0, 300)
      else await page.evaluate(() => scrollBy(0, 300))
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('hidden')
      if (device === 'desktop') expect(await scrolled()).toBe(0)
    },
  )

  onBoth(
    'opens from the header, by Ctrl+K and / on any layout, and from the home page',
    async ({ page }, device) => {
      await page.goto('/contact')
      await page.locator('input[name=name]').focus()
      await page.keyboard.type('/')
      expect(await page.locator('input[name=name]').inputValue()).toBe('/')
      expect(await dialogOf(page).isVisible()).toBe(false)

      const opener = page.getByRole('link', { name: 'ابحث في الموقع' })
      await (device === 'phone' ? opener.tap() : opener.click())
      await dialogOf(page).waitFor()
      await page.getByRole('button', { name: 'إغلاق البحث' }).click()
      await waitUntilClosed(page)
      expect(await opener.evaluate(element => element === document.activeElement)).toBe(true)
      for (const key of ['Control+K', 'Slash']) {
        await page.keyboard.press(key)
        await dialogOf(page).waitFor()
        expect(await inputOf(page).inputValue()).toBe('')
        await page.keyboard.press('Escape')
        await waitUntilClosed(page)
      }

      await page.goto('/')
      const box = page.getByRole('main').getByRole('searchbox', { name: 'ابحث في الموقع' })
      await (device === 'phone' ? box.tap() : box.click())
      await dialogOf(page).waitFor()
      await page.keyboard.press('Escape')
      await waitUntilClosed(page)
      await box.focus()
      await page.keyboard.type('ك')
      await dialogOf(page).waitFor()
      await page.keyboard.type('يمياء')
      await options(page).first().waitFor()
      expect(await inputOf(page).inputValue()).toBe('كيمياء')
      await page.keyboard.press('Escape')
      await waitUntilClosed(page)
      expect(await box.inputValue()).toBe('')
    },
  )

  browserTest('a click outside closes it, and gives the focus back', async ({ open }) => {
    for (const viewport of [
      { width: 1280, height: 800 },
      { width: limits.searchMobileBelowPx, height: 800 },
    ]) {
      const { page } = await open({ baseUrl, more: { viewport } })
      await page.goto('/books/primary')
      const opener = page.getByRole('link', { name: 'ابحث في الموقع' })
      await opener.press('Enter')
      await dialogOf(page).waitFor()
      await dialogOf(page).getByText(hint).click()
      expect(await dialogOf(page).isVisible()).toBe(true)
      await page.mouse.click(viewport.width / 2, viewport.height - 5)
      await waitUntilClosed(page)
      expect(await opener.evaluate(element => element === document.activeElement)).toBe(true)
    }
  })
})

describe('typing', () => {
  onBoth('searches once, 300 ms after the last letter, for ten results', async ({ page }, device) => {
    const asked: URLSearchParams[] = []
    page.on('request', request => {
      const url = new URL(request.url())
      if (url.pathname === '/api/search') asked.push(url.searchParams)
    })
    await page.goto('/about')
    await openDialog(page, device)
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await inputOf(page).fill('ك')
    await page.clock.runFor(1000)
    await dialogOf(page).getByText(hint).waitFor()
    for (const text of ['كي', 'كيم', 'كيمياء']) {
      await inputOf(page).fill(text)
      await page.clock.runFor(limits.searchDelayMs - 1)
    }
    expect(asked).toEqual([])
    await page.clock.runFor(1)
    await options(page).first().waitFor()
    expect(asked.map(String)).toEqual([
      String(new URLSearchParams({ q: 'كيمياء', limit: String(limits.searchResults) })),
    ])
    await inputOf(page).fill('ك')
    await dialogOf(page).getByText(hint).waitFor()
    expect(await options(page).count()).toBe(0)
  })

  onBoth(
    'a late answer never takes the place of a newer one; what it answered is given up',
    async ({ page }, device) => {
      const givenUp: string[] = []
      page.on('requestfailed', request => givenUp.push(new URL(request.url()).searchParams.get('q') ?? ''))
      await page.goto('/about')
      await openDialog(page, device)
      const { asked, letGo } = await holdAnswers(page)
      await inputOf(page).fill('القراءة')
      await expect.poll(() => asked).toEqual(['القراءة'])
      await inputOf(page).fill('كيمياء')
      await expect.poll(() => asked).toEqual(['القراءة', 'كيمياء'])
      expect(givenUp).toEqual(['القراءة'])
      letGo('كيمياء')
      await page.getByRole('option', { name: /ملزمة الكيمياء/ }).waitFor()
      letGo('القراءة')
      await page.waitForLoadState('networkidle')
      expect(await page.getByRole('option', { name: /القراءة/ }).count()).toBe(0)
      await inputOf(page).fill('القراءة')
      await expect.poll(() => asked.length).toBe(3)
      await inputOf(page).fill('')
      await expect.poll(() => givenUp.length).toBe(2)
      await dialogOf(page).getByText(hint).waitFor()
    },
  )
})

describe('results', () => {
  onBoth(
    'are grouped by type with counts and a total; a screen reader learns it all',
    async ({ page }, device) => {
      await page.goto('/about')
      await openDialog(page, device)
      await search(page, 'الكيمياء')
      const snapshot = await dialogOf(page).ariaSnapshot()
      const outline = snapshot
        .split('\n')
        .filter(line => /combobox|button|status|listbox|group|option/.test(line))
      expect(outline.map(line => line.trim().replace(/:$| \[active\]/g, ''))).toEqual([
        '- button "عرض كل النتائج"',
        '- combobox "ابحث في الموقع" [expanded]: الكيمياء',
        '- button "إغلاق البحث"',
        '- status',
        '- listbox "نتائج البحث"',
        '- group "الكتب ١"',
        expect.stringMatching(/^- option "كِتَابُ الكِيمْيَـــاءِ/),
        '- group "الملازم ١"',
        expect.stringMatching(/^- option "ملزمة الكيمياء/),
        '- group "الأسئلة الوزارية ١"',
        expect.stringMatching(/^- option "أسئلة الكيمياء الوزارية/),
        '- group "الأخبار ١"',
        expect.stringMatching(/^- option "تعديل منهج الكيمياء/),
      ])
      expect(await dialogOf(page).getByRole('status').textContent()).toBe(
        '٤ نتائج: الكتب ١، الملازم ١، الأسئلة الوزارية ١، الأخبار ١',
      )
      const list = await page.getByRole('listbox').getAttribute('id')
      expect(await inputOf(page).getAttribute('aria-controls')).toBe(list)
      expect(await inputOf(page).getAttribute('aria-autocomplete')).toBe('list')
      const firstOption = await options(page).first().getAttribute('id')
      await inputOf(page).press('ArrowDown')
      expect(await inputOf(page).getAttribute('aria-activedescendant')).toBe(firstOption)
      expect(await page.getByRole('option', { selected: true }).count()).toBe(1)
    },
  )

  onBoth('are at most ten, with a way to all of them; none is without a title', async ({ page }, device) => {
    await page.goto('/about')
    await openDialog(page, device)
    await search(page, 'القراءة')
    expect(await options(page).count()).toBe(limits.searchResults)
    await dialogOf(page).getByText('٢٤ نتيجة', { exact: false }).waitFor()
    expect(readingBooks).toBe(24)
    const all = page.getByRole('link', { name: 'كل النتائج' })
    expect(await all.getAttribute('href')).toBe(`/search?q=${encodeURIComponent('القراءة')}`)
    await page.route('**/api/search?**', async route => {
      const answer = await (await route.fetch()).json()
      for (const hit of answer.hits.slice(1)) hit.title = ''
      await route.fulfill({ json: answer })
    })
    await inputOf(page).fill('القراءة الجزء')
    await expect.poll(() => options(page).count()).toBe(1)
    await page.getByRole('link', { name: 'كل النتائج' }).click()
    await page.waitForURL('**/search?q=*')
    await page.getByRole('heading', { level: 1, name: 'البحث' }).waitFor()
  })

  onBoth('mark whole words, with the vowels and lengthenings inside them', async ({ page }, device) => {
    await page.goto('/about')
    await openDialog(page, device)
    await search(page, 'الكيمياء')
    const marked = () => page.locator('.search-hit mark').allTextContents()
    expect(await marked()).toEqual(['الكِيمْيَـــاءِ', 'الكيمياء', 'الكيمياء', 'الكيمياء'])
    await search(page, 'كتاب المطور')
    await expect.poll(marked).toEqual(expect.arrayContaining(['المُطَوَّر']))
  })

  onBoth('say what was understood, as chips that can be removed', async ({ page }, device) => {
    await page.goto('/about')
    await openDialog(page, device)
    await search(page, 'كتاب كيمياء')
    await page.getByRole('link', { name: 'إزالة المادة: الكيمياء' }).click()
    await page.getByRole('link', { name: 'إزالة المادة: الكيمياء' }).waitFor({ state: 'detached' })
    expect(await inputOf(page).inputValue()).toBe('كتاب')
    expect(await hasFocus(page)).toBe(true)
    await page.getByRole('link', { name: 'إزالة النوع: كتاب' }).waitFor()
  })

  onBoth(
    'arrows select from none to the last; Enter opens, and the query is gone',
    async ({ page }, device) => {
      await page.goto('/about')
      await openDialog(page, device)
      await search(page, 'الكيمياء')
      expect(await selectedPlace(page)).toBe(-1)
      await page.keyboard.press('ArrowUp')
      expect(await selectedPlace(page)).toBe(-1)
      for (const place of [0, 1, 2, 3, 3]) {
        await page.keyboard.press('ArrowDown')
        expect(await selectedPlace(page)).toBe(place)
      }
      for (const place of [2, 1, 0, -1, -1]) {
        await page.keyboard.press('ArrowUp')
        expect(await selectedPlace(page)).toBe(place)
      }
      await page.keyboard.press('ArrowDown')
      await search(page, 'كيمياء')
      await expect.poll(() => selectedPlace(page)).toBe(-1)
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.waitForURL(`**/books/${chemistryId}`)
      await page.goBack()
      await page.waitForURL('**/about')
      expect(await dialogOf(page).isVisible()).toBe(false)
      await openDialog(page, device)
      expect(await inputOf(page).inputValue()).toBe('')
      await search(page, 'كيمياء')
      await page.getByRole('option', { name: /ملزمة/ }).click()
      await page.waitForURL('**/notes/download/*')
    },
  )

  onBoth(
    'Enter without a selection and the search button lead to the page of results',
    async ({ page }, device) => {
      await page.goto('/about')
      for (const send of ['Enter', 'button']) {
        await openDialog(page, device)
        await inputOf(page).fill('ك')
        await page.getByRole('button', { name: 'عرض كل النتائج' }).click()
        expect(await hasFocus(page)).toBe(true)
        await inputOf(page).fill('كيمياء')
        if (send === 'Enter') await page.keyboard.press('Enter')
        else await page.getByRole('button', { name: 'عرض كل النتائج' }).click()
        await page.waitForURL(`**/search?q=${encodeURIComponent('كيمياء')}`)
      }
    },
  )
})

describe('waiting, failing, finding nothing', () => {
  onBoth('shows a skeleton, says what went wrong, and searches again on demand', async (watched, device) => {
    const { page, expectProblem } = watched
    expectProblem(/status of 500/)
    expectProblem(/The search failed/)
    await page.goto('/about')
    await openDialog(page, device)
    await search(page, 'الكيمياء')
    let letThrough = () => {}
    const held = new Promise<void>(resolve => (letThrough = resolve))
    await page.route('**/api/search?**', async route => {
      await held
      await route.fulfill({ status: 500, json: { code: 'internal', message: 'خطأ' } })
    })
    await inputOf(page).fill('كيمياء')
    const skeleton = page.locator('.search-skeleton')
    await skeleton.waitFor()
    expect(await skeleton.locator('.skeleton').count()).toBe(3)
    for (const group of await skeleton.locator('.skeleton').all())
      expect(await group.locator('.skeleton-row').count()).toBe(2)
    await dialogOf(page).getByRole('status').getByText('جاري البحث').waitFor()
    letThrough()
    const alert = dialogOf(page).getByRole('alert')
    await alert.getByText(failure).waitFor()
    expect(await alert.locator('svg.lucide-circle-alert').count()).toBe(1)
    expect(await options(page).count()).toBe(0)
    expect(await skeleton.count()).toBe(0)
    expect(await inputOf(page).inputValue()).toBe('كيمياء')
    await inputOf(page).fill('ك')
    await alert.waitFor({ state: 'detached' })
    await inputOf(page).fill('كيمياء')
    await alert.getByText(failure).waitFor()
    await page.unroute('**/api/search?**')
    await alert.getByRole('button', { name: 'إعادة المحاولة' }).press('Enter')
    await options(page).first().waitFor()
    await inputOf(page).fill('قققققق')
    const status = dialogOf(page).getByRole('status')
    await status.getByText('لا توجد نتائج لـ "قققققق"').waitFor()
    await status.getByText('حاول تغيير كلمات البحث أو تحقق من الإملاء').waitFor()
  })

  onBoth(
    'says that the line is down, keeps what was typed, and searches by itself when it is back',
    async (watched, device) => {
      const { page, context, expectProblem } = watched
      expectProblem(/ERR_INTERNET_DISCONNECTED/)
      expectProblem(/The search failed/)
      await page.goto('/about')
      await openDialog(page, device)
      await context.setOffline(true)
      await inputOf(page).fill('كيمياء')
      await dialogOf(page).getByRole('alert').getByText('لا يوجد اتصال بالإنترنت').waitFor()
      await context.setOffline(false)
      await options(page).first().waitFor()
      expect(await inputOf(page).inputValue()).toBe('كيمياء')
    },
  )

  onBoth(
    'says so too where the line went down before its code came, and then opens the page of results',
    async watched => {
      const { page, context, expectProblem } = watched
      expectProblem(/ERR_INTERNET_DISCONNECTED/)
      await page.goto('/about')
      await page.waitForLoadState('networkidle')
      await context.setOffline(true)
      await page.keyboard.press('Control+K')
      await dialogOf(page).getByRole('alert').getByText('تعذر تحميل البحث').waitFor()
      await inputOf(page).fill('كيمياء')
      await context.setOffline(false)
      await page.waitForURL(`**/search?q=${encodeURIComponent('كيمياء')}`)
      await page.getByRole('link', { name: 'ملزمة الكيمياء' }).waitFor()
    },
  )
})

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
    await openDialog(page, device)
    await search(page, 'القراءة')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/search?q=*')
    await openDialog(page, device)
    await search(page, 'غير مستعمل كيمياء')
    await inputOf(page).fill('الكيميــاء')
    await options(page).first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/books/*')
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
    expect(await inputOf(page).getAttribute('aria-expanded')).toBe('true')
    expect(await inputOf(page).getAttribute('aria-controls')).toBe(await recent(page).getAttribute('id'))
    expect(await selectedPlace(page)).toBe(-1)
    for (const place of [0, 1, 2, 3, 3]) {
      await page.keyboard.press('ArrowDown')
      expect(await selectedPlace(page)).toBe(place)
    }
    await page.keyboard.press('Delete')
    await expect.poll(() => list(page)).toEqual(['كيمياء', 'القراءة', 'ملزمة'])
    expect(await selectedPlace(page)).toBe(2)
    await dialogOf(page).getByRole('status').getByText('أُزيل «أخبار»').waitFor()
    await page.getByRole('button', { name: 'إزالة «القراءة» من عمليات البحث الأخيرة' }).click()
    await expect.poll(() => list(page)).toEqual(['كيمياء', 'ملزمة'])
    expect(await hasFocus(page)).toBe(true)
    await page.keyboard.press('ArrowUp')
    expect(await selectedPlace(page)).toBe(0)
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: /ملزمة الكيمياء/ }).waitFor()
    expect(await inputOf(page).inputValue()).toBe('كيمياء')
    await inputOf(page).fill('')
    await recent(page).getByRole('option', { name: 'ملزمة' }).click()
    await page.getByRole('option', { name: /ملزمة الكيمياء/ }).waitFor()
    expect(await hasFocus(page)).toBe(true)
    await inputOf(page).fill('')
    await page.getByRole('button', { name: 'مسح الكل' }).click()
    await recent(page).waitFor({ state: 'detached' })
    expect(await inputOf(page).getAttribute('aria-expanded')).toBe('false')
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
      expect(await inputOf(page).inputValue()).toBe('')
      await page.keyboard.press('Escape')
      await waitUntilClosed(page)
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
      for (const address of ['**/books/*', '**/search?q=*']) {
        await openDialog(page, device)
        await search(page, 'كيمياء')
        if (address.includes('books')) await page.keyboard.press('ArrowDown')
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
