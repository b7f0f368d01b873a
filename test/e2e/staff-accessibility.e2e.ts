import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { dashboardPaths, paths } from '#contract/paths.ts'
import { findFaults, findFaultsInThemes } from '#test/axe.ts'
import { browserTest, openShared } from '#test/browser-test.ts'
import { openTestApp } from '#test/build-app.ts'
import { makePdf } from '#test/files.ts'
import type { TestApp } from '#test/build-app.ts'
import { keepResultDraft, openResultDraft } from './staff-result-draft.ts'
import { addPerson, enter, fillSignIn, firstCheck, rowAction } from './staff-session.ts'
import type { Person } from './staff-session.ts'

let server: TestApp
let baseUrl: string
let person: Person

const {
  overview,
  news,
  books,
  notes,
  results,
  exams,
  release,
  ingest,
  coverage,
  questions,
  auditLog,
  visits,
  inbox,
  uploads,
  jobs,
  users,
  system,
  examDates,
  settings,
  account,
  api,
} = dashboardPaths
const screens = [
  overview,
  ...[news, books, notes, results, exams].flatMap(list => [list, dashboardPaths.add(list)]),
  dashboardPaths.edit(books, 'missing'),
  release,
  ingest,
  coverage,
  questions,
  auditLog,
  visits,
  inbox,
  uploads,
  jobs,
  users,
  system,
  examDates,
  settings,
  account,
  api,
  '/dashboard/no-such-screen',
]

openShared(
  async () => {
    server = await openTestApp()
    baseUrl = await server.listen()
    person = await addPerson(server)
    const staff = await server.signIn()
    const created = await staff.send('POST', '/api/news', {
      title: 'خبر للفحص',
      bio: 'نبذة',
      content: 'محتوى',
      type: 'GENERAL_NEWS',
      image: 'https://elsewhere.example/picture.png',
      keywords: ['خبر'],
    })
    expect(created.statusCode).toBe(201)
  },
  () => server.close(),
)

const widths = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]

/** What axe finds on the page as it stands, in both widths and both themes, and whether it scrolls sideways. */
async function problemsOf(page: Page, name: string): Promise<string[]> {
  const found: string[] = []
  for (const viewport of widths) {
    await page.setViewportSize(viewport)
    for (const { theme, fault } of await findFaultsInThemes(page)) {
      const where = fault.nodes.map(({ html }) => html.slice(0, 160)).join(' | ')
      found.push(`${name} ${viewport.width} ${theme} ${fault.id}: ${where}`)
    }
    const isWide = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth + 1,
    )
    if (isWide) found.push(`${name} ${viewport.width}: scrolls sideways`)
  }
  return found
}

describe('accessibility of the dashboard', () => {
  browserTest(
    'axe finds nothing on any screen, in both widths and both themes',
    { timeout: 240_000 },
    async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl, isReducedMotion: true })
      expectProblem(firstCheck)
      expectProblem(/status of 404|elsewhere\.example/)
      await page.goto(paths.login)
      await page.getByLabel('البريد الإلكتروني').waitFor()
      const found = await problemsOf(page, paths.login)
      await fillSignIn(page, person)
      await page.waitForURL('**/dashboard')
      for (const screen of screens) {
        await page.goto(screen)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.waitForLoadState('networkidle')
        found.push(...(await problemsOf(page, screen)))
      }
      expect(found).toEqual([])
    },
  )

  browserTest(
    'axe finds nothing where something is open: errors, dialogs, menus, calendar, details',
    { timeout: 120_000 },
    async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl, isReducedMotion: true })
      expectProblem(firstCheck)
      expectProblem(/elsewhere\.example|status of 503|status of 415|The upload failed/)
      await enter(page, server, person, dashboardPaths.add(books))
      await page.getByRole('button', { name: 'إضافة إصدار' }).click()
      await page.getByLabel('الكلمات المفتاحية').fill(`${'ط'.repeat(150)}،`)
      const name = `${'x'.repeat(150)}.pdf`
      await page
        .locator('#field-directLink')
        .setInputFiles({ name, mimeType: 'application/pdf', buffer: await makePdf(1) })
      await page.getByRole('link', { name }).waitFor()
      await page
        .locator('#field-image')
        .setInputFiles({ name: `${'y'.repeat(150)}.png`, mimeType: 'image/png', buffer: Buffer.from('x') })
      await page.getByRole('button', { name: 'إعادة المحاولة' }).waitFor()
      await page.getByRole('button', { name: 'إضافة الكتاب' }).click()
      await page.getByRole('group', { name: 'حقول تحتاج إلى تصحيح' }).waitFor()
      const found = await problemsOf(page, 'errors')
      await page.locator('.save-bar').getByRole('button', { name: 'إلغاء' }).click()
      await page.getByRole('alertdialog', { name: 'لديك تغييرات غير محفوظة' }).waitFor()
      found.push(...(await problemsOf(page, 'leaving')))
      await page.getByRole('button', { name: 'تجاهل التغييرات' }).click()

      await page.goto(news)
      await rowAction(page.locator('.table--records tbody tr').first(), 'حذف')
      found.push(...(await problemsOf(page, 'deletion')))
      const cancel = page.getByRole('alertdialog').getByRole('button', { name: 'إلغاء' })
      await expect.poll(() => cancel.evaluate(button => button === document.activeElement)).toBe(true)
      await cancel.click()

      await page.goto(auditLog)
      await page.getByText('التفاصيل').first().click()
      found.push(...(await problemsOf(page, 'audit entry')))
      await page.goto(visits)
      await page.locator('.date-filter__button').first().click()
      await page.getByRole('grid').waitFor()
      found.push(...(await problemsOf(page, 'calendar')))
      await page.goto(users)
      await page.getByRole('button', { name: 'إضافة مستخدم' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'إضافة', exact: true }).click()
      await page.getByText('الاسم مطلوب').waitFor()
      found.push(...(await problemsOf(page, 'new user')))

      await page.route('**/api/results?**', route =>
        route.fulfill({ status: 503, json: { code: 'unavailable', message: 'الخدمة غير متاحة مؤقتاً.' } }),
      )
      await page.goto(results)
      await page.getByRole('button', { name: 'إعادة المحاولة' }).waitFor()
      found.push(...(await problemsOf(page, 'failed list')))
      await page.setViewportSize({ width: 390, height: 844 })
      await page.locator('#menu-button').click()
      expect((await findFaults(page)).map(({ id }) => id)).toEqual([])
      expect(found).toEqual([])
    },
  )

  browserTest(
    'axe finds nothing among drafts, warnings, used keys and conflicts',
    { timeout: 120_000 },
    async ({ open }) => {
      const { page, context, expectProblem } = await open({ baseUrl, isReducedMotion: true })
      expectProblem(firstCheck)
      expectProblem(/elsewhere\.example|status of 409|The save failed/)
      const result = {
        city: 'واسط',
        stage: 'SIXTH_PREPARATORY',
        try: 1,
        releaseYear: 2026,
        keywords: ['نتائج'],
        directLink: `https://elsewhere.example/${'z'.repeat(150)}/results.zip`,
      }
      const colleague = await server.signIn()
      const added = await colleague.send('POST', '/api/results', result)
      expect(added.statusCode, added.body).toBe(201)
      const path = `/api/results/${added.json().data.id}`
      const dialog = page.getByRole('alertdialog')
      const found: string[] = []
      await enter(page, server, person, overview)
      await page.getByRole('heading', { name: /أهلاً/ }).waitFor()

      await keepResultDraft(page, { ...result, school: 'م'.repeat(150) })
      await openResultDraft(page)
      await keepResultDraft(page, result, 'new/other')
      const second = await context.newPage()
      await openResultDraft(second)
      await second.getByText('مفتوحة في نافذة أخرى').waitFor()
      found.push(...(await problemsOf(second, 'drafts')))
      await second.getByRole('button', { name: /^نقل إلى هنا/ }).click()
      await page.getByText('هذه المسودة مفتوحة الآن في نافذة أخرى.').waitFor()
      found.push(...(await problemsOf(page, 'draft elsewhere')))
      await second.getByRole('button', { name: 'تجاهل المسودة' }).click()
      await page.getByText('انتهت هذه المسودة في النافذة الأخرى.').waitFor()
      await second.close()

      await page.getByRole('button', { name: /^متابعة:/ }).click()
      await page.getByRole('button', { name: 'إضافة النتيجة' }).click()
      await dialog.getByText('يوجد سجل بهذه البيانات نفسها.').waitFor()
      found.push(...(await problemsOf(page, 'warnings')))
      await page.route('**/api/results', route =>
        route.fulfill({
          status: 409,
          json: {
            code: 'key_used',
            message: 'أُضيف سجل من هذا النموذج من قبل ببيانات أخرى.',
            current: added.json().data,
            stored: { ...added.json().data, city: 'بابل' },
          },
        }),
      )
      await dialog.getByRole('button', { name: 'أضفه على أي حال' }).click()
      await dialog.getByRole('button', { name: 'إضافة سجل جديد' }).waitFor()
      found.push(...(await problemsOf(page, 'used key')))
      await dialog.getByRole('button', { name: 'تعديل السجل المضاف' }).click()
      await page.getByLabel('المدرسة').fill('مدرسة بغداد')
      await colleague.send('PUT', path, { ...result, school: 'مدرسة البصرة' })
      await page.getByRole('button', { name: 'حفظ التعديلات' }).click()
      await dialog.getByRole('radio').first().waitFor()
      found.push(...(await problemsOf(page, 'conflict')))
      await page.evaluate(() => localStorage.clear())
      expect(found).toEqual([])
    },
  )
})
