import { AxeBuilder } from '@axe-core/playwright'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { browserTest } from '#test/browser-test.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { fillLibrary } from './site-library.ts'

let server: TestApp
let baseUrl: string
let pages: string[]

beforeAll(async () => {
  server = await openTestApp()
  const { bookId, noteId, examId, newsId } = await fillLibrary(server)
  baseUrl = await server.listen()
  pages = [
    '/',
    '/books',
    '/books/primary',
    `/books/${bookId}`,
    '/notes',
    '/notes/preparatory',
    `/notes/download/${noteId}`,
    '/ministerial',
    '/ministerial/sixth-primary',
    `/ministerial/preview/${examId}`,
    '/results',
    '/results/sixth-preparatory?path=2026/أربيل/علمي/1',
    '/news',
    `/news/${newsId}`,
    '/search?q=رياضيات',
    '/about',
    '/contact',
    '/help',
    '/faq',
    '/terms',
    '/privacy',
    '/no-such-page',
  ]
})
afterAll(() => server.close())

const notFound = /status of 404/

describe('every public page', () => {
  for (const device of ['phone', 'desktop'] as const) {
    for (const theme of ['light', 'dark'] as const) {
      browserTest(`passes axe on a ${device} in the ${theme}`, { timeout: 180_000 }, async ({ open }) => {
        const { page, expectProblem } = await open({ baseUrl, device, theme, isReducedMotion: true })
        expectProblem(notFound)
        const found: string[] = []
        for (const url of pages) {
          await page.goto(url)
          const { violations } = await new AxeBuilder({ page }).analyze()
          for (const { id, nodes } of violations)
            found.push(`${url} ${id}: ${nodes.map(node => node.html).join(' ')}`)
        }
        expect(found).toEqual([])
      })
    }
  }

  browserTest(
    'fits 320 pixels, and stays readable at twice the text size',
    { timeout: 120_000 },
    async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl, more: { viewport: { width: 320, height: 640 } } })
      expectProblem(notFound)
      const wide: string[] = []
      for (const url of pages) {
        await page.goto(url)
        const overflow = () =>
          page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
        if ((await overflow()) > 0) wide.push(`${url} by ${await overflow()}`)
      }
      await page.setViewportSize({ width: 640, height: 800 })
      for (const url of pages) {
        await page.goto(url)
        await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'))
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        if (overflow > 0) wide.push(`${url} at 200 % by ${overflow}`)
      }
      expect(wide).toEqual([])
    },
  )

  browserTest('does not shift while it loads', { timeout: 120_000 }, async ({ open }) => {
    const { page, expectProblem } = await open({ baseUrl, device: 'phone' })
    expectProblem(notFound)
    const shifts: string[] = []
    for (const url of pages) {
      await page.goto(url, { waitUntil: 'load' })
      const shift = await page.evaluate(
        () =>
          new Promise<number>(resolve => {
            let sum = 0
            new PerformanceObserver(list => {
              for (const entry of list.getEntries())
                sum += (entry as PerformanceEntry & { value: number }).value
            }).observe({ type: 'layout-shift', buffered: true })
            setTimeout(() => resolve(sum), 300)
          }),
      )
      if (shift > 0) shifts.push(`${url} ${shift}`)
    }
    expect(shifts).toEqual([])
  })
})

describe('without scripts', () => {
  browserTest('a student filters, turns the page, opens menus and reads a book', async ({ open }) => {
    const { page } = await open({ baseUrl, device: 'phone', isJavaScriptOff: true })
    await page.goto('/')
    await page.getByRole('button', { name: 'القائمة', exact: true }).tap()
    const menu = page.getByRole('navigation', { name: 'قائمة الهاتف' })
    await menu.getByText('الكتب المدرسية').tap()
    await menu.getByRole('link', { name: 'المرحلة الابتدائية' }).first().tap()
    await page.waitForURL('**/books/primary')
    await page.getByRole('link', { name: 'التالي' }).tap()
    await page.waitForURL('**/books/primary?page=2')
    await page.getByRole('combobox', { name: 'المادة' }).selectOption('MATH')
    await page.getByRole('button', { name: 'عرض' }).tap()
    await page.waitForURL(/subject=MATH/)
    await page.getByRole('link', { name: 'الرياضيات' }).tap()
    await page.getByRole('heading', { name: 'الإصدارات المتوفرة' }).waitFor()
  })

  browserTest('a student searches, opens a picture, a folder and a question', async ({ open }) => {
    const { page } = await open({ baseUrl, isJavaScriptOff: true })
    await page.goto('/')
    await page.getByRole('searchbox', { name: 'ابحث في الموقع' }).fill('رياضيات')
    await page.getByRole('button', { name: 'بحث' }).click()
    await page.waitForURL(/\/search\?q=/)
    expect(await page.locator('.search-list .row-card').count()).toBeGreaterThan(0)
    await page.goto('/results/sixth-preparatory')
    await page.getByRole('link', { name: '٢٠٢٦' }).click()
    await page.getByRole('link', { name: 'بابل' }).waitFor()
    await page.goto('/faq')
    await page.getByText('هل استخدام رافد مجاني؟').click()
    await page.getByText('نعم، كل ما في الموقع مجاني').waitFor()
  })

  browserTest('a visitor writes to us', async ({ open }) => {
    const { page } = await open({ baseUrl, isJavaScriptOff: true })
    await page.goto('/contact')
    await page.getByLabel('الاسم').fill('علي')
    await page.getByLabel('البريد الإلكتروني').fill('ali@example.com')
    await page.getByLabel('الموضوع').selectOption('SUPPORT')
    await page.getByLabel('الرسالة').fill('السلام عليكم')
    await page.getByRole('button', { name: 'إرسال' }).click()
    await page.waitForURL('**/contact?sent=1')
    await page.getByText('وصلتنا رسالتك').waitFor()
  })
})
