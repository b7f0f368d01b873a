import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { apiPaths, dashboardPaths } from '#contract/paths.ts'
import { browserTest, openShared } from '#test/browser-test.ts'
import { examInput } from '#test/factories.ts'
import { makePdf } from '#test/files.ts'
import { dropAt } from './drop-files.ts'
import { addPerson, enter, firstCheck, openStaffSite, rowAction } from './staff-session.ts'
import type { Person, StaffSite } from './staff-session.ts'

let staff: StaffSite
let other: Person
let folder: string
const ids: string[] = []
const count = 15
/* Pictures of elsewhere, which no test fetches. */
const noPicture = /elsewhere\.example/

openShared(
  async () => {
    staff = await openStaffSite()
    other = await addPerson(staff.server, 'editor')
    folder = mkdtempSync(path.join(tmpdir(), 'rafid-two-people-'))
    ids.length = 0
    const files = ['https://elsewhere.example/a.png']
    for (let number = 1; number <= count; number += 1)
      ids.push(await staff.add(apiPaths.exams, examInput({ title: `امتحان ${number}`, files })))
  },
  async () => {
    rmSync(folder, { recursive: true, force: true })
    await staff.server.close()
  },
)

type Open = (viewing: { baseUrl: string }) => Promise<{
  page: Page
  expectProblem: (text: RegExp) => void
}>

/** Two people, each in a browser of their own, on one screen. */
async function openTwo(open: Open, address: string, ...problems: RegExp[]): Promise<[Page, Page]> {
  const pages: Page[] = []
  for (const person of [staff.person, other]) {
    const { page, expectProblem } = await open({ baseUrl: staff.baseUrl })
    for (const problem of [firstCheck, noPicture, ...problems]) expectProblem(problem)
    await enter(page, staff.server, person, address)
    pages.push(page)
  }
  const [mine, theirs] = pages
  if (!mine || !theirs) throw new Error('Two pages were opened')
  return [mine, theirs]
}

const rows = (page: Page) => page.locator('.table--records tbody tr')
const bar = (page: Page) => page.getByRole('region', { name: 'السجلات المختارة' })
const act = (page: Page, name: string | RegExp) => bar(page).getByRole('button', { name })
const rowOf = (page: Page, title: string) =>
  rows(page).filter({ has: page.getByRole('rowheader', { name: title, exact: true }) })

async function examOf(
  id: string | undefined,
): Promise<{ title: string; stage: string; try: number; state: string }> {
  return (await staff.colleague.send('GET', `/api/staff/ministerial-exams/${id}`)).json().data
}

/** Holds one call of a page until it is let go. */
async function hold(page: Page, address: string, method: string) {
  const asked = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  await page.route(address, async route => {
    if (route.request().method() !== method) return route.fallback()
    asked.resolve()
    await gate.promise
    return route.continue()
  })
  return { isAsked: asked.promise, letGo: () => gate.resolve() }
}

describe('two people at one time', () => {
  browserTest(
    'a change of 15 records leaves alone the one that another person has changed meanwhile, and says so',
    async ({ open }) => {
      const [mine, theirs] = await openTwo(open, dashboardPaths.exams, /status of 409/)
      await mine.getByRole('checkbox', { name: 'اختر كل الصفحة' }).click()
      await bar(mine).getByText('١٥ مختارة').waitFor()
      await rowAction(rowOf(theirs, 'امتحان 7'), 'تعديل')
      await theirs.getByLabel('الدور', { exact: true }).selectOption('3')
      await theirs.getByRole('button', { name: 'حفظ التعديلات' }).click()
      await theirs.getByText('حُفظت تعديلات الامتحان').waitFor()

      await act(mine, 'غيّر حقلاً').click()
      const question = mine.getByRole('dialog')
      await question.getByLabel('الصف').selectOption('THIRD_INTERMEDIATE')
      await question.getByRole('button', { name: /^غيّر/ }).click()
      const told = mine.getByRole('alertdialog', { name: 'لم يُطبَّق شيء' })
      await told.getByText(/^«امتحان 7»: عدّله موظف/).waitFor()
      expect((await examOf(ids[0])).stage).toBe('SIXTH_PRIMARY')
      await told.getByRole('button', { name: 'طبّق على الباقي: ١٤ سجلاً' }).click()
      await mine.getByText(/١٤ امتحاناً/).waitFor()
      const after = await Promise.all(ids.map(examOf))
      expect(after.filter(({ stage }) => stage === 'THIRD_INTERMEDIATE')).toHaveLength(count - 1)
      expect(after[6]).toMatchObject({ stage: 'SIXTH_PRIMARY', try: 3 })
    },
  )

  browserTest(
    'a record that another person has deleted is told of in the list that still shows it, and is not made again',
    async ({ open }) => {
      const [mine, theirs] = await openTwo(open, dashboardPaths.exams, /status of 40[49]/, /failed/)
      await rowOf(mine, 'امتحان 3').waitFor()
      await mine.getByRole('checkbox', { name: 'اختر: امتحان 3 ·' }).click()
      await mine.getByRole('checkbox', { name: 'اختر: امتحان 4 ·' }).click()
      await rowAction(rowOf(theirs, 'امتحان 3'), 'حذف')
      await theirs.getByRole('alertdialog').getByRole('button', { name: 'حذف', exact: true }).click()
      await theirs.getByText(/^حُذف الامتحان «امتحان 3 ·/).waitFor()

      await act(mine, 'أخفِ').click()
      const told = mine.getByRole('alertdialog', { name: 'لم يُطبَّق شيء' })
      await told.getByText(/^امتحان محذوف/).waitFor()
      await told.getByRole('button', { name: 'طبّق على الباقي: سجل واحد' }).click()
      await mine.getByText('أُخفي عن الزوار: امتحان واحد.').waitFor()
      const gone = await staff.colleague.send('GET', `/api/staff/ministerial-exams/${ids[2]}`)
      expect(gone.statusCode).toBe(404)
      await expect.poll(() => rowOf(mine, 'امتحان 3').count()).toBe(0)
    },
  )

  browserTest(
    'a row that another person has changed is asked about anew before it is deleted, and one that is gone says so',
    async ({ open }) => {
      const [mine, theirs] = await openTwo(open, dashboardPaths.exams, /status of 40[49]/, /failed/)
      const confirm = (page: Page, name: string) =>
        page.getByRole('alertdialog').getByRole('button', { name, exact: true })
      await rowOf(mine, 'امتحان 9').waitFor()
      await rowAction(rowOf(theirs, 'امتحان 9'), 'تعديل')
      await theirs.getByLabel('العنوان').fill('امتحان صححه الزميل')
      await theirs.getByRole('button', { name: 'حفظ التعديلات' }).click()
      await theirs.getByText('حُفظت تعديلات الامتحان').waitFor()

      await rowAction(rowOf(mine, 'امتحان 9'), 'حذف')
      await confirm(mine, 'حذف').click()
      const asked = mine.getByRole('alertdialog')
      await asked.getByText(/^لم يُحذف: تغيّر بعد أن عُرض هنا\. عدّله موظف/).waitFor()
      await asked.getByText(/^امتحان صححه الزميل ·/).waitFor()
      expect((await examOf(ids[8])).title).toBe('امتحان صححه الزميل')
      await expect
        .poll(() => confirm(mine, 'إلغاء').evaluate(own => own === document.activeElement))
        .toBe(true)
      await confirm(mine, 'إلغاء').click()
      await rowAction(rowOf(mine, 'امتحان صححه الزميل'), 'حذف')
      await confirm(mine, 'حذف').click()
      await mine.getByText(/^حُذف الامتحان «امتحان صححه الزميل ·/).waitFor()

      await rowOf(mine, 'امتحان 8').waitFor()
      await theirs.goto(dashboardPaths.exams)
      await rowAction(rowOf(theirs, 'امتحان 8'), 'حذف')
      await confirm(theirs, 'حذف').click()
      await theirs.getByText(/^حُذف الامتحان «امتحان 8 ·/).waitFor()
      await rowAction(rowOf(mine, 'امتحان 8'), 'حذف')
      await confirm(mine, 'حذف').click()
      await mine.getByText(/^سبق حذف «امتحان 8 ·/).waitFor()
      await rowOf(mine, 'امتحان 8').waitFor({ state: 'detached' })
    },
  )

  browserTest(
    'one person with two windows is told of the own change before an act of the other window, and loses neither',
    async ({ open }) => {
      const { page: first, context, expectProblem } = await open({ baseUrl: staff.baseUrl })
      for (const problem of [firstCheck, noPicture, /status of 409/]) expectProblem(problem)
      await enter(first, staff.server, staff.person, dashboardPaths.exams)
      const second = await context.newPage()
      await second.goto(dashboardPaths.exams)
      for (const title of ['امتحان 11', 'امتحان 12', 'امتحان 13'])
        await first.getByRole('checkbox', { name: `اختر: ${title} ·` }).click()
      await rowAction(rowOf(second, 'امتحان 12'), 'تعديل')
      await second.getByLabel('الدور', { exact: true }).selectOption('2')
      await second.getByRole('button', { name: 'حفظ التعديلات' }).click()
      await second.getByText('حُفظت تعديلات الامتحان').waitFor()

      await act(first, 'حذف').click()
      await first.getByRole('button', { name: 'احذف ٣ امتحانات' }).click()
      const told = first.getByRole('alertdialog', { name: 'لم يُطبَّق شيء' })
      await told.getByText(/^«امتحان 12»: عدّله حسابك من نافذة أخرى/).waitFor()
      await told.getByRole('button', { name: 'حدّث القائمة' }).click()
      await bar(first).getByText('٢ مختارة').waitFor()
      expect((await examOf(ids[11])).try).toBe(2)
      /* What the list now shows can be chosen again, as it stands. */
      await first.getByRole('button', { name: 'إلغاء' }).click()
      await first.getByRole('checkbox', { name: 'اختر: امتحان 12 ·' }).click()
      await act(first, 'أخفِ').click()
      await first.getByText('أُخفي عن الزوار: ٣ امتحانات.').waitFor()
      expect(await examOf(ids[11])).toMatchObject({ try: 2, state: 'draft' })

      await rowAction(rowOf(second, 'امتحان 11'), 'حذف')
      const asked = second.getByRole('alertdialog')
      await asked.getByRole('button', { name: 'حذف', exact: true }).click()
      await asked.getByText(/عدّله حسابك من نافذة أخرى/).waitFor()
      await asked.getByRole('button', { name: 'حذف رغم التغيير' }).click()
      await second.getByText(/^حُذف الامتحان «امتحان 11 ·/).waitFor()
    },
  )

  browserTest(
    'an import that two people have open keeps what each typed, overwrites neither, and is published once',
    { timeout: 90_000 },
    async ({ open }) => {
      const [mine, theirs] = await openTwo(open, dashboardPaths.ingest, /status of 409/)
      const named = ['كتاب علوم خامس ابتدائي 2024.pdf', 'كتاب علوم رابع ابتدائي 2024.pdf']
      const sent = await Promise.all(
        named.map(async (name, at) => {
          const file = path.join(folder, name)
          writeFileSync(file, await makePdf(at + 2))
          return file
        }),
      )
      await mine.getByRole('heading', { name: 'استيراد ملفات' }).waitFor()
      await dropAt(mine, 400, 300, sent)
      await mine.getByText('رُفع ٢ من ٢').or(mine.getByText('محفوظ على الخادم')).first().waitFor()
      const line = (page: Page, at: number) =>
        page.getByRole('grid', { name: 'السجلات المقترحة' }).locator('tbody tr').nth(at)
      const title = (page: Page, at: number) => line(page, at).locator('[data-field="title"]')
      await title(mine, 1).waitFor()
      await theirs.goto(mine.url())
      await title(theirs, 1).waitFor()
      const type = async (page: Page, at: number, text: string) => {
        await title(page, at).click()
        await title(page, at).click()
        await title(page, at).getByRole('textbox').fill(text)
        await page.keyboard.press('Enter')
      }

      await type(mine, 0, 'كتاب العلوم كما كتبته')
      await type(theirs, 1, 'كتاب العلوم كما كتبه الزميل')
      await expect.poll(() => title(mine, 1).textContent()).toContain('كما كتبه الزميل')
      await expect.poll(() => title(theirs, 0).textContent()).toContain('كما كتبته')

      const held = await hold(mine, `**${apiPaths.ingests}/*/rows`, 'PUT')
      await type(mine, 1, 'عنوان يتأخر')
      await held.isAsked
      await type(theirs, 1, 'عنوان سبق')
      await theirs.getByText('محفوظ على الخادم').waitFor()
      held.letGo()
      await mine.getByText(/^سبقك موظف .+ لم يُكتب فوق ما غيّره/).waitFor()
      await mine.getByRole('button', { name: 'أبقِ ما كتبه' }).click()
      await expect.poll(() => title(mine, 1).textContent()).toContain('عنوان سبق')

      await mine.getByRole('checkbox', { name: 'اختر الكل' }).click()
      await mine.getByRole('button', { name: /^راجعتُ/ }).click()
      const publish = (page: Page) => page.getByRole('button', { name: /^انشر سجل/ })
      await publish(theirs).waitFor()
      const late = await hold(theirs, `**${apiPaths.ingests}/*/publication`, 'POST')
      await publish(theirs).click()
      await late.isAsked
      await publish(mine).click()
      await mine.getByText(/^نُشر: /).waitFor()
      late.letGo()
      await theirs.getByText(/لم يُنشر شيء\./).waitFor()
      const books = (await staff.colleague.send('GET', '/api/staff/books?limit=10')).json().data
      const titles = books.books.map((book: { title: string }) => book.title)
      expect(titles).toHaveLength(2)
      expect(new Set(titles)).toEqual(new Set(['عنوان سبق', 'كتاب العلوم كما كتبته']))
    },
  )
})
