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

browserTest(
  'no script of ours asks for the layout before the browser has made it: the first frame is one task less',
  { timeout: 120_000 },
  async ({ open }) => {
    const { page } = await open({ baseUrl: site.baseUrl, device: 'phone' })
    await page.addInitScript(() => {
      const early: string[] = []
      Object.assign(window, { early })
      let isParsed = false
      document.addEventListener('DOMContentLoaded', () => (isParsed = true))
      const watch = (owner: object, name: string) => {
        const own = Object.getOwnPropertyDescriptor(owner, name)
        const note = () => void (isParsed || early.push(name))
        Object.defineProperty(owner, name, {
          ...own,
          ...(own?.get && {
            get() {
              note()
              return own.get?.call(this)
            },
          }),
          ...(own?.value && {
            value(...rest: unknown[]) {
              note()
              return own.value.apply(this, rest)
            },
          }),
        })
      }
      for (const name of ['scrollX', 'scrollY', 'innerWidth', 'innerHeight']) watch(window, name)
      for (const name of ['scrollTop', 'clientWidth', 'clientHeight', 'getBoundingClientRect'])
        watch(Element.prototype, name)
      for (const name of ['offsetTop', 'offsetWidth', 'offsetHeight']) watch(HTMLElement.prototype, name)
    })
    const faults: string[] = []
    for (const path of ['/', '/books/preparatory', `/books/${site.richBookId}`, '/news', '/faq']) {
      await page.goto(path)
      const early = await page.evaluate(() => Reflect.get(window, 'early') as string[])
      if (early.length > 0) faults.push(`${path}: ${early.join(', ')}`)
    }
    expect(faults).toEqual([])
  },
)
