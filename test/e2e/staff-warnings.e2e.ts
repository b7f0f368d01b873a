import type { Page } from 'playwright-core'
import { beforeEach, describe, expect } from 'vitest'
import { apiPaths, dashboardPaths, staffApiPath } from '#contract/paths.ts'
import { browserTest, openShared } from '#test/browser-test.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { makeCover, makeZip, sha256Of, streamOf } from '#test/files.ts'
import { addPerson, enter, firstCheck } from './staff-session.ts'
import type { Person } from './staff-session.ts'

const year = new Date().getFullYear()
const tables = ['results', 'exams', 'books', 'notes', 'news'] as const

const result = {
  city: 'الكرخ الأولى',
  stage: 'SIXTH_PREPARATORY',
  try: 1,
  releaseYear: year,
  keywords: ['نتائج'],
  directLink: 'https://files.example/karkh.zip',
}

/** The five forms, each with a record that can be added twice. */
const forms = [
  {
    kind: 'results',
    list: dashboardPaths.results,
    api: apiPaths.results,
    input: result,
    says: 'أُضيفت نتيجة',
  },
  {
    kind: 'exams',
    list: dashboardPaths.exams,
    api: apiPaths.exams,
    says: 'أُضيف الامتحان',
    input: {
      title: 'أسئلة الأحياء',
      description: 'أسئلة الدور الأول كاملة',
      stage: 'SIXTH_PREPARATORY',
      subject: 'BIOLOGY',
      releaseYear: year,
      try: 1,
      files: ['https://files.example/1.png'],
      keywords: ['أسئلة'],
    },
  },
  {
    kind: 'books',
    list: dashboardPaths.books,
    api: apiPaths.books,
    says: 'أُضيف الكتاب',
    input: {
      title: 'كتاب الأحياء',
      subject: 'BIOLOGY',
      stage: 'SIXTH_PREPARATORY',
      releaseYear: year,
      description: 'وصف',
      image: 'https://files.example/1.png',
      keywords: ['كتاب'],
      directLink: 'https://files.example/1.pdf',
    },
  },
  {
    kind: 'notes',
    list: dashboardPaths.notes,
    api: apiPaths.notes,
    says: 'أُضيفت الملزمة',
    input: {
      title: 'ملزمة الأحياء',
      teacher: 'أحمد',
      subject: 'BIOLOGY',
      stage: 'SIXTH_PREPARATORY',
      releaseYear: year,
      keywords: ['ملزمة'],
      directLink: 'https://files.example/1.pdf',
    },
  },
  {
    kind: 'news',
    list: dashboardPaths.news,
    api: apiPaths.news,
    says: 'أُضيف الخبر',
    input: {
      title: 'موعد النتائج',
      bio: 'نبذة',
      content: 'نص',
      type: 'GENERAL_NEWS',
      image: 'https://files.example/1.jpg',
      keywords: ['خبر'],
    },
  },
]

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

beforeEach(async () => {
  for (const table of tables) await server.database.kysely.deleteFrom(table).execute()
})

/** Opens an add form that a draft fills with these values. */
async function openFilled(page: Page, kind: string, list: string, input: object): Promise<void> {
  const texts = Object.entries(input).map(([name, value]) => [
    name,
    typeof value === 'number' ? String(value) : value,
  ])
  const draft = JSON.stringify({ values: Object.fromEntries(texts), savedAt: new Date().toISOString() })
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [
    `rafid.draft.${kind}/new`,
    draft,
  ] as const)
  await page.goto(dashboardPaths.add(list))
  await page.getByText('استعدنا ما كتبته').waitFor()
}

const dialogOf = (page: Page) => page.getByRole('alertdialog', { name: 'تأكد قبل الحفظ' })
const submit = (page: Page) => page.locator('.save-bar [type=submit]').click()

async function count(api: string): Promise<number> {
  const answer = await server.app.inject(`${api}?limit=1`)
  const body = answer.json()
  return Number(answer.headers['x-total-count'] ?? body.data.total)
}

describe('warnings before a save', () => {
  browserTest(
    'each of the five forms names the record that says the same, and adds another if told to',
    async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl })
      expectProblem(firstCheck)
      expectProblem(/ERR_NAME_NOT_RESOLVED|ERR_INTERNET|Failed to load resource/)
      await enter(page, server, person, dashboardPaths.results)
      await page.getByRole('heading', { name: 'النتائج', level: 1 }).waitFor()
      for (const { kind, list, api, input, says } of forms) {
        const added = await colleague.send('POST', api, input)
        expect(added.statusCode, added.body).toBe(201)
        await openFilled(page, kind, list, input)
        await submit(page)
        const dialog = dialogOf(page)
        await dialog.getByText('يوجد سجل بهذه البيانات نفسها.').waitFor()
        const link = dialog.getByRole('link', { name: /^افتحه/ })
        await expect
          .poll(() => link.getAttribute('href'))
          .toBe(dashboardPaths.edit(list, added.json().data.id))
        await expect
          .poll(() => dialog.getByRole('button', { name: 'استبدل ملفه' }).count())
          .toBe(kind === 'news' ? 0 : 1)
        expect(await count(api)).toBe(1)
        await dialog.getByRole('button', { name: 'أضفه على أي حال' }).click()
        await page.getByText(says).waitFor()
        expect(await count(api)).toBe(2)
      }
    },
  )

  browserTest(
    'a file that is named for another city is noticed; the form stays as it was',
    async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl })
      expectProblem(firstCheck)
      await enter(page, server, person, dashboardPaths.results)
      await page.getByRole('heading', { name: 'النتائج', level: 1 }).waitFor()
      await openFilled(page, 'results', dashboardPaths.results, { ...result, directLink: '' })
      await page.locator('#field-directLink').setInputFiles({
        name: 'نتائج نينوى.zip',
        mimeType: 'application/zip',
        buffer: await makeZip({ 'نتائج.txt': 'ناجح' }),
      })
      await page.getByRole('link', { name: 'نتائج نينوى.zip' }).waitFor()
      await submit(page)
      await dialogOf(page)
        .getByText(/اسم الملف «نتائج نينوى.zip» يدل على مدينة/)
        .waitFor()
      await page.keyboard.press('Escape')
      await dialogOf(page).waitFor({ state: 'detached' })
      await expect.poll(() => page.getByLabel('المدينة').inputValue()).toBe('الكرخ الأولى')
      expect(await count(apiPaths.results)).toBe(0)
      await page.getByLabel('المدينة').selectOption('نينوى')
      await submit(page)
      await page.getByText('أُضيفت نتيجة').waitFor()
      expect(await count(apiPaths.results)).toBe(1)
    },
  )

  browserTest(
    'a cover that is there already is noticed however it was packed, and the record that shows it is opened',
    async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl })
      expectProblem(firstCheck)
      expectProblem(/ERR_NAME_NOT_RESOLVED|ERR_INTERNET|Failed to load resource/)
      const book = forms.find(({ kind }) => kind === 'books')
      if (!book) throw new Error('There is no form of books')
      const cover = { name: 'غلاف.jpg', kind: 'image' } as const
      const { files } = server.services
      const copy = await makeCover(1, { width: 400, quality: 45 })
      const { url } = await files.store(streamOf(await makeCover(1)), cover)
      const added = await colleague.send('POST', book.api, { ...book.input, image: url })
      const { id } = added.json().data
      await enter(page, server, person, dashboardPaths.books)
      await page.getByRole('heading', { name: 'الكتب', level: 1 }).waitFor()
      await openFilled(page, 'books', book.list, { ...book.input, title: 'علم الأحياء', image: '' })
      await page.locator('#field-image').setInputFiles({
        name: 'صورة من تيليجرام.jpg',
        mimeType: 'image/jpeg',
        buffer: copy,
      })
      await page.getByRole('button', { name: 'حذف الصورة' }).waitFor()
      /* A check does not wait for a busy machine. */
      expect(await files.likeness.markOf(sha256Of(copy))).toMatch(/^[01]+$/)
      await submit(page)
      const dialog = dialogOf(page)
      await dialog.getByText('صورة الغلاف تشبه صورة في سجل موجود.').waitFor()
      expect(await dialog.getByRole('listitem').count()).toBe(1)
      const link = dialog.getByRole('link', { name: 'افتحه في نافذة جديدة: كتاب الأحياء' })
      expect(await link.getAttribute('href')).toBe(dashboardPaths.edit(book.list, id))
      await dialog.getByRole('button', { name: 'أضفه على أي حال' }).click()
      await page.getByText(book.says).waitFor()
      expect(await count(book.api)).toBe(2)
    },
  )

  browserTest(
    'the file of the record that is there can be replaced in its place, whoever may see that record',
    async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl })
      expectProblem(firstCheck)
      await enter(page, server, person, dashboardPaths.results)
      await page.getByRole('heading', { name: 'النتائج', level: 1 }).waitFor()
      for (const state of ['published', 'draft']) {
        const place = { ...result, releaseYear: state === 'draft' ? year - 1 : year }
        const theirs = { ...place, state, keywords: ['للزميل'] }
        const added = await colleague.send('POST', apiPaths.results, theirs)
        const { id } = added.json().data
        const directLink = 'https://files.example/new.zip'
        await openFilled(page, 'results', dashboardPaths.results, { ...place, directLink })
        await submit(page)
        await dialogOf(page).getByRole('button', { name: 'استبدل ملفه' }).click()
        await page.getByText('استُبدل ملف السجل الموجود.').waitFor()
        await page.waitForURL(`**${dashboardPaths.results}`)
        const { data } = (await colleague.send('GET', `${staffApiPath(apiPaths.results)}/${id}`)).json()
        expect(data).toMatchObject({ directLink, keywords: ['للزميل'], version: 2, state })
      }
      expect(await count(apiPaths.results)).toBe(1)
    },
  )

  browserTest('an edit is asked about what it changes, not about what was so before', async ({ open }) => {
    const { page, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    await enter(page, server, person, dashboardPaths.results)
    await page.getByRole('heading', { name: 'النتائج', level: 1 }).waitFor()
    await colleague.send('POST', apiPaths.results, result)
    await colleague.send('POST', apiPaths.results, { ...result, city: 'واسط' })
    const twin = await colleague.send('POST', apiPaths.results, result)
    const save = () => page.getByRole('button', { name: 'حفظ التعديلات' }).click()
    await page.goto(dashboardPaths.edit(dashboardPaths.results, twin.json().data.id))
    await page.getByLabel('الكلمات المفتاحية').fill('جديدة،')
    await save()
    await page.getByText('حُفظت تعديلات نتيجة').waitFor()
    await page.goto(dashboardPaths.edit(dashboardPaths.results, twin.json().data.id))
    await page.getByLabel('المدينة').selectOption('واسط')
    await save()
    await dialogOf(page).getByText('يوجد سجل بهذه البيانات نفسها.').waitFor()
    expect(await dialogOf(page).getByRole('button', { name: 'استبدل ملفه' }).count()).toBe(0)
    await dialogOf(page).getByRole('button', { name: 'احفظه على أي حال' }).click()
    await page.getByText('حُفظت تعديلات نتيجة').waitFor()
  })

  browserTest('a check that fails or hangs does not stand in the way of a save', async ({ open }) => {
    const { page, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    expectProblem(/status of 500|The warnings could not be asked for/)
    await enter(page, server, person, dashboardPaths.results)
    await page.getByRole('heading', { name: 'النتائج', level: 1 }).waitFor()
    await page.route('**/api/results/check', route => route.fulfill({ status: 500, body: 'broken' }))
    await openFilled(page, 'results', dashboardPaths.results, result)
    await submit(page)
    await page.getByText('أُضيفت نتيجة').waitFor()
    await page.unroute('**/api/results/check')
    await page.route('**/api/results/check', () => undefined)
    await openFilled(page, 'results', dashboardPaths.results, result)
    await submit(page)
    await page.getByText('أُضيفت نتيجة').waitFor()
    expect(await count(apiPaths.results)).toBe(2)
  })
})
