import type { Locator } from 'playwright-core'
import { describe, expect } from 'vitest'
import { limits } from '#contract/limits.ts'
import { apiPaths, dashboardPaths } from '#contract/paths.ts'
import { findFaultsInThemes } from '#test/axe.ts'
import { browserTest, openShared } from '#test/browser-test.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { addPerson, enter, firstCheck, rowAction } from './staff-session.ts'
import type { Person } from './staff-session.ts'

let server: TestApp
let baseUrl: string
let person: Person
let colleague: TestStaff

const news = {
  title: 'موعد الامتحانات',
  bio: 'نبذة أولى',
  content: 'محتوى',
  type: 'EXAM_SCHEDULE',
  image: 'https://elsewhere.example/picture.png',
  keywords: ['امتحانات'],
}

openShared(
  async () => {
    server = await openTestApp()
    baseUrl = await server.listen()
    person = await addPerson(server)
    colleague = await server.signIn('editor')
  },
  () => server.close(),
)

describe('following what happens', () => {
  browserTest(
    'the audit log shows a change field by field, and gives back what was deleted',
    async ({ open }) => {
      const created = (await colleague.send('POST', '/api/news', news)).json() as { data: { id: string } }
      const address = `/api/news/${created.data.id}`
      await colleague.send('PUT', address, { ...news, title: 'موعد جديد للامتحانات', type: 'GENERAL_NEWS' })
      await colleague.send('DELETE', address)

      const { page, expectProblem } = await open({ baseUrl })
      expectProblem(firstCheck)
      await enter(page, server, person, '/dashboard/audit-logs?action=UPDATE')
      const change = page.getByRole('listitem').filter({ hasText: 'موعد جديد للامتحانات' }).first()
      await change.getByText('التفاصيل').click()
      const rows = await change.getByRole('row').allTextContents()
      expect(rows).toEqual([
        'الحقلقبلبعد',
        'العنوانموعد الامتحاناتموعد جديد للامتحانات',
        'النوعجداول الامتحاناتأخبار عامة',
      ])
      await change.getByText(colleague.email).waitFor()

      await page.getByRole('combobox', { name: /^الإجراء/ }).selectOption('DELETE')
      await page.waitForURL(/action=DELETE/)
      for (const chart of ['حسب الإجراء', 'حسب النوع']) {
        await page.getByRole('region', { name: chart }).getByRole('listitem').first().waitFor()
      }
      const exported = await page.getByRole('link', { name: 'تصدير CSV' }).getAttribute('href')
      expect(exported).toContain('action=DELETE')
      expect((await page.request.get(exported ?? '')).headers()['content-type']).toContain('text/csv')
      const asked: string[] = []
      page.on('request', request => {
        const { pathname, searchParams } = new URL(request.url())
        const search = searchParams.get('search')
        if (pathname === apiPaths.auditLog && search !== null) asked.push(search)
      })
      await page.getByRole('searchbox').pressSequentially('موعد', { delay: limits.searchDelayMs + 100 })
      await expect.poll(() => asked).toContain('موعد')
      expect(asked.filter(search => search.length < limits.minAuditSearchLength)).toEqual([])
      await page.getByRole('searchbox').fill('مو')
      await page.getByRole('searchbox').press('Enter')
      await expect.poll(() => asked.at(-1)).toBe('مو')
      await page.getByRole('searchbox').fill('لا يوجد قط')
      await page.getByText('لا توجد بيانات لعرضها').waitFor()
      await page.getByRole('searchbox').fill('')
      await page.getByRole('button', { name: 'استعادة المحذوف' }).first().click()
      await page.getByText('استُعيد السجل المحذوف.').waitFor()
      expect((await server.services.news.get(created.data.id)).title).toBe('موعد جديد للامتحانات')

      expectProblem(/status of 409/)
      await page.goto(`/dashboard/audit-logs?entityId=${created.data.id}`)
      const first = page.locator('.audit-entry[data-action="CREATE"]').last()
      const goBack = first.getByRole('button', { name: 'أعد هذه الحالة' })
      await goBack.waitFor()
      /* What the record is already, nobody goes back to. */
      const newest = page.locator('.audit-entry').first()
      expect(await newest.getByRole('button', { name: 'قارن هذه الحالة' }).count()).toBe(1)
      expect(await newest.getByRole('button', { name: 'أعد هذه الحالة' }).count()).toBe(0)
      const compare = (entry: Locator) => entry.getByRole('button', { name: 'قارن هذه الحالة' })
      await compare(page.locator('.audit-entry[data-action="CREATE"]').first()).click()
      await page.getByText('اختر حالاً أخرى').waitFor()
      await compare(first).click()
      const states = page.getByRole('dialog', { name: 'ما تغيّر بين الحالين' })
      await expect
        .poll(() => states.locator('tbody tr').allTextContents())
        .toEqual(['العنوانموعد الامتحاناتموعد جديد للامتحانات', 'النوعجداول الامتحاناتأخبار عامة'])
      await page.keyboard.press('Escape')
      await states.waitFor({ state: 'detached' })
      await expect.poll(() => compare(first).evaluate(button => button === document.activeElement)).toBe(true)
      expect(await page.getByRole('combobox', { name: /^النوع/ }).count()).toBe(0)
      const reset = page.getByRole('button', { name: 'إعادة ضبط' })
      expect(await reset.count()).toBe(0)
      await page.getByRole('combobox', { name: /^الإجراء/ }).selectOption('UPDATE')
      await reset.click()
      await page.waitForURL(url => url.search === `?entityId=${created.data.id}`)
      const ownForm = page.getByRole('main').getByRole('link', { name: 'موعد جديد للامتحانات' })
      expect(await ownForm.getAttribute('href')).toBe(`/dashboard/news/edit/${created.data.id}`)
      await page.getByRole('combobox', { name: /^الشخص/ }).selectOption(colleague.email)
      await page.waitForURL(/person=/)
      await page.getByText('٣ قيود').waitFor()
      await colleague.send('PUT', address, { ...news, title: 'عنوان الزميل' })
      await goBack.click()
      await page.getByText(`«عنوان الزميل»: عدّله ${colleague.name}`).waitFor()
      expect((await server.services.news.get(created.data.id)).title).toBe('عنوان الزميل')
      await page.locator('.audit-entry').filter({ hasText: 'عنوان الزميل' }).first().waitFor()
      await goBack.click()
      await page.getByText('أُعيد السجل إلى هذه الحالة.').waitFor()
      expect((await server.services.news.get(created.data.id)).title).toBe(news.title)
    },
  )

  browserTest(
    'the notice of a saved change takes it back by one press, and not past what somebody changed since',
    async ({ open }) => {
      const added = await colleague.send('POST', '/api/news', news)
      const { id } = (added.json() as { data: { id: string } }).data
      const now = async () => (await server.services.news.get(id)).title
      const { page, expectProblem } = await open({ baseUrl, more: { viewport: { width: 320, height: 640 } } })
      expectProblem(firstCheck)
      expectProblem(/status of 409|elsewhere\.example/)
      await enter(page, server, person, `/dashboard/news/edit/${id}`)
      const save = async (title: string) => {
        await page.getByLabel('العنوان').fill(title)
        await page.getByRole('button', { name: 'حفظ التعديلات' }).click()
        await expect.poll(now).toBe(title)
      }
      const notices = page.getByRole('list', { name: 'الرسائل' })
      const undo = notices.getByRole('button', { name: 'تراجع' })
      await save('عنوان غيّرته خطأً')
      await undo.click()
      await expect.poll(now).toBe(news.title)
      await notices.getByRole('button', { name: 'أعد التعديل' }).click()
      await expect.poll(now).toBe('عنوان غيّرته خطأً')

      await page.goto(`/dashboard/news/edit/${id}`)
      await save('عنوان آخر')
      await colleague.send('PUT', `/api/news/${id}`, { ...news, title: 'عنوان الزميل' })
      await undo.click()
      await notices.getByText(`تعذر التراجع. «عنوان الزميل»: عدّله ${colleague.name}`).waitFor()
      expect(await now()).toBe('عنوان الزميل')
    },
  )

  browserTest(
    'an administrator invites an editor, who chooses a password, does not see users and settings, and is disabled',
    async ({ open }) => {
      const email = `huda-${Date.now()}@rafid.example`
      const admin = await open({ baseUrl })
      admin.expectProblem(firstCheck)
      await enter(admin.page, server, person, '/dashboard/users')
      await admin.page.getByRole('button', { name: 'إضافة مستخدم' }).click()
      const dialog = admin.page.getByRole('dialog', { name: 'إضافة مستخدم' })
      await dialog.getByRole('button', { name: 'إضافة', exact: true }).click()
      await dialog.getByText('الاسم مطلوب').waitFor()
      await dialog.getByLabel('الاسم').fill('هدى كريم')
      await dialog.getByLabel('البريد الإلكتروني').fill(email)
      await dialog.getByRole('button', { name: 'إضافة', exact: true }).click()
      const handed = admin.page.getByRole('dialog', { name: 'رابط الدعوة' })
      const link = await handed.getByLabel('الرابط').inputValue()
      const telegram = await handed.getByRole('link', { name: 'تيليجرام' }).getAttribute('href')
      expect(telegram).toContain(encodeURIComponent(link))
      expect((await findFaultsInThemes(admin.page)).map(({ fault }) => fault.id)).toEqual([])
      await handed.getByRole('button', { name: 'تم' }).click()
      const row = admin.page.getByRole('row').filter({ hasText: email })
      await row.getByText('مدعو').waitFor()

      const editor = await open({ baseUrl })
      editor.expectProblem(firstCheck)
      editor.expectProblem(/status of 4(?:03|22)/)
      await editor.page.goto(link)
      await editor.page.getByRole('heading', { name: 'أهلاً بك في رافد' }).waitFor()
      expect((await findFaultsInThemes(editor.page)).map(({ fault }) => fault.id)).toEqual([])
      const password = editor.page.getByLabel('كلمة المرور', { exact: true })
      await password.fill('qwertyuiop')
      await editor.page.keyboard.press('Enter')
      await editor.page.getByText('سهلة التخمين').waitFor()
      await password.fill('ثلاث حمامات على السطح')
      await editor.page.keyboard.press('Enter')
      await editor.page.waitForURL('**/dashboard')
      await editor.page.goto('/dashboard/settings')
      await editor.page.waitForURL('**/dashboard')
      expect(await editor.page.getByRole('link', { name: 'المستخدمون' }).count()).toBe(0)
      await editor.page.goto(link)
      await editor.page.getByText('استُخدم هذا الرابط من قبل').waitFor()
      await editor.page.getByRole('link', { name: 'تسجيل الدخول' }).click()
      await editor.page.waitForURL('**/dashboard')

      await admin.page.reload()
      await row.getByRole('button', { name: /^تعديل/ }).click()
      await admin.page.getByLabel('تعطيل الحساب وإنهاء جلساته').check()
      await admin.page.getByRole('button', { name: 'حفظ', exact: true }).click()
      await row.getByText('معطل').waitFor()
      await row.getByText('لا جلسة مفتوحة').waitFor()
      await editor.page.getByRole('link', { name: 'سجل التغييرات' }).click()
      await editor.page.getByRole('alertdialog', { name: 'انتهت الجلسة' }).waitFor()
    },
  )

  browserTest(
    'days of exams are entered as a copied table, and wrong ones are named where they stand',
    async ({ open }) => {
      const { page, ...staff } = await open({ baseUrl })
      staff.expectProblem(firstCheck)
      await enter(page, server, person, '/dashboard/exam-dates')
      await page.getByText('لا مواعيد بعد.').waitFor()
      await page.getByText('لصق جدول كامل').click()
      const table = page.getByLabel('الجدول: سطر لكل امتحان')
      const save = page.getByRole('button', { name: 'حفظ المواعيد' })
      await table.fill('السادس الإعدادي\tعلمي\tالفيزياء\t٩/٦/٢٠٢٧\nالكيمياء\t١٢/٦/٢٠٢٧\nملاحظة بلا يوم')
      await page.getByRole('button', { name: 'إضافة الأسطر' }).click()
      await page.getByText('لم يُفهم سطر واحد').waitFor()
      const rest = 'السادس الإعدادي، علمي، ملاحظة بلا يوم'
      await expect.poll(() => table.inputValue()).toBe(rest)
      await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain(rest)
      await page.reload()
      await expect.poll(() => table.inputValue()).toBe(rest)
      await save.click()
      await page.getByText('في المربع أسطر لم تُضف بعد').first().waitFor()
      await expect.poll(() => table.evaluate(box => box === document.activeElement)).toBe(true)
      await page.getByRole('button', { name: 'أفرغ المربع' }).click()
      await expect.poll(() => table.inputValue()).toBe('')
      await page.getByRole('button', { name: 'إضافة موعد' }).click()
      const third = page.getByRole('group', { name: 'الموعد ٣' })
      await expect.poll(() => third.getByLabel('الصف').inputValue()).toBe('SIXTH_PREPARATORY')
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
      await save.click()
      await third.getByText('اختر المادة من القائمة').waitFor()
      await third.getByText('أدخل يوم الامتحان').waitFor()
      await page.getByRole('button', { name: 'حذف الموعد ٣' }).click()
      await save.click()
      await page.getByText('حُفظت مواعيد الامتحانات.').waitFor()
      const { dates } = await server.services.examDates.get()
      expect(dates.map(({ branch, subject, day }) => [branch, subject, day])).toEqual([
        ['SCIENTIFIC', 'PHYSICS', '2027-06-09'],
        ['SCIENTIFIC', 'CHEMISTRY', '2027-06-12'],
      ])
    },
  )

  browserTest('each count of the overview leads to a list of exactly what it counts', async ({ open }) => {
    const school = { subject: 'MATH', stage: 'FIRST_PRIMARY', releaseYear: 2025 } as const
    const bare = { ...school, description: '', keywords: [] as string[] }
    await server.database.kysely
      .insertInto('books')
      .values([
        { id: 'bare-1', title: 'كتاب بلا ملف', ...bare, image: 'https://elsewhere.example/a.png' },
        { id: 'bare-2', title: 'كتاب بلا غلاف', ...bare, directLink: 'https://elsewhere.example/a.pdf' },
      ])
      .execute()
    const me = (await colleague.send('GET', '/api/users/me')).json() as { user: { id: string } }
    const upload = { userId: me.user.id, kind: 'pdf', size: 10_000_000, received: 2_500_000 }
    await server.database.kysely
      .insertInto('uploads')
      .values([
        { id: 'u-1', name: 'رفع مستمر.pdf', ...upload, expiresAt: new Date(Date.now() + 3_600_000) },
        { id: 'u-2', name: 'رفع منتهٍ.pdf', ...upload, expiresAt: new Date(Date.now() - 3_600_000) },
      ])
      .execute()
    const { page, expectProblem } = await open({ baseUrl, device: 'phone' })
    expectProblem(firstCheck)
    expectProblem(/elsewhere\.example/)
    await enter(page, server, person, '/dashboard')
    const attention = page.getByRole('region', { name: 'يحتاج إلى انتباه' })
    const follow = async (label: string) => {
      await attention.getByRole('link', { name: label }).click()
      await page.getByRole('table').waitFor()
      const rows = await page.getByRole('rowheader').allTextContents()
      return rows
    }
    expect(await follow('كتب بلا ملف')).toEqual([expect.stringContaining('كتاب بلا ملف')])
    await page.reload()
    await page.getByText('كتاب واحد').waitFor()
    const listTop = () => page.locator('.list').evaluate(list => list.getBoundingClientRect().top + scrollY)
    await page.getByRole('button', { name: /^تصفية/ }).click()
    const before = await listTop()
    const missing = page.getByRole('combobox', { name: 'الملفات' })
    expect(await missing.inputValue()).toBe('file')
    await missing.selectOption({ label: 'كل الملفات' })
    await page.getByText('كتاب بلا غلاف').waitFor()
    expect(await listTop(), 'the list stays where it is').toBe(before)
    expect(new URL(page.url()).search).toBe('')
    await page.goto('/dashboard')
    expect(await follow('كتب بلا صورة غلاف')).toEqual([expect.stringContaining('كتاب بلا غلاف')])
    await page.getByRole('button', { name: 'إعادة ضبط' }).click()
    await page.getByText('كتاب بلا ملف').waitFor()
    await page.goto('/dashboard')
    expect(await follow('عمليات رفع غير مكتملة')).toEqual([expect.stringContaining('رفع مستمر.pdf')])
    expect(await page.getByRole('button', { name: /^حذف/ }).count()).toBe(0)
    await page.goto('/dashboard')
    expect(await follow('عمليات رفع انتهت مدتها')).toEqual([expect.stringContaining('رفع منتهٍ.pdf')])
    await page.getByText('٪٢٥').waitFor()
    await page.getByRole('button', { name: 'حذف: رفع منتهٍ.pdf' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'حذف', exact: true }).click()
    await page.getByText('لا توجد بيانات لعرضها').waitFor()
  })

  browserTest('a message of a visitor is counted, read and deleted', async ({ open }) => {
    await server.services.contact.create(
      { name: 'طالب', email: 'student@elsewhere.example', subject: 'SUPPORT', message: 'لا أجد الكتاب' },
      null,
    )
    const { page, expectProblem } = await open({ baseUrl, device: 'phone' })
    expectProblem(firstCheck)
    await enter(page, server, person, '/dashboard/inbox')
    await page.getByText('لا أجد الكتاب').waitFor()
    await page.getByRole('button', { name: 'تحديد كمقروءة' }).click()
    await page.getByRole('button', { name: 'تحديد كغير مقروءة' }).waitFor()
    await page.getByRole('button', { name: 'حذف', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'حذف', exact: true }).click()
    await page.getByText('حُذفت الرسالة.').waitFor()
    await page.getByText('لا توجد بيانات لعرضها').waitFor()
  })

  browserTest('visits show their share of all, and dates narrow them', async ({ open }) => {
    const origin = {
      ipAddress: '10.0.0.1',
      userAgent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36',
    }
    for (const path of ['/books', '/books', '/books', '/news']) server.services.visits.record(path, origin)
    server.services.visits.record('/notes', { ipAddress: null, userAgent: null })
    await server.services.visits.flush()
    const { page, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    await enter(page, server, person, '/dashboard/visits')
    await page.getByRole('heading', { name: 'الزيارات', exact: true }).waitFor()
    const top = page.locator('.top-page').first()
    await top.getByRole('link', { name: 'الكتب', exact: true }).waitFor()
    await expect.poll(() => top.textContent()).toContain('٪٦٠٫٠')
    await expect.poll(() => top.textContent()).toContain('٣ زيارات')
    await page.getByText('لا توجد بيانات إضافية').first().waitFor()
    await expect.poll(() => page.getByText('غير معروف').count()).toBe(2)
    await page.getByText(/^الفترة السابقة/).waitFor()
    const exported = await page.getByRole('link', { name: 'تصدير CSV' }).getAttribute('href')
    expect((await page.request.get(exported ?? '')).headers()['content-type']).toContain('text/csv')
    expectProblem(/status of 500/)
    await page.route('**/api/visits?**', route =>
      route.fulfill({ status: 500, json: { code: 'internal', message: 'حدث خطأ غير متوقع.' } }),
    )
    await page.reload()
    await page.getByText('تعذر تحميل الزيارات').waitFor()
    await page.unroute('**/api/visits?**')
    await page.goto('/dashboard/visits?from=2020-01-01&to=2020-01-02')
    await page.getByText('لا توجد بيانات لعرضها').first().waitFor()
  })
})

browserTest(
  'what one has just saved is deleted without a question about it, while the list is still as it was',
  async ({ open }) => {
    const { data } = (
      await colleague.send('POST', apiPaths.news, { ...news, title: 'خبر يُصحَّح ثم يُحذف' })
    ).json() as { data: { id: string } }
    const { page, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    expectProblem(/elsewhere\.example/)
    await enter(page, server, person, dashboardPaths.news)
    const row = page.locator('tr').filter({ has: page.locator(`[data-row="${data.id}"]`) })
    await rowAction(row, 'تعديل')
    await page.getByLabel('العنوان', { exact: true }).fill('خبر صُحِّح')
    const line = Promise.withResolvers<void>()
    await page.route(`**${apiPaths.news}?**`, async route => {
      await line.promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'حفظ التعديلات' }).click()
    await rowAction(row, 'حذف')
    await page.getByRole('alertdialog').getByRole('button', { name: 'حذف', exact: true }).click()
    await page.getByText('حُذف الخبر «').waitFor()
    line.resolve()
    await row.waitFor({ state: 'detached' })
    await expect
      .poll(async () => (await colleague.send('GET', `${apiPaths.news}/${data.id}`)).statusCode)
      .toBe(404)
  },
)
