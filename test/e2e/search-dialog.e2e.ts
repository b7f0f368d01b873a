import { describe, expect } from 'vitest'
import { limits } from '#contract/limits.ts'
import { browserTest, openShared } from '#test/browser-test.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { fillSearchLibrary, readingBooks } from './search-library.ts'
import {
  dialogOf,
  failure,
  hasFocus,
  hint,
  holdAnswers,
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
let chemistryId: string
const onBoth = onBothAt(() => baseUrl)

openShared(
  async () => {
    server = await openTestApp()
    chemistryId = await fillSearchLibrary(server)
    baseUrl = await server.listen()
  },
  () => server.close(),
)

describe('opening and closing', () => {
  onBoth(
    'resets query, results and selection, focuses the input and locks the page',
    async ({ page }, device) => {
      await page.goto('/faq')
      await openDialog(page, device)
      for (let round = 0; round < 2; round += 1) {
        await dialogOf(page).getByText(hint).waitFor()
        await expect.poll(() => hasFocus(page)).toBe(true)
        await expect.poll(() => inputOf(page).inputValue()).toBe('')
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
      await expect.poll(() => page.locator('input[name=name]').inputValue()).toBe('/')
      expect(await dialogOf(page).isVisible()).toBe(false)

      const opener = page.getByRole('link', { name: 'بحث في الموقع' })
      await (device === 'phone' ? opener.tap() : opener.click())
      await dialogOf(page).waitFor()
      await page.getByRole('button', { name: 'إغلاق البحث' }).click()
      await waitUntilClosed(page)
      await expect.poll(() => opener.evaluate(element => element === document.activeElement)).toBe(true)
      await page.evaluate(() =>
        document.body.dispatchEvent(
          new KeyboardEvent('keydown', {
            key: 'ن',
            code: 'KeyK',
            ctrlKey: true,
            bubbles: true,
            cancelable: true,
          }),
        ),
      )
      await inputOf(page).waitFor()
      await page.keyboard.press('Escape')
      await waitUntilClosed(page)
      for (const key of ['Control+K', 'Slash']) {
        await page.keyboard.press(key)
        await dialogOf(page).waitFor()
        await expect.poll(() => inputOf(page).inputValue()).toBe('')
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
      await expect.poll(() => inputOf(page).inputValue()).toBe('كيمياء')
      await page.keyboard.press('Escape')
      await waitUntilClosed(page)
      await expect.poll(() => box.inputValue()).toBe('')
    },
  )

  browserTest('a click outside closes it, and gives the focus back', async ({ open }) => {
    for (const viewport of [
      { width: 1280, height: 800 },
      { width: limits.searchMobileBelowPx, height: 800 },
    ]) {
      const { page } = await open({ baseUrl, more: { viewport } })
      await page.goto('/books/primary')
      const opener = page.getByRole('link', { name: 'بحث في الموقع' })
      await opener.press('Enter')
      await dialogOf(page).waitFor()
      await dialogOf(page).getByText(hint).click()
      expect(await dialogOf(page).isVisible()).toBe(true)
      await page.mouse.click(viewport.width / 2, viewport.height - 5)
      await waitUntilClosed(page)
      await expect.poll(() => opener.evaluate(element => element === document.activeElement)).toBe(true)
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
      page.on('requestfailed', request => {
        const query = new URL(request.url()).searchParams.get('q')
        if (query !== null) givenUp.push(query)
      })
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
      await expect.poll(() => givenUp).toEqual(['القراءة', 'القراءة'])
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
        '- group "الملازم ١"',
        expect.stringMatching(/^- option "أفضل نتيجة ملزمة الكيمياء/),
        '- group "الكتب ١"',
        expect.stringMatching(/^- option "كِتَابُ الكِيمْيَـــاءِ/),
        '- group "الأسئلة الوزارية ١"',
        expect.stringMatching(/^- option "أسئلة الكيمياء الوزارية/),
        '- group "الأخبار ١"',
        expect.stringMatching(/^- option "تعديل منهج الكيمياء/),
      ])
      await expect
        .poll(() => dialogOf(page).getByRole('status').textContent())
        .toBe('٤ نتائج: الكتب ١، الملازم ١، الأسئلة الوزارية ١، الأخبار ١')
      const list = await page.getByRole('listbox').getAttribute('id')
      await expect.poll(() => inputOf(page).getAttribute('aria-controls')).toBe(list)
      await expect.poll(() => inputOf(page).getAttribute('aria-autocomplete')).toBe('list')
      const firstOption = await options(page).first().getAttribute('id')
      await inputOf(page).press('ArrowDown')
      await expect.poll(() => inputOf(page).getAttribute('aria-activedescendant')).toBe(firstOption)
      await expect.poll(() => page.getByRole('option', { selected: true }).count()).toBe(1)
    },
  )

  onBoth('are at most ten, with a way to all of them; none is without a title', async ({ page }, device) => {
    await page.goto('/about')
    await openDialog(page, device)
    await search(page, 'القراءة')
    await expect.poll(() => options(page).count()).toBe(limits.searchResults)
    await dialogOf(page).getByText('٢٤ نتيجة', { exact: false }).waitFor()
    expect(readingBooks).toBe(24)
    const all = page.getByRole('link', { name: 'كل النتائج' })
    await expect.poll(() => all.getAttribute('href')).toBe(`/search?q=${encodeURIComponent('القراءة')}`)
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
    expect(await marked()).toEqual(['الكيمياء', 'الكِيمْيَـــاءِ', 'الكيمياء', 'الكيمياء'])
    await search(page, 'كتاب المطور')
    await expect.poll(marked).toEqual(expect.arrayContaining(['المُطَوَّر']))
  })

  onBoth('say what was understood, as chips that can be removed', async ({ page }, device) => {
    await page.goto('/about')
    await openDialog(page, device)
    await search(page, 'كتاب كيمياء')
    await page.getByRole('link', { name: 'إزالة المادة: الكيمياء' }).click()
    await page.getByRole('link', { name: 'إزالة المادة: الكيمياء' }).waitFor({ state: 'detached' })
    await expect.poll(() => inputOf(page).inputValue()).toBe('كتاب')
    await expect.poll(() => hasFocus(page)).toBe(true)
    await page.getByRole('link', { name: 'إزالة النوع: كتاب' }).waitFor()
  })

  onBoth(
    'arrows select from none to the last; Enter opens, and the query is gone',
    async ({ page }, device) => {
      await page.goto('/about')
      await openDialog(page, device)
      await search(page, 'الكيمياء')
      await expect.poll(() => selectedPlace(page)).toBe(-1)
      await page.keyboard.press('ArrowUp')
      await expect.poll(() => selectedPlace(page)).toBe(-1)
      for (const place of [0, 1, 2, 3, 3]) {
        await page.keyboard.press('ArrowDown')
        await expect.poll(() => selectedPlace(page)).toBe(place)
      }
      for (const place of [2, 1, 0, -1, -1]) {
        await page.keyboard.press('ArrowUp')
        await expect.poll(() => selectedPlace(page)).toBe(place)
      }
      await page.keyboard.press('ArrowDown')
      await search(page, 'كتاب كيمياء')
      await expect.poll(() => selectedPlace(page)).toBe(-1)
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.waitForURL(`**/books/${chemistryId}`)
      await page.goBack()
      await page.waitForURL('**/about')
      expect(await dialogOf(page).isVisible()).toBe(false)
      await openDialog(page, device)
      await expect.poll(() => inputOf(page).inputValue()).toBe('')
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
        await expect.poll(() => hasFocus(page)).toBe(true)
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
    const logged: string[] = []
    page.on('console', message => logged.push(message.text()))
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
    await expect.poll(() => skeleton.locator('.skeleton').count()).toBe(3)
    for (const group of await skeleton.locator('.skeleton').all())
      await expect.poll(() => group.locator('.skeleton-row').count()).toBe(2)
    await dialogOf(page).getByRole('status').getByText('جاري البحث').waitFor()
    letThrough()
    const alert = dialogOf(page).getByRole('alert')
    await alert.getByText(failure).waitFor()
    expect(logged.filter(text => text.startsWith('The search failed'))).toHaveLength(1)
    await expect.poll(() => alert.locator('svg.lucide-circle-alert').count()).toBe(1)
    expect(await options(page).count()).toBe(0)
    expect(await skeleton.count()).toBe(0)
    await expect.poll(() => inputOf(page).inputValue()).toBe('كيمياء')
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
      await expect.poll(() => inputOf(page).inputValue()).toBe('كيمياء')
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
