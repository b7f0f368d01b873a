import type { Locator, Page } from 'playwright-core'
import { describe, expect, onTestFinished, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { readingWidth } from '#contract/page-pictures.ts'
import { pagePicturePath, paths } from '#contract/paths.ts'
import { noteInputSchema } from '#contract/resources/note.ts'
import { systemActor } from '#server/staff/session/actor.ts'
import { browserTest, openShared } from '#test/browser-test.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { noteInput } from '#test/factories.ts'
import { makeImage, sha256Of, streamOf } from '#test/files.ts'
import { makeManyPages } from '#test/pdf-pages.ts'
import { inputOf, openDialog, options, search, selectedPlace } from './search-steps.ts'
import { publishBook } from './site-library.ts'

let server: TestApp
let baseUrl: string
let book: string
let note: string
let sha256: string

openShared(
  async () => {
    server = await openTestApp()
    /* Pages that were still being drawn when the last visitor left. */
    server.expectError('page-pictures.ts')
    const chapters = [
      { title: 'الفصل الأول: المادة', page: 1 },
      { title: 'الفصل الثاني: الاتزان', page: 20 },
    ]
    const shapes: Record<number, [number, number]> = { 3: [595, 420], 12: [420, 900] }
    const pdf = makeManyPages(
      40,
      page => shapes[page] ?? [420, 595],
      chapters,
      page => `${page}${[5, 10, 30].includes(page) ? ' zinc' : [1, 36].includes(page) ? ' copper' : ''}`,
    )
    sha256 = sha256Of(pdf)
    const { url } = await server.services.files.store(streamOf(pdf), { name: 'كيمياء.pdf' })
    book = await publishBook(server, 'كتاب الكيمياء', 'SIXTH_PREPARATORY', 'CHEMISTRY', url)
    note = (
      await server.services.notes.create(noteInputSchema.parse(noteInput({ directLink: url })), systemActor)
    ).id
    baseUrl = await server.listen()
  },
  () => server.close(),
)

/** In which width a page is there. */
const drawn = (page: Page, number: number) =>
  page
    .locator(`#page-${number} img`)
    .evaluate((image: HTMLImageElement) => image.complete && image.currentSrc.replace(/^.*\//, ''))

/** Counts what moves in the page, by how much. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(globalThis, { shifts: 0 })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        (globalThis as unknown as { shifts: number }).shifts += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
const shiftsOf = (page: Page) => page.evaluate(() => (globalThis as unknown as { shifts: number }).shifts)

/** Waits until all pages of the book are read, and with them those three that have the word. */
async function waitForZinc() {
  const asked = { query: 'zinc', limit: 1, offset: 0, record: { type: 'book', id: book } } as const
  await expect
    .poll(() => server.services.inside.search(asked), { timeout: 60_000 })
    .toMatchObject({ total: 3, state: 'ready' })
}

/** What the field of the search holds, and whether it, its count, its steps and the way out stand in the bar at the top. */
async function foundInBar(page: Page) {
  const field = page.getByRole('searchbox', { name: 'ابحث داخل الصفحات' })
  const parts = [field, page.locator('.reader-hit-place')]
  for (const name of ['الموضع السابق', 'إنهاء البحث']) parts.push(page.getByRole('link', { name }))
  const isInBar = async (part: Locator) => {
    const { x, y, width, height } = (await part.boundingBox()) ?? { x: -1, y: -1, width: 0, height: 0 }
    return (
      x >= 0 && x + width <= (page.viewportSize()?.width ?? 0) && y >= 0 && y + height <= 56 && width >= 40
    )
  }
  return [await field.inputValue(), ...(await Promise.all(parts.map(isInBar)))]
}

describe('reading a document', () => {
  browserTest('turns paper over in the dark, and never the cover', async ({ open }) => {
    const { page } = await open({ baseUrl, device: 'phone', theme: 'dark' })
    await page.goto(paths.bookReading(book))
    const filters = (images: string) =>
      page.locator(images).evaluateAll(all => all.slice(0, 2).map(one => getComputedStyle(one).filter))
    const expected = ['none', 'invert(0.9) hue-rotate(180deg)']
    await expect.poll(() => filters('.reader-pages img')).toEqual(expected)
    await expect.poll(() => filters('.reader-near img')).toEqual(expected)
  })

  browserTest(
    'turns places that are cut out over as their pages are, and not the mark of the page that is read',
    { timeout: 120_000 },
    async ({ open }) => {
      await waitForZinc()
      for (const each of [1, 36])
        await server.app.inject({ url: pagePicturePath(sha256, each, readingWidth) })
      const { page } = await open({ baseUrl, device: 'phone', theme: 'dark' })
      const filterOf = (image: string) =>
        page
          .locator(image)
          .first()
          .evaluate(each => getComputedStyle(each).filter.split('(')[0])
      const place = (number: number) => `img[src*='/p/${number}/strip/']`
      for (const [address, hit] of [
        [`${paths.bookReading(book)}?page=9&find=copper`, '.reader-found'],
        [`${paths.search}?q=${encodeURIComponent('كيمياء copper')}`, '.inside-hit'],
      ] as const) {
        await page.goto(address)
        expect(await filterOf(`${hit} ${place(1)}`)).toBe('none')
        expect(await filterOf(`${hit} ${place(36)}`)).toBe('invert')
      }
      await page.goto(`${paths.bookReading(book)}?page=9`)
      const read = page.locator('.reader-near [aria-current]')
      expect(await filterOf('.reader-near [aria-current] img')).toBe('invert')
      const shadows = await read.evaluate(link => [
        getComputedStyle(link, '::after').boxShadow.includes('2px'),
        getComputedStyle(link.querySelector('img') ?? link).boxShadow,
      ])
      expect(shadows).toEqual([true, 'none'])
    },
  )

  browserTest(
    'finds words inside, and marks them where they stand',
    { timeout: 120_000 },
    async ({ open }) => {
      const asked = { query: '37', limit: 1, offset: 0, record: { type: 'book', id: book } } as const
      await expect
        .poll(async () => (await server.services.inside.search(asked)).total, { timeout: 60_000 })
        .toBe(1)
      for (const isJavaScriptOff of [true, false]) {
        const { page } = await open({ baseUrl, device: 'phone', isJavaScriptOff })
        await page.goto(`${paths.bookReading(book)}?page=2`)
        if (!isJavaScriptOff) {
          await page.getByRole('button', { name: 'ابحث داخل الصفحات' }).click()
        }
        const field = page.getByRole('searchbox', { name: 'ابحث داخل الصفحات' })
        await field.fill('زعفران')
        await field.press('Enter')
        await page.getByText('لا صفحة فيها «زعفران»').waitFor()
        await field.fill('٣٧')
        await field.press('Enter')
        await page.getByRole('link', { name: /ص ٣٧/ }).click()
        const mark = page.locator('#page-37 .reader-mark')
        await mark.waitFor()
        await expect
          .poll(async () => {
            const [place, whole] = [await mark.boundingBox(), await page.locator('#page-37').boundingBox()]
            return place && whole && Math.round((10 * (place.x - whole.x)) / whole.width)
          })
          .toBe(1)
        await expect.poll(() => page.url()).toContain('page=37')
        expect(page.url()).toContain('find=')
      }
    },
  )

  browserTest(
    'goes from one page that was found to the next and back, by its buttons and by keys',
    { timeout: 120_000 },
    async ({ open }) => {
      await waitForZinc()
      /* Places are cut out of pages that are drawn. */
      for (const drawn of [5, 10, 30])
        await server.app.inject({ url: pagePicturePath(sha256, drawn, readingWidth) })
      for (const isJavaScriptOff of [true, false]) {
        const { page } = await open({ baseUrl, device: 'phone', isJavaScriptOff, isReducedMotion: true })
        await page.goto(`${paths.bookReading(book)}?page=7&find=zinc`)
        const steps = page.getByRole('navigation', { name: 'الصفحات التي فيها «zinc»' })
        await expect.poll(() => steps.getByRole('status').textContent()).toBe('٣ صفحات')
        const isAt = async (wanted: number, place: string) => {
          await expect.poll(() => new URL(page.url()).searchParams.get('page')).toBe(String(wanted))
          await expect.poll(() => steps.getByRole('status').textContent()).toBe(place)
          expect(new URL(page.url()).searchParams.get('find')).toBe('zinc')
        }
        await steps.getByRole('link', { name: 'الموضع التالي' }).click()
        await isAt(10, '٢ من ٣')
        await steps.getByRole('link', { name: 'الموضع السابق' }).click()
        await isAt(5, '١ من ٣')
        for (const width of [390, 320]) {
          await page.setViewportSize({ width, height: 740 })
          await expect.poll(() => foundInBar(page)).toEqual(['zinc', true, true, true, true])
        }
        if (isJavaScriptOff) continue
        await page.keyboard.press('Shift+KeyN')
        await isAt(30, '٣ من ٣')
        await page.keyboard.press('KeyN')
        await isAt(5, '١ من ٣')
        await page.locator('#page-5 .reader-mark').waitFor()
        await page.getByRole('group', { name: 'أدوات القراءة' }).waitFor({ state: 'hidden' })
        expect(await foundInBar(page)).toEqual(['zinc', true, true, true, true])
        const list = page.getByRole('region', { name: 'البحث داخل الصفحات' })
        const opener = page.getByRole('button', { name: /، القائمة/ })
        await opener.click()
        const places = list.getByRole('link').locator('img')
        await expect.poll(() => places.count()).toBe(3)
        await expect
          .poll(() => places.first().evaluate(image => (image as HTMLImageElement).naturalWidth))
          .toBeGreaterThan(0)
        await expect.poll(() => list.locator('[aria-current=true]').getAttribute('data-to')).toBe('5')
        await opener.click()
        await list.waitFor({ state: 'hidden' })
        await page.getByRole('link', { name: 'إنهاء البحث' }).click()
        await page.getByRole('link', { name: 'رجوع إلى «كتاب الكيمياء»' }).waitFor()
        await expect.poll(() => new URL(page.url()).search).toBe('?page=5')
      }
      const { page } = await open({
        baseUrl,
        device: 'phone',
        more: { extraHTTPHeaders: { 'save-data': 'on' } },
      })
      await page.goto(`${paths.bookReading(book)}?find=zinc`)
      await page.locator('.reader-found a').first().waitFor()
      expect(await page.locator('.reader-found img').count()).toBe(0)
    },
  )

  browserTest(
    'keeps its rare tools and the light paper while something is looked for',
    { timeout: 120_000 },
    async ({ open }) => {
      await waitForZinc()
      const { page } = await open({ baseUrl, device: 'phone', theme: 'dark', isReducedMotion: true })
      await page.goto(`${paths.bookReading(book)}?page=5`)
      const more = page.getByRole('button', { name: 'أدوات أخرى' })
      const paper = page.locator('.reader-paper input')
      const filter = () =>
        page.locator('#page-5 img').evaluate(image => getComputedStyle(image).filter.split('(')[0])
      await expect.poll(filter).toBe('invert')
      await more.click()
      await page.getByText('ورق فاتح').click()
      await expect.poll(filter).toBe('none')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'ابحث داخل الصفحات' }).click()
      const field = page.getByRole('searchbox', { name: 'ابحث داخل الصفحات' })
      await field.fill('zinc')
      await field.press('Enter')
      await page.waitForURL(/find=zinc/)
      await expect.poll(() => paper.isChecked()).toBe(true)
      await page.goto(`${paths.bookReading(book)}?page=5&find=zinc`)
      await expect.poll(filter).toBe('none')
      await page.getByRole('button', { name: 'تكبير' }).click()
      await more.click()
      expect(await paper.isChecked()).toBe(true)
      const zoom = () =>
        page.locator('.reader').evaluate(each => getComputedStyle(each).getPropertyValue('--zoom'))
      expect(await zoom()).toBe('1.5')
      await page.getByRole('button', { name: 'تصغير', exact: true }).click()
      await expect.poll(zoom).toBe('1')
      await page.getByText('ورق فاتح').click()
      await page.reload()
      await expect.poll(filter).toBe('invert')
      await more.click()
      expect(await paper.isChecked()).toBe(false)
    },
  )

  browserTest(
    'opens and closes the list of what was found by keys, and leads back to it where nothing was',
    { timeout: 120_000 },
    async ({ open }) => {
      await waitForZinc()
      const { page } = await open({ baseUrl, device: 'phone', isReducedMotion: true })
      await page.goto(`${paths.bookReading(book)}?page=5&find=zinc`)
      const list = page.locator('.reader-find')
      const isOpen = () => list.evaluate(each => each.matches(':popover-open'))
      const opener = page.getByRole('button', { name: /، القائمة/ })
      await expect.poll(() => opener.getAttribute('aria-expanded')).toBe('false')
      expect(await opener.getAttribute('aria-controls')).toBe(await list.getAttribute('id'))
      await opener.focus()
      for (const [index, key] of ['Enter', 'Enter', 'Space', 'Space'].entries()) {
        await page.keyboard.press(key)
        await expect.poll(isOpen).toBe(index % 2 === 0)
        await expect.poll(() => opener.getAttribute('aria-expanded')).toBe(String(index % 2 === 0))
      }
      /* A press that is drawn away from where it began is none. */
      await opener.click()
      await opener.hover()
      await page.mouse.down()
      await page.mouse.move(10, 400)
      await page.mouse.up()
      if (await isOpen()) await page.keyboard.press('Escape')
      await opener.focus()
      await page.keyboard.press('Enter')
      await expect.poll(isOpen).toBe(true)

      for (const isJavaScriptOff of [true, false]) {
        const { page: nothing } = await open({ baseUrl, device: 'phone', isJavaScriptOff })
        await nothing.goto(`${paths.bookReading(book)}?page=2&find=${encodeURIComponent('زعفران')}`)
        await nothing.locator('.reader-hit-place', { hasText: 'لا صفحة' }).click()
        const message = nothing.getByText('لا صفحة فيها «زعفران»')
        await expect
          .poll(async () => {
            const { y = 9999 } = (await message.boundingBox()) ?? {}
            return y < 800
          })
          .toBe(true)
        expect(await nothing.getByRole('link', { name: 'الموضع التالي' }).count()).toBe(0)
        if (isJavaScriptOff) continue
        /* As after a press that came before the script. */
        await nothing.goto(
          `${paths.bookReading(book)}?page=3&find=${encodeURIComponent('زعفران')}#reader-find`,
        )
        await message.waitFor()
      }
    },
  )

  browserTest(
    'has room for its own field while something is looked for, at larger text too',
    { timeout: 120_000 },
    async ({ open }) => {
      await waitForZinc()
      const { page } = await open({ baseUrl, device: 'phone', isReducedMotion: true })
      const widths: unknown[] = []
      for (const [width, percent] of [
        [390, 100],
        [320, 100],
        [390, 200],
        [320, 130],
        [320, 200],
      ] as const) {
        await page.setViewportSize({ width, height: 740 })
        for (const find of ['zinc', 'زعفران']) {
          await page.goto(`${paths.bookReading(book)}?page=5&find=${encodeURIComponent(find)}`)
          const room = await page.evaluate(
            ([width, percent]) => {
              document.documentElement.style.fontSize = `${percent}%`
              const field = document.querySelector('#find-inside')
              const style = field && getComputedStyle(field)
              const inside = (field?.clientWidth ?? 0) - parseFloat(style?.paddingInlineStart ?? '0')
              const parts = [...document.querySelectorAll('.reader-head :is(a, button.icon-button, input)')]
                .filter(part => part.checkVisibility() && !part.closest('[popover]'))
                .map(part => part.getBoundingClientRect())
              return {
                inside,
                isWhole: parts.every(({ left, right }) => left >= 0 && right <= width),
                isWide: document.documentElement.scrollWidth > width,
              }
            },
            [width, percent] as const,
          )
          if (room.inside < 60 || !room.isWhole || room.isWide) widths.push({ width, percent, find, ...room })
        }
      }
      expect(widths).toEqual([])
    },
  )

  browserTest(
    'says of more pages than are sent at once that these are the first',
    { timeout: 180_000 },
    async ({ open }) => {
      const count = limits.maxListLimit + 2
      const pdf = makeManyPages(count, undefined, [], () => 'lead')
      const { url } = await server.services.files.store(streamOf(pdf), { name: 'طويل.pdf' })
      const long = await publishBook(server, 'كتاب طويل', 'SIXTH_PREPARATORY', 'PHYSICS', url)
      const asked = { query: 'lead', limit: 1, offset: 0, record: { type: 'book', id: long } } as const
      await expect
        .poll(async () => (await server.services.inside.search(asked)).total, { timeout: 120_000 })
        .toBe(count)
      for (const isJavaScriptOff of [true, false]) {
        const { page } = await open({ baseUrl, device: 'phone', isJavaScriptOff, isReducedMotion: true })
        await page.goto(`${paths.bookReading(long)}?page=${count}&find=lead`)
        const steps = page.getByRole('navigation', { name: 'الصفحات التي فيها «lead»' })
        const told = () => steps.getByRole('status').textContent()
        await expect.poll(told).toBe('أول ١٠٠')
        await expect
          .poll(() => page.locator('.reader-find [role=status]').textContent())
          .toBe('١٠٢ صفحة، وهذه أول ١٠٠ صفحة')
        await steps.getByRole('link', { name: 'الموضع السابق' }).click()
        await expect.poll(told).toBe('١٠٠ من أول ١٠٠')
        /* Their words are marked on the others too, those that are sent and those that come into view. */
        await page.goto(`${paths.bookReading(long)}?page=${isJavaScriptOff ? count : 1}&find=lead`)
        await page.locator(`#page-${count}`).scrollIntoViewIfNeeded()
        await page.locator(`#page-${count} .reader-mark`).first().waitFor()
      }
    },
  )

  browserTest(
    'stays where somebody reads at the key of the next hit, where nothing was looked for',
    async ({ open }) => {
      const { page } = await open({ baseUrl, device: 'phone', isReducedMotion: true })
      await page.goto(`${paths.bookReading(book)}?page=7`)
      await expect.poll(() => page.locator('.reader.is-open').count()).toBe(1)
      const placeOf = () => page.evaluate(() => Math.round(scrollY))
      const top = await placeOf()
      await page.evaluate(() => scrollBy(0, 100))
      await expect.poll(placeOf).toBe(top + 100)
      for (const key of ['KeyN', 'Shift+KeyN']) await page.keyboard.press(key)
      await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
      expect(await placeOf()).toBe(top + 100)
    },
  )

  browserTest(
    'is found by a page of it in the search dialog, with the arrows alone',
    { timeout: 120_000 },
    async ({ open }) => {
      await waitForZinc()
      await server.app.inject({ url: pagePicturePath(sha256, 37, readingWidth) })
      for (const isLight of [false, true]) {
        const { page } = await open({
          baseUrl,
          device: 'phone',
          isReducedMotion: true,
          more: { extraHTTPHeaders: isLight ? { 'save-data': 'on' } : {} },
        })
        await page.goto(paths.about)
        await openDialog(page)
        await search(page, 'كيمياء 37')
        const place = page.locator('#search-dialog .inside-hit')
        await expect.poll(() => place.getAttribute('role')).toBe('option')
        await place.getByText('ص ٣٧').waitFor()
        await expect.poll(() => place.locator('img').count()).toBe(isLight ? 0 : 1)
        const bytesOfCode = await page.evaluate(() =>
          (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
            .filter(({ name }) => name.endsWith('.js'))
            .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
        )
        expect(bytesOfCode).toBeLessThanOrEqual(70 * 1024)
        const last = (await options(page).count()) - 1
        for (let step = 0; step <= last; step += 1) await page.keyboard.press('ArrowDown')
        await expect.poll(() => selectedPlace(page)).toBe(last)
        await expect
          .poll(() => inputOf(page).getAttribute('aria-activedescendant'))
          .toBe(await place.getAttribute('id'))
        const href = await place.getAttribute('href')
        const controlled = (await inputOf(page).getAttribute('aria-controls')) ?? ''
        expect(await place.evaluate(each => each.closest('[role=listbox]')?.id)).toBe(
          controlled.split(' ').at(-1),
        )
        await page.keyboard.press('ArrowUp')
        await expect.poll(() => selectedPlace(page)).toBe(last - 1)
        await page.keyboard.press('ArrowDown')
        await page.keyboard.press('Enter')
        await page.waitForURL(url => url.pathname + url.search === href)
      }
    },
  )

  browserTest('closes its search by Escape, with a button, and gives the focus back', async ({ open }) => {
    const { page } = await open({ baseUrl, device: 'phone' })
    await page.goto(paths.bookReading(book))
    const opener = page.getByRole('button', { name: 'ابحث داخل الصفحات', exact: true })
    const field = page.getByRole('searchbox', { name: 'ابحث داخل الصفحات' })
    const isFocused = () => opener.evaluate(button => button === document.activeElement)
    for (const how of ['Escape', 'button']) {
      await opener.click()
      await expect.poll(() => field.evaluate(input => input === document.activeElement)).toBe(true)
      if (how === 'Escape') await page.keyboard.press('Escape')
      else await page.getByRole('button', { name: 'إغلاق البحث داخل الصفحات' }).click()
      await field.waitFor({ state: 'hidden' })
      await expect.poll(isFocused).toBe(true)
      expect(await opener.isVisible()).toBe(true)
    }
    await page.goto(`${paths.bookReading(book)}?find=${encodeURIComponent('زعفران')}`)
    const list = page.locator('.reader-find:popover-open')
    await list.waitFor()
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'hidden' })
    const back = page.getByRole('button', { name: /لا صفحة.*التفاصيل/ })
    await expect.poll(() => back.evaluate(each => each === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await list.getByText('لا صفحة فيها «زعفران»').waitFor()
  })

  browserTest('without scripts goes page by page, and to any page', async ({ open }) => {
    const { page } = await open({ baseUrl, device: 'phone', isJavaScriptOff: true })
    await page.goto(paths.book(book))
    await page.getByRole('link', { name: /^اقرأ/ }).click()
    await page.waitForURL(`**${paths.bookReading(book)}`)
    await page.getByRole('img', { name: 'الصفحة ١ من ٤٠' }).waitFor()
    await page.getByRole('link', { name: 'التالية' }).click()
    await page.waitForURL('**/read?page=2')
    await page.getByRole('img', { name: 'الصفحة ٢ من ٤٠' }).waitFor()
    await expect.poll(() => page.getByRole('img').count()).toBe(1)
    await page.getByRole('textbox', { name: 'الصفحة' }).fill('٣٩')
    await page.getByRole('button', { name: 'اذهب' }).click()
    await expect.poll(() => decodeURIComponent(page.url())).toMatch(/page=(39|٣٩)$/)
    await page.getByRole('img', { name: 'الصفحة ٣٩ من ٤٠' }).waitFor()
    await page.getByRole('link', { name: 'السابقة' }).waitFor()
    await page.locator('summary').click()
    await page.getByRole('link', { name: 'الفصل الثاني: الاتزان' }).click()
    await page.waitForURL('**/read?page=20')
    await page.goto(`${paths.bookReading(book)}?page=99`)
    expect(new URL(page.url()).search).toBe('?page=40')
  })

  browserTest('shows all pages below each other, and nothing moves while they come', async ({ open }) => {
    const { page } = await open({ baseUrl, device: 'phone' })
    await watchShifts(page)
    await page.goto(paths.bookReading(book))
    await expect.poll(() => page.locator('.reader-pages > li').count()).toBe(40)
    await expect.poll(() => drawn(page, 1)).toBe('840.webp')
    expect(await page.locator('#page-30 img').count()).toBe(0)
    await page.locator('#page-4').evaluate(item => item.scrollIntoView())
    await expect.poll(() => drawn(page, 5)).toBe('840.webp')
    await expect.poll(() => new URL(page.url()).search).toBe('?page=4')
    await page.locator('#page-20').evaluate(item => item.scrollIntoView())
    await expect.poll(() => page.locator('[data-chapter]').textContent()).toBe('الفصل الثاني: الاتزان')
    expect(await shiftsOf(page)).toBeLessThan(0.0005)
    /* A broad page: below it the next one lies in the middle of the screen. */
    await page.goto(`${paths.bookReading(book)}?page=3`)
    await expect.poll(() => page.locator('.reader-pages > li').count()).toBe(40)
    const top = () => page.locator('#page-3').evaluate(item => item.getBoundingClientRect().top)
    await expect.poll(top).toBeCloseTo(57, -1)
    expect(await shiftsOf(page)).toBeLessThan(0.02)
    await expect.poll(() => page.evaluate(() => Object.values(JSON.parse(localStorage.reading)))).toEqual([3])
    /* Before the shapes are known, a page that is longer than others. */
    const facts = vi.spyOn(server.services.files.pagePictures, 'factsSoon')
    facts.mockRejectedValue(new AppError('busy'))
    await page.goto(`${paths.noteReading(note)}?page=12`)
    facts.mockRestore()
    await expect.poll(() => page.locator('.reader-pages > li').count()).toBe(40)
    await expect.poll(() => drawn(page, 12)).toBe('840.webp')
    const cutOff = () =>
      page.locator('#page-12 img').evaluate(image => {
        const below = image.parentElement?.getBoundingClientRect().bottom ?? 0
        return [Math.round(image.getBoundingClientRect().bottom - below), getComputedStyle(image).objectFit]
      })
    await expect.poll(cutOff).toEqual([0, 'contain'])
  })

  browserTest(
    'asks for no picture that nobody waits for any more, and keeps none from far away',
    async ({ open }) => {
      const { page } = await open({ baseUrl, device: 'phone' })
      await watchShifts(page)
      const body = await makeImage('webp', 84, 119)
      const asked: string[] = []
      let letThrough = () => {}
      const held = new Promise<void>(resolve => (letThrough = resolve))
      await page.route('**/p/*/840.webp', async route => {
        asked.push(new URL(route.request().url()).pathname.split('/').at(-2) ?? '')
        await held
        return route.fulfill({ body, contentType: 'image/webp' })
      })
      await page.goto(paths.bookReading(book), { waitUntil: 'domcontentloaded' })
      await expect.poll(() => asked).toContain('2')
      for (const number of [20, 30, 10]) {
        const item = page.locator(`#page-${number}`)
        await item.evaluate(each => each.scrollIntoView())
        await item.locator('img').waitFor({ state: 'attached' })
      }
      /* The two that the page came with, and the six that are loaded at once. */
      await expect.poll(() => asked.length).toBe(8)
      letThrough()
      await expect.poll(() => drawn(page, 10)).toBe('840.webp')
      await expect.poll(() => drawn(page, 9)).toBe('840.webp')
      expect(asked.slice(8).filter(number => Number(number) > 18)).toEqual([])

      await page.evaluate(async () => {
        for (const item of [...document.querySelectorAll('.reader-pages > li')].slice(10, 24)) {
          item.scrollIntoView()
          await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)))
        }
      })
      await expect.poll(() => page.locator('#page-10 img').count()).toBe(0)
      expect(await shiftsOf(page)).toBeLessThan(0.0005)
    },
  )

  browserTest(
    'keeps the names of its tools apart, and its small pages in sight, at larger text too',
    async ({ open }) => {
      const { page } = await open({ baseUrl, device: 'phone', isReducedMotion: true })
      for (const [width, percent] of [
        [320, 100],
        [320, 200],
        [390, 200],
      ] as const) {
        await page.setViewportSize({ width, height: 640 })
        await page.goto(`${paths.bookReading(book)}?page=9`)
        await page.locator('.reader-near li').nth(4).waitFor()
        const faults = await page.evaluate(
          ([width, percent]) => {
            document.documentElement.style.fontSize = `${percent}%`
            const parts = document.querySelectorAll('.reader-buttons > *, .reader-near a')
            const places = [...parts].map(part => {
              const range = document.createRange()
              range.selectNodeContents(part)
              return { name: part.textContent, box: range.getBoundingClientRect() }
            })
            return places.flatMap(({ name, box }, index) => {
              const isOut = box.left < 0 || box.right > width || box.bottom > innerHeight
              const others = places.slice(index + 1).filter(({ box: { left, right, top, bottom } }) => {
                return left < box.right + 2 && box.left < right + 2 && top < box.bottom && box.top < bottom
              })
              return isOut || others.length > 0
                ? [[name, isOut, ...others.map(other => other.name)].join(' ')]
                : []
            })
          },
          [width, percent] as const,
        )
        expect(faults, `${width} ${percent}`).toEqual([])
      }
    },
  )

  browserTest(
    'leads to the file where its pages do not come, and says so once that is known',
    async ({ open }) => {
      const facts = vi.spyOn(server.services.files.pagePictures, 'factsSoon')
      onTestFinished(() => facts.mockRestore())
      facts.mockRejectedValueOnce(new AppError('busy')).mockRejectedValue(new AppError('pages_too_slow'))
      const { url } = await server.services.files.store(streamOf(makeManyPages(3)), { name: 'فيزياء.pdf' })
      const slow = await publishBook(server, 'كتاب الفيزياء', 'SIXTH_PREPARATORY', 'PHYSICS', url)
      const { page, expectProblem } = await open({ baseUrl, device: 'phone' })
      expectProblem(/422/)
      await page.route('**/p/**', route => route.fulfill({ status: 422 }))
      await page.goto(paths.bookReading(slow))
      const failed = page.locator('#page-1 .reader-failed')
      await failed.getByRole('button', { name: 'حمّل الملف' }).tap()
      const tools = page.getByRole('group', { name: 'أدوات أخرى' })
      await tools.getByRole('link', { name: /حمّل الملف/ }).waitFor()
      await page.keyboard.press('Escape')
      const again = failed.getByRole('button', { name: 'أعد المحاولة' })
      const said = page.getByRole('heading', { name: 'لا تُعرض صفحات هذا الملف الآن' })
      /* The page that was sent is good for a moment more. */
      await expect
        .poll(async () => {
          await again.tap({ timeout: 1000 }).catch(() => {})
          return said.count()
        })
        .toBe(1)
      expect(await page.locator('.notice a[download]').getAttribute('href')).toBe(url)
      expect(await page.locator('.reader-pages').count()).toBe(0)
    },
  )

  browserTest('goes on where this device stopped, with tools after a tap', async ({ open }) => {
    const { page } = await open({ baseUrl, device: 'phone' })
    await page.goto(paths.bookReading(book))
    const slider = page.getByRole('slider', { name: 'الصفحة' })
    await slider.fill('25')
    await expect.poll(() => new URL(page.url()).search).toBe('?page=25')
    await page.locator('.reader-near').getByRole('link', { name: '٢٦' }).press('Enter')
    await expect.poll(() => new URL(page.url()).search).toBe('?page=26')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('٢٦')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => new URL(page.url()).search).toBe('?page=25')
    await page.getByRole('button', { name: 'علّم الصفحة' }).click()
    await page.goto(paths.bookReading(book))
    await expect.poll(() => new URL(page.url()).search).toBe('?page=25')
    await page.getByRole('button', { name: 'تكبير' }).click()
    const wide = () =>
      page.locator('.reader-pages').evaluate(list => list.getBoundingClientRect().width / innerWidth)
    await expect.poll(wide).toBe(1.5)
    await page.getByRole('button', { name: 'كل الصفحات' }).click()
    const all = page.getByRole('navigation', { name: 'كل الصفحات' })
    await expect.poll(() => all.getByRole('listitem').count()).toBe(40)
    await expect.poll(() => all.locator('[data-marks]').textContent()).toContain('٢٥')
    await all.getByRole('link', { name: '٣', exact: true }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('?page=3')
    await page.locator('#page-3').click()
    await page.getByRole('button', { name: 'تكبير' }).waitFor({ state: 'hidden' })
  })

  browserTest('has what stands on a page beside its picture, of those that are read', async ({ open }) => {
    const { pageTexts } = server.services.files
    await expect.poll(async () => (await pageTexts.progressOf([sha256])).get(sha256)?.isEnded).toBe(true)
    const { page } = await open({ baseUrl, device: 'phone' })
    await page.goto(`${paths.bookReading(book)}?page=31`)
    const told = (number: number) => page.locator(`#page-${number} .page-text`)
    await expect.poll(() => told(31).textContent()).toBe('31')
    await page.getByRole('slider', { name: 'الصفحة' }).fill('12')
    await expect.poll(() => told(12).textContent()).toBe('12')
    await expect.poll(() => told(13).textContent()).toBe('13')
    expect(await told(20).count()).toBe(0)
  })

  browserTest('costs at most 20 KB of scripts, whatever is done in it', async ({ open }) => {
    const { page } = await open({ baseUrl, device: 'phone', isReducedMotion: true })
    const body = await makeImage('webp', 84, 119)
    await page.route('**/p/**', route => route.fulfill({ body, contentType: 'image/webp' }))
    await page.goto(paths.bookReading(book))
    for (const name of ['علّم الصفحة', 'تكبير', 'كل الصفحات']) await page.getByRole('button', { name }).click()
    await page
      .getByRole('navigation', { name: 'كل الصفحات' })
      .getByRole('link', { name: '٣' })
      .first()
      .click()
    await page.getByRole('button', { name: 'أدوات أخرى' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'ابحث داخل الصفحات', exact: true }).click()
    await page.waitForLoadState('networkidle')
    const bytes = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => name.endsWith('.js'))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    )
    expect(bytes).toBeGreaterThan(5 * 1024)
    expect(bytes).toBeLessThanOrEqual(20 * 1024)
  })

  browserTest('lies open on a wide screen, and turns by the arrows of an Arabic book', async ({ open }) => {
    const { page } = await open({ baseUrl, device: 'desktop' })
    await page.goto(`${paths.noteReading(note)}?page=5`)
    await expect.poll(() => drawn(page, 6)).toBe('840.webp')
    const place = (number: number) =>
      page.locator(`#page-${number}`).evaluate(item => item.getBoundingClientRect().toJSON())
    const [right, left] = [await place(5), await place(6)]
    expect([right.top === left.top, right.left > left.left]).toEqual([true, true])
    await page.getByRole('group', { name: 'أدوات القراءة' }).waitFor()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => new URL(page.url()).search).toBe('?page=7')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => new URL(page.url()).search).toBe('?page=5')
    await page.keyboard.press('+')
    await expect.poll(() => drawn(page, 5)).toBe('1400.webp')

    await page.keyboard.press('0')
    const body = await makeImage('webp', 84, 119)
    await page.route('**/p/**', route => route.fulfill({ body, contentType: 'image/webp' }))
    for (const read of [7, 9, 11, 13, 15, 17, 19, 21]) {
      await page.keyboard.press('ArrowLeft')
      await expect.poll(() => page.locator(`#page-${read}[aria-current] img`).count()).toBe(1)
    }
    await expect.poll(() => page.locator('#page-5 img').count()).toBe(0)

    /* More pages on the screen than are kept around the one that is read. */
    await page.setViewportSize({ width: 1100, height: 4000 })
    for (const read of [1, 3, 5, 7, 9, 11]) {
      await page.locator(`#page-${read}`).evaluate(item => item.scrollIntoView())
      await expect.poll(() => page.locator(`#page-${read}[aria-current]`).count()).toBe(1)
    }
    const white = () =>
      page.locator('.reader-pages > li').evaluateAll(items =>
        items
          .filter(item => {
            const { top, bottom } = item.getBoundingClientRect()
            return top < innerHeight && bottom > 0 && !item.querySelector('img')
          })
          .map(item => item.id),
      )
    await expect.poll(white).toEqual([])
  })
})
