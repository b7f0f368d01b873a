import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { findFaultsInThemes } from '#test/axe.ts'
import { browserTest } from '#test/browser-test.ts'
import { openPage } from '#test/browser.ts'

/** The browser that all browser tests rely on: it must see faults, or they prove nothing. */
const pages: Record<string, string> = {
  '/': '<!doctype html><html lang="ar" dir="rtl"><title>رافد</title><link rel=icon href=data:,><h1>كتاب الرياضيات</h1><script>document.title="سكربت"</script>',
  '/error': '<!doctype html><link rel=icon href=data:,><script>console.error("عطل")</script>',
  '/throw': '<!doctype html><link rel=icon href=data:,><script>throw new Error("عطل")</script>',
  '/grey': `<!doctype html><html lang="en"><title>grey</title><link rel=icon href=data:,><style>
    @media (prefers-color-scheme: dark) { body { background: #000; color: #222 } }</style>
    <main><h1>Grey</h1><img src=data:image/gif;base64,R0lGODlhAQABAAAAACw=></main>`,
  '/outside': '<!doctype html><link rel=icon href=data:,><img src="http://elsewhere.example/a.png">',
  '/missing-image': '<!doctype html><link rel=icon href=data:,><img src="/none.png">',
}
let server: Server
let baseUrl: string

beforeAll(async () => {
  server = createServer((request, response) => {
    const body = pages[request.url ?? '']
    response.writeHead(body ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' }).end(body)
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => server.close())

describe('the browser of the tests', () => {
  browserTest(
    'lets go of what a test still answers in place of the server when it ends',
    async ({ open }) => {
      const { page } = await open({ baseUrl })
      const asked = Promise.withResolvers<void>()
      await page.route('**/late', async route => {
        asked.resolve()
        await new Promise(resolve => setTimeout(resolve, 300))
        await route.fetch()
        await route.fulfill({ body: '' })
      })
      await page.goto('/')
      await page.evaluate(() => void fetch('/late').catch(() => undefined))
      await asked.promise
    },
  )

  browserTest('draws Arabic letters, not boxes, with the fonts that came along', async ({ open }) => {
    const { page } = await open({ baseUrl })
    await page.goto('/')
    const widths = await page.evaluate(() => {
      const pen = document.createElement('canvas').getContext('2d')
      if (!pen) throw new Error('no canvas')
      pen.font = '40px sans-serif'
      // Joined letters are narrower than the same letters apart: only a font that has them can do that.
      return { joined: pen.measureText('ببب').width, apart: 3 * pen.measureText('ب').width }
    })
    expect(widths.joined).toBeLessThan(widths.apart)
  })

  browserTest('is a phone in Iraq when asked, dark and touched', async ({ open }) => {
    const { page } = await open({ baseUrl, device: 'phone', theme: 'dark' })
    await page.goto('/')
    const seen = await page.evaluate(() => ({
      width: innerWidth,
      density: devicePixelRatio,
      isTouched: navigator.maxTouchPoints > 0,
      isDark: matchMedia('(prefers-color-scheme: dark)').matches,
      language: navigator.language,
      minutesFromGreenwich: -new Date(0).getTimezoneOffset(),
    }))
    expect(seen).toEqual({
      width: 980,
      density: 2,
      isTouched: true,
      isDark: true,
      language: 'ar-IQ',
      minutesFromGreenwich: 180,
    })
  })

  browserTest('runs no script when JavaScript is off', async ({ open }) => {
    const { page } = await open({ baseUrl, isJavaScriptOff: true })
    await page.goto('/')
    expect(await page.title()).toBe('رافد')
    const { page: other } = await open({ baseUrl })
    await other.goto('/')
    expect(await other.title()).toBe('سكربت')
  })

  browserTest.for([
    ['/error', 'console: عطل'],
    ['/throw', 'uncaught: Error: عطل'],
    ['/outside', 'request: http://elsewhere.example/a.png'],
    ['/missing-image', 'console: Failed to load resource: the server responded with a status of 404'],
  ] as const)('notices what goes wrong on %s', async ([address, expected], { browser }) => {
    const watched = await openPage(browser, { baseUrl })
    await watched.page.goto(address)
    await expect.poll(() => watched.listProblems().join('\n')).toContain(expected)
    watched.expectProblem(/./)
    expect(watched.listProblems()).toEqual([])
    await watched.context.close()
  })

  browserTest('names what axe finds, in the theme that has it', async ({ open }) => {
    const { page } = await open({ baseUrl })
    const seen = async () =>
      (await findFaultsInThemes(page)).map(({ theme, fault }) => `${theme} ${fault.id}`)
    await page.goto('/grey')
    expect(await seen()).toEqual(['light image-alt', 'dark color-contrast'])
    await page.evaluate(() => document.querySelector('img')?.remove())
    expect(await seen()).toEqual(['dark color-contrast'])
  })

  browserTest.fails('fails a test in which something went wrong', async ({ open }) => {
    const { page } = await open({ baseUrl })
    await page.goto('/error')
  })
})
