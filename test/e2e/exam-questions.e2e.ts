import sharp from 'sharp'
import { describe, expect, vi } from 'vitest'
import { paths, sha256OfFileAddress } from '#contract/paths.ts'
import { examInputSchema } from '#contract/resources/exam.ts'
import { systemActor } from '#server/staff/session/actor.ts'
import { packBoxes } from '#server/files/page-texts/word-boxes.ts'
import type { Box } from '#server/reading/page.types.ts'
import { browserTest, openShared } from '#test/browser-test.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { streamOf } from '#test/files.ts'

/** What a page says, and the height at which each of its lines stands. Units: pixels of 1754. */
const lines = [
  { top: 100, text: 'س١: أ- ما المقصود بالحث الذاتي وما وحدة قياسه' },
  { top: 300, text: 'ب- ما العوامل التي تتوقف عليها سعة المتسعة' },
  { top: 500, text: 'س٢: أ- علل تصنع قلوب المحولات من صفائح رقيقة' },
  { top: 900, text: 'ب- ما الفرق بين الانبعاث التلقائي والانبعاث المحفز' },
]
const [width, height, lineHeight] = [1240, 1754, 50]
/** Below the first line, halfway to the next one's rise; above what is drawn for the second question. */
const partedAt = 275 / height

let site: TestApp
let baseUrl: string
const address: Record<number, string> = {}

/** Keeps a page of black lines, one colour below each, with its text. Shape: its address. */
async function keepPage(text: typeof lines, mark: number): Promise<string> {
  const bars = text.map(({ top }) => `<rect x="140" y="${top}" width="960" height="${lineHeight}"/>`)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#fff"/>${bars.join('')}
    <circle cx="620" cy="1500" r="${mark}"/></svg>`
  const picture = await sharp(Buffer.from(svg)).png().toBuffer()
  const { url } = await site.services.files.store(streamOf(picture), { name: '1.png' })
  const fileHash = sha256OfFileAddress(url) ?? ''
  const boxes = text.flatMap(({ top, text: words }): Box[] =>
    words.split(' ').map(() => [0.1, top / height, 0.1, lineHeight / height]),
  )
  const { kysely } = site.database
  await kysely
    .insertInto('pageTextFiles')
    .values({ fileHash, pageCount: 1, isEnded: true, readerVersion: 99 })
    .execute()
  const words = text.map(each => each.text).join('\n')
  await kysely
    .insertInto('pageTexts')
    .values({
      fileHash,
      page: 1,
      source: 'picture',
      quality: 0.9,
      text: words,
      boxes: packBoxes(boxes),
      readerVersion: 99,
    })
    .execute()
  return url
}

openShared(
  async () => {
    site = await openTestApp()
    const [first, , third] = lines
    for (const [releaseYear, text] of [
      [2023, lines],
      [2021, first && third ? [first, third] : []],
    ] as const) {
      const exam = examInputSchema.parse({
        title: `أسئلة الفيزياء ${releaseYear}`,
        description: 'أسئلة الامتحان كاملة.',
        stage: 'SIXTH_PREPARATORY',
        subject: 'PHYSICS',
        releaseYear,
        try: 1,
        files: [await keepPage(text, releaseYear - 2000)],
        keywords: 'وزاري',
      })
      address[releaseYear] = paths.exam((await site.services.exams.create(exam, systemActor)).id)
    }
    baseUrl = await site.listen()
    const isTold = async () => (await site.app.inject({ url: address[2023] ?? '' })).body.includes('تكرر:')
    await vi.waitUntil(isTold, { timeout: 30_000, interval: 200 })
  },
  () => site.close(),
)

describe('a question that was asked before', () => {
  for (const isJavaScriptOff of [false, true])
    for (const device of ['phone', 'desktop'] as const)
      browserTest(
        `has its other years right below it, on a ${device}${isJavaScriptOff ? ' without scripts' : ''}`,
        async ({ open }) => {
          const { page } = await open({ baseUrl, device, isJavaScriptOff })
          await page.goto(address[2023] ?? '')
          const paper = page.locator('#page-1')
          const parts = paper.locator('.paper-part')
          await expect.poll(() => parts.count()).toBe(3)
          for (const part of await parts.all()) await part.scrollIntoViewIfNeeded()
          await page.waitForLoadState('networkidle')
          const [first, note, second] = await Promise.all(
            [parts.nth(0), paper.locator('.paper-notes').first(), parts.nth(1)].map(each =>
              each.boundingBox(),
            ),
          )
          if (!first || !note || !second) throw new Error('a part is not to be seen')
          /* Nothing is covered, nothing is shown twice, and nothing is left out. */
          expect(note.y).toBeCloseTo(first.y + first.height, 0)
          expect(second.y).toBeCloseTo(note.y + note.height, 0)
          expect(first.height / ((first.width * height) / width)).toBeCloseTo(partedAt, 2)
          const whole = await parts.evaluateAll(all =>
            all.reduce((sum, part) => sum + part.getBoundingClientRect().height, 0),
          )
          expect(whole / ((first.width * height) / width)).toBeCloseTo(1, 2)
          expect(await linesIn(await parts.nth(0).screenshot())).toBe(1)
          expect(await linesIn(await parts.nth(1).screenshot())).toBe(2)
          const link = paper.getByRole('link', { name: '٢٠٢١ الأول، س١ أ' })
          expect(await link.getAttribute('href')).toBe(`${address[2021]}#page-1`)
          /* One page is one picture to whoever does not see it. */
          expect(await paper.getByRole('link', { name: /^تكبير/ }).count()).toBe(1)
        },
      )

  browserTest('leaves its page whole on paper', async ({ open }) => {
    const { page } = await open({ baseUrl })
    await page.goto(address[2023] ?? '')
    await page.emulateMedia({ media: 'print' })
    const shown = page.locator('#page-1 .paper-part:visible')
    await expect.poll(() => shown.count()).toBe(1)
    expect(await page.locator('.paper-notes:visible').count()).toBe(0)
    expect((await shown.boundingBox())?.height).toBeGreaterThan(700)
  })

  browserTest('opens its page in the viewer from any part of it', async ({ open }) => {
    const { page } = await open({ baseUrl })
    await page.goto(address[2023] ?? '')
    await page.locator('.paper-part').nth(1).click()
    await expect.poll(() => page.getByRole('dialog').isVisible()).toBe(true)
  })
})

/** How many black lines a picture of a part shows. */
async function linesIn(picture: Buffer): Promise<number> {
  const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true })
  const middle = Math.floor(info.width / 2)
  const isDark = (y: number) => (data[y * info.width + middle] ?? 255) < 100
  let found = 0
  for (let y = 1; y < info.height; y += 1) if (isDark(y) && !isDark(y - 1)) found += 1
  return found
}
