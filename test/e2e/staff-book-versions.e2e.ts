import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { browserTest, openShared } from '#test/browser-test.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { addPerson, enter, firstCheck } from './staff-session.ts'
import type { Person } from './staff-session.ts'

let server: TestApp
let baseUrl: string
let person: Person
let colleague: TestStaff

openShared(
  async () => {
    server = await openTestApp()
    baseUrl = await server.listen()
    person = await addPerson(server)
    colleague = await server.signIn('editor')
  },
  () => server.close(),
)

async function addBook(title: string, versions: string[]): Promise<string> {
  const answer = await colleague.send('POST', '/api/books', {
    title,
    subject: 'MATH',
    stage: 'FIRST_PRIMARY',
    releaseYear: 2025,
    description: 'وصف',
    keywords: ['كتاب'],
    directLink: 'https://files.example/book.pdf',
    versions: versions.map((name, index) => ({ title: name, releaseYear: 2021 + index })),
  })
  expect(answer.statusCode, answer.body).toBe(201)
  return (answer.json() as { data: { id: string } }).data.id
}

const versionTitles = async (id: string) =>
  (await server.services.books.listVersions(id)).map(({ title }) => title)

const titleOfVersion = (page: Page, number: string) =>
  page.getByRole('group', { name: `الإصدار ${number}` }).getByLabel('عنوان الإصدار')

describe('the versions of a book in its form', () => {
  browserTest(
    'three changed versions are saved with their book: one call, one entry, one version number',
    async ({ open }) => {
      const id = await addBook('كتاب بإصدارات', ['الأولى', 'الثانية', 'الثالثة'])
      const before = await server.services.books.listVersions(id)
      const { page, expectProblem } = await open({ baseUrl })
      expectProblem(firstCheck)
      expectProblem(/status of 422|The save failed/)
      await enter(page, server, person, `/dashboard/books/edit/${id}`)
      for (const [number, title] of [
        ['١', 'الأولى المنقحة'],
        ['٢', 'الثانية المنقحة'],
        ['٣', 'الثالثة المنقحة'],
      ] as const)
        await titleOfVersion(page, number).fill(title)
      await page.getByRole('button', { name: 'رفع الإصدار ٣ إلى الأعلى' }).click()

      await page.route(`**/api/books/${id}`, route =>
        route.request().method() === 'PUT'
          ? route.fulfill({
              status: 422,
              json: {
                code: 'invalid_fields',
                message: 'بعض الحقول تحتاج إلى تصحيح.',
                fields: { 'versions.1.title': 'هذا العنوان مكرر' },
              },
            })
          : route.continue(),
      )
      await page.getByRole('button', { name: 'حفظ التعديلات' }).click()
      await page
        .getByRole('group', { name: 'الإصدار ٢' })
        .locator('#field-versions-1-title-error')
        .getByText('هذا العنوان مكرر')
        .waitFor()
      await expect.poll(() => titleOfVersion(page, '٢').inputValue()).toBe('الثالثة المنقحة')
      await page.unroute(`**/api/books/${id}`)

      const writes: string[] = []
      page.on('request', request => {
        const { pathname } = new URL(request.url())
        if (request.method() !== 'GET' && pathname.startsWith('/api/books') && !pathname.endsWith('/check'))
          writes.push(`${request.method()} ${pathname}`)
      })
      await page.getByRole('button', { name: 'حفظ التعديلات' }).click()
      await page.getByText('حُفظت تعديلات الكتاب').waitFor()
      expect(writes).toEqual([`PUT /api/books/${id}`])
      const after = await server.services.books.listVersions(id)
      expect(after.map(({ title }) => title)).toEqual(['الأولى المنقحة', 'الثالثة المنقحة', 'الثانية المنقحة'])
      expect(after.map(version => version.id)).toEqual([before[0]?.id, before[2]?.id, before[1]?.id])
      expect((await server.services.books.get(id)).version).toBe(2)
      const log = await colleague.send('GET', '/api/auditlog?limit=100')
      const { logs } = log.json() as { logs: { entityId: string; action: string }[] }
      expect(logs.filter(({ entityId }) => entityId === id).map(({ action }) => action)).toEqual([
        'UPDATE',
        'CREATE',
      ])
    },
  )

  browserTest(
    'a version that a colleague has removed is kept when its changes are chosen',
    async ({ open }) => {
      const id = await addBook('كتاب يختصره زميل', ['الأولى', 'الثانية'])
      const [first] = await server.services.books.listVersions(id)
      const { page, expectProblem } = await open({ baseUrl })
      expectProblem(firstCheck)
      expectProblem(/status of 409|The save failed/)
      await enter(page, server, person, `/dashboard/books/edit/${id}`)
      await titleOfVersion(page, '١').fill('الأولى المنقحة')
      const removed = await colleague.send('DELETE', `/api/books/${id}/versions/${first?.id}`)
      expect(removed.statusCode, removed.body).toBe(200)
      await page.getByRole('button', { name: 'حفظ التعديلات' }).click()
      const dialog = page.getByRole('alertdialog', { name: `سبقك تعديل من ${colleague.name}` })
      await dialog.getByRole('group', { name: 'الإصدارات' }).getByLabel('تعديلي').check()
      await dialog.getByRole('button', { name: 'حفظ بهذه الاختيارات' }).click()
      await page.getByText('حُفظت تعديلات الكتاب').waitFor()
      expect(await versionTitles(id)).toEqual(['الأولى المنقحة', 'الثانية'])
    },
  )
})
