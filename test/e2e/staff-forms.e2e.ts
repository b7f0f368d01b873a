import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { limits } from '#contract/limits.ts'
import { sha256OfFileAddress } from '#contract/paths.ts'
import { findFaults } from '#test/axe.ts'
import { browserTest, openShared } from '#test/browser-test.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { makeImage, makePdf, makeZip, multipartBody, sha256Of } from '#test/files.ts'
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

async function storePdf(): Promise<string> {
  const { payload, headers } = multipartBody([
    { name: 'files', filename: 'كتاب.pdf', content: await makePdf(2), type: 'application/pdf' },
  ])
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/files/new?kind=pdf',
    headers: { ...headers, cookie: colleague.cookie, 'x-csrf-token': colleague.csrfToken },
    payload,
  })
  return answer.json<{ files: [{ file: { url: string } }] }>().files[0].file.url
}

async function addBook(title: string) {
  const answer = await colleague.send('POST', '/api/books', {
    title,
    subject: 'MATH',
    stage: 'FIRST_PRIMARY',
    releaseYear: 2025,
    description: 'وصف',
    keywords: ['كتاب'],
    directLink: await storePdf(),
  })
  return (answer.json() as { data: { id: string; directLink: string } }).data
}

async function addKeyword(page: Page) {
  await page.getByLabel('الكلمات المفتاحية').fill('وزاري،')
}

const png = async (name: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await makeImage('png', 200, 260),
})

describe('forms of the staff', () => {
  browserTest(
    'two people change one book: both sides are shown, and the chosen values are saved',
    async ({ open }) => {
      const book = await addBook('كتاب مشترك')
      const { page, expectProblem } = await open({ baseUrl })
      expectProblem(firstCheck)
      expectProblem(/status of 409|The save failed/)
      await enter(page, server, person, `/dashboard/books/edit/${book.id}`)
      await page.getByLabel('الوصف').fill('وصفي أنا')
      const changed = await colleague.send('PUT', `/api/books/${book.id}`, {
        title: 'عنوان الزميل',
        subject: 'MATH',
        stage: 'FIRST_PRIMARY',
        releaseYear: 2025,
        description: 'وصف الزميل',
        keywords: ['كتاب'],
        directLink: book.directLink,
      })
      expect(changed.statusCode).toBe(200)
      await page.getByRole('button', { name: 'حفظ التعديلات' }).click()
      const dialog = page.getByRole('alertdialog', { name: `سبقك تعديل من ${colleague.name}` })
      await dialog.getByRole('group', { name: 'الوصف' }).getByText('وصف الزميل').waitFor()
      await dialog.getByRole('group', { name: 'الوصف' }).getByText('وصفي أنا').waitFor()
      const untouched = dialog.getByRole('group', { name: 'العنوان' }).getByLabel('كما فتحته، لم أعدله')
      await untouched.waitFor()
      await dialog.getByRole('button', { name: 'اختيار كل المحفوظ الآن' }).click()
      await dialog.getByRole('button', { name: 'اختيار كل تعديلاتي' }).click()
      expect(await untouched.isChecked()).toBe(false)
      await dialog.getByRole('button', { name: 'حفظ بهذه الاختيارات' }).click()
      await page.getByText('حُفظت تعديلات الكتاب').waitFor()
      const saved = await server.services.books.get(book.id)
      expect(saved).toMatchObject({ title: 'عنوان الزميل', description: 'وصفي أنا' })

      const versionsUrl = `/api/books/${book.id}/versions`
      await page.goto(`/dashboard/books/edit/${book.id}`)
      await page.getByRole('button', { name: 'إضافة إصدار' }).click()
      const version = page.getByRole('group', { name: 'الإصدار ١' })
      await version.getByLabel('عنوان الإصدار').fill('طبعتي')
      await version.getByLabel('السنة الدراسية').selectOption('2024')
      await colleague.send('POST', versionsUrl, { title: 'طبعة الزميل', releaseYear: 2023 })
      await page.getByRole('button', { name: 'حفظ التعديلات' }).click()
      const versionsConflict = dialog.getByRole('group', { name: 'الإصدارات' })
      await versionsConflict.waitFor()
      await expect.poll(() => dialog.getByRole('group').count()).toBe(1)
      await expect
        .poll(() => versionsConflict.locator('.conflict__value').allTextContents())
        .toEqual([
          'العنوان: طبعتي، السنة الدراسية: ٢٠٢٣–٢٠٢٤',
          'العنوان: طبعة الزميل، السنة الدراسية: ٢٠٢٢–٢٠٢٣',
        ])
      await versionsConflict.getByLabel('المحفوظ الآن').check()
      await dialog.getByRole('button', { name: 'حفظ بهذه الاختيارات' }).click()
      await page.getByText('حُفظت تعديلات الكتاب').waitFor()
      expect((await server.services.books.listVersions(book.id)).map(({ title }) => title)).toEqual([
        'طبعة الزميل',
      ])
    },
  )

  browserTest('what was typed survives a reload, and leaving asks first', async ({ open }) => {
    const { page, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    await enter(page, server, person, '/dashboard/news/add')
    await page.getByLabel('العنوان', { exact: true }).fill('خبر لم يكتمل')
    const keptTexts = () => page.evaluate(() => Object.values(localStorage).join())
    await expect.poll(keptTexts).toContain('خبر لم يكتمل')
    page.once('dialog', dialog => void dialog.accept())
    await page.reload()
    await page.getByText('استعدنا ما كتبته').waitFor()
    await expect.poll(() => page.getByLabel('العنوان', { exact: true }).inputValue()).toBe('خبر لم يكتمل')
    await page.getByRole('button', { name: 'إلغاء' }).click()
    await page.getByRole('button', { name: 'متابعة التحرير' }).click()
    await expect.poll(() => page.getByLabel('العنوان', { exact: true }).inputValue()).toBe('خبر لم يكتمل')
    await page.getByRole('button', { name: 'إلغاء' }).click()
    await page.getByRole('button', { name: 'تجاهل التغييرات' }).click()
    await page.waitForURL('**/dashboard/news')
    expect(await keptTexts()).not.toContain('خبر لم يكتمل')
  })

  browserTest(
    'a server that refuses fields: each sentence stands beside its field and nothing is lost',
    async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl })
      expectProblem(firstCheck)
      expectProblem(/status of 422|The save failed|ERR_CONNECTION_RESET/)
      await enter(page, server, person, '/dashboard/news/add')
      await page.getByLabel('العنوان', { exact: true }).fill('خبر')
      await page.getByLabel('النوع').selectOption('GENERAL_NEWS')
      await page.getByLabel('النبذة').fill('نبذة')
      await page.getByLabel('المحتوى', { exact: true }).fill('سطر أول\nسطر ثانٍ')
      await addKeyword(page)
      await page.locator('#field-image').setInputFiles(await png('خبر.png'))
      await page.getByRole('button', { name: 'حذف الصورة' }).waitFor()
      await page.route('**/api/news', route =>
        route.request().method() === 'POST'
          ? route.fulfill({
              status: 422,
              json: {
                code: 'invalid_fields',
                message: 'بعض الحقول تحتاج إلى تصحيح.',
                fields: { title: 'العنوان مكرر' },
              },
            })
          : route.continue(),
      )
      await page.getByRole('button', { name: 'نشر الخبر' }).click()
      await page.getByText('حدث خطأ أثناء إنشاء الخبر').waitFor()
      await page.locator('#field-title-error').getByText('العنوان مكرر').waitFor()
      await page.unroute('**/api/news')
      await page.getByLabel('العنوان', { exact: true }).fill('خبر آخر')
      await page.route('**/api/news', async route => {
        if (route.request().method() !== 'POST') return route.continue()
        await route.fetch()
        return route.abort('connectionreset')
      })
      await page.getByRole('button', { name: 'نشر الخبر' }).click()
      await page.getByText('تعذر الاتصال بالخادم').waitFor()
      await page.unroute('**/api/news')
      await page.getByRole('button', { name: 'نشر الخبر' }).click()
      await page.getByText('أُضيف الخبر').waitFor()
      await page.getByRole('row').filter({ hasText: 'خبر آخر' }).waitFor()
      await expect.poll(() => page.getByRole('row').filter({ hasText: 'خبر آخر' }).count()).toBe(1)
    },
  )

  browserTest(
    'news are written with a heading, a list, a link, a picture and what Word copies, and shown so',
    async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl, device: 'phone' })
      expectProblem(firstCheck)
      await enter(page, server, person, '/dashboard/news/add')
      const title = `خبر منسق ${Date.now()}`
      await page.getByLabel('العنوان', { exact: true }).fill(title)
      await page.getByLabel('النوع').selectOption('GENERAL_NEWS')
      await page.getByLabel('النبذة').fill('نبذة')
      await addKeyword(page)
      await page.locator('#field-image').setInputFiles(await png('خبر.png'))
      await page.getByRole('button', { name: 'حذف الصورة' }).waitFor()

      const text = page.getByRole('textbox', { name: 'المحتوى' })
      const tool = (name: string) => page.getByRole('toolbar').getByRole('button', { name, exact: true })
      await text.click()
      await page.keyboard.insertText('عنوان أول')
      await tool('عنوان').click()
      await text.getByRole('heading', { name: 'عنوان أول', level: 2 }).waitFor()
      await page.keyboard.press('Enter')
      await page.keyboard.insertText('كلمة')
      await page.keyboard.press('Shift+Home')
      await tool('رابط').click()
      await page.getByLabel('عنوان الصفحة').fill('javascript:alert(1)')
      await page.keyboard.press('Enter')
      await page.getByText('الرابط يجب أن يكون عنوان صفحة').waitFor()
      await page.getByLabel('عنوان الصفحة').fill('moedu.gov.iq')
      await page.keyboard.press('Enter')
      await text.getByRole('link', { name: 'كلمة' }).waitFor()
      await expect.poll(() => text.evaluate(editor => editor === document.activeElement)).toBe(true)
      const isAtLink = async () => {
        await page.keyboard.press('End')
        return tool('رابط').getAttribute('aria-pressed')
      }
      await expect.poll(isAtLink).toBe('false')
      await page.keyboard.press('Enter')
      await text.evaluate(editor => {
        const data = new DataTransfer()
        data.setData(
          'text/html',
          `<html><head><style>p{color:red}</style></head><body><!--StartFragment-->
            <p class=MsoNormal style="font-size:40pt;color:red" onclick="x()"><b>من وورد</b><o:p></o:p></p>
            <p class=MsoListParagraph style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·<span>  </span></span>أولاً</p>
            <p class=MsoListParagraph style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·<span>  </span></span>ثانياً</p>
            <img src="https://elsewhere.example/x.png"><!--EndFragment--></body></html>`,
        )
        editor.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
        )
      })
      await expect.poll(() => text.getByRole('listitem').allTextContents()).toEqual(['أولاً', 'ثانياً'])
      await tool('صورة في النص').click()
      const dialog = page.getByRole('dialog', { name: 'صورة في النص' })
      await dialog.locator('input[type=file]').setInputFiles(await png('لوحة.png'))
      await dialog.getByRole('img').waitFor()
      await dialog.getByLabel('وصف الصورة').fill('لوحة الأسماء')
      await dialog.getByRole('button', { name: 'إضافة الصورة' }).click()
      await text.getByRole('img', { name: 'لوحة الأسماء' }).waitFor()
      await page.setViewportSize({ width: 320, height: 700 })
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      await expect.poll(overflow).toBe(0)
      await tool('تراجع في النص').click()
      await text.getByRole('img').waitFor({ state: 'detached' })
      await tool('إعادة في النص').click()
      await text.getByRole('img', { name: 'لوحة الأسماء' }).waitFor()
      expect(await findFaults(page)).toEqual([])

      const kept = () => page.evaluate(() => Object.values(localStorage).join())
      await expect.poll(kept).toContain('لوحة الأسماء')
      page.once('dialog', asked => void asked.accept())
      await page.reload()
      await text.getByRole('img', { name: 'لوحة الأسماء' }).waitFor()
      await page.getByRole('button', { name: 'نشر الخبر' }).click()
      await page.getByText(`أُضيف الخبر «${title}»`).waitFor()

      const listed = await server.services.news.list({ limit: 1, offset: 0, search: title })
      await page.goto(`/news/${listed.items[0]?.id}`)
      const article = page.locator('.article-text')
      await article.getByRole('heading', { name: 'عنوان أول', level: 2 }).waitFor()
      const link = article.getByRole('link', { name: 'كلمة' })
      expect(await link.getAttribute('href')).toBe('https://moedu.gov.iq')
      expect(await link.getAttribute('rel')).toContain('nofollow')
      expect(await article.locator('strong').allTextContents()).toEqual(['من وورد'])
      expect(await article.getByRole('listitem').allTextContents()).toEqual(['أولاً', 'ثانياً'])
      await article.getByRole('img', { name: 'لوحة الأسماء' }).waitFor()
      expect(await article.locator('[style], [onclick], script').count()).toBe(0)
      await expect.poll(overflow).toBe(0)
    },
  )

  browserTest('the day on which news came out is chosen, shown again and kept', async ({ open }) => {
    const { page, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    await enter(page, server, person, '/dashboard/news/add')
    await page.getByLabel('العنوان', { exact: true }).fill('خبر من الربيع')
    await page.getByLabel('النوع').selectOption('GENERAL_NEWS')
    await page.getByLabel('النبذة').fill('نبذة')
    await page.getByLabel('المحتوى', { exact: true }).fill('سطر')
    await addKeyword(page)
    await page.locator('#field-image').setInputFiles(await png('ربيع.png'))
    await page.getByRole('button', { name: 'حذف الصورة' }).waitFor()
    const day = page.getByLabel('تاريخ النشر')
    await day.fill('2026-03-05')
    await page.getByRole('button', { name: 'نشر الخبر' }).click()
    await page.getByText('أُضيف الخبر').waitFor()
    const find = async () =>
      (await server.services.news.list({ limit: 1, offset: 0, search: 'خبر من الربيع' })).items[0]
    const added = await find()
    expect(added?.createdAt).toBe('2026-03-04T21:00:00.000Z')

    const { title, type, bio, content, keywords, image } = added ?? {}
    const text = { title, type, bio, content, keywords, image }
    const changed = await colleague.send('PUT', `/api/news/${added?.id}`, {
      ...text,
      createdAt: '2026-03-05T18:30:00Z',
    })
    expect(changed.statusCode).toBe(200)
    const save = page.getByRole('button', { name: 'حفظ التعديلات' })
    await page.goto(`/dashboard/news/edit/${added?.id}`)
    await expect.poll(() => day.inputValue()).toBe('2026-03-05')
    await page.getByLabel('النبذة').fill('نبذة أخرى')
    await save.click()
    await page.getByText('حُفظت تعديلات الخبر').waitFor()
    expect(await find()).toMatchObject({ bio: 'نبذة أخرى', createdAt: '2026-03-05T18:30:00.000Z' })

    await page.goto(`/dashboard/news/edit/${added?.id}`)
    await expect.poll(() => day.inputValue()).toBe('2026-03-05')
    /* A day of which a part is taken away is no day, and is not nothing. */
    await day.press('Backspace')
    await save.click()
    await page.getByText('أكمل التاريخ أو امسحه').first().waitFor()
    await expect.poll(() => day.evaluate(own => own === document.activeElement)).toBe(true)
    expect((await find())?.createdAt).toBe('2026-03-05T18:30:00.000Z')
    await day.fill('2026-03-01')
    await save.click()
    await page.getByText('حُفظت تعديلات الخبر').waitFor()
    expect((await find())?.createdAt).toBe('2026-02-28T21:00:00.000Z')
  })

  browserTest('a note, a result and an exam are added with their files', async ({ open }) => {
    const { page, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    await enter(page, server, person, '/dashboard/malazimas/add')
    await page.getByLabel('العنوان', { exact: true }).fill('ملزمة الكيمياء')
    await page.getByLabel('اسم المدرس').fill('أ. محمد')
    await page.getByLabel('الصف').selectOption('SIXTH_PREPARATORY')
    await page.getByLabel('المادة').selectOption('CHEMISTRY')
    await page.getByLabel('السنة الدراسية').selectOption('2026')
    await addKeyword(page)
    await page
      .locator('#field-directLink')
      .setInputFiles({ name: 'ملزمة.pdf', mimeType: 'application/pdf', buffer: await makePdf(2) })
    await page.getByRole('link', { name: 'ملزمة.pdf' }).waitFor()
    await page.getByRole('button', { name: 'إضافة الملزمة' }).click()
    await page.getByText('أُضيفت الملزمة').waitFor()

    await page.goto('/dashboard/results/add')
    await page.getByLabel('المدينة').selectOption('البصرة')
    await page.getByLabel('الصف').selectOption('SIXTH_PRIMARY')
    await page.getByLabel('الدور').selectOption('2')
    await page.getByLabel('السنة').selectOption('2026')
    await addKeyword(page)
    await page.getByRole('button', { name: 'إضافة النتيجة' }).click()
    await page.getByRole('button', { name: 'الرجاء رفع ملف النتائج' }).waitFor()
    await page.locator('#field-directLink').setInputFiles({
      name: 'نتائج.zip',
      mimeType: 'application/zip',
      buffer: await makeZip({ 'نتائج.txt': 'ناجح' }),
    })
    await page.getByRole('link', { name: 'نتائج.zip' }).waitFor()
    await page.getByRole('button', { name: 'إضافة النتيجة' }).click()
    await page.getByText('أُضيفت نتيجة البصرة · السادس الابتدائي · ٢٠٢٦ · الدور الثاني.').waitFor()

    await page.goto('/dashboard/ministerial-exams/add')
    await page.getByLabel('العنوان', { exact: true }).fill('أسئلة الأحياء')
    await page.getByLabel('الصف').selectOption('SIXTH_PREPARATORY')
    await page.getByLabel('المادة').selectOption('BIOLOGY')
    await page.getByLabel('السنة').selectOption('2025')
    await page.getByLabel('الدور').selectOption('1')
    await page.getByLabel('الوصف').fill('قصير')
    await page.getByText('يجب أن يكون الوصف ١٠ أحرف على الأقل').waitFor()
    await page.getByLabel('الوصف').fill('أسئلة الدور الأول كاملة')
    await addKeyword(page)
    await page
      .locator('#field-files')
      .setInputFiles([
        await png('١.png'),
        { name: '٢.jpg', mimeType: 'image/jpeg', buffer: await makeImage('jpeg', 210, 270) },
        { name: '٣.webp', mimeType: 'image/webp', buffer: await makeImage('webp', 220, 280) },
      ])
    await page.getByRole('button', { name: 'تأخير الصورة ١' }).waitFor()
    await expect.poll(() => page.locator('.exam-image__picture').count()).toBe(3)
    const before = await page
      .locator('.exam-image__picture img')
      .evaluateAll(all => all.map(image => image.getAttribute('src')))
    await page.getByRole('button', { name: 'تأخير الصورة ١' }).click()
    await page.getByRole('button', { name: 'إضافة الامتحان' }).click()
    await page.getByText('أُضيف الامتحان «أسئلة الأحياء».').waitFor()
    const [exam] = (await server.services.exams.latest(1)) as { files: string[] }[]
    const hashes = (addresses: (string | null)[] = []) =>
      addresses.map(address => sha256OfFileAddress(address ?? ''))
    expect(hashes(exam?.files)).toEqual(hashes([before[1] ?? '', before[0] ?? '', before[2] ?? '']))
    await page.getByRole('link', { name: 'عرض', exact: true }).click()
    await page.getByRole('heading', { name: 'تعديل امتحان' }).waitFor()
  })

  browserTest('a list that cannot be loaded says why and offers another try', async ({ open }) => {
    const { page, expectProblem } = await open({ baseUrl, device: 'phone' })
    expectProblem(firstCheck)
    expectProblem(/status of 500/)
    await page.route('**/api/results?**', route =>
      route.fulfill({
        status: 500,
        json: { code: 'internal', message: 'حدث خطأ غير متوقع. حاول مرة أخرى بعد قليل.' },
      }),
    )
    await enter(page, server, person, '/dashboard/results')
    await page.getByText('تعذر تحميل النتائج').waitFor()
    expect(await page.locator('.screen__header .skeleton-bar').count()).toBe(0)
    expect(await page.getByText('لا توجد بيانات لعرضها').count()).toBe(0)
    await page.unroute('**/api/results?**')
    await page.getByRole('button', { name: 'إعادة المحاولة' }).click()
    await page.getByText('تعذر تحميل النتائج').waitFor({ state: 'detached' })
  })

  browserTest('a list and a form say that they wait, and keep the place of what comes', async ({ open }) => {
    const book = await addBook('كتاب يُنتظر')
    const { page, expectProblem } = await open({ baseUrl, device: 'phone' })
    expectProblem(firstCheck)
    let answer = Promise.withResolvers<void>()
    await page.route('**/api/books**', async route => {
      await answer.promise
      await route.continue()
    })
    await enter(page, server, person, '/dashboard/books')
    const skeletons = page.locator('main .skeleton-bar')
    await expect.poll(() => skeletons.count()).toBeGreaterThan(5)
    expect(await page.getByText('لا توجد بيانات لعرضها').count()).toBe(0)
    answer.resolve()
    await expect.poll(() => skeletons.count()).toBe(0)

    answer = Promise.withResolvers<void>()
    await page.goto(`/dashboard/books/edit/${book.id}`)
    await page.getByText('جاري تحميل البيانات...').waitFor({ state: 'attached' })
    await expect.poll(() => skeletons.count()).toBeGreaterThan(5)
    answer.resolve()
    await page.getByLabel('العنوان', { exact: true }).first().waitFor()
    expect(await skeletons.count()).toBe(0)
  })

  browserTest('filters and page stay in the address: Back and reload keep them', async ({ open }) => {
    for (let number = 1; number <= 12; number += 1) await addBook(`سلسلة ${number}`)
    const { page, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    await enter(page, server, person, '/dashboard/books?size=10')
    await page.getByText(/كتاباً$/).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('سلسله')
    await page.waitForURL(/search=/)
    await page.getByText('١٢ كتاباً').waitFor()
    await page.getByRole('link', { name: 'الصفحة ٢' }).click()
    await page.waitForURL(/page=2/)
    await expect.poll(() => page.getByRole('row').count()).toBe(3)
    await page.reload()
    await expect.poll(() => page.getByRole('row').count()).toBe(3)
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('سلسله')
    await page
      .getByRole('link', { name: /^تعديل/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'إلغاء' }).click()
    await page.waitForURL(/search=.*page=2/)
    await page.getByText('١٢ كتاباً').waitFor()
    await page.getByLabel('المادة').selectOption('PHYSICS')
    await page.getByText('لا توجد بيانات لعرضها').waitFor()
    expect(new URL(page.url()).searchParams.has('page')).toBe(false)
  })

  browserTest(
    'forty exam images are uploaded in the chosen order, and can still be reordered',
    async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl })
      expectProblem(firstCheck)
      const images = await Promise.all(
        Array.from({ length: limits.maxExamImages }, async (_, index) => ({
          name: `صفحة ${index + 1}.png`,
          mimeType: 'image/png',
          buffer: await makeImage('png', 60 + index, 80),
        })),
      )
      await enter(page, server, person, '/dashboard/ministerial-exams/add')
      await page.locator('#field-files').setInputFiles(images)
      await expect
        .poll(() => page.locator('.exam-image__picture').count(), { timeout: 40_000 })
        .toBe(images.length)
      const pictures = await page.locator('.exam-image__picture picture').evaluateAll(all =>
        all.map(picture => {
          const image = picture.querySelector('img') as HTMLImageElement
          const offers = [...picture.querySelectorAll('source')].map(({ srcset, sizes }) => [srcset, sizes])
          return { src: image.getAttribute('src') ?? '', offers }
        }),
      )
      expect(pictures.map(({ src }) => sha256OfFileAddress(src))).toEqual(
        images.map(({ buffer }) => sha256Of(buffer)),
      )
      const attributes = await page
        .locator('.exam-image__picture img')
        .evaluateAll(all => all.map(image => [image.getAttribute('width'), image.getAttribute('height')]))
      expect(attributes).toEqual(images.map((_, index) => [String(60 + index), '80']))
      for (const { offers } of pictures) {
        expect(offers).toEqual([
          [expect.stringMatching(/160\.avif \d+w/), '150px'],
          [expect.stringMatching(/160\.webp \d+w/), '150px'],
        ])
      }
      const sources = () =>
        page
          .locator('.exam-image__picture img')
          .evaluateAll(all => all.map(image => image.getAttribute('src')))
      const before = await sources()
      await page.getByRole('button', { name: 'تأخير الصورة ١', exact: true }).click()
      await expect.poll(sources).toEqual([before[1], before[0], ...before.slice(2)])
      await page.getByRole('button', { name: 'عرض الصورة ٢ بحجم كامل' }).click()
      const viewer = page.getByRole('dialog', { name: 'صور الأسئلة' })
      await viewer.getByText('٢ / ٤٠').waitFor()
      await page.keyboard.press('ArrowLeft')
      await viewer.getByText('٣ / ٤٠').waitFor()
      await page.keyboard.press('Escape')
      await viewer.waitFor({ state: 'hidden' })
      await page.locator('#field-files').setInputFiles(images.slice(0, 1))
      await page.getByText('عدد الصور أكبر من المسموح (٤٠)').waitFor()
    },
  )
})
