import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { apiPaths, dashboardPaths } from '#contract/paths.ts'
import { browserTest, openShared } from '#test/browser-test.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { noteInput } from '#test/factories.ts'
import { makeImage } from '#test/files.ts'
import { keepResultDraft, openResultDraft } from './staff-result-draft.ts'
import { enter, fillSignIn, firstCheck, openStaffSite } from './staff-session.ts'
import type { Person, StaffSite } from './staff-session.ts'

let server: TestApp
let baseUrl: string
let person: Person
let colleague: TestStaff
let add: StaffSite['add']

const book = (title: string) => ({
  title,
  subject: 'MATH',
  stage: 'FIRST_PRIMARY',
  releaseYear: 2025,
  description: 'وصف',
  keywords: ['كتاب'],
  directLink: 'https://elsewhere.example/a.pdf',
})
const news = (title: string) => ({
  title,
  bio: 'نبذة',
  content: 'محتوى',
  type: 'GENERAL_NEWS',
  image: 'https://elsewhere.example/picture.png',
  keywords: ['خبر'],
})

const addResult = dashboardPaths.add(dashboardPaths.results)
const result = {
  city: 'واسط',
  stage: 'SIXTH_PREPARATORY',
  try: 1,
  releaseYear: 2026,
  keywords: ['نتائج'],
  directLink: 'https://elsewhere.example/results.zip',
}

openShared(
  async () => {
    ;({ server, baseUrl, person, colleague, add } = await openStaffSite())
  },
  () => server.close(),
)

/** What has the focus: the tag, then the name or the text. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return 'body'
    const name = element.getAttribute('aria-label') ?? element.textContent ?? ''
    return `${element.tagName.toLowerCase()} ${name.trim()}`
  })
}

async function expectHeading(page: Page, title: string | RegExp): Promise<void> {
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await expect.poll(() => focused(page)).toMatch(title instanceof RegExp ? title : `h1 ${title}`)
}

const menu: [link: string, title: string][] = [
  ['الأخبار', 'الأخبار'],
  ['الكتب', 'الكتب'],
  ['الملازم', 'الملازم'],
  ['النتائج', 'النتائج'],
  ['الأسئلة الوزارية', 'الأسئلة الوزارية'],
  ['الرسائل', 'الرسائل'],
  ['سجل التغييرات', 'سجل التغييرات'],
  ['الزيارات', 'الزيارات'],
  ['المستخدمون', 'المستخدمون'],
  ['إعدادات الموقع', 'إعدادات الموقع'],
]

describe('the focus in the dashboard', () => {
  browserTest('goes to the heading of each new screen, and begins a page load as ever', async ({ open }) => {
    await add(apiPaths.news, news('خبر يُعدّل'))
    const { page, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    expectProblem(/elsewhere\.example/)
    await page.goto(dashboardPaths.overview)
    await fillSignIn(page, person)
    await expectHeading(page, /أهلاً/)
    const sections = page.getByRole('navigation', { name: 'أقسام لوحة التحكم' })
    for (const [link, title] of menu) {
      await sections.getByRole('link', { name: link, exact: true }).click()
      await expectHeading(page, title)
    }
    await sections.getByRole('link', { name: 'الأخبار' }).click()
    await page.getByRole('link', { name: 'إضافة خبر' }).click()
    await expectHeading(page, 'إضافة خبر')
    await page.getByRole('button', { name: 'إلغاء' }).click()
    await expectHeading(page, 'الأخبار')
    await page.getByRole('link', { name: 'تعديل: خبر يُعدّل' }).click()
    await expectHeading(page, /تعديل/)
    await page.getByLabel('النبذة').fill('نبذة أخرى')
    await page.getByRole('button', { name: 'حفظ التعديلات' }).click()
    await expect.poll(() => focused(page)).toBe('a خبر يُعدّل')
    await page.goBack()
    await expectHeading(page, /تعديل/)
    await page.getByRole('button', { name: /^حساب/ }).click()
    await page.getByRole('menuitem', { name: /حسابي/ }).click()
    await expectHeading(page, 'حسابي')
    await page.getByRole('link', { name: 'واجهة البرمجة' }).click()
    await expectHeading(page, /واجهة البرمجة/)
    await page.getByRole('button', { name: 'تسجيل الخروج' }).click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('field-email')
  })

  browserTest(
    'on a phone goes from the menu to the heading, or back to the menu button',
    async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl, device: 'phone' })
      expectProblem(firstCheck)
      expectProblem(/elsewhere\.example/)
      await enter(page, server, person, dashboardPaths.overview)
      await page.getByRole('heading', { level: 1, name: /أهلاً/ }).waitFor()
      await page.getByRole('button', { name: 'فتح القائمة' }).click()
      await page.keyboard.press('Escape')
      await expect.poll(() => focused(page)).toBe('button فتح القائمة')
      await page.getByRole('button', { name: 'فتح القائمة' }).click()
      await page.getByRole('link', { name: 'الزيارات' }).click()
      await expectHeading(page, 'الزيارات')
    },
  )

  browserTest('comes back from a record to its row, where j and k go on', async ({ open }) => {
    for (const title of ['ملزمة أ', 'ملزمة ب', 'ملزمة ج']) await add(apiPaths.notes, noteInput({ title }))
    const { page, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    expectProblem(/(files|elsewhere)\.example/)
    await enter(page, server, person, dashboardPaths.notes)
    const rowOfFocus = () =>
      page.evaluate(() => document.activeElement?.closest('tr')?.querySelector('th')?.textContent ?? 'none')
    const row = (title: string) => page.getByRole('row').filter({ hasText: title }).locator('[data-row]')
    await row('ملزمة ب').click()
    await page.getByRole('button', { name: 'حفظ التعديلات' }).click()
    await expect.poll(rowOfFocus).toContain('ملزمة ب')
    await page.keyboard.press('j')
    await expect.poll(rowOfFocus).toContain('ملزمة أ')
    await page.keyboard.press('e')
    await expectHeading(page, 'تعديل ملزمة')
    await page.goBack()
    await expect.poll(rowOfFocus).toContain('ملزمة أ')
    await page.keyboard.press('k')
    await expect.poll(rowOfFocus).toContain('ملزمة ب')
    await page.getByRole('link', { name: 'الأخبار' }).click()
    await expectHeading(page, 'الأخبار')
    await page.goBack()
    await expectHeading(page, 'الملازم')
  })

  browserTest('comes back from dialogs, and after a deletion goes to the next row', async ({ open }) => {
    for (const title of ['كتاب أول', 'كتاب ثانٍ', 'كتاب ثالث']) await add(apiPaths.books, book(title))
    const { page, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    expectProblem(/elsewhere\.example/)
    await enter(page, server, person, dashboardPaths.books)
    const remove = page.getByRole('button', { name: 'حذف: كتاب ثانٍ' })
    const dialog = page.getByRole('alertdialog')
    await remove.click()
    await dialog.getByRole('button', { name: 'إلغاء' }).click()
    await expect.poll(() => focused(page)).toMatch(/^button حذف: كتاب ثانٍ · /)
    await remove.click()
    await page.keyboard.press('Escape')
    await expect.poll(() => focused(page)).toMatch(/^button حذف: كتاب ثانٍ · /)
    const rowOfFocus = () =>
      page.evaluate(() => document.activeElement?.closest('tr')?.querySelector('th')?.textContent ?? 'none')
    for (const [gone, next] of [
      ['كتاب ثانٍ', 'كتاب أول'],
      ['كتاب أول', 'كتاب ثالث'],
    ]) {
      await page.getByRole('button', { name: `حذف: ${gone}` }).click()
      await dialog.getByRole('button', { name: 'حذف', exact: true }).click()
      await page.getByRole('button', { name: `حذف: ${gone}` }).waitFor({ state: 'detached' })
      await expect.poll(rowOfFocus).toContain(next)
    }
    await page.getByRole('button', { name: 'حذف: كتاب ثالث' }).click()
    await dialog.getByRole('button', { name: 'حذف', exact: true }).click()
    await page.getByText('لا توجد بيانات لعرضها').waitFor()
    await expect.poll(() => focused(page)).toBe('h1 الكتب')
    await page.getByRole('button', { name: 'تراجع' }).last().click()
    await page.getByText(/^استُعيد الكتاب «.+»\.$/).waitFor()
    await expect.poll(() => focused(page)).not.toBe('body')

    await page.goto(dashboardPaths.users)
    await page.getByRole('button', { name: 'إضافة مستخدم' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'إلغاء' }).click()
    await expect.poll(() => focused(page)).toBe('button إضافة مستخدم')
    await page
      .getByRole('button', { name: /^تعديل/ })
      .first()
      .click()
    const name = (await page.getByRole('dialog').getByLabel('الاسم').inputValue()) || ''
    await page.getByRole('dialog').getByRole('button', { name: 'حفظ' }).click()
    await page.getByText('حُفظت تعديلات المستخدم.').waitFor()
    await expect.poll(() => focused(page)).toBe(`button تعديل: ${name}`)

    for (const text of ['الأولى', 'الثانية']) {
      await server.services.contact.create(
        { name: 'طالب', email: 'student@elsewhere.example', subject: 'SUPPORT', message: `الرسالة ${text}` },
        null,
      )
    }
    await page.goto(dashboardPaths.inbox)
    const message = (text: string) => page.getByRole('listitem').filter({ hasText: text })
    await message('الرسالة الثانية')
      .getByRole('button', { name: /كمقروءة$/ })
      .click()
    await message('الرسالة الثانية')
      .getByRole('button', { name: /كغير مقروءة$/ })
      .waitFor()
    await expect.poll(() => focused(page)).toMatch(/^button .*كغير مقروءة$/)
    await message('الرسالة الثانية').getByRole('button', { name: 'حذف' }).click()
    await dialog.getByRole('button', { name: 'حذف', exact: true }).click()
    await message('الرسالة الثانية').waitFor({ state: 'detached' })
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('li')?.textContent ?? 'none'))
      .toContain('الرسالة الأولى')

    await page.goto(`${dashboardPaths.auditLog}?action=DELETE`)
    await page.getByText('التفاصيل').first().click()
    await page.getByRole('button', { name: 'حذف القيد من السجل' }).first().click()
    await dialog.getByRole('button', { name: 'حذف', exact: true }).click()
    await page.getByText('حُذف القيد من السجل.').waitFor()
    await dialog.waitFor({ state: 'detached' })
    await expect
      .poll(() => page.evaluate(() => Boolean(document.activeElement?.closest('.audit-entry'))))
      .toBe(true)
  })

  browserTest(
    'stays in a form: while it saves, in its dialogs, among pictures and keywords',
    async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl })
      expectProblem(firstCheck)
      expectProblem(/elsewhere\.example|status of (500|409)|The save failed/)
      const id = await add(apiPaths.news, news('خبر مشترك'))
      await enter(page, server, person, dashboardPaths.edit(dashboardPaths.news, id))
      await page.getByLabel('النبذة').fill('نبذتي')
      await page.getByRole('button', { name: 'إلغاء' }).click()
      await page.getByRole('button', { name: 'متابعة التحرير' }).click()
      await expect.poll(() => focused(page)).toBe('button إلغاء')
      await page.route(`**/api/news/${id}`, route =>
        route.request().method() === 'PUT'
          ? route.fulfill({ status: 500, json: { code: 'internal', message: 'حدث خطأ غير متوقع.' } })
          : route.continue(),
      )
      await page.getByRole('button', { name: 'حفظ التعديلات' }).click()
      await page.getByText('حدث خطأ أثناء تحديث الخبر').waitFor()
      await expect.poll(() => focused(page)).toBe('button حفظ التعديلات')
      await page.unroute(`**/api/news/${id}`)
      await colleague.send('PUT', `/api/news/${id}`, news('عنوان الزميل'))
      await page.getByRole('button', { name: 'حفظ التعديلات' }).click()
      await page.getByRole('button', { name: 'العودة إلى النموذج' }).click()
      await expect.poll(() => focused(page)).toBe('button حفظ التعديلات')
      await page.evaluate(() => localStorage.clear())

      page.once('dialog', question => void question.accept())
      await page.goto(dashboardPaths.add(dashboardPaths.exams))
      await page.getByLabel('الكلمات المفتاحية').fill('أولى، ثانية،')
      await page.getByRole('button', { name: 'حذف الكلمة أولى' }).click()
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('field-keywords')
      const png = async (name: string, width: number) => ({
        name,
        mimeType: 'image/png',
        buffer: await makeImage('png', width, 100),
      })
      await page.locator('#field-files').setInputFiles([await png('1.png', 61), await png('2.png', 62)])
      await page.locator('.exam-image__picture').nth(1).waitFor()
      await page.getByRole('button', { name: 'عرض الصورة ٢ بحجم كامل' }).click()
      await page.keyboard.press('Escape')
      await expect.poll(() => focused(page)).toBe('button عرض الصورة ٢ بحجم كامل')
      await page.getByRole('button', { name: 'تقديم الصورة ٢' }).click()
      await expect
        .poll(() => page.evaluate(() => Boolean(document.activeElement?.closest('.exam-image'))))
        .toBe(true)
      await page.getByRole('button', { name: 'حذف الصورة ١' }).click()
      await expect
        .poll(() => page.evaluate(() => Boolean(document.activeElement?.closest('.exam-image'))))
        .toBe(true)
      await page.getByRole('button', { name: 'حذف الصورة ١' }).click()
      await expect.poll(() => focused(page)).not.toBe('body')
      await page.evaluate(() => localStorage.clear())
      page.once('dialog', question => void question.accept())
    },
  )

  browserTest('goes on at the heading after each step with drafts', async ({ open }) => {
    const { page, context, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    const press = (on: Page, name: string | RegExp) => on.getByRole('button', { name }).first().press('Enter')
    const title = 'إضافة نتيجة'
    await enter(page, server, person, dashboardPaths.overview)
    await page.getByRole('heading', { level: 1, name: /أهلاً/ }).waitFor()
    await keepResultDraft(page, result)
    await openResultDraft(page)
    await page.getByLabel('رابط تيليجرام').focus()

    const second = await context.newPage()
    await second.goto(addResult)
    await press(second, /^نقل إلى هنا/)
    await second.getByText('استعدنا ما كتبته').waitFor()
    await expectHeading(second, title)
    const notice = page.getByText('هذه المسودة مفتوحة الآن في نافذة أخرى.')
    await notice.waitFor()
    await expect.poll(() => notice.evaluate(text => text.getBoundingClientRect().top > 0)).toBe(true)

    await press(page, 'متابعة بمسودة مستقلة')
    await notice.waitFor({ state: 'detached' })
    await expectHeading(page, title)
    await press(second, 'نموذج جديد')
    await expect.poll(() => second.getByLabel('المدينة').inputValue()).toBe('')
    await expectHeading(second, title)
    await press(second, /^متابعة:/)
    await second.getByText('استعدنا ما كتبته').waitFor()
    await expectHeading(second, title)
    await press(second, 'تجاهل المسودة')
    await expect.poll(() => second.getByLabel('المدينة').inputValue()).toBe('')
    await expectHeading(second, title)
    await page.evaluate(() => localStorage.clear())
  })

  browserTest('begins each question at a choice that loses nothing, and comes back', async ({ open }) => {
    const { page, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    expectProblem(/status of 409|The save failed/)
    const id = await add(apiPaths.results, result)
    const dialog = page.getByRole('alertdialog')
    await enter(page, server, person, dashboardPaths.overview)
    await page.getByRole('heading', { level: 1, name: /أهلاً/ }).waitFor()
    await keepResultDraft(page, result)
    await openResultDraft(page)
    await page.getByRole('button', { name: 'إضافة النتيجة' }).press('Enter')
    await dialog.waitFor()
    await expect.poll(() => focused(page)).toBe('button العودة إلى النموذج')
    await page.mouse.click(10, 300)
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('button إضافة النتيجة')
    await page.evaluate(() => localStorage.clear())

    page.once('dialog', question => void question.accept())
    await page.goto(dashboardPaths.edit(dashboardPaths.results, id))
    await page.getByLabel('المدرسة').fill('مدرسة بغداد')
    await colleague.send('PUT', `${apiPaths.results}/${id}`, { ...result, school: 'مدرسة البصرة' })
    await page.getByRole('button', { name: 'حفظ التعديلات' }).press('Enter')
    await dialog.getByRole('radio').first().waitFor()
    const radio = dialog.getByRole('radio', { name: /مدرسة بغداد/ })
    await expect.poll(() => radio.evaluate(input => input === document.activeElement)).toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(() => focused(page)).toBe('button حفظ التعديلات')
    await page.evaluate(() => localStorage.clear())
  })

  for (const { width, height } of [
    { width: 1280, height: 720 },
    { width: 390, height: 700 },
    { width: 320, height: 640 },
  ]) {
    browserTest(`is never under the save bar or the header at ${width} px`, async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl, more: { viewport: { width, height } } })
      expectProblem(firstCheck)
      await enter(page, server, person, dashboardPaths.add(dashboardPaths.books))
      await page.getByLabel('العنوان', { exact: true }).focus()
      const covered = () =>
        page.evaluate(() => {
          const element = document.activeElement
          if (!element || element.closest('.save-bar') || !element.closest('form')) return ''
          const box = (element.closest('label.file-picker') ?? element).getBoundingClientRect()
          const bar = document.querySelector('.save-bar')?.getBoundingClientRect()
          const top = document.querySelector('.topbar')?.getBoundingClientRect()
          if (!bar || !top || box.height > bar.top - top.bottom) return ''
          return box.bottom > bar.top + 1 || box.top < top.bottom - 1 ? element.id || element.outerHTML : ''
        })
      const found = new Set<string>()
      const isInForm = () => page.evaluate(() => Boolean(document.activeElement?.closest('form')))
      const steps = ['Tab', 'Shift+Tab'] as const
      for (const step of steps) {
        for (let count = 0; count < 60 && (await isInForm()); count += 1) {
          found.add(await covered())
          await page.keyboard.press(step)
        }
        await page.getByRole('button', { name: 'إلغاء' }).focus()
      }
      found.delete('')
      expect([...found]).toEqual([])
    })
  }
})
