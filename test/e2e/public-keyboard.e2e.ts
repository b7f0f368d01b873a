import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { limits } from '#contract/limits.ts'
import { browserTest, openShared } from '#test/browser-test.ts'
import { arrivalOf } from '#test/built-files.ts'
import { openPublicSite } from './public-site.ts'
import type { PublicSite } from './public-site.ts'

let site: PublicSite

openShared(
  async () => {
    site = await openPublicSite()
  },
  () => site.server.close(),
)

/** The accessible text of what has the focus. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    return (element?.getAttribute('aria-label') ?? element?.textContent ?? '').trim()
  })

/** Presses Tab until something of that text has the focus. */
async function tabTo(page: Page, text: string | RegExp, key = 'Tab'): Promise<void> {
  const isIt = (found: string) => (typeof text === 'string' ? found === text : text.test(found))
  const passed: string[] = []
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press(key)
    const found = await focused(page)
    if (isIt(found)) return
    passed.push(found)
  }
  throw new Error(`${text} never has the focus; what had it: ${passed.join(' | ')}`)
}

/** Brings the list to life as the focus of a person does, and waits until its code has run. */
async function wakeList(page: Page): Promise<void> {
  const code = arrivalOf(page, 'islands/list-behaviour.ts')
  await page.locator('.list-area').locator('a[href], input').first().focus()
  await page.evaluate(`import(${JSON.stringify((await code).url())}).then(() => undefined)`)
}

/** Whether what has the focus shows that it has it. */
const showsFocus = (page: Page) =>
  page.evaluate(() => {
    const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  })

describe('the header by keyboard', () => {
  browserTest(
    'Tab passes skip link, logo and menu in order; the skip link leads to the content',
    async ({ open }) => {
      const { page } = await open({ baseUrl: site.baseUrl })
      await page.goto('/books')
      const passed: string[] = []
      for (let presses = 0; presses < 9; presses += 1) {
        await page.keyboard.press('Tab')
        passed.push(await focused(page))
        expect(await showsFocus(page), passed.at(-1)).toBe(true)
      }
      expect(passed).toEqual([
        'تخطَّ إلى المحتوى',
        'رافد، الصفحة الرئيسية',
        'الأخبار',
        'الكتب المدرسية',
        'الملازم',
        'النتائج الوزارية',
        'الأسئلة الوزارية',
        'قناتنا',
        expect.stringContaining('ابحث في الموقع'),
      ])
      await page.goto('/books')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content')
      await page.keyboard.press('Tab')
      await expect
        .poll(() => page.evaluate(() => document.querySelector('main')?.contains(document.activeElement)))
        .toBe(true)
    },
  )

  browserTest(
    'Enter and Space open a menu, another closes it, Escape closes and gives the focus back',
    async ({ open }) => {
      const { page } = await open({ baseUrl: site.baseUrl })
      await page.goto('/')
      const menu = page.getByRole('navigation', { name: 'القائمة الرئيسية' })
      const isOpen = menu.locator('details[open] > summary')
      await tabTo(page, 'الكتب المدرسية')
      await page.keyboard.press('Enter')
      await expect.poll(() => isOpen.allInnerTexts()).toEqual(['الكتب المدرسية'])
      await page.keyboard.press('Tab')
      await expect.poll(() => focused(page)).toBe('المرحلة الابتدائية')
      await page.keyboard.press('Tab')
      await expect.poll(() => focused(page)).toBe('الصف الأول الابتدائي')
      await tabTo(page, 'الملازم')
      await page.keyboard.press('Space')
      await expect.poll(() => isOpen.allInnerTexts()).toEqual(['الملازم'])
      await page.keyboard.press('Tab')
      await page.keyboard.press('Escape')
      await expect.poll(() => isOpen.count()).toBe(0)
      await expect.poll(() => focused(page)).toBe('الملازم')
      await page.keyboard.press('Enter')
      await tabTo(page, 'الصف الثالث المتوسط')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/notes/intermediate?grade=THIRD_INTERMEDIATE')
    },
  )

  browserTest(
    'on a phone the menu opens, keeps the order, and Escape closes it and gives the focus back',
    async ({ open }) => {
      const { page } = await open({ baseUrl: site.baseUrl, device: 'phone' })
      await page.goto('/')
      await tabTo(page, 'القائمة')
      await page.keyboard.press('Enter')
      const menu = page.locator('#mobile-menu')
      await menu.waitFor()
      await tabTo(page, 'إغلاق القائمة')
      await tabTo(page, 'الرئيسية')
      await tabTo(page, 'الأسئلة الوزارية')
      await page.keyboard.press('Enter')
      await tabTo(page, 'الصف الثالث المتوسط')
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await menu.waitFor({ state: 'hidden' })
      await expect.poll(() => focused(page)).toBe('القائمة')
    },
  )
})

describe('lists by keyboard', () => {
  browserTest(
    'text and choices filter without a reload; page links and reset work with Enter',
    async ({ open }) => {
      const { page } = await open({ baseUrl: site.baseUrl })
      await page.goto('/books/primary')
      const cards = page.locator('.record-row:not(.skeleton)')
      await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
      await page.getByRole('searchbox', { name: 'بحث' }).focus()
      await page.keyboard.type('الرياضيات')
      await page.waitForURL(/query=/)
      await expect.poll(() => cards.count()).toBe(1)
      await expect
        .poll(() =>
          page.getByRole('searchbox', { name: 'بحث' }).evaluate(input => input === document.activeElement),
        )
        .toBe(true)
      await tabTo(page, 'السادس١')
      await page.keyboard.press('Enter')
      await page.waitForURL(/grade=SIXTH_PRIMARY/)
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.id))
        .toBe('facet-grade-SIXTH_PRIMARY')
      await tabTo(page, 'إعادة ضبط')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/books/primary')
      await expect.poll(() => cards.count()).toBe(10)
      await tabTo(page, 'التالي')
      expect(await showsFocus(page)).toBe(true)
      await page.keyboard.press('Enter')
      await page.waitForURL('**/books/primary?page=2')
      await expect.poll(() => cards.count()).toBe(3)
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
        .toBe('الكتب')
      expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
    },
  )

  browserTest(
    'the pagination tells a screen reader names, order, place and what leads nowhere',
    async ({ open }) => {
      const { page } = await open({ baseUrl: site.baseUrl })
      await page.goto('/books/primary')
      expect(await page.getByRole('navigation', { name: 'صفحات القائمة' }).ariaSnapshot()).toBe(
        [
          '- navigation "صفحات القائمة":',
          '  - link "السابق" [disabled]',
          '  - list:',
          '    - listitem:',
          '      - link "الصفحة ١":',
          '        - /url: /books/primary',
          '        - text: ١',
          '    - listitem:',
          '      - link "الصفحة ٢":',
          '        - /url: /books/primary?page=2',
          '        - text: ٢',
          '  - link "التالي":',
          '    - /url: /books/primary?page=2',
        ].join('\n'),
      )
      await expect.poll(() => page.locator('.pagination [aria-current=page]').innerText()).toBe('١')
      const [first, second] = await page
        .locator('.page-number')
        .evaluateAll(all => all.map(link => link.getBoundingClientRect().x))
      expect(first).toBeGreaterThan(second ?? Infinity)
    },
  )

  browserTest('result folders open with Enter, and the back step returns', async ({ open }) => {
    const { page } = await open({ baseUrl: site.baseUrl })
    await page.goto('/results/sixth-preparatory')
    await wakeList(page)
    for (const name of ['٢٠٢٦', 'بابل', 'علمي', 'الدور الأول']) {
      await tabTo(page, name)
      expect(await showsFocus(page), name).toBe(true)
      await page.keyboard.press('Enter')
      await page.locator('[aria-current=page]', { hasText: name }).waitFor()
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
        .toBe('مجلدات النتائج')
    }
    await tabTo(page, 'بابل')
    await tabTo(page, 'تيليجرام بابل')
    await tabTo(page, 'تحميل بابل')
    await tabTo(page, 'رجوع', 'Shift+Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'الدور الأول' }).waitFor()
    expect(new URL(page.url()).searchParams.get('path')).toBe('2026/بابل/علمي')
    await page.goBack()
    await page.getByRole('link', { name: 'تحميل بابل' }).waitFor()
  })
})

describe('the image viewer by keyboard', () => {
  browserTest(
    'right is previous, left is next, around the ends; plus and minus zoom within bounds; f and Escape',
    async ({ open }) => {
      const { page } = await open({ baseUrl: site.baseUrl })
      await page.goto(`/ministerial/preview/${site.examId}`)
      await tabTo(page, /^تكبير الصفحة ١/)
      await page.keyboard.press('Enter')
      const viewer = page.getByRole('dialog')
      await viewer.waitFor()
      const counter = viewer.getByRole('status')
      const press = async (key: string, wanted: string) => {
        await page.keyboard.press(key)
        await expect.poll(() => counter.innerText()).toBe(wanted)
      }
      await expect.poll(() => counter.innerText()).toBe('١ / ٣')
      await press('ArrowRight', '٣ / ٣')
      await press('ArrowLeft', '١ / ٣')
      await press('ArrowLeft', '٢ / ٣')
      await press('ArrowRight', '١ / ٣')

      const scale = () =>
        viewer.locator('img').evaluate(image => new DOMMatrix(getComputedStyle(image).transform).a)
      for (const wanted of [1.5, 2, 2.5, 3, 3]) {
        await page.keyboard.press('+')
        await expect.poll(scale).toBe(wanted)
      }
      await expect.poll(() => viewer.getByRole('button', { name: 'تكبير' }).isDisabled()).toBe(true)
      for (const wanted of [2.5, 2, 1.5, 1, 1]) {
        await page.keyboard.press('-')
        await expect.poll(scale).toBe(wanted)
      }
      await page.keyboard.press('=')
      await expect.poll(scale).toBe(1.5)
      await press('ArrowLeft', '٢ / ٣')
      await expect.poll(() => scale()).toBe(1)

      const isFull = () => page.evaluate(() => document.fullscreenElement?.localName)
      await page.keyboard.press('f')
      await expect.poll(isFull).toBe('div')
      await page.keyboard.press('f')
      await expect.poll(isFull).toBeUndefined()
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('hidden')
      await page.keyboard.press('Escape')
      await viewer.waitFor({ state: 'detached' })
      await expect.poll(() => focused(page)).toMatch(/^تكبير الصفحة ١/)
    },
  )

  browserTest(
    'Ctrl and the wheel zoom, a drag moves the zoomed picture; on a phone swipes turn the pages',
    async ({ open }) => {
      const { page } = await open({ baseUrl: site.baseUrl })
      await page.goto(`/ministerial/preview/${site.examId}`)
      await page
        .getByRole('link', { name: /^تكبير/ })
        .first()
        .click()
      const viewer = page.getByRole('dialog')
      const image = viewer.locator('img')
      await image.waitFor()
      const matrix = () =>
        image.evaluate(element => {
          const { a, e, f } = new DOMMatrix(getComputedStyle(element).transform)
          return [a, e, f]
        })
      await page.mouse.move(640, 400)
      await page.keyboard.down('Control')
      await page.mouse.wheel(0, -100)
      await expect.poll(matrix).toEqual([1.5, 0, 0])
      await page.keyboard.up('Control')
      await page.mouse.down()
      await page.mouse.move(670, 380, { steps: 3 })
      await page.mouse.up()
      await expect.poll(matrix).toEqual([1.5, 30, -20])

      const phone = await open({ baseUrl: site.baseUrl, device: 'phone' })
      await phone.page.goto(`/ministerial/preview/${site.examId}`)
      await phone.page
        .getByRole('link', { name: /^تكبير/ })
        .first()
        .tap()
      const counter = phone.page.getByRole('dialog').getByRole('status')
      await counter.waitFor()
      const touch = await phone.context.newCDPSession(phone.page)
      const swipe = async (fromX: number, toX: number) => {
        await touch.send('Input.dispatchTouchEvent', {
          type: 'touchStart',
          touchPoints: [{ x: fromX, y: 400 }],
        })
        await touch.send('Input.dispatchTouchEvent', {
          type: 'touchMove',
          touchPoints: [{ x: (fromX + toX) / 2, y: 402 }],
        })
        await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: toX, y: 402 }] })
        await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      }
      await swipe(100, 300)
      await expect.poll(() => counter.innerText()).toBe('٢ / ٣')
      await swipe(300, 100)
      await expect.poll(() => counter.innerText()).toBe('١ / ٣')
    },
  )

  browserTest(
    'on a phone two fingers zoom about the place between them, a double tap zooms in on its place and out',
    async ({ open }) => {
      const { page, context } = await open({ baseUrl: site.baseUrl, device: 'phone' })
      await page.goto(`/ministerial/preview/${site.examId}`)
      await page
        .getByRole('link', { name: /^تكبير/ })
        .first()
        .tap()
      const viewer = page.getByRole('dialog')
      const image = viewer.locator('img')
      await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(300)
      const touch = await context.newCDPSession(page)
      let atMs = Date.now()
      const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...places: [number, number][]) => {
        atMs += 20
        const touchPoints = places.map(([x, y], id) => ({ x, y, id }))
        return touch.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp: atMs / 1000 })
      }
      const middle = await viewer.locator('.lightbox-stage').evaluate(stage => {
        const { left, top, width, height } = stage.getBoundingClientRect()
        return { x: left + width / 2, y: top + height / 2 }
      })
      const shown = () =>
        image.evaluate(element => {
          const { a, e, f } = new DOMMatrix(getComputedStyle(element).transform)
          return { zoom: a, x: e, y: f }
        })
      /** The part of the picture at a place of the window: it has to stay there while one zooms about it. */
      const partAt = ({ zoom, x, y }: Awaited<ReturnType<typeof shown>>, at: [number, number]) => [
        Math.round((at[0] - middle.x - x) / zoom),
        Math.round((at[1] - middle.y - y) / zoom),
      ]

      const between: [number, number] = [140, 300]
      const before = partAt({ zoom: 1, x: 0, y: 0 }, between)
      await send('touchStart', [120, 300])
      await send('touchStart', [120, 300], [160, 300])
      await send('touchMove', [110, 300], [170, 300])
      await send('touchMove', [100, 300], [180, 300])
      await send('touchEnd', [100, 300])
      await send('touchEnd')
      await expect.poll(async () => (await shown()).zoom).toBeCloseTo(2, 5)
      expect(partAt(await shown(), between)).toEqual(before)
      await expect.poll(() => viewer.getByRole('status').innerText()).toBe('١ / ٣')

      await send('touchStart', [100, 300], [180, 300])
      await send('touchMove', [20, 300], [360, 300])
      await send('touchEnd')
      await expect.poll(async () => (await shown()).zoom).toBe(limits.maxZoom)
      await send('touchStart', [20, 300], [360, 300])
      await send('touchMove', [180, 300], [190, 300])
      await send('touchEnd')
      await expect.poll(shown).toEqual({ zoom: 1, x: 0, y: 0 })

      const tapTwice = async (at: [number, number]) => {
        atMs += 1000
        for (let tap = 0; tap < 2; tap += 1) {
          await send('touchStart', at)
          await send('touchEnd')
        }
      }
      const tapped: [number, number] = [250, 500]
      await tapTwice(tapped)
      await expect.poll(async () => (await shown()).zoom).toBe(2)
      expect(partAt(await shown(), tapped)).toEqual(partAt({ zoom: 1, x: 0, y: 0 }, tapped))
      await send('touchStart', [200, 400])
      await send('touchMove', [230, 380])
      await send('touchEnd')
      await expect.poll(() => viewer.getByRole('status').innerText()).toBe('١ / ٣')
      await tapTwice(tapped)
      await expect.poll(shown).toEqual({ zoom: 1, x: 0, y: 0 })
    },
  )

  browserTest('a picture that does not come is no dead end', async ({ open }) => {
    const { page, expectProblem } = await open({ baseUrl: site.baseUrl })
    expectProblem(/ERR_FAILED/)
    await page.goto(`/ministerial/preview/${site.examId}`)
    const first = page.getByRole('link', { name: /^تكبير/ }).first()
    const address = new URL((await first.getAttribute('href')) ?? '', site.baseUrl).pathname
    let isBroken = true
    await page.route(
      ({ pathname, search }) => pathname === address && search === '',
      route => (isBroken ? route.abort() : route.continue()),
    )
    await first.click()
    const viewer = page.getByRole('dialog')
    await viewer.getByRole('alert').getByText('تعذر تحميل الصورة').waitFor()
    isBroken = false
    await viewer.getByRole('button', { name: 'إعادة المحاولة' }).click()
    await expect
      .poll(() => viewer.locator('img').evaluate((shown: HTMLImageElement) => shown.naturalWidth))
      .toBe(300)
  })
})

describe('the contact form by keyboard', () => {
  browserTest(
    'Tab passes every field; a failure keeps what was typed; sent clears it, and its banner goes',
    async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl: site.baseUrl })
      expectProblem(/status of 503/)
      await page.goto('/contact')
      await tabTo(page, 'إرسال')
      await page.keyboard.press('Enter')
      for (const text of ['الاسم مطلوب', 'البريد الإلكتروني مطلوب', 'الرجاء اختيار الموضوع', 'الرسالة مطلوبة'])
        await page.getByText(text, { exact: true }).waitFor()
      await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name')
      await page.keyboard.type('أحمد')
      await page.keyboard.press('Tab')
      await page.keyboard.type('ahmed')
      await page.keyboard.press('Enter')
      await page.getByText('البريد الإلكتروني غير صالح').waitFor()
      await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email')
      await page.keyboard.type('@example.com')
      await page.keyboard.press('Tab')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Tab')
      await page.keyboard.type('رسالة من لوحة المفاتيح')
      await page.keyboard.press('Tab')
      await expect.poll(() => focused(page)).toBe('إرسال')

      let isBroken = true
      let letThrough = () => {}
      const held = new Promise<void>(resolve => (letThrough = resolve))
      await page.route('**/api/contact', async route => {
        if (!isBroken) return route.continue()
        await held
        return route.fulfill({
          status: 503,
          json: { code: 'unavailable', message: 'الخدمة غير متاحة حالياً.' },
        })
      })
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'جاري الإرسال...' }).waitFor()
      letThrough()
      await page.getByRole('alert').getByText('الخدمة غير متاحة حالياً.').waitFor()
      await expect.poll(() => page.getByLabel('الرسالة').inputValue()).toBe('رسالة من لوحة المفاتيح')
      await expect.poll(() => focused(page)).toBe('إعادة الإرسال')

      isBroken = false
      await page.keyboard.press('Enter')
      const banner = page.getByRole('status').getByText('وصلتنا رسالتك')
      await banner.waitFor()
      const shownAtMs = Date.now()
      for (const label of ['الاسم', 'البريد الإلكتروني', 'الموضوع', 'الرسالة']) {
        expect(await page.getByLabel(label).inputValue(), label).toBe('')
      }
      await banner.waitFor({ state: 'detached' })
      expect(Date.now() - shownAtMs).toBeGreaterThan(limits.contactBannerMs - 1000)
      const { messages } = await site.server.services.contact.list({ limit: 10, offset: 0, unread: false })
      expect(messages.map(({ name, message }) => [name, message])).toEqual([
        ['أحمد', 'رسالة من لوحة المفاتيح'],
      ])
    },
  )
})
