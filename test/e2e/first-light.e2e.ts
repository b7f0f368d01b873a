import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { limits } from '#contract/limits.ts'
import { browserTest, openShared } from '#test/browser-test.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { makeImage, makeLargePdf, makePdf, sha256Of } from '#test/files.ts'
import { chooseFilter } from './list-steps.ts'
import { addPerson, fillSignIn, firstCheck } from './staff-session.ts'

let server: TestApp
let baseUrl: string

openShared(
  async () => {
    server = await openTestApp()
    baseUrl = await server.listen()
  },
  () => server.close(),
)

async function addVersion(
  page: Page,
  number: number,
  title: string,
  year: string,
  file: { name: string; bytes: Buffer },
) {
  await page.getByRole('button', { name: 'إضافة إصدار' }).click()
  const version = page.getByRole('group', { name: `الإصدار ${number === 1 ? '١' : '٢'}` })
  await version.getByLabel('عنوان الإصدار').fill(title)
  await version.getByLabel('السنة الدراسية').selectOption(year)
  await version
    .locator('input[type=file]')
    .setInputFiles({ name: file.name, mimeType: 'application/pdf', buffer: file.bytes })
  await version.getByRole('link', { name: file.name }).waitFor()
}

describe('first light', () => {
  browserTest(
    'staff publish a book with two versions; a student filters, opens it and downloads the same bytes',
    async ({ open }) => {
      const person = await addPerson(server, 'editor')
      const book = await makeLargePdf(limits.resumableUploadFromBytes + 300_000)
      const older = await makePdf(2)
      const oldest = await makePdf(4)
      const cover = await makeImage('jpeg', 600, 800)

      const staff = await open({ baseUrl })
      staff.expectProblem(firstCheck)
      const { page } = staff
      await page.goto('/dashboard/books/add')
      await fillSignIn(page, person)
      await page.getByLabel('العنوان', { exact: true }).fill('كتاب الفيزياء للصف الثالث')
      await page.getByLabel('الصف', { exact: true }).selectOption('THIRD_INTERMEDIATE')
      await page.getByLabel('المادة').selectOption('PHYSICS')
      await page.getByLabel('السنة الدراسية').selectOption('2026')
      await page.getByLabel('الوصف').fill('الكتاب المنهجي المعتمد.')
      await page.getByLabel('الكلمات المفتاحية').fill('فيزياء،')
      await page
        .locator('#field-image')
        .setInputFiles({ name: 'غلاف الفيزياء.jpg', mimeType: 'image/jpeg', buffer: cover })
      await page
        .locator('#field-directLink')
        .setInputFiles({ name: 'الفيزياء.pdf', mimeType: 'application/pdf', buffer: book })
      await page.getByRole('link', { name: 'الفيزياء.pdf' }).waitFor()
      await addVersion(page, 1, 'طبعة ٢٠٢٥', '2025', { name: 'طبعة 2025.pdf', bytes: older })
      await addVersion(page, 2, 'طبعة ٢٠٢٤', '2024', { name: 'طبعة 2024.pdf', bytes: oldest })
      await page.getByRole('button', { name: 'إضافة الكتاب' }).click()
      await page.getByText('أُضيف الكتاب').waitFor()

      const student = await open({ baseUrl, device: 'phone' })
      await student.page.goto('/books/intermediate')
      await chooseFilter(student.page, 'الصف', 'الثالث')
      await chooseFilter(student.page, 'المادة', 'الفيزياء')
      await student.page.waitForURL(/grade=THIRD_INTERMEDIATE.*subject=PHYSICS/)
      await student.page.locator('.record-row .card-link').first().click()
      await student.page.waitForURL(/\/books\/[0-9a-z]{16}$/)
      await student.page.getByRole('heading', { name: 'الإصدارات المتوفرة' }).waitFor()
      const versions = await student.page.getByRole('rowheader').allTextContents()
      expect(versions.map(text => /^طبعة [٠-٩]{4}/.exec(text)?.[0])).toEqual(['طبعة ٢٠٢٥', 'طبعة ٢٠٢٤'])
      await expect
        .poll(() =>
          student.page
            .locator('main img')
            .first()
            .evaluate((image: HTMLImageElement) => image.naturalWidth),
        )
        .toBeGreaterThan(0)

      const [download] = await Promise.all([
        student.page.waitForEvent('download'),
        student.page.getByRole('link', { name: 'تحميل مباشر' }).first().click(),
      ])
      expect(sha256Of(await readFile(await download.path()))).toBe(sha256Of(book))
      expect(download.suggestedFilename()).toBe('الفيزياء.pdf')

      const versionLink = await student.page
        .getByRole('row', { name: /طبعة ٢٠٢٤/ })
        .getByRole('link', { name: /تحميل مباشر/ })
        .getAttribute('href')
      const bytes = await (await student.context.request.get(versionLink ?? '')).body()
      expect(sha256Of(bytes)).toBe(sha256Of(oldest))
    },
  )
})
