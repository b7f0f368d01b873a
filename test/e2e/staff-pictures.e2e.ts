import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { dashboardPaths } from '#contract/paths.ts'
import type { UploadAnswer } from '#contract/resources/file.ts'
import { findFaultsInThemes } from '#test/axe.ts'
import { browserTest } from '#test/browser-test.ts'
import type { TestApp } from '#test/build-app.ts'
import { makeImage, makeQuarters, readQuarters } from '#test/files.ts'
import { enter, firstCheck, shareEmptySite } from './staff-session.ts'
import type { Person } from './staff-session.ts'

let server: TestApp
let baseUrl: string
let person: Person

shareEmptySite(site => ({ server, baseUrl, person } = site))

const white = 'red+green+blue'
const asItCame = ['red', 'green', 'blue', white]
const turnedRight = ['blue', 'red', white, 'green']

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'تدوير وقص' })

/** The pictures that the form's draft holds, by their addresses. */
async function imagesOf(page: Page): Promise<string[]> {
  const images = page.locator('.exam-images .exam-image__picture img')
  return images.evaluateAll(all => all.map(one => new URL((one as HTMLImageElement).src).pathname))
}

/** The one exam of the site as it was saved, with the bytes of its pictures. */
async function savedPictures(page: Page): Promise<Awaited<ReturnType<typeof readQuarters>>[]> {
  const answer = await page.request.get(`${baseUrl}/api/ministerial-exams?limit=1`)
  const { data } = (await answer.json()) as { data: { exams: { files: string[] }[] } }
  const files = data.exams[0]?.files ?? []
  return Promise.all(
    files.map(async file =>
      readQuarters(Buffer.from(await (await fetch(new URL(file, baseUrl))).arrayBuffer())),
    ),
  )
}

async function fillExam(page: Page, title: string, subject: string): Promise<void> {
  await page.getByLabel('العنوان', { exact: true }).fill(title)
  await page.getByLabel('الصف', { exact: true }).selectOption('SIXTH_PREPARATORY')
  await page.getByLabel('المادة').selectOption(subject)
  await page.getByLabel('السنة').selectOption('2026')
  await page.getByLabel('الدور', { exact: true }).selectOption('1')
  await page.getByLabel('الوصف').fill('أسئلة الدور الأول')
  await page.getByLabel('الكلمات المفتاحية').fill('وزاري،')
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'إضافة الامتحان' }).click()
  await page.getByText(/أُضيف الامتحان/).waitFor()
}

async function apply(page: Page): Promise<void> {
  await dialogOf(page).getByRole('button', { name: 'اعتماد' }).click()
  await dialogOf(page).waitFor({ state: 'detached' })
}

/* A restored form knows its pictures by their addresses alone. */
async function restore(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }))).toMatch(/files\/\w{20}/)
  await page.reload()
}

async function leave(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear())
  page.once('dialog', question => void question.accept())
}

/** Turns a picture and, while that is sent, takes it back. */
async function turnAndTakeBack(page: Page, edit: Locator): Promise<void> {
  await page.route('**/api/files/new**', () => undefined)
  await edit.click()
  await dialogOf(page).getByRole('button', { name: 'أدر إلى اليمين' }).click()
  await apply(page)
  const sending = page.getByText(/جاري رفع الصورة/)
  await sending.waitFor()
  await page.getByRole('button', { name: 'تدوير وقص', exact: true }).click()
  await dialogOf(page).getByRole('button', { name: 'أعد الصورة كما كانت' }).click()
  await apply(page)
  await sending.waitFor({ state: 'detached' })
  await page.unroute('**/api/files/new**')
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false)
}

async function centreOf(place: Locator): Promise<{ x: number; y: number }> {
  const box = await place.boundingBox()
  if (!box) throw new Error('The place is not on the screen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

const photo = async (name: string, orientation: 1 | 6 = 1) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await makeQuarters('jpeg', 400, 300, orientation),
})

describe('pictures that are turned and cropped', () => {
  browserTest(
    'of an exam become new files, upright as the camera was held, and lead back to the one that came',
    async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl })
      expectProblem(firstCheck)
      await enter(page, server, person, dashboardPaths.add(dashboardPaths.exams))
      await fillExam(page, 'امتحان يُدار', 'PHYSICS')
      await page
        .locator('#field-files')
        .setInputFiles([await photo('صفحة 1.jpg', 6), await photo('صفحة 2.jpg')])
      const edit = page.getByRole('button', { name: 'تدوير الصورة ١ وقصها' })
      await page.getByRole('button', { name: 'تدوير الصورة ٢ وقصها' }).waitFor()
      const [came] = await imagesOf(page)

      await edit.click()
      const size = dialogOf(page).getByText('تصير الصورة')
      await expect.poll(() => size.textContent()).toContain('٤٠٠ × ٣٠٠')
      await dialogOf(page).getByRole('button', { name: 'أدر إلى اليمين' }).click()
      await expect.poll(() => size.textContent()).toContain('٣٠٠ × ٤٠٠')
      await apply(page)
      await expect.poll(async () => (await imagesOf(page))[0]).not.toBe(came)
      await edit.waitFor()

      /* Edited again, it begins at the picture that came, and nothing is sent when the edit is taken back. */
      await edit.click()
      await expect.poll(() => size.textContent()).toContain('٣٠٠ × ٤٠٠')
      const sent: string[] = []
      page.on('request', request => {
        if (request.url().includes('/api/files/new')) sent.push(request.url())
      })
      await dialogOf(page).getByRole('button', { name: 'أعد الصورة كما كانت' }).click()
      await apply(page)
      await expect.poll(async () => (await imagesOf(page))[0]).toBe(came)
      expect(sent).toEqual([])

      await edit.click()
      await dialogOf(page).getByRole('button', { name: 'أدر إلى اليمين' }).click()
      /* By keys: a quarter away above, half away at the right, as they are seen. */
      const top = dialogOf(page).getByRole('slider', { name: 'الحافة العليا' })
      await top.focus()
      for (const key of ['PageDown', 'PageDown', ...Array<string>(5).fill('ArrowDown')])
        await page.keyboard.press(key)
      await expect.poll(() => top.getAttribute('aria-valuetext')).toBe('قُصّ ٪٢٥ من الأعلى')
      const right = dialogOf(page).getByRole('slider', { name: 'الحافة اليمنى' })
      await right.focus()
      for (let press = 0; press < 5; press += 1) await page.keyboard.press('Shift+ArrowLeft')
      await expect.poll(() => right.getAttribute('aria-valuenow')).toBe('50')
      await expect.poll(() => size.textContent()).toContain('١٥٠ × ٣٠٠')
      await apply(page)
      await expect.poll(async () => (await imagesOf(page))[0]).not.toBe(came)
      await edit.waitFor()
      await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false)

      await save(page)
      const [first, second] = await savedPictures(page)
      expect(first).toMatchObject({ width: 150, height: 300, format: 'jpeg' })
      /* Of the turned picture the left half, without its upper quarter. */
      expect(first?.colours).toEqual(['blue', 'blue', white, white])
      expect(second).toMatchObject({ width: 400, height: 300, colours: asItCame })
    },
  )

  browserTest('on their way are sent as they were edited, once the line lets them', async ({ open }) => {
    const { page, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    expectProblem(/status of 503|The upload failed|ERR_ABORTED|Failed to load resource/)
    await enter(page, server, person, dashboardPaths.add(dashboardPaths.exams))
    await fillExam(page, 'امتحان على خط بطيء', 'CHEMISTRY')
    await page.route('**/api/files/new**', () => undefined)
    const held = page.waitForRequest('**/api/files/new**')
    await page.locator('#field-files').setInputFiles([await photo('لقطة.jpg')])
    await held
    const pending = page.locator('.exam-image--pending')
    await pending.getByRole('button', { name: 'تدوير وقص' }).click()
    await dialogOf(page).getByRole('button', { name: 'أدر إلى اليمين' }).click()
    await page.unroute('**/api/files/new**')
    await apply(page)
    await page.locator('.exam-image__picture').waitFor()

    /* An edit that does not arrive leaves what was there, and can be tried again. */
    const [turned] = await imagesOf(page)
    await page.route('**/api/files/new**', route =>
      route.fulfill({ status: 503, json: { code: 'unavailable', message: 'الخدمة غير متاحة مؤقتاً.' } }),
    )
    await page.getByRole('button', { name: 'تدوير الصورة ١ وقصها' }).click()
    await dialogOf(page).getByRole('button', { name: 'أدر إلى اليمين' }).click()
    await apply(page)
    await pending.getByText('الخدمة غير متاحة مؤقتاً.').waitFor()
    await pending.getByText('الصورة السابقة باقية حتى تصل المعدّلة.').waitFor()
    await pending.getByRole('button', { name: 'إلغاء' }).click()
    await expect.poll(() => imagesOf(page)).toEqual([turned])
    await page.unroute('**/api/files/new**')
    await save(page)
    expect(await savedPictures(page)).toMatchObject([{ width: 300, height: 400, colours: turnedRight }])
  })

  browserTest('of an exam are as they were when an edit is taken back while it is sent', async ({ open }) => {
    const { page, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    expectProblem(/ERR_ABORTED/)
    await enter(page, server, person, dashboardPaths.add(dashboardPaths.exams))
    await page.locator('#field-files').setInputFiles([await photo('أولى.jpg')])
    const edit = page.getByRole('button', { name: 'تدوير الصورة ١ وقصها' })
    await edit.waitFor()
    const came = await imagesOf(page)
    await restore(page)
    await turnAndTakeBack(page, edit)
    await expect.poll(() => imagesOf(page)).toEqual(came)
    await leave(page)
  })

  browserTest('of a cover are as they were when an edit is taken back while it is sent', async ({ open }) => {
    const { page, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    expectProblem(/ERR_ABORTED/)
    await enter(page, server, person, dashboardPaths.add(dashboardPaths.books))
    await page.locator('#field-image').setInputFiles([await photo('غلاف.jpg')])
    await page.getByRole('button', { name: 'حذف الصورة' }).waitFor()
    await restore(page)
    const shown = page.locator('.image-field__preview img')
    const cover = await shown.getAttribute('src')
    await turnAndTakeBack(page, page.getByRole('button', { name: 'تدوير وقص', exact: true }))
    await expect.poll(() => shown.getAttribute('src')).toBe(cover)
    await leave(page)
  })

  browserTest('are cropped by a finger on a phone of 320 px, and a PNG stays one', async ({ open }) => {
    const { page, context, expectProblem } = await open({
      baseUrl,
      device: 'phone',
      theme: 'dark',
      more: { viewport: { width: 320, height: 640 } },
    })
    expectProblem(firstCheck)
    await enter(page, server, person, dashboardPaths.add(dashboardPaths.books))
    await page.locator('#field-image').setInputFiles({
      name: 'غلاف.png',
      mimeType: 'image/png',
      buffer: await makeQuarters('png', 300, 400),
    })
    await page.getByRole('button', { name: 'حذف الصورة' }).waitFor()
    await page.getByRole('button', { name: 'تدوير وقص' }).click()
    const canvas = dialogOf(page).locator('canvas')
    await canvas.waitFor()
    const box = await canvas.boundingBox()
    if (!box) throw new Error('The picture is not on the screen')
    /* The lower right corner goes up and to the left by half; then the frame down again. */
    const touch = await context.newCDPSession(page)
    const drag = async (from: { x: number; y: number }, byX: number, byY: number) => {
      const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
        touch.send('Input.dispatchTouchEvent', { type, touchPoints: points })
      await send('touchStart', [from])
      await send('touchMove', [{ x: from.x + byX / 2, y: from.y + byY / 2 }])
      await send('touchMove', [{ x: from.x + byX, y: from.y + byY }])
      await send('touchEnd', [])
    }
    const corner = dialogOf(page).locator('.crop__corner--bottom-right')
    await corner.scrollIntoViewIfNeeded()
    await drag(await centreOf(corner), -box.width / 2, -box.height / 2)
    const left = dialogOf(page).getByRole('slider', { name: 'الحافة اليسرى' })
    const right = dialogOf(page).getByRole('slider', { name: 'الحافة اليمنى' })
    await expect.poll(async () => Number(await right.getAttribute('aria-valuenow'))).toBeGreaterThan(45)
    expect(Number(await right.getAttribute('aria-valuenow'))).toBeLessThan(55)
    await drag(await centreOf(dialogOf(page).locator('.crop__frame')), box.width, 0)
    await expect.poll(() => right.getAttribute('aria-valuenow')).toBe('100')
    expect(Number(await left.getAttribute('aria-valuenow'))).toBeGreaterThan(45)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    expect(await findFaultsInThemes(page)).toEqual([])
    const sending = page.waitForResponse(/\/api\/files\/new/)
    await apply(page)
    await page.getByRole('button', { name: 'حذف الصورة' }).waitFor()
    const { files } = (await (await sending).json()) as UploadAnswer
    const stored = await readQuarters(
      Buffer.from(await (await fetch(new URL(files[0]?.file.url ?? '', baseUrl))).arrayBuffer()),
    )
    expect(stored.format).toBe('png')
    expect(Math.abs(stored.width - 150) + Math.abs(stored.height - 200)).toBeLessThan(20)
    expect(new Set(stored.colours)).toEqual(new Set(['green']))
    await leave(page)
  })

  browserTest('are none that move, and nothing is changed by looking', async ({ open }) => {
    const { page, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    await enter(page, server, person, dashboardPaths.add(dashboardPaths.exams))
    const gif = { name: 'متحركة.gif', mimeType: 'image/gif', buffer: await makeImage('gif') }
    await page.locator('#field-files').setInputFiles([gif, await photo('صفحة.jpg')])
    await page.getByRole('button', { name: 'تدوير الصورة ٢ وقصها' }).click()
    const came = await imagesOf(page)
    await dialogOf(page).getByRole('button', { name: 'أدر إلى اليسار' }).click()
    await page.keyboard.press('Escape')
    await dialogOf(page).waitFor({ state: 'detached' })
    await expect.poll(() => imagesOf(page)).toEqual(came)
    expect(await page.getByRole('button', { name: 'تدوير الصورة ١ وقصها' }).count()).toBe(0)
    await leave(page)
  })
})
