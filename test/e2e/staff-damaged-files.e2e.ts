import fs from 'node:fs'
import path from 'node:path'
import { describe, expect } from 'vitest'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { browserTest, openShared } from '#test/browser-test.ts'
import { bookInput, noteInput } from '#test/factories.ts'
import { filesUnder, makeImage, makePdf, sha256Of, streamOf } from '#test/files.ts'
import { newsInput } from '#test/news-input.ts'
import { dashboardPaths } from '#contract/paths.ts'
import type { FormattedText } from '#contract/resources/formatted-text.ts'
import { systemActor } from '#server/staff/session/actor.ts'
import { addPerson, enter, firstCheck, rowAction } from './staff-session.ts'

describe('a file that is damaged on the server', () => {
  let server: TestApp
  let baseUrl: string

  openShared(
    async () => {
      server = await openTestApp()
      server.expectError('file_damaged')
      server.expectError('a damaged file was found')
      baseUrl = await server.listen()
    },
    () => server.close(),
  )

  function damage(stored: Buffer): void {
    const store = path.join(server.services.config.dataDir, 'files', 'store')
    const name = filesUnder(store).find(file => file.startsWith('objects') && file.includes(sha256Of(stored)))
    fs.writeFileSync(path.join(store, name ?? ''), Buffer.alloc(stored.length, 7))
  }

  browserTest(
    'is counted in the overview, marked in the list, explained in the form, and mended by uploading it again',
    async ({ open }) => {
      const pdf = await makePdf(6)
      const { url } = await server.services.files.store(streamOf(pdf), { name: 'كتاب الأحياء.pdf' })
      await server.services.books.create(
        {
          title: 'كتاب الأحياء',
          subject: 'BIOLOGY',
          stage: 'SIXTH_PREPARATORY',
          releaseYear: 2026,
          keywords: ['أحياء'],
          description: 'وصف الكتاب كله',
          directLink: url,
        },
        systemActor,
      )
      damage(pdf)
      expect((await server.app.inject({ method: 'GET', url })).statusCode).toBe(503)

      const person = await addPerson(server)
      const { page, expectProblem } = await open({ baseUrl, device: 'phone' })
      expectProblem(firstCheck)
      await enter(page, server, person, '/dashboard')
      await page.getByRole('link', { name: 'كتب بملف تالف' }).click()
      await page.getByRole('rowheader', { name: 'كتاب الأحياء ملف تالف' }).waitFor()
      await rowAction(page.locator('.table--records tbody tr').first(), 'تعديل')
      const note = page.getByText('تالف على الخادم')
      await note.waitFor()
      await note.scrollIntoViewIfNeeded()
      await page
        .locator('input[type=file][accept*=pdf]')
        .first()
        .setInputFiles({ name: 'كتاب الأحياء.pdf', mimeType: 'application/pdf', buffer: pdf })
      await note.waitFor({ state: 'hidden' })
      expect((await server.app.inject({ method: 'GET', url })).rawPayload.equals(pdf)).toBe(true)
    },
  )

  browserTest(
    'a damaged cover of a handout is marked in its row, explained in its form, and mended there',
    async ({ open }) => {
      const picture = await makeImage('png', 320, 200)
      const { url } = await server.services.files.store(streamOf(picture), { name: 'الغلاف.png' })
      await server.services.notes.create(noteInput({ title: 'ملزمة الفيزياء', image: url }), systemActor)
      damage(picture)
      expect((await server.app.inject({ method: 'GET', url })).statusCode).toBe(503)

      const person = await addPerson(server)
      const { page, expectProblem } = await open({ baseUrl, device: 'phone' })
      expectProblem(firstCheck)
      expectProblem(/503/)
      await enter(page, server, person, '/dashboard')
      await page.getByRole('link', { name: 'ملازم بملف تالف' }).click()
      await page.getByRole('rowheader', { name: 'ملزمة الفيزياء صورة تالفة' }).waitFor()
      await rowAction(page.locator('.table--records tbody tr').first(), 'تعديل')
      const note = page.getByText('تالفة على الخادم')
      await note.waitFor()
      await page
        .locator('#field-image')
        .first()
        .setInputFiles({ name: 'الغلاف.png', mimeType: 'image/png', buffer: picture })
      await note.waitFor({ state: 'hidden' })
      expect((await server.app.inject({ method: 'GET', url })).rawPayload.equals(picture)).toBe(true)
    },
  )

  browserTest(
    'a damaged version of a book and a damaged picture in a text are marked, explained and mended',
    async ({ open }) => {
      const [pdf, picture] = [await makePdf(7), await makeImage('png', 330, 210)]
      const { store } = server.services.files
      const version = await store(streamOf(pdf), { name: 'طبعة قديمة.pdf' })
      const map = await store(streamOf(picture), { name: 'خريطة.png' })
      const { url: cover } = await store(streamOf(await makeImage('png', 340, 220)), { name: 'خبر.png' })
      const versions = [{ title: 'طبعة قديمة', releaseYear: 2024, directLink: version.url }]
      const { url: directLink } = await store(streamOf(await makePdf(8)), { name: 'كتاب.pdf' })
      const book = { ...bookInput({ title: 'كتاب بطبعة', directLink, versions }), image: undefined }
      await server.services.books.create(book, systemActor)
      const content: FormattedText = {
        type: 'doc',
        content: [
          { type: 'paragraph', content: [{ type: 'text', text: 'نص الخبر' }] },
          { type: 'picture', attrs: { src: map.url, alt: 'خريطة', width: 330, height: 210 } },
        ],
      }
      const item = newsInput({ title: 'خبر بخريطة', image: cover, content })
      await server.services.news.create(item, systemActor)
      for (const [stored, { url }] of [[pdf, version] as const, [picture, map] as const]) {
        damage(stored)
        expect((await server.app.inject({ method: 'GET', url })).statusCode).toBe(503)
      }

      const person = await addPerson(server)
      const { page, expectProblem } = await open({ baseUrl, device: 'phone' })
      expectProblem(firstCheck)
      expectProblem(/503/)
      const missing = page.getByRole('combobox', { name: 'الملفات' })
      await enter(page, server, person, dashboardPaths.books)
      await page.getByRole('button', { name: /^تصفية/ }).click()
      await missing.selectOption({ label: 'بملف تالف' })
      const row = page.locator('.table--records tbody tr')
      await row.filter({ hasText: 'ملف إصدار تالف' }).waitFor()
      await expect.poll(() => new URL(page.url()).search).toBe('?missing=damaged')
      await rowAction(row.filter({ hasText: 'كتاب بطبعة' }), 'تعديل')
      const note = page.getByRole('note').filter({ hasText: 'طبعة قديمة.pdf' })
      await note.waitFor()
      const input = page.getByRole('group', { name: 'الإصدار ١' }).locator('input[type=file]')
      await input.setInputFiles({ name: 'طبعة قديمة.pdf', mimeType: 'application/pdf', buffer: pdf })
      await note.waitFor({ state: 'hidden' })

      await page.goto(dashboardPaths.news)
      await page.getByRole('button', { name: /^تصفية/ }).click()
      await missing.selectOption({ label: 'بصورة تالفة' })
      await page.getByRole('rowheader', { name: 'خبر بخريطة صورة في النص تالفة' }).waitFor()
      await rowAction(row.first(), 'تعديل')
      const inText = page.getByRole('note').filter({ hasText: '«خريطة.png» في النص تالفة' })
      await inText.waitFor()
      await page.getByRole('button', { name: 'صورة في النص' }).click()
      const dialog = page.getByRole('dialog', { name: 'صورة في النص' })
      const file = { name: 'خريطة.png', mimeType: 'image/png', buffer: picture }
      await dialog.locator('input[type=file]').setInputFiles(file)
      await dialog.getByRole('img').waitFor()
      await dialog.getByLabel('وصف الصورة').fill('خريطة المحافظات')
      await dialog.getByRole('button', { name: 'إضافة الصورة' }).click()
      await inText.waitFor({ state: 'hidden' })
      expect((await server.app.inject({ method: 'GET', url: map.url })).rawPayload.equals(picture)).toBe(true)
    },
  )
})
