import { readFile } from 'node:fs/promises'
import { describe, expect } from 'vitest'
import { browserTest, openShared } from '#test/browser-test.ts'
import { sha256Of } from '#test/files.ts'
import { missingPage, openPublicSite } from './public-site.ts'
import type { PublicSite } from './public-site.ts'

let site: PublicSite

openShared(
  async () => {
    site = await openPublicSite()
  },
  () => site.server.close(),
)

const withoutScripts = (device: 'phone' | 'desktop' = 'desktop') => ({
  baseUrl: site.baseUrl,
  device,
  isJavaScriptOff: true,
})

describe('with JavaScript off', () => {
  browserTest('the menus open, one at a time, and lead to the filtered list of a grade', async ({ open }) => {
    const { page } = await open(withoutScripts())
    await page.goto('/')
    const menu = page.getByRole('navigation', { name: 'القائمة الرئيسية' })
    await menu.getByText('الكتب المدرسية').click()
    const books = menu.getByRole('link', { name: 'الصف السادس الابتدائي' })
    await books.waitFor()
    await menu.getByText('الملازم').click()
    await expect.poll(() => menu.locator('details[open]').count()).toBe(1)
    await menu.getByText('الكتب المدرسية').click()
    await books.click()
    expect(new URL(page.url()).search).toBe('?grade=SIXTH_PRIMARY')
    await page.getByRole('heading', { level: 1, name: 'كتب السادس الابتدائي' }).waitFor()
    expect(await page.locator('.record-row').count()).toBe(1)
  })

  browserTest('the menu of the phone slides in, leads on, and closes', async ({ open }) => {
    const { page } = await open(withoutScripts('phone'))
    await page.goto('/')
    await page.getByRole('button', { name: 'القائمة' }).click()
    const menu = page.getByRole('navigation', { name: 'قائمة الهاتف' })
    await menu.getByText('الأسئلة الوزارية').click()
    await menu.getByRole('link', { name: 'الصف السادس الابتدائي' }).waitFor()
    await page.getByRole('button', { name: 'إغلاق القائمة' }).click()
    await menu.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'القائمة' }).click()
    await menu.getByRole('link', { name: 'الصف السادس الابتدائي' }).click()
    await page.waitForURL('**/ministerial/sixth-primary')
    await page.getByRole('heading', { level: 1 }).waitFor()
  })

  browserTest(
    'a list is filtered, paged and reset by its links, and searched by its form',
    async ({ open }) => {
      const { page } = await open(withoutScripts('phone'))
      await page.goto('/books/primary')
      const cards = page.locator('.record-row')
      expect(await cards.count()).toBe(10)
      await page.getByRole('link', { name: 'التالي' }).click()
      await page.waitForURL('**/books/primary?page=2')
      expect(await cards.count()).toBe(3)
      await page.getByRole('link', { name: 'الصفحة ١' }).click()
      await page.waitForURL('**/books/primary')
      for (const [name, address] of [
        [/^الرياضيات/, /subject=MATH/],
        [/^السادس/, /grade=SIXTH_PRIMARY&subject=MATH/],
      ] as const) {
        await page.getByRole('button', { name: 'تصفية' }).click()
        await page.locator('.list-filters').getByRole('link', { name }).click()
        await page.waitForURL(address)
      }
      expect(await cards.count()).toBe(1)
      await page.getByRole('link', { name: /^السادس الابتدائي.*إزالة$/ }).click()
      await page.waitForURL(/\?subject=MATH$/)
      await page.getByRole('button', { name: 'تصفية' }).click()
      await page.getByRole('link', { name: 'إعادة ضبط' }).click()
      await page.waitForURL('**/books/primary')
      await page.getByRole('searchbox', { name: 'بحث' }).fill('لا شيء كهذا')
      await page.locator('.list-find').getByRole('button', { name: 'بحث' }).click()
      await page.getByText('حاول تعديل كلمات البحث للعثور على ما تبحث عنه.').waitFor()
    },
  )

  browserTest('exams and news have their filters too', async ({ open }) => {
    const { page } = await open(withoutScripts())
    await page.goto('/ministerial/sixth-primary')
    await page
      .locator('.list-filters')
      .getByRole('link', { name: /^الدور الثاني/ })
      .click()
    await page.waitForURL(/try=2/)
    expect(await page.locator('.record-row').count()).toBe(1)
    await page.locator('.record-row .card-link').click()
    await page.getByRole('heading', { level: 1, name: /^اللغة العربية ٢٠٢٥/ }).waitFor()
    const first = page.getByRole('link', { name: /^تكبير/ }).first()
    await first.click()
    await page.waitForURL('**/files/**')
    await page.goto('/news')
    await page.getByRole('link', { name: 'جداول الامتحانات' }).click()
    await page.waitForURL(/type=EXAM_SCHEDULE/)
    expect(await page.locator('.record-row').count()).toBe(1)
    await page.locator('.record-row').getByRole('link').click()
    await page.getByText('السطر الثاني').waitFor()
    await page.getByRole('heading', { name: 'اقرأ أيضاً' }).waitFor()
  })

  browserTest('a book and a note are downloaded byte for byte', async ({ open }) => {
    const { page } = await open(withoutScripts())
    for (const path of [`/books/${site.bookId}`, `/notes/download/${site.noteId}`]) {
      await page.goto(path)
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page
          .getByRole('link', { name: /^تحميل مباشر/ })
          .first()
          .click(),
      ])
      expect(sha256Of(await readFile(await download.path()))).toBe(sha256Of(site.pdf))
      expect(download.suggestedFilename()).toBe('الرياضيات.pdf')
    }
  })

  browserTest('results lead from the hub through year, city and round to the file', async ({ open }) => {
    const { page } = await open(withoutScripts('phone'))
    await page.goto('/results')
    await page.getByRole('main').getByRole('link', { name: 'الصف السادس الابتدائي' }).click()
    for (const name of ['٢٠٢٥', 'النجف', 'الدور الثاني']) {
      await page.locator('.folder-row').getByRole('link', { name }).click()
      await page.locator('[aria-current=page]', { hasText: name }).last().waitFor()
    }
    expect(new URL(page.url()).searchParams.get('path')).toBe('2025/النجف/2')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'تحميل النجف' }).click(),
    ])
    expect(sha256Of(await readFile(await download.path()))).toBe(sha256Of(site.zip))
    await page.getByRole('link', { name: 'رجوع' }).click()
    expect(new URL(page.url()).searchParams.get('path')).toBe('2025/النجف')
    await page.getByRole('link', { name: 'كل السنوات' }).click()
    await page.waitForURL('**/results/sixth-primary')
  })

  browserTest(
    'the search form of the home page and the search button lead to the page of results',
    async ({ open }) => {
      const { page } = await open(withoutScripts())
      await page.goto('/')
      await page.getByRole('main').getByRole('searchbox', { name: 'ابحث في الموقع' }).fill('الرياضيات')
      await page.getByRole('button', { name: 'بحث' }).click()
      await page.waitForURL(/\/search\?q=/)
      const hit = page.getByRole('link', { name: 'كتاب الرياضيات للسادس' })
      expect(await hit.locator('mark').allTextContents()).toContain('الرياضيات')
      await page
        .getByRole('main')
        .getByRole('link', { name: /^الأسئلة الوزارية/ })
        .click()
      await page.waitForURL(/type=ministerial-exam/)
      await page.getByRole('link', { name: 'بحث في الموقع' }).click()
      await page.waitForURL('**/search')
      await page.getByRole('searchbox').fill('ظظظظظظ')
      await page.getByRole('searchbox').press('Enter')
      await page.getByText('لا توجد نتائج لـ').waitFor()
      await page.getByText('حاول تغيير كلمات البحث أو تحقق من الإملاء').waitFor()
    },
  )

  browserTest('a message from the contact form reaches the inbox', async ({ open }) => {
    const { page } = await open(withoutScripts('phone'))
    await page.goto('/contact')
    await page.getByLabel('الاسم').fill('زينب')
    await page.getByLabel('البريد الإلكتروني').fill('zainab@example.com')
    await page.getByLabel('الموضوع').selectOption('FEEDBACK')
    await page.getByLabel('الرسالة').fill('الموقع يعمل بلا برامج')
    await page.getByRole('button', { name: 'إرسال' }).click()
    await page.getByText('وصلتنا رسالتك').waitFor()
    const { messages } = await site.server.services.contact.list({ limit: 10, offset: 0, unread: false })
    expect(messages.map(message => message.message)).toEqual(['الموقع يعمل بلا برامج'])
  })

  browserTest('every question of the help pages opens and closes', async ({ open }) => {
    const { page } = await open(withoutScripts())
    for (const path of ['/help', '/faq']) {
      await page.goto(path)
      const questions = page.locator('.accordion details')
      const count = await questions.count()
      expect(count).toBeGreaterThanOrEqual(path === '/faq' ? 7 : 3)
      for (let index = 0; index < count; index += 1) {
        const question = questions.nth(index)
        await question.locator('summary').click()
        await question.locator('.accordion-answer').waitFor()
        await question.locator('summary').click()
        await question.locator('.accordion-answer').waitFor({ state: 'hidden' })
      }
    }
  })

  browserTest('every page shows its content, and nothing that only scripts could do', async ({ open }) => {
    const { page, expectProblem } = await open(withoutScripts('phone'))
    expectProblem(missingPage)
    for (const path of site.pages) {
      await page.goto(path)
      expect(await page.getByRole('heading', { level: 1 }).count(), path).toBe(1)
      expect(await page.locator('.skeleton:visible').count(), path).toBe(0)
      expect(await page.locator('.needs-script:visible').allInnerTexts(), path).toEqual([])
      expect(
        await page.locator('main button[type=button]:not([popovertarget]):visible').allInnerTexts(),
        path,
      ).toEqual([])
    }
    await page.goto('/')
    expect(await page.locator('.statistics dd').allInnerTexts()).toEqual(['+١٬٠٠٠٬٠٠٠', '+٥٬٠٠٠', '٪٩٨'])
  })
})
