import { describe, expect } from 'vitest'
import { apiPaths, dashboardPaths } from '#contract/paths.ts'
import { browserTest, openShared } from '#test/browser-test.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { addPerson, enter, firstCheck, openStaffSite } from './staff-session.ts'
import type { Person, StaffSite } from './staff-session.ts'

let server: TestApp
let baseUrl: string
let person: Person
let colleague: TestStaff
let add: StaffSite['add']

const book = {
  title: 'كتاب الكلمات',
  subject: 'MATH' as const,
  stage: 'FIRST_PRIMARY' as const,
  releaseYear: 2026,
  description: 'وصف',
  keywords: ['كتاب'],
  directLink: 'https://elsewhere.example/a.pdf',
}
const result = {
  city: 'البصرة',
  stage: 'SIXTH_PRIMARY',
  try: 1,
  releaseYear: 2026,
  keywords: ['نتائج'],
  directLink: 'https://elsewhere.example/a.zip',
}

openShared(
  async () => {
    ;({ server, baseUrl, person, colleague, add } = await openStaffSite())
  },
  () => server.close(),
)

describe('the words of the dashboard', () => {
  browserTest('lists count the things themselves, and call a grade a grade', async ({ open }) => {
    const { kysely } = server.database
    const rows = Array.from({ length: 100 }, (_, index) => ({
      id: `many-${index}`,
      ...book,
      title: `كتاب ${index}`,
      stage: 'SECOND_PRIMARY' as const,
    }))
    await kysely.insertInto('books').values(rows).execute()
    const { page, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    expectProblem(/elsewhere\.example/)
    await enter(page, server, person, `${dashboardPaths.books}?stage=SECOND_PRIMARY`)
    const count = page.locator('.screen__count')
    await expect.poll(() => count.textContent()).toBe('١٠٠ كتاب')
    await page.getByRole('columnheader', { name: 'الصف', exact: true }).waitFor()
    await page.getByRole('combobox', { name: /^الصف/ }).waitFor()
    await kysely
      .deleteFrom('books')
      .where(
        'id',
        'in',
        rows.slice(11).map(({ id }) => id),
      )
      .execute()
    await page.reload()
    await expect.poll(() => count.textContent()).toBe('١١ كتاباً')
    await page.getByRole('link', { name: 'إضافة كتاب' }).click()
    await page.getByLabel('الصف', { exact: true }).waitFor()
    for (const [screen, none] of [
      [dashboardPaths.news, 'لا أخبار'],
      [dashboardPaths.notes, 'لا ملازم'],
      [dashboardPaths.results, 'لا نتائج'],
      [dashboardPaths.exams, 'لا امتحانات'],
      [dashboardPaths.inbox, 'لا رسائل'],
      [dashboardPaths.uploads, 'لا عمليات رفع'],
    ] as const) {
      await page.goto(screen)
      await expect.poll(() => count.textContent(), { message: screen }).toBe(none)
    }
    await page.getByRole('heading', { level: 1, name: 'عمليات الرفع' }).waitFor()
    await page.goto(dashboardPaths.users)
    await expect.poll(() => count.textContent()).toMatch(/مستخدم/)
    await page.getByRole('button', { name: 'إضافة مستخدم' }).click()
    await page.getByText('يصلك بعد الإضافة رابط').waitFor()
    await server.services.contact.create(
      { name: 'طالب', email: 'a@elsewhere.example', subject: 'SUPPORT', message: 'سؤال' },
      null,
    )
    await page.goto(dashboardPaths.inbox)
    await page.getByRole('button', { name: 'تحديد كمقروءة' }).waitFor()
  })

  browserTest(
    'the school year of a book is two years in the log and in a conflict; a result has one',
    async ({ open }) => {
      const id = await add(apiPaths.books, book)
      await colleague.send('PUT', `${apiPaths.books}/${id}`, { ...book, releaseYear: 2025 })
      const resultId = await add(apiPaths.results, result)
      await colleague.send('PUT', `${apiPaths.results}/${resultId}`, { ...result, releaseYear: 2025 })
      const { page, expectProblem } = await open({ baseUrl })
      expectProblem(firstCheck)
      expectProblem(/elsewhere\.example|status of 409|The save failed/)
      await enter(page, server, person, `${dashboardPaths.auditLog}?action=UPDATE`)
      const entry = (text: string) => page.locator('.audit-entry').filter({ hasText: text }).first()
      await entry('كتاب الكلمات').getByText('التفاصيل').click()
      const ofBook = await entry('كتاب الكلمات').textContent()
      expect(ofBook).toContain('السنة الدراسية')
      expect(ofBook).toContain('٢٠٢٥–٢٠٢٦')
      expect(ofBook).toContain('٢٠٢٤–٢٠٢٥')
      expect(ofBook).toContain('الصف')
      expect(ofBook).not.toContain('المرحلة')
      await entry('البصرة').getByText('التفاصيل').click()
      await expect.poll(() => entry('البصرة').locator('.diff').textContent()).toBe('الحقلقبلبعدالسنة٢٠٢٦٢٠٢٥')

      await page.goto(dashboardPaths.edit(dashboardPaths.books, id))
      await page.getByLabel('السنة الدراسية').selectOption('2024')
      await colleague.send('PUT', `${apiPaths.books}/${id}`, { ...book, releaseYear: 2023 })
      await page.getByRole('button', { name: 'حفظ التعديلات' }).click()
      const values = page.getByRole('group', { name: 'السنة الدراسية' }).locator('.conflict__value')
      await values.first().waitFor()
      await expect.poll(() => values.allTextContents()).toEqual(['٢٠٢٣–٢٠٢٤', '٢٠٢٢–٢٠٢٣'])
      await page.evaluate(() => localStorage.clear())
      page.once('dialog', question => void question.accept())
    },
  )

  browserTest('the most visited pages are named in words', async ({ open }) => {
    const id = await add(apiPaths.books, { ...book, title: 'كتاب يُزار' })
    const origin = { ipAddress: null, userAgent: null }
    const visited = ['/', '/books/primary', `/books/${id}`, '/results/third-intermediate', '/news', '/about']
    for (const page of visited) server.services.visits.record(page, origin)
    await server.services.visits.flush()
    const { page, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    await enter(page, server, person, dashboardPaths.visits)
    await page.locator('.top-page a').first().waitFor()
    const names = await page.locator('.top-page a').allTextContents()
    expect(names.toSorted()).toEqual(
      [
        'الصفحة الرئيسية',
        'كتب المرحلة الابتدائية',
        'كتاب يُزار',
        'نتائج الثالث المتوسط',
        'الأخبار',
        'حول الموقع',
      ].toSorted(),
    )
    const link = page.locator('.top-page').getByRole('link', { name: 'كتاب يُزار' })
    await expect.poll(() => link.getAttribute('href')).toBe(`/books/${id}`)
  })

  browserTest('everybody can change their own name', async ({ open }) => {
    const editor = await addPerson(server, 'editor')
    const { page, expectProblem } = await open({ baseUrl, device: 'phone' })
    expectProblem(firstCheck)
    await enter(page, server, editor, dashboardPaths.account)
    const name = page.getByLabel('الاسم', { exact: true })
    await name.fill('  ')
    await page.getByRole('button', { name: 'حفظ الاسم' }).click()
    await page.getByText('الاسم مطلوب').waitFor()
    await name.fill('نور الهدى')
    await page.getByRole('button', { name: 'حفظ الاسم' }).click()
    await page.getByText('تغيّر اسمك.').waitFor()
    await page.getByRole('button', { name: 'حساب نور الهدى' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'حساب نور الهدى' }).waitFor()
  })

  browserTest(
    'what was restored cannot be restored again, and each reason has its sentence',
    async ({ open }) => {
      const id = await add(apiPaths.books, { ...book, title: 'كتاب يعود' })
      await colleague.send('DELETE', `${apiPaths.books}/${id}`)
      const { page, expectProblem } = await open({ baseUrl })
      expectProblem(firstCheck)
      expectProblem(/elsewhere\.example|status of 409/)
      await enter(page, server, person, `${dashboardPaths.auditLog}?action=DELETE`)
      const entry = page.locator('.audit-entry').filter({ hasText: 'كتاب يعود' })
      const restore = entry.getByRole('button', { name: 'استعادة المحذوف' })
      await restore.waitFor()
      const { logs } = (await colleague.send('GET', `${apiPaths.auditLog}?action=DELETE`)).json() as {
        logs: { id: string; entityId: string }[]
      }
      const auditId = logs.find(log => log.entityId === id)?.id
      await colleague.send('POST', `${apiPaths.auditLog}/${auditId}/restore`)
      await restore.click()
      await page.getByText('لا حاجة إلى الاستعادة: هذا السجل موجود الآن.').waitFor()
      await restore.waitFor({ state: 'detached' })
      await entry.getByText('استُعيد', { exact: true }).waitFor()
      await page.reload()
      await entry.getByText('استُعيد', { exact: true }).waitFor()
      expect(await restore.count()).toBe(0)
    },
  )
})
