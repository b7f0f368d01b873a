import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { limits } from '#contract/limits.ts'
import { dashboardPaths } from '#contract/paths.ts'
import { putRow } from '#server/files/light-copies/light-copies.repository.ts'
import { browserTest, openShared } from '#test/browser-test.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { makeImage, makePdf, sha256Of, streamOf } from '#test/files.ts'
import { dropAt } from './drop-files.ts'
import { publishBook } from './site-library.ts'
import { addPerson, enter, firstCheck } from './staff-session.ts'
import type { Person } from './staff-session.ts'

let server: TestApp
let baseUrl: string
let person: Person
let folder: string

openShared(
  async () => {
    server = await openTestApp()
    baseUrl = await server.listen()
    person = await addPerson(server)
    folder = mkdtempSync(path.join(tmpdir(), 'rafid-drop-'))
  },
  async () => {
    rmSync(folder, { recursive: true, force: true })
    await server.close()
  },
)

async function fileOf(name: string, bytes: Buffer): Promise<string> {
  const file = path.join(folder, name)
  writeFileSync(file, bytes)
  return file
}

async function dropOn(page: Page, id: string, files: string[]): Promise<void> {
  const box = page.locator(`label.file-picker:has(#${id})`)
  await box.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await box.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await dropAt(page, x + width / 2, y + height / 2, files)
}

describe('files that are dropped and refused', () => {
  browserTest('a field of one file takes one and names the others', async ({ open }) => {
    const first = await fileOf('الأول.pdf', await makePdf(1))
    const second = await fileOf('الثاني.pdf', await makePdf(2))
    const picture = await fileOf('صورة.png', await makeImage('png'))
    const { page, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    await enter(page, server, person, dashboardPaths.add(dashboardPaths.books))
    await page.locator('#field-directLink').waitFor({ state: 'attached' })
    await dropOn(page, 'field-directLink', [picture, first, second])
    await page.getByRole('link', { name: 'الأول.pdf' }).waitFor()
    const said = page.locator('#field-directLink-error')
    await expect.poll(() => said.textContent()).toMatch(/الرجاء اختيار ملف PDF.*صورة\.png/s)
    await expect.poll(() => said.textContent()).toMatch(/ملفاً واحداً.*الثاني\.pdf/s)
    await dropOn(page, 'field-image', [picture, picture])
    await page.getByRole('button', { name: 'حذف الصورة' }).waitFor()
    await expect
      .poll(() => page.locator('#field-image-error').textContent())
      .toMatch(/ملفاً واحداً.*صورة.*\.png/s)
    await dropOn(page, 'field-image', [first])
    await expect
      .poll(() => page.locator('#field-image-error').textContent())
      .toMatch(/ملف صورة صالح.*الأول\.pdf/s)
    await page.evaluate(() => localStorage.clear())
    page.once('dialog', question => void question.accept())
  })

  browserTest('a file dropped anywhere in a form goes to the one field that takes it', async ({ open }) => {
    const pdf = await fileOf('كتاب.pdf', await makePdf(1))
    const picture = await fileOf('غلاف.png', await makeImage('png'))
    const text = await fileOf('نص.txt', Buffer.from('نص'))
    const { page, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    await enter(page, server, person, dashboardPaths.add(dashboardPaths.books))
    await page.locator('#field-directLink').waitFor({ state: 'attached' })
    await dropAt(page, 640, 110, [pdf, picture, text])
    await page.getByRole('link', { name: 'كتاب.pdf' }).waitFor({ timeout: 15_000 })
    await page.getByRole('button', { name: 'حذف الصورة' }).waitFor()
    await page.getByText('لا خانة في هذا النموذج تأخذ «نص.txt».').waitFor()

    await page.getByRole('button', { name: 'إضافة إصدار' }).click()
    await page.getByRole('group', { name: 'الإصدار ١' }).waitFor()
    const other = await fileOf('آخر.pdf', await makePdf(2))
    await dropAt(page, 640, 110, [other])
    await page.getByText(/أكثر من خانة تأخذ «آخر\.pdf»\. أفلته على خانته: «.+»، «.+»\./).waitFor()
    expect(await page.getByRole('link', { name: 'آخر.pdf' }).count()).toBe(0)
    await page.evaluate(() => localStorage.clear())
    page.once('dialog', question => void question.accept())
  })

  browserTest('a drop beside the box opens nothing', async ({ open }) => {
    const file = await fileOf('بجانب.pdf', await makePdf(1))
    const { page, context, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    await enter(page, server, person, dashboardPaths.add(dashboardPaths.books))
    await page.getByLabel('العنوان', { exact: true }).fill('كتاب يُكتب')
    page.on('dialog', question => void question.accept())
    const left: string[] = []
    const note = (url: string) => {
      if (!url.startsWith(baseUrl)) left.push(url)
    }
    page.on('framenavigated', frame => note(frame.url()))
    context.on('page', opened => left.push(opened.url()))
    page.on('request', request => note(request.url()))
    for (const [x, y] of [
      [640, 300],
      [40, 40],
      [640, 790],
    ] as const) {
      await dropAt(page, x, y, [file])
    }
    await page.getByRole('button', { name: 'إضافة إصدار' }).click()
    await page.getByRole('group', { name: 'الإصدار ١' }).waitFor()
    expect(left).toEqual([])
    expect(page.url()).toBe(baseUrl + dashboardPaths.add(dashboardPaths.books))
    await expect.poll(() => page.getByLabel('العنوان', { exact: true }).inputValue()).toBe('كتاب يُكتب')
    await page.evaluate(() => localStorage.clear())
  })

  browserTest('pictures that are not taken are named with their reason', async ({ open }) => {
    const { page, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    await enter(page, server, person, dashboardPaths.add(dashboardPaths.exams))
    const png = { mimeType: 'image/png', buffer: await makeImage('png') }
    await page.locator('#field-files').setInputFiles([
      { name: 'سؤال.png', ...png },
      { name: 'نص.txt', mimeType: 'text/plain', buffer: Buffer.from('نص') },
      { name: 'رسم.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') },
      { name: 'ضخمة.png', mimeType: 'image/png', buffer: Buffer.alloc(limits.maxImageBytes + 1) },
    ])
    const said = page.locator('#field-files-error')
    await page.locator('.exam-image__picture').first().waitFor()
    const text = (await said.textContent()) ?? ''
    expect(text).toMatch(/بعض الملفات المختارة ليست صوراً صالحة.*نص\.txt.*رسم\.svg/)
    expect(text).toMatch(/بعض الصور أكبر من ٥ ميغابايت.*ضخمة\.png/)
    const many = Array.from({ length: limits.maxExamImages }, (_, index) => ({
      name: `زائدة-${index}.png`,
      ...png,
    }))
    await page.route('**/api/files/new**', () => undefined)
    await page.locator('#field-files').setInputFiles(many)
    await expect.poll(() => said.textContent()).toMatch(/عدد الصور أكبر من المسموح \(٤٠\).*زائدة-39\.png/)
    await page.evaluate(() => localStorage.clear())
    page.once('dialog', question => void question.accept())
  })

  browserTest('a PDF says how many of its pages are searched, and which are not', async ({ open }) => {
    await server.services.jobRunner.close()
    const pdf = await makePdf(4)
    const { url } = await server.services.files.store(streamOf(pdf), { name: 'كيمياء.pdf' })
    const book = await publishBook(server, 'كتاب الكيمياء', 'SIXTH_PREPARATORY', 'CHEMISTRY', url)
    const { kysely } = server.database
    const file = { fileHash: sha256Of(pdf), readerVersion: 1 }
    await kysely
      .insertInto('pageTextFiles')
      .values({ ...file, pageCount: 4, isEnded: true })
      .execute()
    await kysely
      .insertInto('pageTexts')
      .values(
        [0.9, 0.9, 0.1, 0].map((quality, at) => {
          return {
            ...file,
            page: at + 1,
            source: 'picture' as const,
            quality,
            text: '',
            boxes: Buffer.alloc(0),
          }
        }),
      )
      .execute()
    await kysely
      .transaction()
      .execute(transaction => putRow(transaction, file.fileHash, { absence: 'differs' }))
    const { page, expectProblem } = await open({ baseUrl, device: 'phone' })
    expectProblem(firstCheck)
    await enter(page, server, person, dashboardPaths.edit(dashboardPaths.books, book))
    await page.getByText('قابل للبحث: ٢ من ٤ صفحات').waitFor()
    await page.getByText('صفحات لا يُبحث فيها: ٢').click()
    await page.getByText('صورتها غير واضحة أو بلا كلمات: ٣–٤').waitFor()
    await page.getByText('لا نسخة خفيفة للملف: لم تخرج صفحاته فيها كما هي.').waitFor()
  })
})
