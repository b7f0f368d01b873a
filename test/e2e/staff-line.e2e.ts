import { afterAll, beforeAll, describe, expect } from 'vitest'
import { limits } from '#contract/limits.ts'
import { dashboardPaths } from '#contract/paths.ts'
import { browserTest } from '#test/browser-test.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { makeImage, makeLargePdf } from '#test/files.ts'
import { addPerson, enter, firstCheck } from './staff-session.ts'
import type { Person } from './staff-session.ts'

let server: TestApp
let baseUrl: string
let person: Person

beforeAll(async () => {
  server = await openTestApp()
  baseUrl = await server.listen()
  person = await addPerson(server)
})

afterAll(() => server.close())

const lineCut = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|The upload failed|could not be reached/

describe('the dashboard on a line that comes and goes', () => {
  browserTest('an upload says that it waits for the line, and goes on when it is back', async ({ open }) => {
    const { page, context, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    expectProblem(lineCut)
    await enter(page, server, person, dashboardPaths.add(dashboardPaths.notes))
    let pieces = 0
    let isCut = false
    await page.route('**/api/files/uploads/*', async route => {
      if (route.request().method() === 'PATCH') pieces += 1
      if (pieces === 2 && !isCut) {
        isCut = true
        await context.setOffline(true)
        return route.abort('internetdisconnected')
      }
      return route.continue()
    })
    await page.locator('#field-directLink').setInputFiles({
      name: 'كتاب كبير.pdf',
      mimeType: 'application/pdf',
      buffer: await makeLargePdf(1.5 * limits.uploadChunkBytes),
    })
    const upload = page.locator('.upload')
    await upload.getByText('بانتظار عودة الاتصال').waitFor()
    const text = await upload.textContent()
    expect(text).not.toContain('/ث')
    expect(text).not.toContain('المتبقي')
    expect(text).toContain('٪')
    await page.getByRole('button', { name: 'بانتظار عودة الاتصال...' }).waitFor()
    await context.setOffline(false)
    await page.getByRole('link', { name: 'كتاب كبير.pdf' }).waitFor()

    await context.setOffline(true)
    await page.locator('#field-image').setInputFiles({
      name: 'غلاف.png',
      mimeType: 'image/png',
      buffer: await makeImage('png'),
    })
    await page.locator('.image-field').getByText('بانتظار عودة الاتصال').waitFor()
    await context.setOffline(false)
    await page.getByRole('button', { name: 'حذف الصورة' }).waitFor()
    await page.evaluate(() => localStorage.clear())
    page.once('dialog', question => void question.accept())
  })

  browserTest('an upload whose pieces stop to arrive says so too', async ({ open }) => {
    const { page, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    expectProblem(/ERR_CONNECTION_RESET|ERR_FAILED/)
    await enter(page, server, person, dashboardPaths.add(dashboardPaths.notes))
    let isAway = false
    await page.route('**/api/files/uploads/*', route => {
      if (isAway) return route.abort('connectionreset')
      if (route.request().method() === 'PATCH') isAway = true
      return route.continue()
    })
    await page.locator('#field-directLink').setInputFiles({
      name: 'كتاب كبير.pdf',
      mimeType: 'application/pdf',
      buffer: await makeLargePdf(1.5 * limits.uploadChunkBytes),
    })
    const upload = page.locator('.upload')
    await upload.getByText('بانتظار عودة الاتصال').waitFor()
    expect(await upload.textContent()).not.toContain('/ث')
    isAway = false
    await page.unroute('**/api/files/uploads/*')
    await page.getByRole('link', { name: 'كتاب كبير.pdf' }).waitFor({ timeout: 30_000 })
    await page.evaluate(() => localStorage.clear())
    page.once('dialog', question => void question.accept())
  })

  browserTest(
    'screens that were never opened load without a line and say what is missing',
    async ({ open }) => {
      const { page, context, expectProblem } = await open({ baseUrl })
      expectProblem(firstCheck)
      expectProblem(lineCut)
      await enter(page, server, person, dashboardPaths.overview)
      await page.getByRole('heading', { name: /^أهلاً/ }).waitFor()
      await expect
        .poll(
          () =>
            page.evaluate(() => {
              const names = performance.getEntriesByType('resource').map(({ name }) => name)
              return names.filter(name => /(?:-screen|\/screens)-.*\.js$/.test(name)).length
            }),
          { timeout: 20_000 },
        )
        .toBeGreaterThanOrEqual(15)
      await page.waitForLoadState('networkidle')
      await context.setOffline(true)
      const sections = page.getByRole('navigation', { name: 'أقسام لوحة التحكم' })
      for (const title of [
        'الأخبار',
        'الكتب',
        'النتائج',
        'الرسائل',
        'الزيارات',
        'سجل التغييرات',
        'المستخدمون',
      ]) {
        await sections.getByRole('link', { name: title, exact: true }).click()
        await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
        await page.getByText('تحقق من اتصالك بالإنترنت').first().waitFor()
      }
      await sections.getByRole('link', { name: 'الكتب' }).click()
      await page.getByRole('link', { name: 'إضافة كتاب' }).click()
      await page.getByRole('heading', { level: 1, name: 'إضافة كتاب' }).waitFor()
      await context.setOffline(false)
    },
  )

  browserTest(
    'a screen that cannot be loaded says that it is the line, and comes with another try',
    async ({ open }) => {
      const { page, context, expectProblem } = await open({ baseUrl })
      expectProblem(firstCheck)
      expectProblem(lineCut)
      expectProblem(/dynamically imported module|visits-screen/)
      await page.route('**/visits-screen-*.js', route => route.abort('internetdisconnected'))
      await enter(page, server, person, dashboardPaths.overview)
      await page.getByRole('heading', { name: /^أهلاً/ }).waitFor()
      await page.waitForLoadState('networkidle')
      await context.setOffline(true)
      await page.getByRole('link', { name: 'الزيارات' }).click()
      await page.getByRole('heading', { level: 1, name: 'تعذر تحميل هذه الشاشة' }).waitFor()
      await page.getByText('الاتصال بالإنترنت مقطوع').waitFor()
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
      await page.getByRole('button', { name: 'إعادة المحاولة' }).click()
      await page.getByText('ما زال الاتصال مقطوعاً').waitFor()
      await page.getByRole('link', { name: 'نظرة عامة' }).click()
      await page.getByRole('heading', { name: /^أهلاً/ }).waitFor()
      await page.getByRole('link', { name: 'الزيارات' }).click()
      await page.getByRole('heading', { level: 1, name: 'تعذر تحميل هذه الشاشة' }).waitFor()
      await page.unroute('**/visits-screen-*.js')
      await context.setOffline(false)
      await page.getByRole('heading', { level: 1, name: 'الزيارات' }).waitFor()
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('الزيارات')
      await page.waitForLoadState('networkidle')
    },
  )
})
