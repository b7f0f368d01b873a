import type { Locator } from 'playwright-core'
import sharp from 'sharp'
import { expect } from 'vitest'
import { readingWidth } from '#contract/page-pictures.ts'
import { pagePicturePath, paths } from '#contract/paths.ts'
import { browserTest, openShared } from '#test/browser-test.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { sha256Of, streamOf } from '#test/files.ts'
import { makeManyPages } from '#test/pdf-pages.ts'
import { publishBook } from './site-library.ts'

let server: TestApp
let baseUrl: string
let book: string
let sha256: string

/** As paper mostly is, broad, and as a phone's screen is. Units: points. */
const shapes: [number, number][] = [
  [420, 595],
  [595, 420],
  [420, 747],
]

openShared(
  async () => {
    server = await openTestApp()
    const pdf = makeManyPages(
      shapes.length,
      page => shapes[page - 1] ?? [420, 595],
      [],
      page => `${page} zinc`,
    )
    const { url } = await server.services.files.store(streamOf(pdf), { name: 'كيمياء.pdf' })
    book = await publishBook(server, 'كتاب الكيمياء', 'SIXTH_PREPARATORY', 'CHEMISTRY', url)
    baseUrl = await server.listen()
    sha256 = sha256Of(pdf)
  },
  () => server.close(),
)

/** Where the ink of a cut-out ends that lies right of a place, and where it begins and ends from above. Units: pixels. */
async function inkRightOf(cutOut: Locator, from: number) {
  const show = (visibility: string) =>
    cutOut.locator('.reader-mark').evaluate((mark, value) => (mark.style.visibility = value), visibility)
  await show('hidden')
  const picture = await cutOut.screenshot({ scale: 'css' })
  await show('')
  const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true })
  const ink = { left: Infinity, right: -1, top: Infinity, bottom: -1 }
  const edge = 2
  for (let y = edge; y < info.height - edge; y += 1)
    for (let x = Math.max(edge, Math.floor(from)); x < info.width - edge; x += 1) {
      if ((data[y * info.width + x] ?? 255) > 100) continue
      ink.left = Math.min(ink.left, x)
      ink.right = Math.max(ink.right, x + 1)
      ink.top = Math.min(ink.top, y)
      ink.bottom = Math.max(ink.bottom, y + 1)
    }
  return ink
}

browserTest(
  'marks the words on the cut-outs where they stand, within their frames, with scripts and without',
  { timeout: 120_000 },
  async ({ open }) => {
    const asked = { query: 'zinc', limit: 1, offset: 0, record: { type: 'book', id: book } } as const
    await expect
      .poll(() => server.services.inside.search(asked), { timeout: 60_000 })
      .toMatchObject({ total: shapes.length, state: 'ready' })
    for (const page of shapes.keys())
      await server.app.inject({ url: pagePicturePath(sha256, page + 1, readingWidth) })
    for (const isJavaScriptOff of [true, false]) {
      const { page } = await open({ baseUrl, device: 'phone', isJavaScriptOff, isReducedMotion: true })
      for (const address of [`${paths.bookReading(book)}?find=zinc`, `${paths.search}?inside=1&q=zinc`]) {
        await page.goto(address)
        /* The list is as broad as it stays once it is open over the page. */
        if (!isJavaScriptOff && address.includes('find='))
          await page.locator('.reader-find:popover-open').waitFor()
        const cutOuts = page.locator('.cut-out')
        await expect.poll(() => cutOuts.count()).toBe(shapes.length)
        for (const cutOut of await cutOuts.all()) {
          await cutOut.scrollIntoViewIfNeeded()
          await expect
            .poll(() => cutOut.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
            .toBe(readingWidth)
          expect(await cutOut.locator('.reader-mark').count()).toBe(1)
          const [frame, mark] = [
            await cutOut.boundingBox(),
            await cutOut.locator('.reader-mark').boundingBox(),
          ]
          if (!frame || !mark) throw new Error('No mark is seen')
          const [left, top] = [mark.x - frame.x, mark.y - frame.y]
          expect(Math.min(left, top)).toBeGreaterThanOrEqual(0)
          expect(left + mark.width).toBeLessThanOrEqual(frame.width)
          expect(top + mark.height).toBeLessThanOrEqual(frame.height)
          /* The word is the last of its line: what is printed right of where its mark begins is that word. */
          const ink = await inkRightOf(cutOut, left)
          const sides = [ink.left - left, left + mark.width - ink.right, ink.top - top]
          sides.push(top + mark.height - ink.bottom)
          expect(Math.min(...sides), `${address} ${String(sides)}`).toBeGreaterThan(-2)
          expect(ink.right - ink.left).toBeGreaterThan(mark.width * 0.8)
        }
      }
    }
  },
)
