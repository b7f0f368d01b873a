import type { Page } from 'playwright-core'
import { formatNumber } from '#contract/format.ts'
import { describe, expect } from 'vitest'
import { apiPaths, dashboardPaths } from '#contract/paths.ts'
import { browserTest, openShared } from '#test/browser-test.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { examInput } from '#test/factories.ts'
import { addPerson, enter, fillSignIn, firstCheck } from './staff-session.ts'
import type { Person } from './staff-session.ts'

/** What the screens of one resource say. Source: S3.1, S11.1. */
interface Screens {
  list: string
  api: string
  /** A whole, right input: it is sent, and its draft fills the form. */
  input: Record<string, unknown>
  columns: string[]
  /** Every filter of the list: its label, a choice, and the parameter that is sent for it. */
  filters: [label: string, choice: string, sent: string][]
  says: { missing: string; fetching: string; adding: string; updating: string }
}

const school = { subject: 'MATH', stage: 'SIXTH_PREPARATORY', releaseYear: 2025, keywords: ['كلمة'] }
const image = 'https://elsewhere.example/a.png'
const pdf = { directLink: 'https://elsewhere.example/a.pdf', image }

const screens: Screens[] = [
  {
    list: dashboardPaths.news,
    api: apiPaths.news,
    input: { title: 'خبر', bio: 'نبذة', content: 'محتوى', type: 'GENERAL_NEWS', image, keywords: ['خبر'] },
    columns: ['العنوان', 'النوع', 'تاريخ الإضافة', 'إجراءات'],
    filters: [
      ['النوع', 'EXAM_RESULTS', 'type=EXAM_RESULTS'],
      ['الترتيب', 'asc', 'sortBy=asc'],
      ['الملفات', 'damaged', 'missing=damaged'],
    ],
    says: {
      missing: 'لم يتم العثور على الخبر',
      fetching: 'حدث خطأ أثناء جلب بيانات الخبر',
      adding: 'حدث خطأ أثناء إنشاء الخبر',
      updating: 'حدث خطأ أثناء تحديث الخبر',
    },
  },
  {
    list: dashboardPaths.books,
    api: apiPaths.books,
    input: { title: 'كتاب', description: 'وصف', ...school, ...pdf, versions: [] },
    columns: ['العنوان', 'المادة', 'الصف', 'الفرع', 'السنة الدراسية', 'الملف', 'إجراءات'],
    filters: [
      ['الصف', 'FIRST_PRIMARY', 'stage=FIRST_PRIMARY'],
      ['الفرع', 'LITERARY', 'branch=LITERARY'],
      ['المادة', 'ARABIC', 'category=ARABIC'],
      ['السنة', '2024', 'releaseYear=2024'],
      ['الملفات', 'damaged', 'missing=damaged'],
    ],
    says: {
      missing: 'الكتاب غير موجود',
      fetching: 'حدث خطأ أثناء جلب بيانات الكتاب',
      adding: 'حدث خطأ أثناء إضافة الكتاب',
      updating: 'حدث خطأ أثناء تحديث الكتاب',
    },
  },
  {
    list: dashboardPaths.notes,
    api: apiPaths.notes,
    input: { title: 'ملزمة', teacher: 'أ. علي', ...school, ...pdf },
    columns: ['العنوان', 'اسم المدرس', 'المادة', 'الصف', 'الفرع', 'السنة الدراسية', 'الملف', 'إجراءات'],
    filters: [
      ['الصف', 'THIRD_INTERMEDIATE', 'stage=THIRD_INTERMEDIATE'],
      ['الفرع', 'VOCATIONAL', 'branch=VOCATIONAL'],
      ['المادة', 'ARABIC', 'subject=ARABIC'],
      ['السنة', '2024', 'year=2024'],
      ['الملفات', 'damaged', 'missing=damaged'],
    ],
    says: {
      missing: 'الملزمة غير موجودة',
      fetching: 'حدث خطأ أثناء جلب بيانات الملزمة',
      adding: 'حدث خطأ أثناء إضافة الملزمة',
      updating: 'حدث خطأ أثناء تحديث الملزمة',
    },
  },
  {
    list: dashboardPaths.results,
    api: apiPaths.results,
    input: {
      city: 'البصرة',
      stage: 'SIXTH_PRIMARY',
      try: 1,
      releaseYear: 2025,
      keywords: ['نتائج'],
      directLink: 'https://elsewhere.example/a.zip',
    },
    columns: ['المدينة', 'الصف', 'الفرع', 'السنة', 'الملف', 'تاريخ الإضافة', 'إجراءات'],
    filters: [
      ['الصف', 'SIXTH_PREPARATORY', 'stage=SIXTH_PREPARATORY'],
      ['الفرع', 'SCIENTIFIC', 'branch=SCIENTIFIC'],
      ['المدينة', 'بابل', 'city=%D8%A8%D8%A7%D8%A8%D9%84'],
      ['السنة', '2024', 'releaseYear=2024'],
      ['الدور', '2', 'try=2'],
      ['الملفات', 'damaged', 'missing=damaged'],
    ],
    says: {
      missing: 'النتيجة غير موجودة',
      fetching: 'حدث خطأ أثناء جلب بيانات النتيجة',
      adding: 'حدث خطأ أثناء إضافة النتيجة',
      updating: 'حدث خطأ أثناء تحديث النتيجة',
    },
  },
  {
    list: dashboardPaths.exams,
    api: apiPaths.exams,
    input: { title: 'امتحان', description: 'وصف الامتحان كله', try: 1, files: [image], ...school },
    columns: ['العنوان', 'المادة', 'الصف', 'السنة', 'الدور', 'الملف', 'تاريخ الإضافة', 'إجراءات'],
    filters: [
      ['الصف', 'THIRD_INTERMEDIATE', 'stage=THIRD_INTERMEDIATE'],
      ['المادة', 'ARABIC', 'subject=ARABIC'],
      ['السنة', '2024', 'releaseYear=2024'],
      ['الدور', '2', 'try=2'],
      ['الملفات', 'damaged', 'missing=damaged'],
    ],
    says: {
      missing: 'الامتحان المطلوب غير موجود',
      fetching: 'حدث خطأ أثناء جلب بيانات الامتحان',
      adding: 'حدث خطأ أثناء إضافة الامتحان',
      updating: 'حدث خطأ أثناء تحديث الامتحان',
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

const failed = { status: 500, json: { code: 'internal', message: 'حدث خطأ غير متوقع.' } }

/** Opens an add form that a draft fills with these values. */
async function openDraft(page: Page, { list, api, input }: Screens): Promise<void> {
  const names: Record<string, string> = { [apiPaths.notes]: 'notes', [apiPaths.exams]: 'exams' }
  const key = `rafid.draft.${names[api] ?? api.split('/').pop()}/new`
  const values = Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]),
  )
  const draft = JSON.stringify({ values, savedAt: new Date().toISOString() })
  await page.evaluate(([name, text]) => localStorage.setItem(name, text), [key, draft] as const)
  await page.goto(dashboardPaths.add(list))
  await page.getByText('استعدنا ما كتبته').waitFor()
}

describe('the screens of staff', () => {
  browserTest(
    'each list has its columns and filters, and sends a filter only while one is chosen',
    async ({ open }) => {
      for (const { api, input } of screens) {
        expect((await colleague.send('POST', api, input)).statusCode).toBe(201)
      }
      const { page, expectProblem } = await open({ baseUrl })
      expectProblem(firstCheck)
      expectProblem(/elsewhere\.example/)
      await enter(page, server, person, dashboardPaths.overview)
      await page.getByRole('heading', { name: /^أهلاً/ }).waitFor()
      for (const { list, api, columns, filters } of screens) {
        await page.goto(list)
        await page.getByRole('table').waitFor()
        const heads = page.getByRole('columnheader')
        // Before them the one that chooses the whole page.
        expect(await heads.allTextContents(), list).toEqual(['', ...columns])
        await page.getByRole('searchbox').first().waitFor()
        for (const [label, choice, sent] of filters) {
          const filter = page.getByRole('search').getByRole('combobox', { name: new RegExp(`^${label}`) })
          const asked = page.waitForRequest(request => request.url().includes(`${api}?`))
          await filter.selectOption(choice)
          expect((await asked).url()).toContain(sent)
          await expect.poll(() => page.url()).toContain(`=${encodeURIComponent(choice)}`)
          await filter.selectOption('all')
          await expect.poll(() => new URL(page.url()).search).toBe('')
        }
      }
      await page.setViewportSize({ width: 390, height: 300 })
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100)
      await page.goto(dashboardPaths.results)
      await page.getByRole('table').waitFor()
      expect(await page.evaluate(() => scrollY), 'another page opened from outside begins at its top').toBe(0)
      await page.getByRole('button', { name: /^تصفية/ }).click()
      const grades = page.getByRole('search').getByRole('combobox', { name: /^الصف/ }).getByRole('option')
      await expect.poll(() => grades.count()).toBe(4)
      const cities = page
        .getByRole('search')
        .getByRole('combobox', { name: /^المدينة/ })
        .getByRole('option')
      await expect.poll(() => cities.count()).toBe(24)
    },
  )

  browserTest('choices made right after one another all count', async ({ open }) => {
    const { page, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    await enter(page, server, person, dashboardPaths.results)
    await page.getByRole('search').waitFor()
    const made = await page.getByRole('search').evaluate(async bar => {
      const [grade, branch, city] = bar.querySelectorAll('select')
      if (!grade || !branch || !city) throw new Error('The list has fewer than three choices')
      /* As a busy device does it: the next choice is made before anything else had its turn. */
      const turn = () =>
        new Promise<void>(resolve => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve()
          port2.postMessage(undefined)
        })
      const choose = async (select: HTMLSelectElement, value: string) => {
        select.value = value
        select.dispatchEvent(new Event('change', { bubbles: true }))
        await turn()
        return [select.value, location.search]
      }
      return [
        await choose(grade, 'SIXTH_PREPARATORY'),
        await choose(branch, 'LITERARY'),
        await choose(grade, 'all'),
        await choose(city, 'بابل'),
        await choose(branch, 'all'),
      ]
    })
    const babylon = `?${new URLSearchParams({ city: 'بابل' }).toString()}`
    expect(made).toEqual([
      ['SIXTH_PREPARATORY', '?stage=SIXTH_PREPARATORY'],
      ['LITERARY', '?stage=SIXTH_PREPARATORY&branch=LITERARY'],
      ['all', '?branch=LITERARY'],
      ['بابل', `?branch=LITERARY&${babylon.slice(1)}`],
      ['all', babylon],
    ])
  })

  browserTest(
    'each form says what fails: a record that is gone or cannot be fetched, an addition, a change',
    { timeout: 120_000 },
    async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl, device: 'phone' })
      expectProblem(firstCheck)
      expectProblem(/elsewhere\.example|status of (404|500)|The save failed/)
      await enter(page, server, person, dashboardPaths.overview)
      await page.getByRole('heading', { name: /^أهلاً/ }).waitFor()
      page.on('dialog', dialog => void dialog.accept())
      // The same record is added again and again here; what is said of that is no part of this.
      await page.route('**/check', route => route.fulfill({ json: { data: { warnings: [] } } }))
      for (const screen of screens) {
        const { list, api, input, says } = screen
        const { data } = (await colleague.send('POST', api, input)).json() as { data: { id: string } }
        await page.goto(dashboardPaths.edit(list, 'missing'))
        await page.getByRole('heading', { name: says.missing }).waitFor()
        await page.route(`**${api}/${data.id}`, route =>
          route.request().method() === 'GET' ? route.fulfill(failed) : route.continue(),
        )
        await page.goto(dashboardPaths.edit(list, data.id))
        await page.getByText(says.fetching).waitFor()
        await page.unroute(`**${api}/${data.id}`)
        await page.getByRole('button', { name: 'إعادة المحاولة' }).click()
        await page.route(`**${api}/${data.id}`, route =>
          route.request().method() === 'PUT' ? route.fulfill(failed) : route.continue(),
        )
        await page.getByRole('button', { name: 'حفظ التعديلات' }).click()
        await page.getByText(says.updating).waitFor()
        expect((await colleague.send('DELETE', `${api}/${data.id}`)).statusCode).toBe(200)
        await page.unroute(`**${api}/${data.id}`)
        await page.getByRole('button', { name: 'حفظ التعديلات' }).click()
        const gone = page.getByRole('alert').filter({ hasText: 'استعده من سلة المحذوفات ثم احفظ من جديد' })
        await gone.getByRole('link', { name: 'سلة المحذوفات' }).waitFor()
        await page.route(`**${api}`, route =>
          route.request().method() === 'POST' ? route.fulfill(failed) : route.continue(),
        )
        await openDraft(page, screen)
        await page.locator('button[type=submit]').click()
        await page.getByText(says.adding).waitFor()
        await page.unroute(`**${api}`)
        await page.evaluate(() => localStorage.clear())
      }
    },
  )

  browserTest(
    'fetched lists stay fresh for five minutes whatever has the focus, and a save refreshes what it changed',
    async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl })
      expectProblem(firstCheck)
      expectProblem(/elsewhere\.example|status of 500|The sign-out failed/)
      let release = () => {}
      const held = new Promise<void>(resolve => {
        release = resolve
      })
      await page.route('**/api/users/me', async route => {
        await held
        await route.continue()
      })
      await page.goto(dashboardPaths.news)
      await page.locator('.full-page-spinner').waitFor()
      release()
      await fillSignIn(page, person)
      await page.getByRole('table').waitFor()
      await page.unroute('**/api/users/me')

      let lists = 0
      page.on('request', request => {
        if (request.url().includes('/api/news?')) lists += 1
      })
      await page.getByRole('link', { name: 'نظرة عامة' }).click()
      for (const [label, count] of [
        ['الأخبار', await server.services.news.list({ limit: 1, offset: 0 })],
        ['الكتب', await server.services.books.list({ limit: 1, offset: 0 })],
      ] as const) {
        const card = page.locator('.counts').getByRole('link').filter({ hasText: label })
        await expect.poll(() => card.textContent()).toBe(`${formatNumber(count.total)}${label}`)
      }
      await expect
        .poll(() => page.getByRole('region', { name: 'آخر التغييرات' }).locator('.audit-entry').count())
        .toBe(5)
      await page.getByRole('link', { name: 'الأخبار', exact: true }).first().click()
      await page.getByRole('table').waitFor()
      await page.evaluate(() => {
        dispatchEvent(new Event('focus'))
        document.dispatchEvent(new Event('visibilitychange'))
      })
      expect(lists).toBe(0)
      await page
        .getByRole('link', { name: /^تعديل/ })
        .first()
        .click()
      await page.getByLabel('النبذة').fill('نبذة أخرى')
      await page.getByRole('button', { name: 'حفظ التعديلات' }).click()
      await page.getByText('حُفظت تعديلات الخبر').waitFor()
      await expect.poll(() => lists).toBeGreaterThan(0)

      await page.route('**/api/users/logout', route => route.fulfill(failed))
      await page.getByRole('button', { name: 'تسجيل الخروج' }).click()
      await page.getByText('فشل تسجيل الخروج').waitFor()
    },
  )

  browserTest(
    'a person sees their sessions, ends another one, and changes their password',
    async ({ open }) => {
      const owner = await addPerson(server, 'editor')
      const other = await open({ baseUrl })
      other.expectProblem(firstCheck)
      other.expectProblem(/elsewhere\.example/)
      await enter(other.page, server, owner, dashboardPaths.overview)
      await other.page.getByRole('heading', { name: /^أهلاً/ }).waitFor()

      const { page, expectProblem } = await open({ baseUrl, device: 'phone' })
      expectProblem(firstCheck)
      expectProblem(/status of 422/)
      await enter(page, server, owner, dashboardPaths.account)
      await page.getByText('هذا الجهاز').waitFor()
      await page.getByRole('button', { name: 'إنهاء الجلسة' }).click()
      await expect.poll(() => page.locator('.sessions li').count()).toBe(1)
      await other.page.getByRole('link', { name: 'سجل التغييرات' }).click()
      await other.page.getByRole('alertdialog', { name: 'انتهت الجلسة' }).waitFor()

      await page.getByLabel('كلمة المرور الحالية').fill(owner.password)
      await page.getByLabel('كلمة المرور الجديدة').fill('قصيرة')
      await page.getByRole('button', { name: 'تغيير كلمة المرور' }).click()
      await page.getByText('كلمة المرور يجب أن لا تقل عن ١٠ أحرف').waitFor()
      await page.getByLabel('كلمة المرور الجديدة').fill('كلمة مرور جديدة وطويلة')
      await page.getByRole('button', { name: 'تغيير كلمة المرور' }).click()
      await page.getByLabel('البريد الإلكتروني').waitFor()
      await fillSignIn(page, { ...owner, password: 'كلمة مرور جديدة وطويلة' })
      await page
        .getByText('هذا الجهاز')
        .or(page.getByRole('heading', { name: /^أهلاً/ }))
        .first()
        .waitFor()
    },
  )

  browserTest(
    'a form is seen as students will see it, on a phone and on a desktop, before anything is saved',
    async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl, device: 'phone' })
      expectProblem(firstCheck)
      expectProblem(/elsewhere\.example/)
      await enter(page, server, person, dashboardPaths.overview)
      const book = screens.find(({ api }) => api === apiPaths.books)
      if (book) await openDraft(page, { ...book, input: { ...book.input, title: 'كتاب لم يُحفظ' } })
      await page.getByRole('button', { name: 'معاينة' }).press('Enter')
      const dialog = page.getByRole('dialog', { name: 'كما يراه الطلبة' })
      const shown = page.frameLocator('iframe')
      await shown.getByRole('heading', { name: 'كتاب لم يُحفظ', level: 1 }).waitFor()
      const widthInside = () => shown.locator('html').evaluate(element => element.clientWidth)
      await expect.poll(widthInside).toBe(390)
      await dialog.getByRole('button', { name: 'حاسوب' }).press('Enter')
      await expect.poll(widthInside).toBe(1280)
      await page.setViewportSize({ width: 320, height: 640 })
      const wide = () => page.evaluate(() => document.documentElement.scrollWidth)
      await expect.poll(wide).toBeLessThanOrEqual(320)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      const { items } = await server.services.books.list({ limit: 100, offset: 0 }, 'any')
      expect(items.map(({ title }) => title)).not.toContain('كتاب لم يُحفظ')
      await page.evaluate(() => localStorage.clear())
    },
  )

  browserTest(
    'what is missing of a grade is looked for, found by the keyboard, and its form is filled',
    async ({ open }) => {
      for (const more of [
        { subject: 'CHEMISTRY', try: 1 },
        { subject: 'PHYSICS', try: 2 },
        { subject: 'PHYSICS', try: 1, state: 'draft' },
        { subject: 'CHEMISTRY', try: 3, telegramLink: 'https://t.me/rafid/404' },
      ] as const) {
        const exam = examInput({ stage: 'SIXTH_PREPARATORY', releaseYear: 2025, ...more })
        expect((await colleague.send('POST', apiPaths.exams, exam)).statusCode).toBe(201)
      }
      server.services.search.countMiss('كيمياء السادس علمي 2025 الدور الثاني')
      const now = new Date()
      const dead = { address: 'https://t.me/rafid/404', checkedAt: now, deadSince: now }
      await server.database.kysely
        .insertInto('mirrors')
        .values({ id: 'gone', cause: 'gone', failures: 3, ...dead })
        .execute()

      const { page, expectProblem } = await open({ baseUrl })
      expectProblem(firstCheck)
      expectProblem(/(?:elsewhere|files)\.example/)
      await enter(page, server, person, dashboardPaths.coverage)
      const gap = page.getByRole('link', { name: 'الكيمياء ٢٠٢٥ · الدور الثاني: ناقص ويُبحث عنه، بحث ١' })
      await gap.waitFor()
      for (const name of [
        'الكيمياء ٢٠٢٥ · الدور الأول: موجود',
        'الفيزياء ٢٠٢٥ · الدور الأول: غير منشور',
        'الفيزياء ٢٠٢٥ · الدور الثالث: ناقص',
      ])
        await page.getByRole('link', { name, exact: true }).waitFor()
      await page.getByRole('link', { name: 'الكيمياء ٢٠٢٥ · الدور الثالث: رابط ميت' }).click()
      const missing = page.getByRole('combobox', { name: 'الملفات' })
      await expect.poll(() => missing.inputValue()).toBe('mirror')
      await expect.poll(() => page.locator('.table--records tbody tr').count()).toBe(1)
      await page.goBack()
      await page.getByRole('link', { name: 'الكيمياء ٢٠٢٥ · الدور الأول: موجود' }).click()
      const round = page.getByRole('search').getByRole('combobox', { name: /^الدور/ })
      await expect.poll(() => round.inputValue()).toBe('1')
      await expect.poll(() => page.locator('.table--records tbody tr').count()).toBe(1)
      await page.goBack()
      await gap.focus()
      await page.keyboard.press('Enter')
      const form = page.getByRole('heading', { name: 'إضافة امتحان وزاري' })
      await form.waitFor()
      for (const [label, value] of [
        ['العنوان', 'أسئلة الكيمياء – السادس الإعدادي – الدور الثاني ٢٠٢٥'],
        ['المادة', 'CHEMISTRY'],
        ['السنة', '2025'],
        ['الدور', '2'],
      ] as const)
        await expect.poll(() => page.getByLabel(label, { exact: true }).inputValue()).toBe(value)

      /* On a phone the gaps stand in a list, and nothing is wider than the screen. */
      await page.goBack()
      await gap.waitFor()
      await page.setViewportSize({ width: 320, height: 640 })
      await page.locator('.coverage__gap', { hasText: 'الكيمياء ٢٠٢٥ · الدور الثاني' }).waitFor()
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(width).toBeLessThanOrEqual(320)
    },
  )
})
