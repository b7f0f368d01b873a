import { PDFiumLibrary } from '@hyzyla/pdfium'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, vi } from 'vitest'
import { paths } from '#contract/paths.ts'
import { bookInputSchema } from '#contract/resources/book.ts'
import { examInputSchema } from '#contract/resources/exam.ts'
import { newsInputSchema } from '#contract/resources/news.ts'
import { systemActor } from '#server/staff/session/actor.ts'
import { browserTest, openShared } from '#test/browser-test.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { streamOf } from '#test/files.ts'

/** A picture that nobody answers for. */
const gone = 'https://gone.example/1.jpg'

let site: TestApp
let baseUrl: string
let bookId: string
let newsId: string
let exams: { ours: string; mixed: string; foreign: string }
const physicsYears = [2025, 2024, 2023, 2022, 2021]

openShared(
  async () => {
    site = await openTestApp()
    const { services } = site
    const store = async (width: number, height: number) =>
      (await services.files.store(streamOf(await linedPage(width, height)), { name: 'صفحة.png' })).url
    const pages = [await store(1240, 1754), await store(1241, 1754), await store(1754, 1240)]
    const book = bookInputSchema.parse({
      title: 'كتاب القراءة',
      stage: 'FIRST_PRIMARY',
      subject: 'READING',
      releaseYear: 2026,
      description: 'كتاب المنهج كاملاً.',
      directLink: 'https://files.example/book.pdf',
      keywords: 'كتاب',
      image: gone,
    })
    bookId = (await services.books.create(book, systemActor)).id
    const news = newsInputSchema.parse({
      title: 'جدول الامتحانات',
      bio: 'أعلنت الوزارة الجدول.',
      content: 'النص الكامل.',
      type: 'EXAM_SCHEDULE',
      image: gone,
      keywords: 'جدول',
    })
    newsId = (await services.news.create(news, systemActor)).id
    const exam = async (files: string[], change: Record<string, unknown> = {}) => {
      const input = examInputSchema.parse({
        title: 'أسئلة الرياضيات',
        description: 'أسئلة الامتحان كاملة.',
        stage: 'SIXTH_PRIMARY',
        subject: 'MATH',
        releaseYear: 2025,
        try: 1,
        files,
        keywords: 'وزاري',
        ...change,
      })
      return (await services.exams.create(input, systemActor)).id
    }
    exams = {
      ours: await exam(pages),
      mixed: await exam([pages[0] ?? '', gone]),
      foreign: await exam([gone]),
    }
    for (const releaseYear of physicsYears)
      await exam(pages, { stage: 'SIXTH_PREPARATORY', subject: 'PHYSICS', releaseYear, try: 2 })
    /* So that every page knows the size of its file, however busy the machine is. */
    const { handle } = await services.examPdfs.open(await services.exams.get(exams.ours))
    await handle.close()
    baseUrl = await site.listen()
  },
  () => site.close(),
)

/** How many colours a part of the page shows: one picture that did not come is one colour, a drawn one is many. */
async function coloursOf(part: Locator): Promise<number> {
  const picture = await part.screenshot({ animations: 'disabled' })
  const pixels = await sharp(picture).removeAlpha().resize(64, 64, { fit: 'fill' }).raw().toBuffer()
  const colours = new Set<number>()
  for (let at = 0; at < pixels.length; at += 3)
    colours.add(
      (((pixels[at] ?? 0) >> 3) << 10) | (((pixels[at + 1] ?? 0) >> 3) << 5) | ((pixels[at + 2] ?? 0) >> 3),
    )
  return colours.size
}

/** Waits until the browser has given every picture up. */
async function givenUp(page: Page): Promise<void> {
  const isOver = () => page.evaluate(() => [...document.images].every(image => image.complete))
  await page.evaluate(() => document.images[0]?.scrollIntoView())
  await expect.poll(isOver).toBe(true)
}

describe('a picture that does not come', () => {
  browserTest(
    'leaves the drawn one in its place, with and without scripts',
    { timeout: 120_000 },
    async ({ open }) => {
      for (const isJavaScriptOff of [false, true]) {
        const { page, expectProblem } = await open({ baseUrl, isReducedMotion: true, isJavaScriptOff })
        expectProblem(/gone\.example/)
        const colours: Record<string, number> = {}
        for (const [address, part] of [
          ['/books/primary', '.cover'],
          [paths.book(bookId), '.cover'],
          ['/news', '.record-picture'],
          [paths.newsItem(newsId), '.gallery a'],
        ] as const) {
          await page.goto(address)
          if (!isJavaScriptOff) await givenUp(page)
          else await page.waitForLoadState('networkidle')
          colours[address] = await coloursOf(page.locator(part).first())
          expect(colours[address], `${address}, scripts off: ${isJavaScriptOff}`).toBeGreaterThan(12)
        }
        await page.goto(paths.book(bookId))
        expect(await page.getByRole('img', { name: 'غلاف كتاب القراءة' }).isVisible()).toBe(true)
        await expect.poll(() => page.locator('.cover').first().innerText()).toContain('القراءة')
      }
    },
  )
})

describe('the pages of an exam as one file', () => {
  browserTest('are offered only as far as we have them', async ({ open }) => {
    const { page, expectProblem } = await open({ baseUrl })
    expectProblem(/gone\.example/)
    const offered = page.locator('.action-bar a[href$="pages.pdf"]')
    await page.goto(paths.exam(exams.ours))
    await expect.poll(() => offered.innerText()).toContain('تحميل كل الصفحات')
    await expect.poll(() => offered.innerText()).toContain('٣ صفحات')
    const size = vi.spyOn(site.services.examPdfs, 'size').mockResolvedValue(undefined)
    await page.goto(paths.exam(exams.mixed))
    size.mockRestore()
    /* Its size is told once it is known. */
    expect(await offered.locator('[data-slot=share]').innerText()).toBe('PDF')
    expect(await offered.innerText()).not.toContain('كل الصفحات')
    await expect.poll(() => offered.innerText()).toContain('صفحة واحدة')
    expect((await page.request.get((await offered.getAttribute('href')) ?? '')).status()).toBe(200)
    await page.goto(paths.exam(exams.foreign))
    expect(await offered.count()).toBe(0)
    expect((await page.request.get(paths.examPdf(exams.foreign))).status()).toBe(404)
  })
})

/** A page full of thin dark lines, which only a picture of enough pixels keeps apart. Units: pixels. */
async function linedPage(width: number, height: number): Promise<Buffer> {
  const lines = Array.from({ length: Math.floor(width / 8) }, (_, at) => `M${at * 8 + 2} 0v${height}`).join(
    '',
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#ffe9b0"/><path d="${lines}" stroke="#000" stroke-width="4"/></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

/** What a sheet shows: the share of its width and height that is printed on, and of it what is truly dark. */
interface Sheet {
  width: number
  height: number
  dark: number
}

async function sheetsOf(pdf: Buffer): Promise<Sheet[]> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(pdf)
  const sheets: Sheet[] = []
  for (const page of document.pages()) {
    const { data, width, height } = await page.render({ scale: 2, render: 'bitmap' })
    const [xs, ys]: [Set<number>, Set<number>] = [new Set(), new Set()]
    let dark = 0
    let printed = 0
    for (let at = 0; at < data.length; at += 4) {
      const [one = 255, two = 255, three = 255] = data.subarray(at, at + 3)
      if (one + two + three > 720) continue
      xs.add((at / 4) % width)
      ys.add(Math.floor(at / 4 / width))
      printed += 1
      if (one + two + three < 150) dark += 1
    }
    sheets.push({ width: xs.size / width, height: ys.size / height, dark: dark / Math.max(printed, 1) })
  }
  document.destroy()
  library.destroy()
  return sheets
}

/** Waits until the pages of an exam are there: none is left to be drawn when the server closes. */
async function pagesCome(page: Page): Promise<void> {
  const isThere = () =>
    page.locator('.gallery img').evaluateAll(all => all.every(image => (image as HTMLImageElement).complete))
  await expect.poll(isThere, { timeout: 15_000 }).toBe(true)
}

describe('an exam in the hand', () => {
  browserTest(
    'is read after three taps, without zoom: the third page of physics, second round of 2023',
    async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl, device: 'phone', isReducedMotion: true })
      expectProblem(/gone\.example/)
      await page.goto('/')
      let taps = 0
      const tap = async (target: Locator) => {
        await target.first().tap()
        taps += 1
      }
      await tap(page.locator('.place-bar a[href="/ministerial"], main a[href="/ministerial"]'))
      await page.waitForURL('**/ministerial')
      await tap(page.locator('main a[href="/ministerial/sixth-preparatory?subject=PHYSICS"]'))
      await tap(page.getByRole('link', { name: /^الفيزياء ٢٠٢٣، الدور الثاني/ }))
      await page.waitForURL('**/ministerial/preview/*')
      expect(taps).toBe(3)
      const third = page.getByRole('img', { name: /^الصفحة ٣ من ٣/ })
      await third.scrollIntoViewIfNeeded()
      await expect
        .poll(() => third.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0)
      const { width = 0 } = (await third.boundingBox()) ?? {}
      expect(width).toBeGreaterThan(380)
      const drawn = await third.evaluate(async (image: HTMLImageElement) => {
        const copy = new Image()
        copy.src = image.currentSrc
        await copy.decode()
        return copy.naturalWidth
      })
      expect(drawn).toBeGreaterThanOrEqual(2 * 390)
      await pagesCome(page)
    },
  )

  browserTest('has its actions at the bottom, and a list that leads to each page', async ({ open }) => {
    const { page } = await open({ baseUrl, device: 'phone', isReducedMotion: true })
    await page.goto(paths.exam(exams.ours))
    const bar = page.locator('.action-bar')
    const { y = 0, height = 0 } = (await bar.boundingBox()) ?? {}
    expect([y + height, height]).toEqual([844, 64])
    const load = bar.getByRole('link', { name: /^تحميل/ })
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await expect.poll(() => load.innerText()).toMatch(/PDF[\s·]+[٠-٩٫]+\s(?:ك|م)\.ب/)
      expect(await load.locator('svg').first().isVisible()).toBe(true)
      const isWhole = (each: Element) => each.scrollWidth <= each.clientWidth
      expect([await load.evaluate(isWhole), await bar.evaluate(isWhole)]).toEqual([true, true])
    }
    const jump = bar.getByRole('button', { name: /^الانتقال إلى صفحة/ })
    await jump.tap()
    const list = page.locator('#page-list')
    await list.getByRole('link', { name: 'الصفحة ٢' }).tap()
    await list.waitFor({ state: 'hidden' })
    await expect.poll(() => jump.innerText()).toContain('٢ من ٣')
    expect(new URL(page.url()).hash).toBe('#page-2')
    await expect.poll(() => list.locator('[aria-current=true]').getAttribute('href')).toBe('#page-2')
    await pagesCome(page)
  })
})

describe('an exam on paper', () => {
  browserTest('has one page on each sheet, as large as the sheet and sharp', async ({ open }) => {
    for (const isJavaScriptOff of [false, true]) {
      const { page } = await open({ baseUrl, isJavaScriptOff })
      await page.goto(paths.exam(exams.ours))
      await page.waitForLoadState('networkidle')
      const sheets = await sheetsOf(await page.pdf({ format: 'A4' }))
      const said = `scripts off: ${isJavaScriptOff}, ${JSON.stringify(sheets)}`
      expect(sheets.length, said).toBe(3)
      for (const sheet of sheets) {
        expect(Math.max(sheet.width, sheet.height), said).toBeGreaterThan(0.85)
        if (!isJavaScriptOff) expect(sheet.dark, said).toBeGreaterThan(0.3)
      }
    }
  })
})

browserTest(
  'an exam comes small to who asks for little, says so, and is large by a press, with and without scripts',
  { timeout: 120_000 },
  async ({ open }) => {
    for (const [isLight, isJavaScriptOff] of [
      [true, false],
      [false, false],
      [true, true],
    ] as const) {
      const { page } = await open({
        baseUrl,
        device: 'phone',
        isReducedMotion: true,
        isJavaScriptOff,
        more: { extraHTTPHeaders: isLight ? { 'save-data': 'on' } : {} },
      })
      const asked: string[] = []
      page.on('request', request => void asked.push(new URL(request.url()).pathname))
      await page.goto(paths.exam(exams.ours))
      const pictures = page.locator('.exam-paper img')
      for (const picture of await pictures.all()) {
        await picture.scrollIntoViewIfNeeded()
        await expect
          .poll(() => picture.evaluate(image => (image as HTMLImageElement).naturalWidth))
          .toBeGreaterThan(0)
      }
      const widths = asked.flatMap(address => /^\/files\/\w+\/w\/(\d+)\./.exec(address)?.[1] ?? [])
      expect(widths).toHaveLength(3)
      expect(new Set(widths)).toEqual(new Set([isLight ? '640' : '960']))
      expect(await page.getByText('اضغط على الصفحة لتراها كبيرة').count()).toBe(isLight ? 1 : 0)

      const link = page.locator('#page-2 > a').first()
      const full = (await link.getAttribute('href')) ?? ''
      expect(asked).not.toContain(full)
      await link.tap()
      const large = page.locator(isJavaScriptOff ? 'img' : '.lightbox img')
      await expect.poll(() => asked).toContain(full)
      await expect.poll(() => large.evaluate(image => (image as HTMLImageElement).naturalWidth)).toBe(1241)
    }
  },
)
