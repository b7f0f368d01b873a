import { describe, expect } from 'vitest'
import type { SubjectCode } from '#contract/codes/subjects.ts'
import { limits } from '#contract/limits.ts'
import { apiPaths, dashboardPaths, releaseHeader } from '#contract/paths.ts'
import { systemActor } from '#server/staff/session/actor.ts'
import { browserTest } from '#test/browser-test.ts'
import type { TestApp } from '#test/build-app.ts'
import { examInput } from '#test/factories.ts'
import { makeImage, makeLargePdf } from '#test/files.ts'
import { enter, firstCheck, shareEmptySite } from './staff-session.ts'
import type { Person } from './staff-session.ts'

let server: TestApp
let baseUrl: string
let person: Person

shareEmptySite(site => ({ server, baseUrl, person } = site))

const lineCut = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|The upload failed|could not be reached/

describe('the dashboard on a line that comes and goes', () => {
  browserTest('an upload says that it waits for the line, and goes on when it is back', async ({ open }) => {
    const { page, context, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    expectProblem(lineCut)
    await enter(page, server, person, dashboardPaths.add(dashboardPaths.notes))
    let pieces = 0
    let isCut = false
    await page.route('**/api/files/uploads/*', async route => {
      if (route.request().method() === 'PATCH') pieces += 1
      if (pieces === 2 && !isCut) {
        isCut = true
        await context.setOffline(true)
        return route.abort('internetdisconnected')
      }
      return route.continue()
    })
    await page.locator('#field-directLink').setInputFiles({
      name: 'كتاب كبير.pdf',
      mimeType: 'application/pdf',
      buffer: await makeLargePdf(1.5 * limits.uploadChunkBytes),
    })
    const upload = page.locator('.upload')
    await upload.getByText('بانتظار عودة الاتصال').waitFor()
    const text = await upload.textContent()
    expect(text).not.toContain('/ث')
    expect(text).not.toContain('المتبقي')
    expect(text).toContain('٪')
    await page.getByRole('button', { name: 'بانتظار عودة الاتصال...' }).waitFor()
    await context.setOffline(false)
    await page.getByRole('link', { name: 'كتاب كبير.pdf' }).waitFor()

    await context.setOffline(true)
    await page.locator('#field-image').setInputFiles({
      name: 'غلاف.png',
      mimeType: 'image/png',
      buffer: await makeImage('png'),
    })
    await page.locator('.image-field').getByText('بانتظار عودة الاتصال').waitFor()
    await context.setOffline(false)
    await page.getByRole('button', { name: 'حذف الصورة' }).waitFor()
    await page.evaluate(() => localStorage.clear())
    page.once('dialog', question => void question.accept())
  })

  browserTest('an upload whose pieces stop to arrive says so too', async ({ open }) => {
    const { page, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    expectProblem(/ERR_CONNECTION_RESET|ERR_FAILED/)
    await enter(page, server, person, dashboardPaths.add(dashboardPaths.notes))
    let isAway = false
    await page.route('**/api/files/uploads/*', route => {
      if (isAway) return route.abort('connectionreset')
      if (route.request().method() === 'PATCH') isAway = true
      return route.continue()
    })
    await page.locator('#field-directLink').setInputFiles({
      name: 'كتاب كبير.pdf',
      mimeType: 'application/pdf',
      buffer: await makeLargePdf(1.5 * limits.uploadChunkBytes),
    })
    const upload = page.locator('.upload')
    await upload.getByText('بانتظار عودة الاتصال').waitFor()
    expect(await upload.textContent()).not.toContain('/ث')
    isAway = false
    await page.unroute('**/api/files/uploads/*')
    await page.getByRole('link', { name: 'كتاب كبير.pdf' }).waitFor({ timeout: 30_000 })
    await page.evaluate(() => localStorage.clear())
    page.once('dialog', question => void question.accept())
  })

  browserTest(
    'screens that were never opened load without a line and say what is missing',
    async ({ open }) => {
      const { page, context, expectProblem } = await open({ baseUrl })
      expectProblem(firstCheck)
      expectProblem(lineCut)
      await enter(page, server, person, dashboardPaths.overview)
      await page.getByRole('heading', { name: /^أهلاً/ }).waitFor()
      await expect
        .poll(
          () =>
            page.evaluate(() => {
              const names = performance.getEntriesByType('resource').map(({ name }) => name)
              return names.filter(name => /(?:-screen|\/screens)-.*\.js$/.test(name)).length
            }),
          { timeout: 20_000 },
        )
        .toBeGreaterThanOrEqual(15)
      await page.waitForLoadState('networkidle')
      await context.setOffline(true)
      const sections = page.getByRole('navigation', { name: 'أقسام لوحة التحكم' })
      for (const title of [
        'الأخبار',
        'الكتب',
        'النتائج',
        'الرسائل',
        'الزيارات',
        'سجل التغييرات',
        'المستخدمون',
      ]) {
        await sections.getByRole('link', { name: title, exact: true }).click()
        await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
        await page.getByText('تحقق من اتصالك بالإنترنت').first().waitFor()
      }
      await sections.getByRole('link', { name: 'الكتب' }).click()
      await page.getByRole('link', { name: 'إضافة كتاب' }).click()
      await page.getByRole('heading', { level: 1, name: 'إضافة كتاب' }).waitFor()
      await context.setOffline(false)
    },
  )

  browserTest(
    'a window that is older than the release sends large files, and says so where code is gone',
    async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl })
      for (const problem of [firstCheck, /status of 404/, /dynamically imported module/])
        expectProblem(problem)
      await enter(page, server, person, dashboardPaths.add(dashboardPaths.notes))
      await page.getByRole('button', { name: 'إضافة الملزمة' }).waitFor()
      await page.waitForLoadState('networkidle')
      const fetched = () =>
        page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
      await expect
        .poll(async () => (await fetched()).some(name => name.includes('api-reference-screen')), {
          timeout: 20_000,
        })
        .toBe(true)
      await page.waitForLoadState('networkidle')
      await page.route('**/assets/**', route => route.fulfill({ status: 404 }))
      await page.locator('#field-directLink').setInputFiles({
        name: 'كتاب كبير.pdf',
        mimeType: 'application/pdf',
        buffer: await makeLargePdf(limits.resumableUploadFromBytes + 1),
      })
      await page.getByRole('link', { name: 'كتاب كبير.pdf' }).waitFor({ timeout: 30_000 })

      await page.keyboard.press('Control+k')
      await page.getByText('ربما صدر تحديث جديد للوحة').waitFor()
      await page.unroute('**/assets/**')
      page.once('dialog', question => void question.accept())
      await page.getByRole('button', { name: 'أعد تحميل الصفحة' }).click()
      await page.getByText('استعدنا ما كتبته').waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'اسم سجل أو شاشة' }).waitFor()
      await page.evaluate(() => localStorage.clear())
    },
  )

  browserTest(
    'a window that is older than the release says so once, and takes what is typed along',
    async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl })
      expectProblem(firstCheck)
      let release = 'index-newer.js'
      await page.route('**/api/staff/**', async route => {
        const response = await route.fetch()
        await route.fulfill({ response, headers: { ...response.headers(), [releaseHeader]: release } })
      })
      const bar = page.getByRole('complementary', { name: 'تحديث للوحة' })
      const sections = page.getByRole('navigation', { name: 'أقسام لوحة التحكم' })
      await enter(page, server, person, dashboardPaths.books)
      await bar.getByText('صدر تحديث للوحة التحكم.').waitFor()
      await bar.getByRole('button', { name: 'لاحقاً' }).click()
      await bar.waitFor({ state: 'detached' })
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
      await sections.getByRole('link', { name: 'الملازم' }).click()
      await page.getByText('لا ملازم').first().waitFor()
      expect(await bar.count()).toBe(0)

      release = 'index-newest.js'
      await sections.getByRole('link', { name: 'النتائج', exact: true }).click()
      await bar.waitFor()
      await sections.getByRole('link', { name: 'الكتب' }).click()
      await page.getByRole('link', { name: 'إضافة كتاب' }).click()
      await page.getByLabel('العنوان').fill('كتاب قبل التحديث')
      await page.unrouteAll({ behavior: 'wait' })
      page.once('dialog', question => void question.accept())
      await bar.getByRole('button', { name: 'حمّله الآن' }).click()
      await page.getByText('استعدنا ما كتبته').waitFor()
      expect(await page.getByLabel('العنوان').inputValue()).toBe('كتاب قبل التحديث')
      expect(await bar.count()).toBe(0)
      await page.evaluate(() => localStorage.clear())
    },
  )

  browserTest(
    'a screen that cannot be loaded says that it is the line, and comes with another try',
    async ({ open }) => {
      const { page, context, expectProblem } = await open({ baseUrl })
      expectProblem(firstCheck)
      expectProblem(lineCut)
      expectProblem(/dynamically imported module|visits-screen/)
      await page.route('**/visits-screen-*.js', route => route.abort('internetdisconnected'))
      await enter(page, server, person, dashboardPaths.overview)
      await page.getByRole('heading', { name: /^أهلاً/ }).waitFor()
      await page.waitForLoadState('networkidle')
      await context.setOffline(true)
      await page.getByRole('link', { name: 'الزيارات' }).click()
      await page.getByRole('heading', { level: 1, name: 'تعذر تحميل هذه الشاشة' }).waitFor()
      await page.getByText('الاتصال بالإنترنت مقطوع').waitFor()
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
      await page.getByRole('button', { name: 'إعادة المحاولة' }).click()
      await page.getByText('ما زال الاتصال مقطوعاً').waitFor()
      await page.getByRole('link', { name: 'نظرة عامة' }).click()
      await page.getByRole('heading', { name: /^أهلاً/ }).waitFor()
      await page.getByRole('link', { name: 'الزيارات' }).click()
      await page.getByRole('heading', { level: 1, name: 'تعذر تحميل هذه الشاشة' }).waitFor()
      await page.unroute('**/visits-screen-*.js')
      await context.setOffline(false)
      await page.getByRole('heading', { level: 1, name: 'الزيارات' }).waitFor()
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('الزيارات')
      await page.waitForLoadState('networkidle')
    },
  )

  const stage = 'SIXTH_PREPARATORY'

  /** Adds exams of 2020 and 2021 with one question each, as if they had been read. */
  async function addQuestions(subject: SubjectCode, text: string): Promise<void> {
    const { kysely } = server.database
    for (const releaseYear of [2020, 2021]) {
      const input = examInput({ stage, subject, releaseYear, files: ['https://elsewhere.example/a.png'] })
      const { id: examId } = await server.services.exams.create({ ...input, state: 'published' }, systemActor)
      /* Once it was cut, which finds nothing in it, nothing takes the question away. */
      const cuts = kysely.selectFrom('examQuestionCuts').selectAll().where('examId', '=', examId)
      await expect.poll(() => cuts.execute(), { timeout: 30_000 }).toHaveLength(1)
      const question = { examId, label: '1', place: 0, page: 1, text, isCompared: true, groupKey: null }
      await kysely.insertInto('examQuestions').values(question).execute()
    }
  }

  let turn = 0
  browserTest(
    'questions are judged as they stand, and taking it back leaves what was chosen since',
    async ({ open }) => {
      turn += 1
      const word = `سرعة${turn}`
      await addQuestions('PHYSICS', `احسب ${word}`)
      await addQuestions('CHEMISTRY', `اشرح ${word}`)
      const { page } = await open({ baseUrl })
      const query = new URLSearchParams({ stage, subject: 'PHYSICS', search: word }).toString()
      await enter(page, server, person, `${dashboardPaths.questions}?${query}`)
      const boxes = (text: string) => page.getByRole('checkbox', { name: text })
      const button = (name: string) => page.getByRole('button', { name, exact: true })
      const chooseBoth = async (text: string) => {
        await expect.poll(() => boxes(text).count()).toBe(2)
        for (const box of await boxes(text).all()) await box.check()
      }
      await chooseBoth('احسب')
      await button('اجمع المحدد').click()
      await page.getByText('جُمعت الأسئلة.').waitFor()
      await expect.poll(() => boxes('احسب').count()).toBe(1)

      /* Until those of the next subject are there, the old ones are looked at only. */
      const isOver = Promise.withResolvers<void>()
      const list = `**${apiPaths.questions}?**`
      await page.route(list, async route => {
        await isOver.promise
        await route.continue()
      })
      await page.getByRole('combobox', { name: 'المادة' }).selectOption('CHEMISTRY')
      await expect.poll(() => boxes('احسب').isDisabled()).toBe(true)
      await expect.poll(() => page.getByRole('button', { name: /^افصل/ }).first().isDisabled()).toBe(true)
      isOver.resolve()
      await chooseBoth('اشرح')
      await button('تراجع').click()
      await page.getByText('عاد كل شيء كما كان.').waitFor()
      await expect.poll(() => button('اجمع المحدد').isEnabled()).toBe(true)
      await button('اجمع المحدد').click()
      await expect.poll(() => boxes('اشرح').count()).toBe(1)

      /* What is being said is said once. */
      const verdicts = `**${apiPaths.questionVerdicts}`
      const isSaid = Promise.withResolvers<void>()
      let said = 0
      await page.route(verdicts, async route => {
        said += 1
        await isSaid.promise
        await route.continue()
      })
      const parts = page.getByRole('button', { name: /^افصل/ })
      await parts.first().click()
      await expect.poll(() => parts.last().isDisabled()).toBe(true)
      isSaid.resolve()
      await expect.poll(() => boxes('اشرح').count()).toBe(2)
      expect(said).toBe(1)
      await page.getByRole('combobox', { name: 'المادة' }).selectOption('PHYSICS')
      await expect.poll(() => boxes('احسب').count()).toBe(2)
    },
  )
})
