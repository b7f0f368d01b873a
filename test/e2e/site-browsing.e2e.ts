import { describe, expect } from 'vitest'
import type { Page } from 'playwright-core'
import { browserTest, openShared } from '#test/browser-test.ts'
import { builtName, builtPartsOf } from '#test/built-files.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { formatNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { resultInputSchema } from '#contract/resources/result.ts'
import { systemActor } from '#server/staff/session/actor.ts'
import { resultInput } from '#test/factories.ts'
import { sha256Of } from '#test/files.ts'
import { readFileSync } from 'node:fs'
import { chooseFilter, chosenFilter } from './list-steps.ts'
import { fillLibrary, publishBook } from './site-library.ts'
import type { Library } from './site-library.ts'

let server: TestApp
let library: Library
let baseUrl: string

openShared(
  async () => {
    server = await openTestApp()
    library = await fillLibrary(server)
    baseUrl = await server.listen()
  },
  () => server.close(),
)

/** Marks the document, to tell later whether it was reloaded. */
const mark = (page: Page) => page.evaluate(() => void (document.documentElement.dataset.marked = 'yes'))
const isSameDocument = (page: Page) => page.evaluate(() => document.documentElement.dataset.marked === 'yes')
/** In the browser: from now on HTML comes as the worker gives a copy that the device kept three days ago. */
function keepPages(): void {
  const ask = fetch
  window.fetch = async (...asked) => {
    const answer = await ask(...asked)
    if (!answer.headers.get('content-type')?.includes('text/html')) return answer
    const days = 3 * 24 * 60 * 60 * 1000
    const headers = { 'x-kept-at': new Date(Date.now() - days).toISOString() }
    const note = '<p class="kept-note"><span>لا إنترنت. هذه الصفحة كما كانت قبل ٣ أيام.</span></p>'
    return new Response(
      (await answer.text()).replace(/<main[^>]*>/, start => start + note),
      { headers },
    )
  }
}
const bookCards = (page: Page) => page.locator('.record-row:not(.skeleton)').count()

describe('the filters of a list', () => {
  browserTest('load results without a reload and replace the history entry', async ({ open }) => {
    const { page } = await open({ baseUrl })
    await page.goto('/books/primary')
    await mark(page)
    const entries = await page.evaluate(() => history.length)
    await chooseFilter(page, 'الصف', 'السادس')
    await page.waitForURL('**/books/primary?grade=SIXTH_PRIMARY')
    await expect.poll(() => bookCards(page)).toBe(1)
    await page.getByRole('searchbox', { name: 'بحث', exact: true }).fill('القراءة')
    await page.getByText('حاول تعديل كلمات البحث للعثور على ما تبحث عنه.').waitFor()
    expect(await page.evaluate(() => history.length)).toBe(entries)
    await page.getByRole('link', { name: 'إعادة ضبط' }).click()
    await expect.poll(() => bookCards(page)).toBe(10)
    await expect.poll(() => chosenFilter(page, 'الصف')).toBe('')
    expect(new URL(page.url()).search).toBe('')
    expect(await isSameDocument(page)).toBe(true)
  })

  browserTest('turn pages in place, and back again', async ({ open }) => {
    const { page } = await open({ baseUrl, device: 'phone' })
    await page.goto('/books/primary')
    await mark(page)
    await page.getByRole('link', { name: 'الصفحة ٢' }).tap()
    await page.waitForURL('**/books/primary?page=2')
    await expect.poll(() => bookCards(page)).toBe(3)
    await page.goBack()
    await expect.poll(() => bookCards(page)).toBe(10)
  })

  browserTest('show four skeletons while waiting, and a retry when the line fails', async ({ open }) => {
    const { page, context, expectProblem } = await open({ baseUrl })
    expectProblem(/ERR_INTERNET_DISCONNECTED|status of 500/)
    await page.goto('/books/primary')
    await page.getByRole('searchbox').focus()
    await page.waitForLoadState('networkidle')
    let release: () => void = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    await page.route('**/books/primary?*', async route => {
      await held
      await route.continue()
    })
    await chooseFilter(page, 'الصف', 'السادس')
    await expect.poll(() => page.locator('.record-row.skeleton').count()).toBe(4)
    release()
    await expect.poll(() => bookCards(page)).toBe(1)
    await page.unroute('**/books/primary?*')
    await context.setOffline(true)
    await chooseFilter(page, 'المادة', 'الرياضيات')
    await page.getByRole('alert').getByText('لا يوجد اتصال بالإنترنت').waitFor()
    expect(await page.getByText('لا توجد نتائج').isVisible()).toBe(false)
    await context.setOffline(false)
    await expect.poll(() => bookCards(page)).toBe(1)
    await page.route('**/books/primary?*', route => route.fulfill({ status: 500, body: '' }))
    await chooseFilter(page, 'المادة', 'الرياضيات')
    await page.getByText('تعذر تحميل الكتب').waitFor()
    await page.unroute('**/books/primary?*')
    await page.getByRole('button', { name: 'إعادة المحاولة' }).click()
    await expect.poll(() => bookCards(page)).toBe(1)
  })
})

describe('a visitor', () => {
  browserTest('finds a book by filtering, opens it and downloads the same bytes', async ({ open }) => {
    const { page } = await open({ baseUrl, device: 'phone' })
    await page.goto('/')
    await page.goto('/books/primary')
    await chooseFilter(page, 'المادة', 'الرياضيات')
    await expect.poll(() => bookCards(page)).toBe(1)
    await page.locator('.record-row .card-link').tap()
    await page.getByRole('heading', { level: 1, name: /^الرياضيات/ }).waitFor()
    const actions = page.getByRole('group', { name: 'كتاب الرياضيات للسادس' })
    const bottomOf = async () => {
      const { y = 0, height = 0 } = (await actions.boundingBox()) ?? {}
      return [Math.round(y + height), height <= 72]
    }
    await expect
      .poll(bottomOf, { message: 'within reach of the thumb' })
      .toEqual([page.viewportSize()?.height, true])
    const coming = page.waitForEvent('download')
    await actions.getByRole('link', { name: /^تحميل مباشر PDF/ }).tap()
    const download = await coming
    expect(sha256Of(readFileSync(await download.path()))).toBe(sha256Of(library.pdf))
  })

  browserTest(
    'reads a size once: in the row, or on the button where there is room for it',
    async ({ open }) => {
      const told: Record<string, string> = {}
      for (const device of ['phone', 'desktop'] as const) {
        const { page } = await open({ baseUrl, device })
        await page.goto('/books/primary?subject=MATH')
        const facts = await page.locator('.record-facts').first().innerText()
        told[device] = facts.replace(/\s+/g, ' ').trim()
      }
      expect(told.phone).toMatch(/صفحات · \S+ [كم]\.ب$/)
      expect(told.desktop).toMatch(/صفحات$/)
    },
  )

  browserTest('saves a file also when the code that shows its download does not come', async ({ open }) => {
    const { page, expectProblem } = await open({ baseUrl })
    expectProblem(/ERR_FAILED/)
    await page.route(`**/${builtName('islands/download.ts')}`, route => route.abort())
    await page.goto(`/books/${library.bookId}`)
    await mark(page)
    const link = page.locator('a.button.is-download')
    /* A browser without a window saves every PDF; other addresses it opens. */
    await link.evaluate(each => each.setAttribute('href', '/faq'))
    const coming = page.waitForEvent('download')
    await link.click()
    expect(new URL((await coming).url()).pathname).toBe('/faq')
    expect(await isSameDocument(page)).toBe(true)
  })

  browserTest('shares a page by messenger, by its address and on paper', async ({ open }) => {
    const { page, context } = await open({ baseUrl })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const address = `${baseUrl}/ministerial/preview/${library.examId}`
    await page.goto(address)
    for (const [name, host] of [
      ['تيليجرام', 't.me'],
      ['واتساب', 'wa.me'],
    ] as const) {
      const link = new URL(
        (await page.locator('.share-bar').getByRole('link', { name }).getAttribute('href')) ?? '',
      )
      expect(link.host).toBe(host)
      expect([...link.searchParams.values()].join(' ')).toContain(address)
    }
    await page.getByRole('link', { name: 'شارك', exact: true }).click()
    await expect.poll(() => new URL(page.url()).hash).toBe('#share')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('.share-bar')?.id ?? ''))
      .toBe('share')
    await page.getByRole('button', { name: 'نسخ الرابط' }).click()
    await page.getByRole('status').getByText('نُسخ الرابط').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
    const title = await page.title()
    await page.addInitScript(() => {
      const share = (data: ShareData) => Promise.resolve(Object.assign(window, { shared: data }))
      Object.defineProperty(navigator, 'share', { value: share })
    })
    await page.goto(address)
    await page.getByRole('link', { name: 'شارك', exact: true }).click()
    await expect
      .poll(() => page.evaluate(() => Reflect.get(window, 'shared')))
      .toEqual({ title, url: address })
    expect(page.url()).toBe(address)
    await page.evaluate(() => navigator.clipboard.writeText(''))
    await page.getByRole('button', { name: 'نسخ الرابط' }).click()
    await page.getByRole('status').getByText('نُسخ الرابط').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
    await page.evaluate(() => Object.assign(window, { print: () => (document.title = 'تطبع') }))
    await page.getByRole('button', { name: 'طباعة' }).click()
    await expect.poll(() => page.title()).toBe('تطبع')

    await page.emulateMedia({ media: 'print' })
    for (const gone of ['.site-header', '.site-footer', '.breadcrumb', '.share-bar', '.action-bar', 'h1'])
      expect(await page.locator(gone).isVisible(), gone).toBe(false)
    await expect.poll(() => page.locator('.gallery img:visible').count()).toBe(3)
  })

  browserTest('is counted once a page was seen, and not where there is none', async ({ open }) => {
    const { page, expectProblem } = await open({ baseUrl })
    expectProblem(/status of 404/)
    const told: string[] = []
    page.on('request', request => {
      if (request.url().endsWith('/api/visits')) told.push(request.postData() ?? '')
    })
    await page.goto('/no-such-page')
    const counted = page.waitForResponse('**/api/visits')
    await page.goto('/books/primary?grade=FIRST_PRIMARY')
    expect((await counted).status()).toBe(204)
    expect(told.map(body => JSON.parse(body))).toEqual([{ path: '/books/primary?grade=FIRST_PRIMARY' }])
  })

  browserTest('has one dropdown open at a time, closed by any click and by Escape', async ({ open }) => {
    const { page } = await open({ baseUrl })
    await page.goto('/')
    const panels = page.locator('.menu .dropdown[open]')
    const menu = page.getByRole('navigation', { name: 'القائمة الرئيسية' })
    await menu.getByText('الكتب المدرسية').click()
    await menu.getByText('الملازم').click()
    await expect.poll(() => panels.count()).toBe(1)
    await page.mouse.click(20, 700)
    expect(await panels.count()).toBe(0)
    await menu.getByText('الملازم').press('Enter')
    await expect.poll(() => panels.count()).toBe(1)
    await page.keyboard.press('Escape')
    expect(await panels.count()).toBe(0)
  })

  browserTest('sees the header become translucent past ten pixels', async ({ open }) => {
    const { page } = await open({ baseUrl })
    await page.goto('/')
    const isTranslucent = () => page.locator('.site-header.is-scrolled').count()
    await page.evaluate(() => scrollTo(0, 10))
    await page.evaluate(
      () => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
    expect(await isTranslucent()).toBe(0)
    await page.evaluate(() => scrollTo(0, 11))
    await expect.poll(isTranslucent).toBe(1)
  })

  browserTest('opens the slide-in menu on a phone', async ({ open }) => {
    const { page } = await open({ baseUrl, device: 'phone' })
    await page.goto('/')
    await page.getByRole('button', { name: 'القائمة', exact: true }).tap()
    const menu = page.getByRole('navigation', { name: 'قائمة الهاتف' })
    await menu.getByText('الكتب المدرسية').tap()
    await menu.getByRole('link', { name: 'الصف السادس الابتدائي' }).first().tap()
    await page.waitForURL('**/books/primary?grade=SIXTH_PRIMARY')
  })
})

describe('the image viewer', () => {
  browserTest('wraps around, zooms from 1 to 3 by halves, and closes', async ({ open }) => {
    const { page } = await open({ baseUrl })
    await page.goto(`/ministerial/preview/${library.examId}`)
    await page.getByRole('link', { name: /^تكبير الصفحة ١/ }).click()
    const counter = page.locator('.lightbox-counter')
    const scale = () =>
      page.locator('.lightbox-stage img').evaluate(image => image.style.transform.match(/scale\((.+)\)/)?.[1])
    await expect.poll(() => counter.textContent()).toBe('١ / ٣')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => counter.textContent()).toBe('٣ / ٣')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => counter.textContent()).toBe('٢ / ٣')
    for (let press = 0; press < 6; press += 1) await page.keyboard.press('+')
    await expect.poll(() => scale()).toBe('3')
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('-')
    await expect.poll(() => scale()).toBe('1.5')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('.lightbox').count()).toBe(0)
  })
})

describe('the results browser', () => {
  browserTest('walks down to a file and back, with the path in the address', async ({ open }) => {
    const { page } = await open({ baseUrl })
    await page.goto('/results/sixth-preparatory')
    await page.locator('.folder-bar').hover()
    await page.waitForLoadState('networkidle')
    await mark(page)
    for (const folder of ['٢٠٢٦', 'أربيل', 'علمي', 'الدور الأول']) {
      await page.locator('.folder-rows').getByRole('link', { name: folder }).click()
      await page.locator('.folder-bar').getByText(folder).waitFor()
    }
    expect(new URL(page.url()).searchParams.get('path')).toBe('2026/أربيل/علمي/1')
    expect(await page.getByRole('link', { name: 'تيليجرام' }).count()).toBeGreaterThan(0)
    const coming = page.waitForEvent('download')
    await page.getByRole('link', { name: 'تحميل أربيل' }).click()
    await coming
    expect(new URL(page.url()).pathname, 'a download is no page').toBe('/results/sixth-preparatory')
    await page.getByRole('link', { name: 'رجوع' }).click()
    await page.locator('.folder-rows').getByRole('link', { name: 'الدور الأول' }).waitFor()
    expect(await isSameDocument(page)).toBe(true)
    await page.goto('/results/sixth-preparatory?path=2019')
    await page.getByText('هذا المجلد فارغ').waitFor()
  })
})

describe('the board of a release', () => {
  browserTest('an open board of results follows what becomes public', async ({ open }) => {
    const { page } = await open({ baseUrl, device: 'phone' })
    await page.goto('/results/sixth-preparatory')
    await mark(page)
    const board = page.getByRole('region', { name: /^صدرت في/ })
    /* By itself it begins when the first question is due. */
    await board.getByRole('link').first().focus()
    await board.getByText(/^قبل /).waitFor()
    expect(await board.getByRole('link', { name: /^ميسان/ }).count()).toBe(0)
    await server.services.results.create(
      resultInputSchema.parse(resultInput({ city: 'ميسان', releaseYear: 2026, try: 1 })),
      systemActor,
    )
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await board.getByRole('link', { name: /^ميسان/ }).waitFor()
    expect(await isSameDocument(page)).toBe(true)

    await page.evaluate(keepPages)
    await server.services.results.create(
      resultInputSchema.parse(resultInput({ city: 'واسط', releaseYear: 2026, try: 1 })),
      systemActor,
    )
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await board.getByText(/^كما كانت/).waitFor()
    expect(await board.getByRole('link', { name: /^واسط/ }).count()).toBe(0)
  })
})

describe('the contact form', () => {
  browserTest('keeps a message that could not be sent, and clears one that was', async ({ open }) => {
    const { page, context, expectProblem } = await open({ baseUrl })
    expectProblem(/ERR_INTERNET_DISCONNECTED/)
    await page.goto('/contact')
    await page.getByLabel('الاسم').fill('سارة')
    await page.getByLabel('البريد الإلكتروني').fill('sara@example.com')
    await page.getByLabel('الموضوع').selectOption('FEEDBACK')
    await page.getByLabel('الرسالة').fill('الموقع سريع')
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await page.getByRole('button', { name: 'إرسال' }).click()
    await page.getByRole('button', { name: 'إعادة الإرسال' }).waitFor()
    await expect.poll(() => page.getByLabel('الرسالة').inputValue()).toBe('الموقع سريع')
    await context.setOffline(false)
    await page.getByRole('button', { name: 'إعادة الإرسال' }).click()
    await page.getByText('وصلتنا رسالتك').waitFor()
    await expect.poll(() => page.getByLabel('الرسالة').inputValue()).toBe('')
    await expect.poll(() => page.getByText('وصلتنا رسالتك').count(), { timeout: 6000 }).toBe(0)
  })
})

describe('my grade', () => {
  let own: string
  openShared(async () => {
    own = await publishBook(server, 'كتاب الكيمياء', 'SIXTH_PREPARATORY', 'CHEMISTRY')
    await publishBook(server, 'كتاب الإسلامية', 'SIXTH_PREPARATORY', 'ISLAMIC')
  })

  /** Sums up what moved in each page, from its first byte on. */
  const watchShifts = (page: Page) =>
    page.addInitScript(() => {
      const shifts = { sum: 0 }
      Object.assign(window, { shifts })
      new PerformanceObserver(list => {
        for (const entry of list.getEntries())
          shifts.sum += (entry as PerformanceEntry & { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
    })

  browserTest(
    'is asked once, kept on the device alone, and leads to the own book in one tap and the own city in two',
    async ({ open }) => {
      const { page, context } = await open({ baseUrl, device: 'phone' })
      await watchShifts(page)
      const seen: string[] = []
      page.on('request', request => {
        if (request.method() === 'POST') seen.push(request.postData() ?? '')
      })
      await page.goto('/')
      await page.getByRole('link', { name: 'السادس الإعدادي', exact: false }).first().tap()
      await page.waitForURL('**/grade/sixth-preparatory')
      await page.locator('.grade-tools .button[aria-current]').waitFor()
      await page.getByRole('link', { name: 'علمي', exact: true }).tap()
      await page.waitForURL('**/grade/sixth-preparatory/scientific')

      await page.goto('/')
      await expect
        .poll(() => page.locator('[data-mine-name]').innerText())
        .toMatch(/^السادس الإعدادي\s· علمي$/)
      const mine = page.locator('[data-mine-home]')
      await expect
        .poll(() =>
          mine
            .locator('.book-strip h3 > a')
            .evaluateAll(links => links.map(link => link.firstChild?.textContent)),
        )
        .toEqual(['الكيمياء', 'التربية الإسلامية'])
      expect(await page.getByText('ما صفك؟').isVisible()).toBe(false)
      expect(await page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum)).toBe(0)
      await mine.getByRole('link', { name: 'الكيمياء' }).tap()
      await page.waitForURL(`**/books/${own}`)

      await page.goto('/')
      const results = page.locator('.place-bar').getByRole('link', { name: 'نتائج' })
      await expect.poll(() => results.getAttribute('href')).toBe('/results/sixth-preparatory')
      await results.tap()
      await page.locator('.board').getByRole('link', { name: /^بابل/ }).tap()
      await page.waitForURL(url => decodeURIComponent(url.search).includes('بابل'))
      const file = page.locator('main .folder-row')
      await expect.poll(() => file.allInnerTexts()).toEqual([expect.stringContaining('بابل')])
      await expect
        .poll(() => file.getByRole('link', { name: /^تحميل/ }).getAttribute('href'))
        .toMatch(/^\/files\//)

      await page.goto('/')
      await page.getByRole('link', { name: 'غيّر الصف' }).tap()
      await page.getByRole('link', { name: 'انسَ صفي' }).tap()
      await page.getByText('ما صفك؟').waitFor()
      expect(await page.evaluate(() => document.documentElement.dataset.grade)).toBe(undefined)
      await expect.poll(() => seen.includes('{"path":"/"}')).toBe(true)
      expect(seen.filter(body => !/^{"path":"[^"]*"}$/.test(body))).toEqual([])
      expect(await context.cookies()).toEqual([])
    },
  )

  browserTest(
    'chooses among results that answer alike, leads out of an empty list, and is sent nowhere',
    async ({ open }) => {
      const physics = await publishBook(server, 'كتاب الفيزياء', 'SIXTH_PREPARATORY', 'PHYSICS')
      const newest = await publishBook(server, 'كتاب العلوم', 'SIXTH_PRIMARY', 'SCIENCE')
      const { page } = await open({ baseUrl, device: 'phone' })
      const firstRow = page.locator('.record-row:not(.skeleton)').first()
      await page.goto('/search?q=كتاب')
      await expect.poll(() => firstRow.getAttribute('data-id')).toBe(newest)
      await page.addInitScript(() => localStorage.setItem('grade', 'sixth-preparatory/scientific'))
      await watchShifts(page)
      const sent: string[] = []
      page.on('request', request => sent.push(decodeURIComponent(request.url()) + request.postData()))
      await page.goto('/search?q=كتاب')
      await expect.poll(() => firstRow.getAttribute('data-id')).toBe(physics)
      const best = page.locator('[data-best] .record-row')
      expect(await best.innerText()).toContain('الكتب')
      const books = page.locator('[data-group=book]')
      await expect.poll(() => books.locator(`[data-id="${newest}"] .record-facts`).isVisible()).toBe(true)
      expect(await books.locator(`[data-id="${newest}"]`).innerText()).not.toContain('الكتب')
      /* The number over the rows counts them, also where the best one of all has left another kind. */
      const counted = () =>
        page.locator('[data-group]:not([hidden])').evaluateAll(groups =>
          groups.map(group => ({
            said: group.querySelector('.group-count')?.textContent,
            rows: group.querySelectorAll('.record-row').length,
          })),
        )
      for (const { said, rows } of await counted()) expect(said).toBe(formatNumber(rows))
      const rowsCode = builtName('islands/own-rows.ts')
      const [part = ''] = builtPartsOf('islands/own-rows.ts')
      expect(part).toMatch(/\.js$/u)
      const timesOf = (name: string) =>
        page.evaluate(file => {
          const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
          const found = entries.find(entry => entry.name.endsWith(file))
          return [found?.startTime ?? Infinity, found?.responseEnd ?? -Infinity] as const
        }, name)
      /* Its part is asked for beside it, not after it. */
      expect((await timesOf(part))[0]).toBeLessThan((await timesOf(rowsCode))[1])
      await page.getByRole('navigation', { name: 'نوع النتائج' }).getByRole('link', { name: 'الكتب' }).tap()
      await page.waitForURL('**type=book')
      await expect.poll(() => firstRow.getAttribute('data-id')).toBe(physics)
      await page.locator('.place-bar [data-search]').tap()
      const field = page.getByRole('combobox', { name: 'ابحث في الموقع' })
      await field.fill('كتاب')
      await expect.poll(() => page.getByRole('option').first().getAttribute('href')).toBe(`/books/${physics}`)
      expect(await page.getByRole('option').count()).toBeLessThanOrEqual(limits.searchResults)
      await field.fill('ظظظظ')
      const all = page.getByRole('dialog').getByRole('link', { name: 'كل ما لصفك' })
      await expect.poll(() => all.getAttribute('href')).toBe('/grade/sixth-preparatory/scientific')

      const way = page.locator('.own-way')
      await page.goto('/books/intermediate?query=ظظظظ')
      await expect.poll(() => way.innerText()).toMatch(/^كتب السادس الإعدادي\s· علمي$/)
      await expect
        .poll(() => way.getAttribute('href'))
        .toBe('/books/preparatory?branch=SCIENTIFIC&grade=SIXTH_PREPARATORY')
      expect(await page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum)).toBe(0)
      await page.goto('/search?q=ظظظظ')
      await expect.poll(() => way.getAttribute('href')).toBe('/grade/sixth-preparatory/scientific')
      expect(sent.filter(each => /sixth.preparatory/i.test(each))).toEqual([])
    },
  )

  browserTest('says how old its parts are, and gives way where they do not come', async ({ open }) => {
    const { page, expectProblem } = await open({
      baseUrl,
      device: 'phone',
      more: { serviceWorkers: 'block' },
    })
    expectProblem(/ERR_FAILED/)
    await page.addInitScript(() => localStorage.setItem('grade', 'first-primary'))
    await page.addInitScript(keepPages)
    await page.goto('/')
    await page.locator('[data-mine-home]').getByText('لا إنترنت. صفحة صفك كما كانت قبل ٣ أيام.').waitFor()
    for (const code of ['islands/my-grade-behaviour.ts', 'site/islands/loader.ts']) {
      await page.route(`**/${builtName(code)}`, route => route.abort())
      await page.goto('/')
      await page.getByText('ما صفك؟').waitFor()
      await expect.poll(() => page.locator('[data-mine-home]').isVisible()).toBe(false)
    }
  })

  browserTest(
    'is never needed: without scripts the twelve grades are links to their pages',
    async ({ open }) => {
      const { page } = await open({ baseUrl, device: 'phone', isJavaScriptOff: true })
      await page.goto('/')
      await expect.poll(() => page.locator('.grade-line a').count()).toBe(12)
      await page.getByRole('link', { name: 'الأول الابتدائي' }).first().tap()
      await page.waitForURL('**/grade/first-primary')
      await expect
        .poll(() => page.getByRole('heading', { level: 1 }).innerText())
        .toBe('كتب وملازم الأول الابتدائي')
      await expect.poll(() => page.locator('.book-strip > li').count()).toBe(12)
    },
  )

  browserTest('Back finds a list as it was left: filter and place', async ({ open }) => {
    const { page } = await open({ baseUrl, device: 'phone', isReducedMotion: true })
    await page.goto('/books/primary')
    const rows = page.locator('.record-row:not(.skeleton)')
    const all = await rows.count()
    await chooseFilter(page, 'الصف', 'الأول')
    await page.waitForURL('**/books/primary?grade=FIRST_PRIMARY')
    await expect.poll(() => rows.count()).not.toBe(all)
    await page.evaluate(() => window.scrollTo({ top: 350, behavior: 'instant' }))
    /** What is seen of the list: each row that begins on the screen, and where. */
    const seen = () =>
      rows.evaluateAll(list =>
        list
          .map(row => [(row as HTMLElement).dataset.id, Math.round(row.getBoundingClientRect().top)] as const)
          .filter(([, top]) => top >= 0 && top < innerHeight),
      )
    const left = { seen: await seen(), scrolled: await page.evaluate(() => scrollY) }
    expect([left.scrolled, left.seen.length > 4]).toEqual([350, true])
    await page.locator(`[data-id="${left.seen[2]?.[0]}"] a.card-link`).tap()
    await page.waitForURL(`**/books/${left.seen[2]?.[0]}`)
    await page.goBack()
    await page.waitForURL('**/books/primary?grade=FIRST_PRIMARY')
    await expect
      .poll(async () => ({ seen: await seen(), scrolled: await page.evaluate(() => scrollY) }))
      .toEqual(left)
    expect(await chosenFilter(page, 'الصف')).toBe('الأول')
  })
})
