import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, vi } from 'vitest'
import { formatDigits } from '#contract/format.ts'
import { browserTest, openShared } from '#test/browser-test.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { resultInput } from '#test/factories.ts'
import { makeZip, streamOf } from '#test/files.ts'

const sheets = fileURLToPath(new URL('../fixtures/sheets', import.meta.url))
const truth = JSON.parse(fs.readFileSync(`${sheets}/truth.json`, 'utf8')) as {
  sheets: { id: string; students: { number: string }[] }[]
}
const number = truth.sheets.find(sheet => sheet.id === 'calc-marks')?.students[4]?.number ?? ''
const address = '/results/sixth-preparatory'

let site: TestApp
let baseUrl: string

openShared(
  async () => {
    site = await openTestApp()
    baseUrl = await site.listen()
    const staff = await site.signIn()
    const zip = await makeZip({ 'إعدادية النور.pdf': fs.readFileSync(`${sheets}/calc-marks.pdf`) })
    const { url } = await site.services.files.store(streamOf(zip), { name: 'نتائج.zip', kind: 'zip' })
    const place = {
      stage: 'SIXTH_PREPARATORY',
      city: 'كركوك',
      branch: 'SCIENTIFIC',
      try: 1,
      releaseYear: 2026,
    }
    await staff.send('POST', '/api/results', { ...resultInput({ directLink: url }), ...place })
    const lookup = {
      method: 'POST' as const,
      url: '/api/results/lookup',
      payload: { stage: place.stage, number },
    }
    await vi.waitFor(async () => expect((await site.app.inject(lookup)).statusCode).toBe(200), {
      timeout: 60_000,
      interval: 1500,
    })
  },
  () => site.close(),
  90_000,
)

describe('the own row on a phone', () => {
  browserTest('is found on the device, and the number is sent nowhere', async ({ open }) => {
    const { page } = await open({ baseUrl, device: 'phone' })
    const sent: string[] = []
    page.on('request', request => sent.push(`${request.url()} ${request.postData() ?? ''}`))
    await page.goto(address)
    await page.getByLabel('اعرف نتيجتك').fill(number)
    await page.getByText('رقمك لا يغادر جهازك').waitFor()
    await page.getByRole('button', { name: 'اعرض نتيجتي' }).click()
    await page.getByRole('img', { name: 'سطرك كما في ورقة المدرسة' }).waitFor()
    await page.getByText('كركوك · علمي').waitFor()
    const found = page.getByText(`وُجد الرقم ${formatDigits(number)} في ورقة مدرستك.`)
    expect((await found.boundingBox())?.height).toBeLessThan(32)
    expect(page.url()).toBe(baseUrl + address)
    expect(sent.some(each => each.includes('/results/numbers/'))).toBe(true)
    expect(sent.join('\n')).not.toContain(number)
    await page.getByLabel('اعرف نتيجتك').fill('9999999999')
    await page.getByRole('button', { name: 'اعرض نتيجتي' }).click()
    await page.getByText('لم نجد هذا الرقم').waitFor()
    expect(await page.locator('.answer-number').textContent()).toBe('٩٩٩٩٩٩٩٩٩٩')
    await page.locator('.answer').getByRole('link', { name: 'ابحث عن مدرستك' }).click()
    await page.waitForURL(`${address}/schools?try=1&year=2026`)
  })

  browserTest('is not looked for by a name, which is said', async ({ open }) => {
    const { page } = await open({ baseUrl, device: 'phone' })
    const sent: string[] = []
    page.on('request', request => sent.push(request.url()))
    await page.goto(address)
    for (const typed of ['أحمد علي حسين', 'رقم ١٢٣', '١٢٣٤٥٦٧٨٩٠١٢٣٤٥']) {
      await page.getByLabel('اعرف نتيجتك').fill(typed)
      await page.getByText('رقمك لا يغادر جهازك').waitFor()
      await page.getByRole('button', { name: 'اعرض نتيجتي' }).click()
      await page.getByText('الرقم الامتحاني من ٦ إلى ١٤ رقماً، كما هو في بطاقتك.').waitFor()
    }
    expect(await page.getByText('لم نجد هذا الرقم').count()).toBe(0)
    expect(sent.some(each => each.includes('/results/numbers/'))).toBe(false)
  })

  browserTest(
    'is not looked for by a part of the number, which the page says and not the browser',
    async ({ open }) => {
      const said = 'الرقم الامتحاني من ٦ إلى ١٤ رقماً'
      for (const isJavaScriptOff of [false, true]) {
        const { page, expectProblem } = await open({ baseUrl, device: 'phone', isJavaScriptOff })
        expectProblem(/status of 422/)
        await page.goto(address)
        /* Only what is typed by keys is too short for a browser. */
        await page.getByLabel('اعرف نتيجتك').pressSequentially('١٢٣')
        if (!isJavaScriptOff) await page.getByText('رقمك لا يغادر جهازك').waitFor()
        await page.getByRole('button', { name: 'اعرض نتيجتي' }).click()
        await page.getByText(said).waitFor()
      }
    },
  )

  browserTest('is marked in its sheet, and no address tells which row it is', async ({ open }) => {
    const { page } = await open({ baseUrl, device: 'phone', isReducedMotion: true })
    await page.goto(address)
    await page.getByLabel('اعرف نتيجتك').fill(number)
    await page.getByRole('button', { name: 'اعرض نتيجتي' }).click()
    await page.getByRole('link', { name: 'افتح ورقة المدرسة عند سطرك' }).click()
    await page.waitForURL(/\/results\/sheet\/[0-9a-z]{16}#page-\d+$/)
    const mark = page.locator('.sheet-pages > li > .sheet-mark')
    await mark.waitFor()
    const [row, whole] = [
      await mark.boundingBox(),
      await page.locator('.sheet-pages > li').first().boundingBox(),
    ]
    expect(row && whole && row.height < whole.height / 10 && row.width > whole.width / 2).toBe(true)
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await page.getByRole('button', { name: 'سطري' }).click()
    await expect
      .poll(async () => {
        const { y = -1 } = (await mark.boundingBox()) ?? {}
        return y > 0 && y < (page.viewportSize()?.height ?? 0)
      })
      .toBe(true)
    const other = await open({ baseUrl, device: 'phone' })
    await other.page.goto(page.url())
    await other.page.locator('.sheet-pages img').first().waitFor()
    expect(await other.page.locator('.sheet-mark').count()).toBe(0)
  })

  browserTest('is kept on the shelf and shared as a picture, without its number', async ({ open }) => {
    const { page } = await open({ baseUrl, device: 'phone', more: { serviceWorkers: 'allow' } })
    await page.addInitScript(() => {
      const share = async ({ files = [] }: ShareData) => {
        const [picture] = files
        const { width, height } = await createImageBitmap(picture as File)
        Object.assign(globalThis, { shared: [picture?.name, picture?.type, width > height, height > 0] })
      }
      Object.assign(navigator, { share, canShare: ({ files = [] }: ShareData) => files.length > 0 })
    })
    await page.goto(address)
    await page.getByLabel('اعرف نتيجتك').fill(number)
    await page.getByRole('button', { name: 'اعرض نتيجتي' }).click()
    await page.getByRole('button', { name: 'احفظ سطري' }).click()
    await page.getByText('سطرك على رفّك').waitFor()
    await page.getByRole('button', { name: 'شارك الصورة' }).click()
    await expect
      .poll(() => page.evaluate(() => (globalThis as { shared?: unknown }).shared))
      .toEqual(['سطري.png', 'image/png', true, true])
    await page.goto('/shelf')
    await page.getByText('سطري · الدور الأول ٢٠٢٦').waitFor()
    const picture = page.getByRole('img', { name: 'سطري · الدور الأول ٢٠٢٦، كما في الورقة' })
    await expect
      .poll(() => picture.evaluate(image => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0)
    const kept = await page.evaluate(async () => {
      const opening = indexedDB.open('shelf')
      await new Promise(resolve => opening.addEventListener('success', resolve))
      const asking = opening.result.transaction('items').objectStore('items').getAll()
      await new Promise(resolve => asking.addEventListener('success', resolve))
      const addresses: string[] = []
      for (const name of await caches.keys())
        for (const request of await (await caches.open(name)).keys()) addresses.push(request.url)
      return JSON.stringify([asking.result, addresses])
    })
    expect(kept).toContain('كركوك')
    expect(kept).not.toContain(number)
    expect(kept).not.toContain('/results/numbers/')
  })

  browserTest('is found without scripts, on a page of its own', async ({ open }) => {
    const { page } = await open({ baseUrl, device: 'phone', isJavaScriptOff: true })
    await page.goto(address)
    await page.getByLabel('اعرف نتيجتك').fill(number)
    await page.getByRole('button', { name: 'اعرض نتيجتي' }).click()
    await page.getByRole('heading', { level: 1, name: 'نتيجتك' }).waitFor()
    const found = page.getByText(`وُجد الرقم ${formatDigits(number)} في ورقة مدرستك.`)
    expect((await found.boundingBox())?.height).toBeLessThan(32)
    await page.getByRole('img', { name: 'سطرك كما في ورقة المدرسة' }).waitFor()
    expect(page.url()).toBe(`${baseUrl}${address}/answer`)
  })

  browserTest(
    'is found by a number typed into the search, which no address and no memory gets',
    async ({ open }) => {
      const { page } = await open({ baseUrl, device: 'phone' })
      const sent: string[] = []
      page.on('request', request => sent.push(`${request.url()} ${request.postData() ?? ''}`))
      await page.goto('/')
      await page.getByRole('link', { name: 'بحث في الموقع' }).click()
      const field = page.getByRole('combobox', { name: 'ابحث في الموقع' })
      await field.pressSequentially(number)
      await page.getByText('هذا رقم امتحاني: اختر صفك.').waitFor()
      const ways = page.getByRole('option', { name: 'نتائج السادس الإعدادي' })
      await ways.waitFor()
      await field.press('Enter')
      await field.press('Enter')
      await page.getByRole('img', { name: 'سطرك كما في ورقة المدرسة' }).waitFor()
      expect(page.url()).toBe(baseUrl + address)
      /* From the very page that it leads to. */
      await page.getByRole('link', { name: 'بحث في الموقع' }).click()
      await field.fill('9999999999')
      await ways.click()
      await page.getByText('لم نجد هذا الرقم').waitFor()
      expect(sent.some(each => each.includes('q=0000000000'))).toBe(true)
      expect(sent.join('\n')).not.toMatch(new RegExp(`${number.slice(0, 5)}|99999`))
      const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
      expect(kept).not.toMatch(/\d{5}/)
    },
  )

  browserTest(
    'is found by a number in the search without scripts, and by one on its page',
    async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl, device: 'phone', isJavaScriptOff: true })
      await page.goto('/search')
      await page.getByRole('searchbox', { name: 'بحث', exact: true }).fill(number)
      await page.getByRole('button', { name: 'بحث', exact: true }).click()
      const shown = page.locator('.answer-number')
      expect(await shown.textContent()).toBe(formatDigits(number))
      await page.getByRole('button', { name: 'السادس الإعدادي' }).click()
      await page.getByRole('img', { name: 'سطرك كما في ورقة المدرسة' }).waitFor()
      expect(page.url()).toBe(`${baseUrl}${address}/answer`)
      await page.goto(address)
      await page.getByLabel('اعرف نتيجتك').fill('9999999999')
      expectProblem(/status of 404/)
      await page.getByRole('button', { name: 'اعرض نتيجتي' }).click()
      await page.getByRole('heading', { level: 1, name: 'لم نجد نتيجتك' }).waitFor()
      expect(await shown.textContent()).toBe('٩٩٩٩٩٩٩٩٩٩')
      const { page: scripted } = await open({ baseUrl, device: 'phone' })
      const asked: string[] = []
      scripted.on('request', request => asked.push(request.url()))
      await scripted.goto('/search')
      const field = scripted.getByRole('searchbox', { name: 'بحث', exact: true })
      await field.pressSequentially(number)
      await field.press('Enter')
      await scripted.getByRole('heading', { level: 1, name: 'هذا رقم امتحاني' }).waitFor()
      expect(asked.join('\n')).not.toContain(number.slice(0, 5))
    },
  )
})
