import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { limits } from '#contract/limits.ts'
import { apiPaths, dashboardPaths } from '#contract/paths.ts'
import type { Ingest } from '#contract/resources/ingest.ts'
import { findFaultsInThemes } from '#test/axe.ts'
import { browserTest } from '#test/browser-test.ts'
import type { TestApp } from '#test/build-app.ts'
import { makeImage, makePdf, sha256Of, streamOf } from '#test/files.ts'
import { makeManyPages } from '#test/pdf-pages.ts'
import { enter, firstCheck, shareEmptySite } from './staff-session.ts'
import type { Person } from './staff-session.ts'

let server: TestApp
let baseUrl: string
let person: Person

shareEmptySite(site => ({ server, baseUrl, person } = site))

const pdf = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer })
const offer = (page: Page) => page.getByRole('button', { name: 'حوّل صفحاته إلى صور' })
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'صفحات تصير صوراً' })
const convert = (page: Page) => dialogOf(page).getByRole('button', { name: 'حوّلها إلى صور' })
const pictures = (page: Page) => page.locator('.exam-image__picture img')
/** Pages are drawn one by one, in a thread that gives way. */
const drawingMs = 60_000
const makes = /\/api\/files\/\w+\/pages\/\d+\/image/

async function leave(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear())
  page.once('dialog', question => void question.accept())
}

/** The hashes of the pictures in the form, in their order. */
function hashesOf(page: Page): Promise<string[]> {
  return pictures(page).evaluateAll(all =>
    all.map(one => /files\/(\w+)/.exec((one as HTMLImageElement).src)?.[1] ?? ''),
  )
}

async function hashOfPage(document: Buffer, page: number): Promise<string> {
  const { url } = await server.services.files.makePageImage(sha256Of(document), page, { uploadedBy: null })
  return /files\/(\w+)/.exec(url)?.[1] ?? 'none'
}

describe('a PDF of exam pages', () => {
  browserTest(
    'becomes pictures of the chosen pages in their order, also over a line that is cut',
    async ({ open }) => {
      const { page, context, expectProblem } = await open({ baseUrl })
      expectProblem(firstCheck)
      expectProblem(/ERR_INTERNET_DISCONNECTED|could not become a picture|ERR_FAILED/)
      await enter(page, server, person, dashboardPaths.add(dashboardPaths.exams))
      const document = makeManyPages(4)
      /* Asked of the name of the first picture: a line that is cut is the story of the pages alone. */
      const named = page.waitForResponse(`**${apiPaths.ingestProposals}`)
      await page
        .locator('#field-files')
        .setInputFiles([
          { name: 'غلاف.png', mimeType: 'image/png', buffer: await makeImage('png') },
          pdf('فيزياء السادس 2024 الدور الأول.pdf', document),
        ])
      await (await named).finished()
      await page.getByText('لا يُحفظ ملف PDF نفسه في الامتحان، بل صور صفحاته.').waitFor()
      await offer(page).click()
      const boxes = dialogOf(page).getByRole('checkbox')
      await expect
        .poll(() => boxes.evaluateAll(all => all.map(one => (one as HTMLInputElement).checked)))
        .toEqual([true, true, true, true])
      await dialogOf(page).getByLabel('صفحة ٢').uncheck()
      await dialogOf(page).getByText('المختار ٣ صفحات، وتصير صوراً بترتيبها.').waitFor()
      await context.setOffline(true)
      await convert(page).click()
      await dialogOf(page).getByText('بانتظار عودة الاتصال لإكمال التحويل').waitFor()
      await context.setOffline(false)
      await dialogOf(page).waitFor({ state: 'detached', timeout: drawingMs })
      await expect.poll(() => pictures(page).count()).toBe(4)
      const [, ...made] = await hashesOf(page)
      expect(made).toEqual(await Promise.all([1, 3, 4].map(number => hashOfPage(document, number))))
      await expect.poll(() => offer(page).count()).toBe(0)
      await leave(page)
    },
  )

  browserTest(
    'goes on after a page that could not be drawn, and adds nothing when it is called off',
    async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl, device: 'phone', theme: 'dark' })
      expectProblem(firstCheck)
      expectProblem(/status of (422|503)|could not become a picture|ERR_ABORTED/)
      await enter(page, server, person, dashboardPaths.add(dashboardPaths.exams))
      await page.locator('#field-files').setInputFiles(
        pdf(
          'كيمياء السادس العلمي 2024.pdf',
          makeManyPages(3, () => [400, 560]),
        ),
      )
      await offer(page).click()
      await dialogOf(page).locator('.split-page__picture img').first().waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
      expect(await findFaultsInThemes(page)).toEqual([])

      await page.route(makes, () => undefined)
      await convert(page).click()
      await dialogOf(page).getByText('تحوّلت ٠ من ٣ صفحات').waitFor()
      await dialogOf(page).getByRole('button', { name: 'إلغاء التحويل' }).click()
      await page.unroute(makes)
      const asked: string[] = []
      await page.route(makes, route => {
        const number = /pages\/(\d+)/.exec(route.request().url())?.[1] ?? ''
        asked.push(number)
        if (number === '1') return route.continue()
        const isBroken = number === '2'
        return route.fulfill({
          status: isBroken ? 422 : 503,
          json: isBroken
            ? { code: 'page_not_drawn', message: 'تعذر رسم هذه الصفحة.' }
            : { code: 'unavailable', message: 'الخدمة غير متاحة مؤقتاً.' },
        })
      })
      await convert(page).click()
      await dialogOf(page)
        .getByText('توقف التحويل عند الصفحة ٢. تعذر رسم هذه الصفحة.')
        .waitFor({ timeout: drawingMs })
      await dialogOf(page).getByRole('button', { name: 'تخطَّ هذه الصفحة' }).click()
      await dialogOf(page).getByText('توقف التحويل عند الصفحة ٣. الخدمة غير متاحة مؤقتاً.').waitFor()
      expect(await pictures(page).count()).toBe(0)
      expect(await dialogOf(page).getByRole('button', { name: 'تخطَّ هذه الصفحة' }).count()).toBe(0)
      await page.unroute(makes)
      await dialogOf(page).getByRole('button', { name: 'إعادة المحاولة' }).click()
      await expect.poll(() => pictures(page).count(), { timeout: drawingMs }).toBe(2)
      /* What was made is not made again. */
      expect(asked).toEqual(['1', '2', '3'])
      /* The name of the file fills the form, as that of any file does. */
      await expect.poll(() => page.getByLabel('المادة', { exact: true }).inputValue()).toBe('CHEMISTRY')
      await leave(page)
    },
  )

  browserTest('is not lost by saving or by leaving', async ({ open }) => {
    const { page, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    await enter(page, server, person, dashboardPaths.exams)
    await page.getByRole('link', { name: 'إضافة امتحان' }).first().click()
    const field = page.locator('#field-files')
    await field.setInputFiles(pdf('س.pdf', makeManyPages(2)))
    await offer(page).waitFor()

    /* Nothing but the file has been given to the form. */
    await page.getByRole('button', { name: 'إلغاء', exact: true }).click()
    const question = page.getByRole('alertdialog', { name: 'لديك تغييرات غير محفوظة' })
    await question.getByRole('button', { name: 'متابعة التحرير' }).click()

    await field.setInputFiles({ name: 'غلاف.png', mimeType: 'image/png', buffer: await makeImage('png') })
    await expect.poll(() => pictures(page).count()).toBe(1)
    await page.getByRole('button', { name: 'إضافة الامتحان' }).click()
    const refusal = page.locator('#field-files-error')
    await refusal.getByText('حوّل صفحات ملف PDF إلى صور أو أزل الملف، ثم احفظ.').waitFor()
    await page.getByRole('button', { name: 'أزل الملف', exact: true }).click()
    await refusal.waitFor({ state: 'detached' })
    await leave(page)
  })

  browserTest('is chosen from without the form below being sent by Enter or Ctrl+S', async ({ open }) => {
    const { page, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    await enter(page, server, person, dashboardPaths.add(dashboardPaths.exams))
    await page.locator('#field-files').setInputFiles(pdf('نبات.pdf', makeManyPages(2)))
    await offer(page).click()
    await dialogOf(page).getByLabel('صفحة ١').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+s')
    await page.keyboard.press('Escape')
    await dialogOf(page).waitFor({ state: 'detached' })
    expect(await page.locator('.error-summary').count()).toBe(0)
    await leave(page)
  })

  browserTest('shows two pages beside each other at 320 px', async ({ open }) => {
    const more = { viewport: { width: 320, height: 640 } }
    const { page, expectProblem } = await open({ baseUrl, device: 'phone', more })
    expectProblem(firstCheck)
    await enter(page, server, person, dashboardPaths.add(dashboardPaths.exams))
    await page.locator('#field-files').setInputFiles(pdf('أحياء.pdf', makeManyPages(2)))
    await offer(page).click()
    const list = dialogOf(page).getByRole('list', { name: 'الصفحات' })
    const columns = await list.evaluate(element => getComputedStyle(element).gridTemplateColumns)
    expect(columns.split(' ')).toHaveLength(2)
    expect(await list.evaluate(element => element.scrollWidth - element.clientWidth)).toBe(0)
    await leave(page)
  })

  browserTest('keeps the focus in its dialog when it begins, is called off and stops', async ({ open }) => {
    const { page, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    expectProblem(/status of 503|could not become a picture|ERR_ABORTED/)
    await enter(page, server, person, dashboardPaths.add(dashboardPaths.exams))
    await page.locator('#field-files').setInputFiles(pdf('حيوان.pdf', makeManyPages(2)))
    await offer(page).click()
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await page.route(makes, () => undefined)
    await convert(page).press('Enter')
    await expect.poll(focused).toContain('تحوّلت ٠ من')
    await dialogOf(page).getByRole('button', { name: 'إلغاء التحويل' }).press('Enter')
    await expect.poll(focused).toBe('حوّلها إلى صور')
    await page.unroute(makes)
    await page.route(makes, route =>
      route.fulfill({ status: 503, json: { code: 'unavailable', message: 'الخدمة غير متاحة مؤقتاً.' } }),
    )
    await convert(page).press('Enter')
    await expect.poll(focused).toBe('إعادة المحاولة')
    await page.keyboard.press('Escape')
    await leave(page)
  })

  browserTest('of an import becomes pictures of its row, which can be published then', async ({ open }) => {
    const colleague = await server.signIn('editor')
    const ask = async <Data>(method: 'POST' | 'PUT' | 'GET', url: string, body?: object) => {
      const answer = await colleague.send(method, url, body)
      expect(answer.statusCode, answer.body).toBeLessThan(300)
      return (answer.json() as { data: Data }).data
    }
    const { id } = await ask<{ id: string }>('POST', apiPaths.ingests)
    const document = makeManyPages(2, () => [410, 580])
    const name = 'رياضيات السادس العلمي 2024 الدور الأول.pdf'
    const files = [{ name, folder: '', size: document.length }]
    const named = await ask<{ ids: string[] }>('POST', apiPaths.ingestFiles(id), { files })
    const { url } = await server.services.files.store(streamOf(document), { name, kind: 'pdf' })
    await ask('PUT', apiPaths.ingestFiles(id), { files: [{ id: named.ids[0], url }] })
    const [row] = (await ask<Ingest>('GET', apiPaths.ingest(id))).rows
    const values = { kind: 'exam', stage: 'SIXTH_PREPARATORY', try: 1 }
    await ask('PUT', apiPaths.ingestRows(id), { rows: [{ id: row?.id, version: row?.version, values }] })

    const { page, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    await enter(page, server, person, `${dashboardPaths.ingest}?id=${id}`)
    const problem = page.getByText(/الامتحان من صور\. حوّل صفحات/)
    await problem.first().waitFor()
    await offer(page).click()
    await convert(page).click()
    await dialogOf(page).waitFor({ state: 'detached', timeout: drawingMs })
    const side = page.getByRole('complementary', { name: 'السطر المختار' })
    await expect
      .poll(() => side.locator('.ingest__files li').allTextContents())
      .toEqual([1, 2].map(number => `رياضيات السادس العلمي 2024 الدور الأول - صفحة ${number}.jpg`))
    await expect.poll(() => offer(page).count()).toBe(0)
    expect(await problem.count()).toBe(0)
    const [after] = (await ask<Ingest>('GET', apiPaths.ingest(id))).rows
    expect(after?.files.map(file => /files\/(\w+)/.exec(file.url ?? '')?.[1])).toEqual(
      await Promise.all([1, 2].map(number => hashOfPage(document, number))),
    )
  })

  browserTest(
    'is refused with what to do when it is locked, broken, or has too many pages',
    async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl })
      expectProblem(firstCheck)
      expectProblem(/status of 415|The upload failed/)
      await enter(page, server, person, dashboardPaths.add(dashboardPaths.exams))
      const field = page.locator('#field-files')
      const dismiss = () => page.locator('.exam-pdf').getByRole('button', { name: 'إلغاء' }).click()
      await field.setInputFiles(pdf('مقفل.pdf', await makePdf(2, { userPassword: 'locked' })))
      await page.getByText(/حدث خطأ أثناء رفع ملف PDF\. .*كلمة مرور.*احفظ نسخة منه بلا كلمة مرور/).waitFor()
      await dismiss()
      await field.setInputFiles(pdf('مكسور.pdf', (await makePdf(2)).subarray(0, 900)))
      await page.getByText(/حدث خطأ أثناء رفع ملف PDF\. .*تالف أو ناقص/).waitFor()
      await dismiss()
      await field.setInputFiles(pdf('كتاب كامل.pdf', makeManyPages(limits.maxSplitPages + 1)))
      await offer(page).click()
      await dialogOf(page)
        .getByText(/في الملف ٢٠١ صفحة، وأكثر ما تُحوَّل صفحاته ملف من ٢٠٠ صفحة/)
        .waitFor()
      await dialogOf(page).getByRole('button', { name: 'إغلاق' }).last().click()
      await page.getByRole('button', { name: 'أزل الملف' }).click()
      await expect.poll(() => page.locator('.exam-pdf').count()).toBe(0)
      await leave(page)
    },
  )
})
