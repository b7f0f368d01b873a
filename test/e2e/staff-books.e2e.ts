import { dashboardPaths } from '#contract/paths.ts'
import { describe, expect } from 'vitest'
import { browserTest } from '#test/browser-test.ts'
import type { TestApp } from '#test/build-app.ts'
import { systemActor } from '#server/staff/session/actor.ts'
import { noteInput } from '#test/factories.ts'
import { makeCover, makeImage, makePdf, streamOf } from '#test/files.ts'
import { enter, firstCheck, rowAction, shareEmptySite } from './staff-session.ts'
import type { Person } from './staff-session.ts'

let server: TestApp
let baseUrl: string
let person: Person

shareEmptySite(site => ({ server, baseUrl, person } = site))

describe('staff and the books', () => {
  browserTest('pictures of records, and what stands in their place, begin at one line', async ({ open }) => {
    const { services } = server
    const picture = streamOf(await makeImage('png', 300, 400))
    const { url: image } = await services.files.store(picture, { name: 'غلاف.png' })
    await services.notes.create(noteInput({ title: 'بغلاف', image }), systemActor)
    await services.notes.create(noteInput({ title: 'بلا غلاف', image: undefined }), systemActor)
    const { page, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    await enter(page, server, person, dashboardPaths.notes)
    const thumbnails = page.locator('.table--records .thumbnail')
    await expect.poll(() => thumbnails.count()).toBe(2)
    await page.locator('.table--records picture source').waitFor({ state: 'attached' })
    const edges = await thumbnails.evaluateAll(all => all.map(one => one.getBoundingClientRect().right))
    expect(edges[0]).toBe(edges[1])
  })

  for (const device of ['desktop', 'phone'] as const) {
    browserTest(`add, correct, delete and take back a book on a ${device}`, async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl, device })
      expectProblem(firstCheck)
      await enter(page, server, person, '/dashboard/books/add?from=bookmark')
      await page.waitForURL('**/dashboard/books/add?from=bookmark')

      await page.getByRole('button', { name: 'إضافة الكتاب' }).click()
      await page.getByRole('button', { name: 'الرجاء رفع ملف الكتاب' }).waitFor()
      await page.getByRole('button', { name: 'الرجاء رفع صورة الغلاف' }).waitFor()
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('field-directLink')

      const title = `الرياضيات ${device}`
      await page.getByLabel('العنوان', { exact: true }).fill(title)
      await page.getByLabel('الصف').selectOption('THIRD_INTERMEDIATE')
      await page.getByLabel('المادة').selectOption('MATH')
      await page.getByLabel('السنة الدراسية').selectOption('2026')
      await page.getByLabel('الوصف').fill('كتاب الرياضيات المنهجي')
      await page.getByLabel('الكلمات المفتاحية').fill('رياضيات، جبر;هندسة')
      await page.getByLabel('الكلمات المفتاحية').press('Enter')
      await expect.poll(() => page.getByLabel('الكلمات المضافة').getByRole('listitem').count()).toBe(3)

      await page
        .locator('#field-directLink')
        .setInputFiles({ name: 'صورة.png', mimeType: 'image/png', buffer: Buffer.from('x') })
      await page.getByText('الرجاء اختيار ملف PDF').waitFor()
      const buffer = await makeCover(device === 'phone' ? 1 : 2)
      await page.locator('#field-image').setInputFiles({ name: 'غلاف.jpg', mimeType: 'image/jpeg', buffer })
      await page
        .locator('#field-directLink')
        .setInputFiles({ name: 'رياضيات.pdf', mimeType: 'application/pdf', buffer: await makePdf(3) })
      await page.getByRole('link', { name: 'رياضيات.pdf' }).waitFor()
      await page.getByRole('button', { name: 'حذف الصورة' }).waitFor()
      await page.getByRole('button', { name: 'إضافة الكتاب' }).click()

      await page.waitForURL('**/dashboard/books')
      await page.getByText('أُضيف الكتاب').waitFor()
      const row = page.getByRole('row').filter({ hasText: title })
      await row.waitFor()

      await rowAction(row, 'تعديل')
      await page.getByLabel('العنوان', { exact: true }).fill(`${title} المعدل`)
      await page.keyboard.press('Control+s')
      await page.getByText('حُفظت تعديلات الكتاب').waitFor()

      const changed = page.getByRole('row').filter({ hasText: `${title} المعدل` })
      await rowAction(changed, 'حذف')
      await page.getByText('هل أنت متأكد من حذف هذا الكتاب؟').waitFor()
      await page.getByRole('alertdialog').getByRole('button', { name: 'حذف', exact: true }).click()
      await page.getByText(/^حُذف الكتاب «.+»\.$/).waitFor()
      await expect.poll(() => changed.count()).toBe(0)
      const notice = page.getByRole('listitem').filter({ hasText: 'حُذف الكتاب' })
      await notice.getByRole('button', { name: 'تراجع' }).click()
      await changed.waitFor()
    })
  }

  browserTest('the whole way of adding a book goes by keyboard alone', async ({ open }) => {
    const { page, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    const { keyboard } = page
    const focused = () => page.evaluate(() => document.activeElement?.id ?? '')
    const tabTo = async (id: string) => {
      for (let step = 0; step < 60 && (await focused()) !== id; step += 1) await keyboard.press('Tab')
      await expect.poll(() => focused()).toBe(id)
    }
    const chooseFile = async (id: string, file: { name: string; mimeType: string; buffer: Buffer }) => {
      await tabTo(id)
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), keyboard.press('Space')])
      await chooser.setFiles(file)
    }

    await page.goto('/dashboard/books')
    await page.getByLabel('البريد الإلكتروني').waitFor()
    await keyboard.type(person.email)
    await keyboard.press('Tab')
    await keyboard.type(person.password)
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'الكتب', exact: true }).waitFor()
    await expect.poll(focused).toBe('screen-title')
    await page.reload()
    await page.getByRole('heading', { name: 'الكتب', exact: true }).waitFor()
    await keyboard.press('Tab')
    await keyboard.press('Enter')
    await expect.poll(focused).toBe('content')
    const add = dashboardPaths.add(dashboardPaths.books)
    await expect
      .poll(async () => {
        await keyboard.press('Tab')
        return page.evaluate(() => document.activeElement?.getAttribute('href'))
      })
      .toBe(add)
    await keyboard.press('Enter')
    await page.waitForURL(`**${add}`)

    await chooseFile('field-directLink', {
      name: 'كتاب.pdf',
      mimeType: 'application/pdf',
      buffer: await makePdf(1),
    })
    await page.getByRole('link', { name: 'كتاب.pdf' }).waitFor()
    await chooseFile('field-image', {
      name: 'غلاف.png',
      mimeType: 'image/png',
      buffer: await makeImage('png', 90, 120),
    })
    await page.getByRole('button', { name: 'حذف الصورة' }).waitFor()
    await tabTo('field-title')
    await keyboard.type('كتاب من لوحة المفاتيح')
    for (const id of ['field-stage', 'field-subject', 'field-releaseYear']) {
      await tabTo(id)
      await keyboard.press('ArrowDown')
    }
    await tabTo('field-description')
    await keyboard.type('وصف الكتاب')
    await tabTo('field-keywords')
    await keyboard.type('كتاب')
    await keyboard.press('Enter')
    await keyboard.press('Control+s')
    await page.getByText('أُضيف الكتاب').waitFor()
    await page.getByRole('row').filter({ hasText: 'كتاب من لوحة المفاتيح' }).waitFor()
  })
})
