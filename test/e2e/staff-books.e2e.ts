import { afterAll, beforeAll, describe, expect } from 'vitest'
import { browserTest } from '#test/browser-test.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { makeImage, makePdf } from '#test/files.ts'
import { addPerson, fillSignIn, firstCheck } from './staff-session.ts'
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

describe('staff and the books', () => {
  for (const device of ['desktop', 'phone'] as const) {
    browserTest(`add, correct, delete and take back a book on a ${device}`, async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl, device })
      expectProblem(firstCheck)
      await page.goto('/dashboard/books/add?from=bookmark')
      await fillSignIn(page, person)
      await page.waitForURL('**/dashboard/books/add?from=bookmark')

      await page.getByRole('button', { name: 'إضافة الكتاب' }).click()
      await page.getByRole('button', { name: 'الرجاء رفع ملف الكتاب' }).waitFor()
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('field-title')

      const title = `الرياضيات ${device}`
      await page.getByLabel('العنوان', { exact: true }).fill(title)
      await page.getByLabel('المرحلة').selectOption('THIRD_INTERMEDIATE')
      await page.getByLabel('المادة').selectOption('MATH')
      await page.getByLabel('السنة الدراسية').selectOption('2026')
      await page.getByLabel('الوصف').fill('كتاب الرياضيات المنهجي')
      await page.getByLabel('الكلمات المفتاحية').fill('رياضيات، جبر;هندسة')
      await page.getByLabel('الكلمات المفتاحية').press('Enter')
      await expect.poll(() => page.getByLabel('الكلمات المضافة').getByRole('listitem').count()).toBe(3)

      await page
        .locator('#field-directLink')
        .setInputFiles({ name: 'صورة.png', mimeType: 'image/png', buffer: Buffer.from('x') })
      await page.getByText('الرجاء اختيار ملف PDF').waitFor()
      await page
        .locator('#field-image')
        .setInputFiles({ name: 'غلاف.png', mimeType: 'image/png', buffer: await makeImage('png', 300, 400) })
      await page
        .locator('#field-directLink')
        .setInputFiles({ name: 'رياضيات.pdf', mimeType: 'application/pdf', buffer: await makePdf(3) })
      await page.getByRole('link', { name: 'رياضيات.pdf' }).waitFor()
      await page.getByRole('button', { name: 'حذف الصورة' }).waitFor()
      await page.getByRole('button', { name: 'إضافة الكتاب' }).click()

      await page.waitForURL('**/dashboard/books')
      await page.getByText('أُضيف الكتاب.').waitFor()
      const row = page.getByRole('row').filter({ hasText: title })
      await row.waitFor()

      await row.getByRole('link', { name: /^تعديل/ }).click()
      await page.getByLabel('العنوان', { exact: true }).fill(`${title} المعدل`)
      await page.keyboard.press('Control+s')
      await page.getByText('حُفظت تعديلات الكتاب.').waitFor()

      const changed = page.getByRole('row').filter({ hasText: `${title} المعدل` })
      await changed.getByRole('button', { name: /^حذف/ }).click()
      await page.getByText('هل أنت متأكد من حذف هذا الكتاب؟').waitFor()
      await page.getByRole('alertdialog').getByRole('button', { name: 'حذف', exact: true }).click()
      await page.getByText('حُذف الكتاب.').waitFor()
      await expect.poll(() => changed.count()).toBe(0)
      await page.getByRole('button', { name: 'تراجع' }).click()
      await changed.waitFor()
    })
  }
})
