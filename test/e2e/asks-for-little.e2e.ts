import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { browserTest, openShared } from '#test/browser-test.ts'
import { openPublicSite } from './public-site.ts'
import type { PublicSite } from './public-site.ts'

let site: PublicSite

openShared(
  async () => {
    site = await openPublicSite()
  },
  () => site.server.close(),
)

/** The pictures that are seen or asked for on a page, after all of it was scrolled through. */
async function picturesOf(page: Page, path: string): Promise<string[]> {
  await page.goto(path)
  await page.evaluate(async () => {
    for (let top = 0; top < document.body.scrollHeight; top += innerHeight) {
      scrollTo(0, top)
      await new Promise(resolve => setTimeout(resolve, 50))
    }
  })
  return page.locator('main img').evaluateAll(all => all.map(image => (image as HTMLImageElement).src))
}

const lists = (library: PublicSite) => [
  '/',
  '/books/preparatory',
  '/notes/preparatory',
  '/ministerial/sixth-preparatory',
  '/news',
  '/search?q=English',
  '/grade/sixth-preparatory/scientific',
  `/books/${library.richBookId}`,
  `/news/${library.richNewsId}`,
]

browserTest(
  'who asks for little gets no banner and no cover but drawn ones, on every list, and nothing is kept unasked',
  { timeout: 120_000 },
  async ({ open }) => {
    for (const isLight of [true, false]) {
      const { page, context } = await open({
        baseUrl: site.baseUrl,
        device: 'phone',
        isReducedMotion: true,
        more: { serviceWorkers: 'allow', extraHTTPHeaders: isLight ? { 'save-data': 'on' } : {} },
      })
      if (isLight) {
        await page.addInitScript(() =>
          Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
        )
      }
      const loaded: string[] = []
      page.on('response', response => {
        if (response.request().resourceType() === 'image') loaded.push(new URL(response.url()).pathname)
      })
      const found: string[] = []
      for (const path of lists(site)) found.push(...(await picturesOf(page, path)))
      const ownFiles = loaded.filter(path => path.startsWith('/files/') || path.startsWith('/pictures/'))
      expect({ isLight, pictures: found.length > 0, own: ownFiles.length > 0 }).toEqual({
        isLight,
        pictures: !isLight,
        own: !isLight,
      })
      await page.goto('/books/preparatory')
      await page.locator('.record-row .cover:visible').first().waitFor()
      const workers = () =>
        page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
      if (isLight) expect(await workers()).toBe(0)
      else await expect.poll(workers, { timeout: 30_000 }).toBe(1)
      await context.close()
    }
  },
)

browserTest(
  'who asks for more contrast sees borders and ink in place of tints and grey',
  async ({ open }) => {
    const looks: Record<string, string[]> = {}
    for (const contrast of ['no-preference', 'more'] as const) {
      const { page } = await open({ baseUrl: site.baseUrl, device: 'phone', more: { contrast } })
      await page.goto('/books/preparatory?grade=SIXTH_PREPARATORY')
      looks[contrast] = await page.evaluate(() => {
        const styleOf = (selector: string) => {
          const element = document.querySelector(selector)
          if (!element) throw new Error(`There is no ${selector}`)
          return getComputedStyle(element)
        }
        const ink = getComputedStyle(document.body).color
        const mark = styleOf('.record-row .new-mark')
        return [
          styleOf('.record-facts').color === ink ? 'facts in ink' : 'facts in grey',
          styleOf('.filter-button').borderBlockStartColor === ink ? 'line in ink' : 'pale line',
          styleOf('.chip.is-soft').backgroundColor === styleOf('.record-rows').backgroundColor
            ? 'plain'
            : 'tint',
          `mark with a border of ${mark.borderBlockStartWidth}`,
        ]
      })
    }
    expect(looks).toEqual({
      'no-preference': ['facts in grey', 'pale line', 'tint', 'mark with a border of 0px'],
      more: ['facts in ink', 'line in ink', 'plain', 'mark with a border of 1px'],
    })
  },
)
