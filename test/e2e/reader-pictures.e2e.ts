import type { Page, Route } from 'playwright-core'
import { describe, expect } from 'vitest'
import { limits } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import { browserTest, openShared } from '#test/browser-test.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { makeImage, sha256Of, streamOf } from '#test/files.ts'
import { makeManyPages } from '#test/pdf-pages.ts'
import { publishBook } from './site-library.ts'

let server: TestApp
let baseUrl: string
let book: string
let sha256: string
let picture: Buffer
let small: Buffer

openShared(
  async () => {
    server = await openTestApp()
    /* Pages that were still being drawn when the last visitor left. */
    server.expectError('page-pictures.ts')
    const pdf = makeManyPages(30, page => (page === 20 ? [800, 450] : [420, 595]))
    sha256 = sha256Of(pdf)
    const { url } = await server.services.files.store(streamOf(pdf), { name: 'كيمياء.pdf' })
    book = await publishBook(server, 'كتاب الكيمياء', 'SIXTH_PREPARATORY', 'CHEMISTRY', url)
    picture = await makeImage('webp', 84, 119)
    small = await makeImage('webp', 16, 23)
    baseUrl = await server.listen()
  },
  () => server.close(),
)

/** Answers for the pictures of pages; those without an answer of their own come at once. Gives which were asked for. */
async function answerPictures(
  page: Page,
  answer: (route: Route, number: number, width: number) => Promise<void> | undefined = () => undefined,
): Promise<string[]> {
  const asked: string[] = []
  await page.route('**/p/*/*.webp', route => {
    const [number = 0, width = 0] = route.request().url().split('/').slice(-2).map(Number.parseFloat)
    asked.push(`${number}/${width}`)
    return (
      answer(route, number, width) ??
      route.fulfill({ body: width === 160 ? small : picture, contentType: 'image/webp' })
    )
  })
  return asked
}

const isDrawn = (page: Page, number: number) =>
  page
    .locator(`#page-${number} img`)
    .evaluateAll(([image]) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0)
/** From here time goes on only as the test says, however busy the machine is. */
const stopClock = async (page: Page) => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 200)
const timesOf = (asked: readonly string[], wanted: string) => asked.filter(each => each === wanted).length
const scrollTo = async (page: Page, number: number) => {
  await page.locator('.reader.is-live').waitFor()
  await page.locator(`#page-${number}`).evaluate(item => item.scrollIntoView())
}

describe('pictures of pages that do not come', () => {
  browserTest('are asked for again by themselves, with a word on it meanwhile', async ({ open }) => {
    const { page, expectProblem } = await open({ baseUrl, device: 'phone' })
    expectProblem(/503/)
    let left = 2
    let letFail = () => {}
    const held = new Promise<void>(resolve => (letFail = resolve))
    const asked = await answerPictures(page, (route, number, width) =>
      number === 5 && width > 160 && left-- > 0 ? held.then(() => route.fulfill({ status: 503 })) : undefined,
    )
    await page.clock.install()
    await page.goto(`${paths.bookReading(book)}?page=4`)
    await scrollTo(page, 5)
    await stopClock(page)
    letFail()
    const said = page.locator('#page-5 .reader-failed')
    await expect.poll(() => said.textContent()).toContain('لم تصل الصفحة ٥ بعد، وتُطلب من جديد.')
    const [first, second] = limits.pictureRetryMs
    await page.clock.runFor(first - 1)
    expect(timesOf(asked, '5/840')).toBe(1)
    await page.clock.runFor(1)
    await expect.poll(() => timesOf(asked, '5/840')).toBe(2)
    await said.waitFor()
    await page.clock.runFor(second)
    await expect.poll(() => isDrawn(page, 5)).toBe(true)
    expect(await said.count()).toBe(0)
    expect(timesOf(asked, '5/840')).toBe(3)
  })

  browserTest('are left alone after some tries, until somebody asks or comes back', async ({ open }) => {
    const { page, expectProblem } = await open({ baseUrl, device: 'phone' })
    expectProblem(/422/)
    let isBroken = true
    const asked = await answerPictures(page, (route, number, width) =>
      number === 5 && width > 160 && isBroken ? route.fulfill({ status: 422 }) : undefined,
    )
    await page.clock.install()
    await page.goto(`${paths.bookReading(book)}?page=4`)
    await scrollTo(page, 5)
    const said = page.locator('#page-5 .reader-failed')
    for (const [index, pause] of limits.pictureRetryMs.entries()) {
      await expect.poll(() => timesOf(asked, '5/840')).toBe(index + 1)
      await said.waitFor()
      await page.clock.runFor(pause)
    }
    const tries = limits.pictureRetryMs.length + 1
    await expect.poll(() => timesOf(asked, '5/840')).toBe(tries)
    await expect.poll(() => said.textContent()).toContain('تعذر عرض الصفحة ٥.')
    await page.clock.runFor(10 * limits.pictureGiveUpMs)
    expect(timesOf(asked, '5/840')).toBe(tries)
    await said.getByRole('button', { name: 'أعد المحاولة' }).click()
    await expect.poll(() => timesOf(asked, '5/840')).toBe(tries + 1)
    await said.waitFor()
    isBroken = false
    await scrollTo(page, 20)
    await expect.poll(() => isDrawn(page, 20)).toBe(true)
    await scrollTo(page, 5)
    await expect.poll(() => isDrawn(page, 5)).toBe(true)
  })

  browserTest('come as soon as the line is back, with a word on the line meanwhile', async ({ open }) => {
    const { page, context, expectProblem } = await open({ baseUrl, device: 'phone' })
    expectProblem(/ERR_INTERNET_DISCONNECTED/)
    /* No pause ends by itself. */
    await page.clock.install()
    await page.goto(`${paths.bookReading(book)}?page=2`)
    await page.locator('.reader.is-live').waitFor()
    await expect.poll(() => isDrawn(page, 2)).toBe(true)
    await context.setOffline(true)
    await scrollTo(page, 25)
    const said = page.locator('#page-25 .reader-failed')
    await expect.poll(() => said.textContent()).toContain('لا اتصال بالإنترنت')
    await context.setOffline(false)
    await expect.poll(() => isDrawn(page, 25)).toBe(true)
  })

  browserTest(
    'have their text again when they come, and whoever asked with keys is at them',
    { timeout: 120_000 },
    async ({ open }) => {
      const { pageTexts } = server.services.files
      await expect
        .poll(async () => (await pageTexts.progressOf([sha256])).get(sha256)?.isEnded, { timeout: 90_000 })
        .toBe(true)
      const { page, expectProblem } = await open({ baseUrl, device: 'phone' })
      expectProblem(/503/)
      let isBroken = true
      await answerPictures(page, (route, number, width) =>
        number === 7 && width > 160 && isBroken ? route.fulfill({ status: 503 }) : undefined,
      )
      await page.clock.install()
      await page.goto(`${paths.bookReading(book)}?page=7`)
      await page.locator('#page-7 .reader-failed').waitFor()
      await stopClock(page)
      await page.clock.runFor(500)
      await page.locator('#page-7 .reader-failed').waitFor()
      isBroken = false
      await page.locator('#page-7').getByRole('button', { name: 'أعد المحاولة' }).focus()
      await page.keyboard.press('Enter')
      await expect.poll(() => isDrawn(page, 7)).toBe(true)
      await expect.poll(() => page.locator('#page-7 .page-text').allTextContents()).toEqual(['7'])
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('page-7')
    },
  )

  browserTest('never take away the page that is there, however near it is looked at', async ({ open }) => {
    const { page, context, expectProblem } = await open({ baseUrl, device: 'phone' })
    expectProblem(/ERR_INTERNET_DISCONNECTED/)
    await page.goto(`${paths.bookReading(book)}?page=3`)
    await page.locator('.reader.is-live').waitFor()
    await expect.poll(() => isDrawn(page, 3)).toBe(true)
    await context.setOffline(true)
    const failed = page.waitForEvent('requestfailed', each => each.url().endsWith('/1400.webp'))
    await page.keyboard.press('+')
    await page.keyboard.press('+')
    await failed
    await page.waitForTimeout(200)
    expect(await isDrawn(page, 3)).toBe(true)
    expect(await page.locator('#page-3 .reader-failed').count()).toBe(0)
  })
})

describe('pictures of pages that are slow', () => {
  browserTest('have their number and their small picture in their place at once', async ({ open }) => {
    const { page } = await open({ baseUrl, device: 'phone' })
    let letThrough = () => {}
    const held = new Promise<void>(resolve => (letThrough = resolve))
    await answerPictures(page, (route, number, width) =>
      number > 8 && width > 160
        ? held.then(() => route.fulfill({ body: picture, contentType: 'image/webp' }))
        : undefined,
    )
    await page.goto(`${paths.bookReading(book)}?page=2`)
    await scrollTo(page, 12)
    const behind = () =>
      page.locator('#page-12').evaluate(item => {
        const [small, words] = ['::before', '::after'].map(part => getComputedStyle(item, part))
        return [words?.content.split('"')[1], small?.backgroundImage.replace(/^.*\/p\//, '')]
      })
    await expect.poll(behind).toEqual(['١٢', '12/160.webp")'])
    expect(await isDrawn(page, 12)).toBe(false)
    letThrough()
    await expect.poll(() => isDrawn(page, 12)).toBe(true)
  })

  browserTest('have their number within them, however low they are', async ({ open }) => {
    const { page } = await open({ baseUrl, device: 'phone' })
    await answerPictures(page, (_route, number, width) =>
      number === 20 && width > 160 ? new Promise(() => {}) : undefined,
    )
    await page.goto(`${paths.bookReading(book)}?page=18`)
    await scrollTo(page, 20)
    const room = () =>
      page.locator('#page-20').evaluate(item => {
        const { content, top, height } = getComputedStyle(item, '::after')
        const left = item.clientHeight - Number.parseFloat(top) - Number.parseFloat(height)
        return content.includes('٢٠') && left > 16
      })
    await expect.poll(room).toBe(true)
  })

  browserTest('say that they take long, and still come', async ({ open }) => {
    const { page } = await open({ baseUrl, device: 'phone' })
    let letThrough = () => {}
    const held = new Promise<void>(resolve => (letThrough = resolve))
    const asked = await answerPictures(page, (route, number, width) =>
      number === 5 && width > 160
        ? held.then(() => route.fulfill({ body: picture, contentType: 'image/webp' }))
        : undefined,
    )
    await page.clock.install()
    await page.goto(`${paths.bookReading(book)}?page=4`)
    await scrollTo(page, 5)
    await expect.poll(() => timesOf(asked, '5/840')).toBe(1)
    const said = () =>
      page.locator('#page-5').evaluate(item => getComputedStyle(item, '::after').content.split('"')[1])
    await expect.poll(said).toBe('٥')
    await page.clock.runFor(limits.pictureLateMs)
    await expect.poll(said).toBe('تتأخر الصفحة ٥، وتظهر حين تصل.')
    letThrough()
    await expect.poll(() => isDrawn(page, 5)).toBe(true)
    await expect.poll(said).toBeUndefined()
    expect(timesOf(asked, '5/840')).toBe(1)
  })

  browserTest('are given up in the end, and asked for again', async ({ open }) => {
    const { page } = await open({ baseUrl, device: 'phone' })
    let left = 1
    const asked = await answerPictures(page, (_route, number, width) =>
      number === 5 && width > 160 && left-- > 0 ? new Promise(() => {}) : undefined,
    )
    await page.clock.install()
    await page.goto(`${paths.bookReading(book)}?page=4`)
    await scrollTo(page, 5)
    await expect.poll(() => timesOf(asked, '5/840')).toBe(1)
    await page.clock.runFor(limits.pictureGiveUpMs)
    await page.locator('#page-5 .reader-failed').waitFor()
    await page.clock.runFor(limits.pictureRetryMs[0])
    await expect.poll(() => isDrawn(page, 5)).toBe(true)
  })

  browserTest('are not asked for in a list of all pages that is closed', async ({ open }) => {
    const { page } = await open({ baseUrl, device: 'phone' })
    let letThrough = () => {}
    const held = new Promise<void>(resolve => (letThrough = resolve))
    let isListed = false
    const asked = await answerPictures(page, (route, _number, width) =>
      isListed && width === 160
        ? held.then(() => route.fulfill({ body: small, contentType: 'image/webp' }))
        : undefined,
    )
    await page.goto(`${paths.bookReading(book)}?page=15`)
    await page.locator('.reader-near li').nth(4).waitFor()
    await page.waitForLoadState('networkidle')
    isListed = true
    const before = asked.length
    await page.getByRole('button', { name: 'كل الصفحات' }).click()
    await expect.poll(() => asked.length).toBe(before + 6)
    await page.keyboard.press('Escape')
    await page.locator('#reader-all').waitFor({ state: 'hidden' })
    letThrough()
    await page.waitForTimeout(500)
    expect(asked.length).toBe(before + 6)
  })

  browserTest('are never more than six at once, whatever became of those before', async ({ open }) => {
    const { page, expectProblem } = await open({ baseUrl, device: 'desktop' })
    expectProblem(/503/)
    let isSharpBroken = true
    let underWay = 0
    let most = 0
    await answerPictures(page, async (route, _number, width) => {
      if (width === 1400 && isSharpBroken) return route.fulfill({ status: 503 })
      underWay += 1
      most = Math.max(most, underWay)
      await new Promise(resolve => setTimeout(resolve, 150))
      underWay -= 1
      return route.fulfill({ body: picture, contentType: 'image/webp' })
    })
    await page.goto(`${paths.bookReading(book)}?page=9`)
    await expect.poll(() => isDrawn(page, 9)).toBe(true)
    await expect.poll(() => isDrawn(page, 11)).toBe(true)
    /* The sharper pictures of all that are there do not come. */
    await page.keyboard.press('+')
    await page.waitForTimeout(400)
    await page.keyboard.press('0')
    isSharpBroken = false
    most = 0
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: 'كل الصفحات' }).click()
    await expect.poll(() => page.locator('#reader-all img').count()).toBe(30)
    await expect.poll(() => most).toBeGreaterThan(3)
    await page.waitForTimeout(600)
    expect(most).toBeLessThanOrEqual(6)
  })
})
