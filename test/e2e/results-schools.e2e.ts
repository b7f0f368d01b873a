import { describe, expect, it } from 'vitest'
import { between } from '#contract/between.ts'
import { systemActor } from '#server/staff/session/actor.ts'
import { resultInputSchema } from '#contract/resources/result.ts'
import { findFaultsInThemes } from '#test/axe.ts'
import { browserTest, openShared } from '#test/browser-test.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { resultInput } from '#test/factories.ts'
import { makePdf, makeZip, streamOf } from '#test/files.ts'

let server: TestApp
let baseUrl: string

async function publish(
  city: string,
  files: Record<string, Buffer>,
  change: Parameters<typeof resultInput>[0] = {},
): Promise<void> {
  const { url } = await server.services.files.store(streamOf(await makeZip(files)), {
    name: 'نتائج.zip',
    kind: 'zip',
  })
  const input = resultInput({ city: city as 'كركوك', directLink: url, releaseYear: 2026, ...change })
  const { id } = await server.services.results.create(resultInputSchema.parse(input), systemActor)
  const run = { signal: new AbortController().signal, progress: () => undefined }
  const write = await server.services.results.sheets.open(id, run)
  if (write) await server.database.kysely.transaction().execute(write)
  void server.services.changes.tellHere(['results'])
}

openShared(
  async () => {
    server = await openTestApp()
    await server.services.jobRunner.close()
    const sheet = await makePdf(3)
    const many = Array.from({ length: 34 }, (_, at) => [`متوسطة الزهور ${at + 1}.pdf`, sheet] as const)
    await publish('كركوك', {
      'بنين/إعدادية الجمهورية للبنين.pdf': sheet,
      'بنات/إعدادية خديجة الكبرى للبنات المسائية في ناحية الرشاد.pdf': await makePdf(2),
      ...Object.fromEntries(many),
    })
    await publish('البصرة', { 'ثانوية الجمهورية للبنات.pdf': await makePdf(1) })
    for (const change of [{ branch: 'LITERARY' }, {}, { try: 2 }] as const) {
      const files = { 'بنات/ثانوية الجمهورية للبنات.pdf': await makePdf(1) }
      await publish('البصرة', files, { releaseYear: 2025, ...change })
    }
    baseUrl = await server.listen()
  },
  () => server.close(),
)

const schools = '/results/sixth-preparatory/schools'

describe('the schools of a release', () => {
  it('are told apart by their links, where two of them are called alike', async () => {
    const { body } = await server.app.inject(`${schools}?year=2025&try=1`)
    const links = [...body.matchAll(/<a class="card-link"[^>]*>(.*?)<\/a>/gs)]
    const names = links.map(([, name = '']) => name.replace(/<[^>]+>/g, ''))
    expect(names.toSorted()).toEqual([
      `ثانوية الجمهورية للبنات، البصرة${between}أدبي`,
      `ثانوية الجمهورية للبنات، البصرة${between}علمي`,
    ])
  })

  browserTest(
    'are three taps from the home page to the own sheet, whose pages do not move',
    async ({ open }) => {
      const { page } = await open({ baseUrl, device: 'phone', isReducedMotion: true })
      await page.addInitScript(() => {
        Object.assign(window, { shift: 0 })
        new PerformanceObserver(list => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
            (window as unknown as { shift: number }).shift += entry.value
        }).observe({ type: 'layout-shift', buffered: true })
      })
      await page.goto('/')
      await page.locator('main').locator('a[href="/results"]').first().click()
      await page.getByRole('link', { name: /^ابحث عن مدرستك.*السادس الإعدادي/ }).click()
      await page.waitForURL(`**${schools}`)
      const topRow = page.locator('.school-row').first()
      await expect.poll(() => topRow.evaluate(row => row.getBoundingClientRect().top)).toBeLessThan(300)
      await page.getByRole('searchbox', { name: 'اسم المدرسة' }).fill('الجمهزرية للبنين')
      await page.getByText('مدرسة واحدة من ٣٧').waitFor()
      await page.getByRole('link', { name: 'إعدادية الجمهورية للبنين' }).click()
      await page.getByRole('heading', { level: 1, name: 'إعدادية الجمهورية للبنين' }).waitFor()
      const download = page.getByRole('link', { name: /^تحميل الورقة/ })
      expect((await download.boundingBox())?.height).toBeLessThanOrEqual(48)
      const first = page.getByRole('img', { name: 'الصفحة ١ من ٣ من ورقة إعدادية الجمهورية للبنين' })
      await expect
        .poll(() => first.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(300)
      const last = page.getByRole('img', { name: /^الصفحة ٣ من ٣/ })
      await last.scrollIntoViewIfNeeded()
      await expect
        .poll(() => last.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(300)
      expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBe(0)
    },
  )

  browserTest('the round comes first, then the number, then a board from edge to edge', async ({ open }) => {
    const { page } = await open({ baseUrl, device: 'phone', isJavaScriptOff: true })
    await page.goto('/results/sixth-preparatory')
    const top = async (selector: string) => (await page.locator(selector).boundingBox())?.y ?? 0
    expect(await top('.release-choice')).toBeLessThan(await top('.number-form'))
    expect(await top('.number-form .input')).toBeLessThan(190)
    const board = await page.locator('.board').boundingBox()
    expect([board?.x, board?.width]).toEqual([0, 390])
    await page.getByText('سنوات سابقة').tap()
    expect((await page.locator('.board').boundingBox())?.y).toBe(board?.y)
    await page.getByRole('link', { name: 'الدور الأول ٢٠٢٥' }).tap()
    await page.locator('.header-name', { hasText: 'نتائج السادس الإعدادي ٢٠٢٥' }).waitFor()
  })

  browserTest('are rows of 72 px, and a sheet is a reader with its pages at the thumb', async ({ open }) => {
    for (const width of [390, 320]) {
      const { page } = await open({
        baseUrl,
        device: 'phone',
        isReducedMotion: true,
        more: { viewport: { width, height: 844 } },
      })
      await page.goto(`${schools}?query=${encodeURIComponent('الجمهورية للبنين')}`)
      const row = page.locator('.school-row').first()
      expect(await row.evaluate(each => each.getBoundingClientRect().height)).toBeLessThanOrEqual(73)
      await row.getByRole('link').click()
      await page.waitForURL('**/results/sheet/**')
      const topOf = (number: number) =>
        page.locator(`#page-${number}`).evaluate(each => Math.round(each.getBoundingClientRect().top))
      expect(await topOf(1)).toBeLessThanOrEqual(64)
      const slider = page.getByRole('slider', { name: 'الصفحة' })
      await slider.fill('3')
      await expect.poll(() => topOf(3)).toBeLessThan(100)
      await page.evaluate(() => scrollTo(0, 0))
      await expect.poll(() => slider.inputValue()).toBe('1')
      const isWide = () => document.documentElement.scrollWidth > innerWidth
      expect(await page.evaluate(isWide)).toBe(false)
      await page.getByRole('link', { name: 'رجوع إلى مدارس كركوك' }).click()
      await page.waitForURL('**/schools?**')
    }
  })

  browserTest('are found while one types, and by a form without scripts', async ({ open }) => {
    const { page } = await open({ baseUrl, device: 'phone' })
    await page.goto(schools)
    const field = page.getByRole('searchbox', { name: 'اسم المدرسة' })
    await field.fill('ظظظظظظ')
    await page.getByText('لا توجد مدرسة باسم').waitFor()
    await field.fill('الجمهورية')
    await page.getByText('مدرستان من ٣٧').waitFor()
    await expect.poll(() => page.locator('.school-row mark').first().textContent()).toBe('الجمهورية')
    await page.getByLabel('المدينة').selectOption('البصرة')
    await page.getByText('مدرسة واحدة من ٣٧').waitFor()
    await expect.poll(() => page.title()).toContain('البصرة')
    const heights = await page.locator('.school-row').evaluateAll(rows => rows.map(row => row.clientHeight))
    for (const height of heights) expect(height).toBeGreaterThanOrEqual(64)

    const { page: plain } = await open({
      baseUrl,
      device: 'phone',
      isJavaScriptOff: true,
      more: { viewport: { width: 320, height: 640 } },
    })
    await plain.goto(`${schools}?year=2025&try=1`)
    const choices = await plain
      .locator('.school-choices > *')
      .evaluateAll(all => all.map(each => each.getBoundingClientRect().width))
    expect(choices).toHaveLength(6)
    expect(Math.min(...choices)).toBeGreaterThan(100)
    const sideways = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
    expect(await plain.evaluate(sideways)).toBe(0)
    await plain.goto(schools)
    await plain.getByRole('link', { name: 'الصفحة ٢' }).click()
    await plain.waitForURL('**page=2')
    await plain.getByRole('searchbox', { name: 'اسم المدرسة' }).fill('خديجة')
    await plain.getByRole('button', { name: 'عرض' }).click()
    await plain.getByRole('link', { name: /خديجة/ }).click()
    await plain.getByRole('link', { name: /^تحميل الورقة/ }).waitFor()
  })

  browserTest('are free of faults that axe finds, as is a sheet', { timeout: 120_000 }, async ({ open }) => {
    const found: string[] = []
    for (const device of ['phone', 'desktop'] as const) {
      const { page } = await open({ baseUrl, device, isReducedMotion: true })
      for (const path of [schools, `${schools}?query=ظظظظ`, 'sheet']) {
        if (path === 'sheet') {
          await page.goto(`${schools}?query=الجمهورية`)
          await page.locator('.school-row a').first().click()
          await page.waitForURL('**/results/sheet/**')
        } else await page.goto(path)
        for (const { theme, fault } of await findFaultsInThemes(page))
          found.push(
            ...fault.nodes.map(({ target }) => `${path} ${device} ${theme}: ${fault.id} ${target.join(' ')}`),
          )
      }
    }
    expect(found).toEqual([])
  })
})
