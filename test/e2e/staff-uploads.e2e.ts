import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { limits } from '#contract/limits.ts'
import { apiPaths, paths } from '#contract/paths.ts'
import { browserTest } from '#test/browser-test.ts'
import type { TestApp } from '#test/build-app.ts'
import { makeImage, makeLargePdf, makePdf, makePhoto, sha256Of } from '#test/files.ts'
import { enter, firstCheck, shareEmptySite } from './staff-session.ts'
import type { Person } from './staff-session.ts'

let server: TestApp
let baseUrl: string
let person: Person

shareEmptySite(site => ({ server, baseUrl, person } = site))

const tray = (page: Page) => page.getByRole('complementary', { name: 'ما يُرفع الآن' })

const pdf = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer })

describe('uploads of the staff', () => {
  browserTest(
    'a large file stops, goes on, and after a reload is completed from where it was',
    async ({ open }) => {
      const file = pdf('كتاب كبير.pdf', await makeLargePdf(1.5 * limits.uploadChunkBytes))
      const { page, expectProblem } = await open({ baseUrl })
      expectProblem(firstCheck)
      await enter(page, server, person, '/dashboard/malazimas/add')

      let pieces = 0
      let begun = 0
      page.on('request', request => {
        if (request.method() === 'POST' && request.url().endsWith(apiPaths.uploads)) begun += 1
      })
      await page.route('**/api/files/uploads/*', async route => {
        if (route.request().method() !== 'PATCH') return route.continue()
        pieces += 1
        if (pieces === 2) await page.getByRole('button', { name: 'إيقاف مؤقت' }).click()
        return route.continue().catch(() => undefined)
      })
      await page.locator('#field-directLink').setInputFiles(file)
      await page.getByText('توقف الرفع مؤقتاً').waitFor()
      await page.getByRole('button', { name: 'متابعة' }).waitFor()
      await expect
        .poll(() => page.getByRole('button', { name: 'جاري رفع الملفات...' }).isDisabled())
        .toBe(true)

      /* Left, it stays as it was let; a window that is loaded anew says what has not arrived. */
      await page.getByRole('link', { name: 'نظرة عامة' }).click()
      await tray(page)
        .getByText(/متوقف مؤقتاً/)
        .waitFor()
      expect(await page.getByRole('alertdialog').count()).toBe(0)
      const asked = page.waitForEvent('dialog')
      const reload = page.reload()
      await (await asked).accept()
      await reload
      await page.getByText('عمليات رفع يمكن إكمالها').waitFor()
      await page.getByRole('button', { name: 'إلغاء رفع كتاب كبير.pdf' }).waitFor()
      expect(await tray(page).count()).toBe(0)
      await page.goto('/dashboard/malazimas')
      await page.getByText('لم يصل إليها: كتاب كبير.pdf').waitFor()

      pieces = 10
      await page.goto('/dashboard/malazimas/add')
      await page.getByText('لم يصل: «كتاب كبير.pdf»').waitFor()
      await page.locator('#field-directLink').setInputFiles(file)
      await page.getByRole('link', { name: 'كتاب كبير.pdf' }).waitFor()
      expect(await page.getByText('لم يصل: «كتاب كبير.pdf»').count()).toBe(0)
      expect(pieces - 10).toBeLessThan(4)
      expect(begun).toBe(1)
      await page.goto('/dashboard')
      await page.getByRole('heading', { name: 'يحتاج إلى انتباه' }).waitFor()
      await page.waitForLoadState('networkidle')
      expect(await page.getByText('عمليات رفع يمكن إكمالها').count()).toBe(0)
    },
  )

  browserTest(
    'of a form that is left go on in the tray, into its draft here and on the server, and are saved from there',
    { timeout: 120_000 },
    async ({ open }) => {
      const title = 'قواعد الفرنسية'
      const name = 'ملزمة فرنسي سادس ادبي الاستاذة رسل البصري 2024.pdf'
      const file = pdf(name, await makeLargePdf(limits.resumableUploadFromBytes + 5000))
      const { page, context, expectProblem } = await open({ baseUrl })
      expectProblem(firstCheck)
      await enter(page, server, person, '/dashboard/malazimas/add')
      const line = Promise.withResolvers<void>()
      await page.route('**/api/files/uploads/*', async route => {
        if (route.request().method() === 'PATCH') await line.promise
        await route.continue()
      })
      await page.locator('#field-title').fill(title)
      await page.locator('#field-directLink').setInputFiles(file)
      await page.getByRole('button', { name: 'إيقاف مؤقت' }).waitFor()
      /* Who calls the form off is asked; who goes elsewhere is not. */
      await page.getByRole('button', { name: 'إلغاء', exact: true }).click()
      await page.getByText(/إذا أبقيت المسودة حُفظت على الخادم أيضاً، وأكمل رفعه/).waitFor()
      await page.getByRole('button', { name: 'متابعة التحرير' }).click()
      await page.getByRole('link', { name: 'الكتب', exact: true }).click()
      await page.getByText('وما كتبته باقٍ مسودة في هذا الجهاز وتُحفظ على الخادم.').waitFor()
      await tray(page)
        .getByText(/وصل ٠ من ١/)
        .waitFor()
      expect(await page.getByRole('alertdialog').count()).toBe(0)
      await page.getByRole('searchbox').fill('كيمياء')
      await page.setViewportSize({ width: 320, height: 640 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
      await page.setViewportSize({ width: 1280, height: 800 })
      /* Another window does not write into the same draft. */
      const other = await context.newPage()
      await other.goto('/dashboard/malazimas/add')
      await other.getByText('مفتوحة في نافذة أخرى').waitFor()
      expect(await other.locator('#field-title').inputValue()).toBe('')
      await other.close()
      line.resolve()
      await page.getByText(`ملزمة «${title}»: وصل ملف واحد إلى المسودة.`).waitFor()
      expect(await tray(page).count()).toBe(0)
      const { content } = await server.database.kysely
        .selectFrom('formDrafts')
        .select('content')
        .where('title', '=', title)
        .executeTakeFirstOrThrow()
      expect(JSON.parse(content)).toMatchObject({
        values: { title, directLink: expect.stringMatching(/^\/files\//) },
      })
      await page.getByRole('link', { name: 'أكملها' }).click()
      await page.getByRole('link', { name }).waitFor()
      await expect.poll(() => page.locator('#field-teacher').inputValue()).toBe('رسل البصري')
      await page.getByRole('button', { name: 'إضافة الملزمة' }).click()
      await page.getByText('أُضيفت الملزمة').waitFor()
      const { items } = await server.services.notes.list({ offset: 0 } as never)
      const [note] = items
      await page.goto(paths.note(note?.id ?? ''))
      await page.locator(`a[href^="${note?.directLink}"]`).first().waitFor()
      const left = server.database.kysely.selectFrom('formDrafts').select('id').where('title', '=', title)
      expect(await left.execute()).toEqual([])
    },
  )

  browserTest(
    'of several pictures, left and opened again, keep their order; what has failed is told and sent again',
    { timeout: 120_000 },
    async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl })
      expectProblem(firstCheck)
      expectProblem(/422|could not be sent/)
      await enter(page, server, person, '/dashboard/ministerial-exams/add')
      const names = [1, 2, 3, 4, 5].map(number => `صفحة ${number}.png`)
      const isLeft = Promise.withResolvers<void>()
      const isOpenAgain = Promise.withResolvers<void>()
      let failing = 'صفحة 3.png'
      await page.route('**/api/files/new**', async route => {
        const sent = route.request().postDataBuffer()?.toString() ?? ''
        const name = names.find(one => sent.includes(one))
        await (name === 'صفحة 1.png' ? isOpenAgain : isLeft).promise
        if (name !== failing) return route.continue()
        failing = ''
        return route.fulfill({ status: 422, json: { code: 'file_damaged', message: 'الملف تالف' } })
      })
      const pictures = await Promise.all(
        names.map(async (name, at) => ({
          name,
          mimeType: 'image/png',
          buffer: await makeImage('png', 40 + at, 40),
        })),
      )
      await page.locator('#field-files').setInputFiles(pictures)
      await page.getByText('جاري رفع الصورة...').first().waitFor()
      await page.getByRole('link', { name: 'الكتب', exact: true }).click()
      await tray(page)
        .getByText(/وصل ٠ من ٥/)
        .waitFor()
      isLeft.resolve()
      await tray(page)
        .getByText(/وصل ٣ من ٥/)
        .waitFor()
      await tray(page).getByText('لم يصل ملف واحد').click()
      await tray(page).getByText('صفحة 3.png: الملف تالف').waitFor()
      await tray(page).getByRole('button', { name: 'أعد رفعها' }).click()
      await tray(page)
        .getByText(/وصل ٤ من ٥/)
        .waitFor()
      await tray(page).getByRole('link', { name: 'امتحان وزاري بلا عنوان' }).click()
      const shown = page.locator('.exam-image__picture img')
      await expect.poll(() => shown.count()).toBe(4)
      await page.locator('.exam-image--pending').getByText('صفحة 1.png').waitFor()
      expect(await tray(page).count()).toBe(0)
      isOpenAgain.resolve()
      await expect.poll(() => shown.count()).toBe(5)
      const contents = () =>
        shown.evaluateAll(all => all.map(one => /[0-9a-f]{64}/.exec(one.getAttribute('src') ?? '')?.[0]))
      await expect.poll(contents).toEqual(pictures.map(({ buffer }) => sha256Of(buffer)))
      await page.evaluate(() => localStorage.clear())
    },
  )

  browserTest('the first page of a PDF is offered as the cover while there is none', async ({ open }) => {
    const { page, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    await enter(page, server, person, '/dashboard/books/add')
    await page.locator('#field-directLink').setInputFiles(pdf('كتاب.pdf', await makePdf(2)))
    const offer = page.getByRole('button', { name: 'استخدام الصفحة الأولى من الملف غلافاً' })
    await offer.click()
    const cover = page.locator('.image-field img')
    await cover.waitFor()
    await expect.poll(() => cover.getAttribute('src')).toMatch(/^\/files\/[0-9a-f]{64}\//)
    await offer.waitFor({ state: 'detached' })
  })

  browserTest('a file that the server already has is not sent again', async ({ open }) => {
    const bytes = await makeLargePdf(limits.resumableUploadFromBytes + 1000)
    const { page, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    let pieces = 0
    await page.route('**/api/files/uploads/*', route => {
      if (route.request().method() === 'PATCH') pieces += 1
      return route.continue()
    })
    await enter(page, server, person, '/dashboard/malazimas/add')
    await page.locator('#field-directLink').setInputFiles(pdf('الأول.pdf', bytes))
    await page.getByRole('link', { name: 'الأول.pdf' }).waitFor()
    const sent = pieces
    await page.locator('#field-directLink').setInputFiles(pdf('الثاني.pdf', bytes))
    await page.getByRole('link', { name: 'الثاني.pdf' }).waitFor()
    expect(sent).toBeGreaterThan(0)
    expect(pieces).toBe(sent)
  })

  browserTest('a failed upload clears an add screen, says why, and can be tried again', async ({ open }) => {
    const { page, expectProblem } = await open({ baseUrl, device: 'phone' })
    expectProblem(firstCheck)
    expectProblem(/status of 503|The upload failed/)
    await enter(page, server, person, '/dashboard/news/add')
    await page.route('**/api/files/new**', route =>
      route.fulfill({ status: 503, json: { code: 'unavailable', message: 'الخدمة غير متاحة مؤقتاً.' } }),
    )
    const image = { name: 'خبر.png', mimeType: 'image/png', buffer: await makeImage('png') }
    await page.locator('#field-image').setInputFiles(image)
    await page.getByText('حدث خطأ أثناء رفع الصورة. الخدمة غير متاحة مؤقتاً.').waitFor()
    expect(await page.getByAltText('معاينة: الصورة').count()).toBe(0)
    await page.unroute('**/api/files/new**')
    await page.getByRole('button', { name: 'إعادة المحاولة' }).click()
    await page.getByRole('button', { name: 'حذف الصورة' }).waitFor()
    await page.getByAltText('معاينة: الصورة').waitFor()
    await page.evaluate(() => localStorage.clear())

    const staff = await server.signIn('editor')
    const { data } = (
      await staff.send('POST', '/api/news', {
        title: 'خبر له صورة',
        bio: 'نبذة',
        content: 'محتوى',
        type: 'GENERAL_NEWS',
        image: 'https://elsewhere.example/before.png',
        keywords: ['خبر'],
      })
    ).json() as { data: { id: string } }
    expectProblem(/elsewhere\.example/)
    page.on('dialog', dialog => void dialog.accept())
    await page.goto(`/dashboard/news/edit/${data.id}`)
    const preview = page.getByAltText('معاينة: الصورة')
    await preview.waitFor()
    await page.route('**/api/files/new**', route =>
      route.fulfill({ status: 503, json: { code: 'unavailable', message: 'الخدمة غير متاحة مؤقتاً.' } }),
    )
    await page.locator('#field-image').setInputFiles(image)
    await page.getByText('حدث خطأ أثناء رفع الصورة. الخدمة غير متاحة مؤقتاً.').waitFor()
    await expect.poll(() => preview.getAttribute('src')).toBe('https://elsewhere.example/before.png')
    await page.unroute('**/api/files/new**')
    await page.getByRole('button', { name: 'إعادة المحاولة' }).click()
    await page.getByRole('button', { name: 'استعادة الصورة السابقة' }).click()
    await expect.poll(() => preview.getAttribute('src')).toBe('https://elsewhere.example/before.png')
  })

  browserTest(
    'wrong types and sizes are refused with the promised words before anything is sent',
    async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl })
      expectProblem(firstCheck)
      await enter(page, server, person, '/dashboard/books/add')
      const image = page.locator('#field-image')
      await image.setInputFiles({ name: 'نص.txt', mimeType: 'text/plain', buffer: Buffer.from('نص') })
      await page.getByText('الرجاء اختيار ملف صورة صالح').waitFor()
      await image.setInputFiles({
        name: 'كبيرة.png',
        mimeType: 'image/png',
        buffer: Buffer.alloc(limits.maxImageBytes + 1),
      })
      await page.getByText('حجم الصورة يجب أن لا يتجاوز 5 ميغابايت').waitFor()
      await page.goto('/dashboard/results/add')
      await page.locator('#field-directLink').setInputFiles(pdf('كتاب.pdf', await makePdf(1)))
      await page.getByText('الرجاء اختيار ملف ZIP').waitFor()
      await page.goto('/dashboard/ministerial-exams/add')
      await page.getByRole('button', { name: 'إضافة الامتحان' }).click()
      await page.getByRole('button', { name: 'الرجاء رفع صورة واحدة على الأقل' }).waitFor()
      const several = page.locator('#field-files')
      await several.setInputFiles({ name: 'نص.txt', mimeType: 'text/plain', buffer: Buffer.from('نص') })
      await page.getByText('بعض الملفات المختارة ليست صوراً صالحة').waitFor()
      await several.setInputFiles({
        name: 'كبيرة.png',
        mimeType: 'image/png',
        buffer: Buffer.alloc(limits.maxImageBytes + 1),
      })
      await page.getByText('بعض الصور أكبر من ٥ ميغابايت').waitFor()
    },
  )

  browserTest(
    'a photo beyond the limit is made smaller and upright before it is sent, one that no browser reads is refused by name',
    async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl })
      expectProblem(firstCheck)
      await enter(page, server, person, '/dashboard/ministerial-exams/add')
      const several = page.locator('#field-files')
      await several.setInputFiles([
        { name: 'لقطة.heic', mimeType: 'image/heic', buffer: Buffer.from('ftypheic') },
        { name: 'صفحة 2.jpg', mimeType: 'image/jpeg', buffer: await makePhoto() },
      ])
      await page.getByText('لا يقرأ هذا المتصفح صور HEIC').waitFor()
      await page.getByText('«لقطة.heic»').waitFor()
      const picture = page.locator('.exam-image__picture img')
      await picture.waitFor()
      /* Held sideways, it is shown, and stored, upright. */
      const [width, height] = await Promise.all(['width', 'height'].map(name => picture.getAttribute(name)))
      expect([width, height]).toEqual(['1500', '2000'])
    },
  )

  browserTest(
    'a photo of a phone under the name of a JPEG is known by what is in it, and becomes one',
    async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl })
      expectProblem(firstCheck)
      const photo = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')
      const sent: string[] = []
      page.on('request', request => {
        if (request.url().includes('/api/files/new')) sent.push(request.url())
      })
      await enter(page, server, person, '/dashboard/ministerial-exams/add')
      await page.locator('#field-files').setInputFiles([
        { name: 'من الرسائل.jpg', mimeType: 'image/jpeg', buffer: photo },
        { name: 'بلا نوع.HEIC', mimeType: 'application/octet-stream', buffer: photo },
      ])
      await page.getByText('لا يقرأ هذا المتصفح صور HEIC').waitFor()
      await expect
        .poll(() => page.locator('#field-files-error').textContent())
        .toMatch(/«من الرسائل\.jpg».*«بلا نوع\.HEIC»/)
      expect(sent).toEqual([])

      /* This browser cannot read such a photo; Safari can, and what it reads is sent. */
      await page.evaluate(() => {
        const real = createImageBitmap
        window.createImageBitmap = async (source: ImageBitmapSource) =>
          real(source instanceof File && source.name === 'لقطة.jpg' ? new ImageData(80, 60) : source)
      })
      await page
        .locator('#field-files')
        .setInputFiles([{ name: 'لقطة.jpg', mimeType: 'image/jpeg', buffer: photo }])
      const picture = page.locator('.exam-image__picture img')
      await picture.waitFor()
      expect([await picture.getAttribute('width'), await picture.getAttribute('height')]).toEqual([
        '80',
        '60',
      ])
      await page.evaluate(() => localStorage.clear())
      page.once('dialog', question => void question.accept())
    },
  )

  browserTest('a file that lies about its type is refused by the server, in Arabic', async ({ open }) => {
    const { page, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    expectProblem(/status of 415|The upload failed/)
    await enter(page, server, person, '/dashboard/books/add')
    await page.locator('#field-directLink').setInputFiles(pdf('كذب.pdf', await makeImage('png')))
    await page.getByText(/حدث خطأ أثناء رفع الملف\. .*PDF/).waitFor()
  })
})
