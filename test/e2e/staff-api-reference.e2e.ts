import { describe, expect } from 'vitest'
import { apiPaths, dashboardPaths } from '#contract/paths.ts'
import { browserTest, openShared } from '#test/browser-test.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { addPerson, enter, fillSignIn, firstCheck } from './staff-session.ts'
import type { Person } from './staff-session.ts'

let server: TestApp
let baseUrl: string
let editor: Person

openShared(
  async () => {
    server = await openTestApp()
    baseUrl = await server.listen()
    editor = await addPerson(server, 'editor')
  },
  () => server.close(),
)

describe('the document of the API', () => {
  browserTest(
    'an editor comes to it from the account, and reads each call with its fields and answers',
    async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl })
      expectProblem(firstCheck)
      await enter(page, server, editor, dashboardPaths.account)
      await page.getByRole('link', { name: 'واجهة البرمجة' }).click()
      await page.waitForURL(`**${dashboardPaths.api}`)
      const books = page.getByRole('region', { name: 'الكتب', exact: true })
      await books.waitFor()

      const answer = await page.request.get(apiPaths.openApi)
      const { paths } = (await answer.json()) as { paths: Record<string, object> }
      const expected = Object.entries(paths).flatMap(([path, operations]) =>
        Object.keys(operations).map(method => `${method.toUpperCase()} ${path}`),
      )
      const shown = await page.locator('.api-call summary').allTextContents()
      expect(shown.toSorted()).toEqual(expected.toSorted())
      expect(expected.length).toBeGreaterThan(50)

      const call = books.getByRole('group').filter({ hasText: 'POST /api/books' }).first()
      await call.locator('summary').click()
      const field = (name: string) =>
        call.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) })
      await expect.poll(() => field('title').textContent()).toMatch(/^titleنصمطلوب/)
      await expect.poll(() => field('telegramLink').textContent()).toMatch(/^telegramLinkنصاختياري/)
      await expect.poll(() => field('subject').textContent()).toContain('MATH')
      await call.getByRole('heading', { name: 'الجواب 201' }).waitFor()
      await field('data.version').waitFor()
      await expect.poll(() => field('title').locator('code').first().getAttribute('dir')).toBe('ltr')

      const one = books.getByRole('group').filter({ hasText: 'GET /api/books/{id}' }).first()
      await one.locator('summary').click()
      await expect.poll(() => one.getByRole('listitem').first().textContent()).toMatch(/^idنصمطلوبفي العنوان/)
      await expect
        .poll(() => page.getByRole('link', { name: 'ملف OpenAPI' }).getAttribute('href'))
        .toBe(apiPaths.openApi)
    },
  )

  browserTest('on a phone: only for staff, a failed load can be tried again', async ({ open }) => {
    const { page, expectProblem } = await open({ baseUrl, device: 'phone' })
    expectProblem(firstCheck)
    expectProblem(/status of 500/)
    await page.route(`**${apiPaths.openApi}`, route =>
      route.fulfill({
        status: 500,
        json: { code: 'internal', message: 'حدث خطأ غير متوقع. حاول مرة أخرى بعد قليل.' },
      }),
    )
    expect((await page.request.get(apiPaths.openApi)).status()).toBe(401)
    await page.goto(dashboardPaths.api)
    await page.getByRole('button', { name: 'تسجيل الدخول' }).waitFor()
    await fillSignIn(page, editor)
    await page.getByText('تعذر تحميل وثيقة الواجهة').waitFor()
    await page.unroute(`**${apiPaths.openApi}`)
    await page.getByRole('button', { name: 'إعادة المحاولة' }).click()
    await page.locator('.api-call summary').first().click()
    await page.getByRole('heading', { name: 'الجواب 200' }).waitFor()
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    ).toBeLessThanOrEqual(1)
  })
})
