import type { BrowserContext, Page } from 'playwright-core'
import { beforeEach, describe, expect } from 'vitest'
import { browserTest } from '#test/browser-test.ts'
import type { TestApp } from '#test/build-app.ts'
import { makeZip } from '#test/files.ts'
import { enter, firstCheck, shareEmptySite } from './staff-session.ts'
import type { Person } from './staff-session.ts'

let server: TestApp
let baseUrl: string
let person: Person

shareEmptySite(site => ({ server, baseUrl, person } = site))

beforeEach(async () => {
  await server.database.kysely.deleteFrom('results').execute()
  await server.database.kysely.deleteFrom('formDrafts').execute()
})

const addResult = '/dashboard/results/add'

async function openSignedIn(page: Page, address = addResult): Promise<void> {
  await enter(page, server, person, address)
  await page.getByRole('button', { name: 'إلغاء' }).waitFor()
}

/** Another tab of the same browser, on a screen whose drafts have been looked for. */
async function openTab(context: BrowserContext, address = addResult): Promise<Page> {
  const page = await context.newPage()
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

async function fillResult(page: Page, city: string): Promise<void> {
  await page.getByLabel('المدينة').selectOption(city)
  await page.locator('#field-stage').selectOption('SIXTH_PREPARATORY')
  await page.locator('#field-try').selectOption('1')
  await page.locator('#field-releaseYear').selectOption('2026')
  await page.getByLabel('الكلمات المفتاحية').fill('نتائج،')
  await page.locator('#field-directLink').setInputFiles({
    name: 'نتائج.zip',
    mimeType: 'application/zip',
    buffer: await makeZip({ 'نتائج.txt': city }),
  })
  await page.getByRole('link', { name: 'نتائج.zip' }).waitFor()
}

async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'إضافة النتيجة' }).click()
  await page.getByText('أُضيفت نتيجة').waitFor()
}

function draftsIn(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Object.entries(localStorage).flatMap(([key, text]) =>
      key.startsWith('rafid.draft.') ? [String(text)] : [],
    ),
  )
}

async function waitForDraft(page: Page, text: string): Promise<void> {
  await expect.poll(async () => (await draftsIn(page)).join()).toContain(text)
}

async function cities(): Promise<string[]> {
  const { items } = await server.services.results.list({ offset: 0 } as never)
  return items.map(({ city }) => city).toSorted()
}

describe('drafts of the staff', () => {
  browserTest('two tabs that add a result each publish their own', async ({ open }) => {
    const { page: first, context, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    await openSignedIn(first)
    await fillResult(first, 'واسط')
    await waitForDraft(first, 'واسط')
    const second = await openTab(context)
    await second.getByText('مفتوحة في نافذة أخرى').waitFor()
    await expect.poll(() => second.getByLabel('المدينة').inputValue()).toBe('')
    await fillResult(second, 'بابل')
    await publish(second)
    await publish(first)
    expect(await cities()).toEqual(['بابل', 'واسط'].toSorted())
    expect(await draftsIn(first)).toEqual([])
  })

  browserTest('a tab takes a draft over; the other one is told and only shows it', async ({ open }) => {
    const { page: first, context, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    await openSignedIn(first)
    await fillResult(first, 'واسط')
    await waitForDraft(first, 'واسط')
    const second = await openTab(context)
    await second.getByRole('button', { name: /^نقل إلى هنا: واسط/ }).click()
    await expect.poll(() => second.getByLabel('المدينة').inputValue()).toBe('واسط')
    await first.getByText('هذه المسودة مفتوحة الآن في نافذة أخرى.').waitFor()
    await expect.poll(() => first.getByLabel('المدينة').isDisabled()).toBe(true)
    await expect.poll(() => first.getByRole('button', { name: 'إضافة النتيجة' }).isDisabled()).toBe(true)

    await first.getByRole('button', { name: 'أعدها إلى هنا' }).click()
    await second.getByText('هذه المسودة مفتوحة الآن في نافذة أخرى.').waitFor()
    await expect.poll(() => first.getByLabel('المدينة').isDisabled()).toBe(false)
    await second.getByRole('button', { name: 'متابعة بمسودة مستقلة' }).click()
    await second.getByLabel('المدينة').selectOption('ميسان')
    await waitForDraft(second, 'ميسان')
    await publish(first)
    await publish(second)
    expect(await cities()).toEqual(['ميسان', 'واسط'].toSorted())
  })

  browserTest(
    'a draft that another tab finished is told of, and is not published again',
    async ({ open }) => {
      const { page: first, context, expectProblem } = await open({ baseUrl })
      expectProblem(firstCheck)
      await openSignedIn(first)
      await fillResult(first, 'واسط')
      await waitForDraft(first, 'واسط')
      const second = await openTab(context)
      await second.getByRole('button', { name: /^نقل إلى هنا/ }).click()
      await expect.poll(() => second.getByLabel('المدينة').inputValue()).toBe('واسط')
      await publish(second)
      await first.getByText('انتهت هذه المسودة في النافذة الأخرى.').waitFor()
      await first.getByRole('button', { name: 'نموذج جديد' }).click()
      await expect.poll(() => first.getByLabel('المدينة').inputValue()).toBe('')
      expect(await cities()).toEqual(['واسط'])
    },
  )

  browserTest(
    'a draft outlives its tab; several are listed, gone on with and thrown away',
    async ({ open }) => {
      const { page, context, expectProblem } = await open({ baseUrl })
      expectProblem(firstCheck)
      await openSignedIn(page)
      const lost = await openTab(context)
      await lost.getByLabel('المدينة').selectOption('واسط')
      await waitForDraft(lost, 'واسط')
      await lost.close()

      await page.getByLabel('المدينة').selectOption('بابل')
      await waitForDraft(page, 'بابل')
      await page.getByRole('button', { name: /^متابعة: واسط/ }).click()
      await expect.poll(() => page.getByLabel('المدينة').inputValue()).toBe('واسط')
      await page.getByText('استعدنا ما كتبته').waitFor()
      await page.getByRole('button', { name: 'نموذج جديد' }).click()
      await expect.poll(() => page.getByLabel('المدينة').inputValue()).toBe('')
      await page.getByRole('button', { name: 'إلغاء' }).click()
      await page.waitForURL('**/dashboard/results')

      const drafts = page.getByRole('region', { name: 'مسودات لم تُحفظ بعد' })
      await drafts.getByText('بابل').waitFor()
      await expect.poll(() => drafts.getByRole('listitem').count()).toBe(2)
      await drafts.getByRole('button', { name: /^حذف المسودة: بابل/ }).click()
      await expect.poll(() => drafts.getByRole('listitem').count()).toBe(1)
      await page.getByRole('button', { name: 'تراجع' }).click()
      await expect.poll(() => drafts.getByRole('listitem').count()).toBe(2)
      await drafts.getByRole('button', { name: /^متابعة: بابل/ }).click()
      await page.waitForURL(`**${addResult}`)
      await expect.poll(() => page.getByLabel('المدينة').inputValue()).toBe('بابل')
      await page.getByRole('button', { name: 'تجاهل المسودة' }).click()
      await expect.poll(async () => (await draftsIn(page)).length).toBe(1)
      expect((await draftsIn(page)).join()).toContain('واسط')
    },
  )

  browserTest('tabs that are loaded again at once each show their own draft', async ({ open }) => {
    const { page: first, context, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    await openSignedIn(first)
    await first.getByLabel('المدينة').selectOption('واسط')
    await waitForDraft(first, 'واسط')
    const second = await openTab(context)
    await second.getByText('مفتوحة في نافذة أخرى').waitFor()
    await second.getByLabel('المدينة').selectOption('بابل')
    await waitForDraft(second, 'بابل')
    const newest = await openTab(context)
    await newest.getByText('مفتوحة في نافذة أخرى').first().waitFor()
    await newest.getByLabel('المدينة').selectOption('ميسان')
    await waitForDraft(newest, 'ميسان')
    await newest.close()

    await Promise.all([first.reload(), second.reload()])
    await expect.poll(() => first.getByLabel('المدينة').inputValue()).toBe('واسط')
    await expect.poll(() => second.getByLabel('المدينة').inputValue()).toBe('بابل')
  })

  browserTest('two tabs keep apart where the browser has no locks', async ({ open }) => {
    const { page: first, context, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    await context.addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }))
    await openSignedIn(first)
    await first.getByLabel('المدينة').selectOption('واسط')
    await waitForDraft(first, 'واسط')
    const second = await openTab(context)
    await second.getByText('مفتوحة في نافذة أخرى').waitFor()
    await expect.poll(() => second.getByLabel('المدينة').inputValue()).toBe('')
    await second.getByRole('button', { name: /^نقل إلى هنا/ }).click()
    await expect.poll(() => second.getByLabel('المدينة').inputValue()).toBe('واسط')
    await first.getByText('هذه المسودة مفتوحة الآن في نافذة أخرى.').waitFor()
  })

  browserTest(
    'a browser that keeps nothing says so, and loses nothing while its window is open',
    async ({ open }) => {
      const { page, context, expectProblem } = await open({ baseUrl })
      expectProblem(firstCheck)
      expectProblem(/The draft could not be kept/)
      await context.addInitScript(() => {
        Storage.prototype.setItem = () => {
          throw new DOMException('full', 'QuotaExceededError')
        }
      })
      await openSignedIn(page)
      await page.getByLabel('المدينة').selectOption('واسط')
      await page.getByText('لا يستطيع هذا المتصفح حفظ المسودة').waitFor()
      await page.getByRole('button', { name: 'إلغاء' }).click()
      await page.getByRole('button', { name: 'مغادرة وإبقاء المسودة' }).click()
      await page.waitForURL('**/dashboard/results')
      await page.getByRole('button', { name: /^متابعة: واسط/ }).click()
      await expect.poll(() => page.getByLabel('المدينة').inputValue()).toBe('واسط')
    },
  )

  browserTest('a try whose answer was lost, changed since: both sides are shown', async ({ open }) => {
    const { page, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    expectProblem(/status of 409|The save failed|ERR_CONNECTION_RESET/)
    await openSignedIn(page)
    const loseAnswer = async () => {
      await page.route('**/api/results', async route => {
        if (route.request().method() !== 'POST') return route.continue()
        await route.fetch()
        return route.abort('connectionreset')
      })
      await page.getByRole('button', { name: 'إضافة النتيجة' }).click()
      await page.getByText('تعذر الاتصال بالخادم').waitFor()
      await page.unroute('**/api/results')
    }
    await fillResult(page, 'واسط')
    await loseAnswer()
    await page.getByLabel('المدينة').selectOption('بابل')
    await page.getByRole('button', { name: 'إضافة النتيجة' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'أُضيف سجل من هذه المسودة' })
    const sides = dialog.getByRole('group', { name: 'المدينة' })
    await sides.waitFor()
    await expect.poll(() => sides.locator('.conflict__value').allTextContents()).toEqual(['بابل', 'واسط'])
    await dialog.getByRole('button', { name: 'تعديل السجل المضاف' }).click()
    await page.waitForURL('**/dashboard/results/edit/*')
    await page.getByRole('button', { name: 'البدء من المحفوظ' }).waitFor()
    await expect.poll(() => page.getByLabel('المدينة').inputValue()).toBe('بابل')
    await page.getByRole('button', { name: 'حفظ التعديلات' }).click()
    await page.getByText('حُفظت تعديلات نتيجة').waitFor()
    expect(await cities()).toEqual(['بابل'])

    await page.goto(addResult)
    await fillResult(page, 'كركوك')
    await loseAnswer()
    await page.getByLabel('المدينة').selectOption('دهوك')
    await page.getByRole('button', { name: 'إضافة النتيجة' }).click()
    await dialog.getByRole('button', { name: 'إضافة سجل جديد' }).click()
    await page.getByText('أُضيفت نتيجة').waitFor()
    expect(await cities()).toEqual(['بابل', 'دهوك', 'كركوك'].toSorted())
  })

  browserTest('one person in two tabs is told that the other change is their own', async ({ open }) => {
    const { page: first, context, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    expectProblem(/status of 409|The save failed/)
    await openSignedIn(first)
    await fillResult(first, 'واسط')
    await publish(first)
    const [result] = await server.services.results.listWithin({ stage: 'SIXTH_PREPARATORY' })
    const edit = `/dashboard/results/edit/${result?.id}`
    await first.goto(edit)
    await first.getByLabel('المدينة').selectOption('بابل')
    const second = await openTab(context, edit)
    await second.getByText('مفتوحة في نافذة أخرى').waitFor()
    await second.locator('#field-releaseYear').selectOption('2025')
    await second.getByRole('button', { name: 'حفظ التعديلات' }).click()
    await second.getByText('حُفظت تعديلات نتيجة').waitFor()
    await first.getByRole('button', { name: 'حفظ التعديلات' }).click()
    const dialog = first.getByRole('alertdialog', { name: 'عُدّل هذا السجل من نافذتك الأخرى' })
    await dialog.getByText(/آخر تعديل محفوظ: أنت، من نافذة أخرى/).waitFor()
    await dialog.getByRole('button', { name: 'حفظ بهذه الاختيارات' }).click()
    await first.getByText('حُفظت تعديلات نتيجة').waitFor()
    const saved = await server.services.results.get(result?.id ?? '')
    expect(saved).toMatchObject({ city: 'بابل', releaseYear: 2025 })
  })

  const keepOnServer = async (page: Page) => {
    await page.getByRole('button', { name: 'حفظ مسودة على الخادم' }).click()
    await page.getByText('حُفظت المسودة على الخادم.').waitFor()
    await page.getByRole('button', { name: 'إخفاء الرسالة' }).first().click()
  }
  const draftsOnServer = () =>
    server.database.kysely.selectFrom('formDrafts').select(['title', 'version']).orderBy('title').execute()

  browserTest(
    'a half-filled form is kept on the server when asked, gone on with on another device, and published once',
    async ({ open }) => {
      const { page: desk, expectProblem } = await open({ baseUrl })
      const { page: home, expectProblem: expectAtHome } = await open({ baseUrl })
      expectProblem(firstCheck)
      expectAtHome(firstCheck)
      await openSignedIn(desk)
      const button = desk.getByRole('button', { name: 'حفظ مسودة على الخادم' })
      await expect.poll(() => button.isDisabled()).toBe(true)
      await desk.getByLabel('المدينة').selectOption('واسط')
      await keepOnServer(desk)
      expect(await draftsOnServer()).toMatchObject([{ version: 1 }])
      await desk.getByRole('button', { name: 'إلغاء' }).click()
      await desk.waitForURL('**/dashboard/results')

      await enter(home, server, person, '/dashboard/results')
      const drafts = home.getByRole('region', { name: 'مسودات لم تُحفظ بعد' })
      await drafts.getByText(/على الخادم باسم موظف/).waitFor()
      await drafts.getByRole('button', { name: /^متابعة من الخادم: واسط/ }).click()
      await home.waitForURL(`**${addResult}`)
      await expect.poll(() => home.getByLabel('المدينة').inputValue()).toBe('واسط')
      await fillResult(home, 'واسط')
      await keepOnServer(home)
      await publish(home)
      expect(await cities()).toEqual(['واسط'])
      await expect.poll(draftsOnServer).toEqual([])
    },
  )

  browserTest(
    'a draft that was kept from another device meanwhile is not written over: both are there',
    async ({ open }) => {
      const { page: desk, expectProblem } = await open({ baseUrl })
      const { page: home, expectProblem: expectAtHome } = await open({ baseUrl })
      expectProblem(firstCheck)
      expectProblem(/status of 409/)
      expectAtHome(firstCheck)
      await openSignedIn(desk)
      await desk.getByLabel('المدينة').selectOption('واسط')
      await keepOnServer(desk)
      await openSignedIn(home)
      await home.getByRole('button', { name: /^متابعة من الخادم: واسط/ }).click()
      await expect.poll(() => home.getByLabel('المدينة').inputValue()).toBe('واسط')
      await home.getByLabel('المدينة').selectOption('بابل')
      await keepOnServer(home)

      await desk.getByLabel('المدينة').selectOption('ميسان')
      await desk.getByRole('button', { name: 'حفظ مسودة على الخادم' }).click()
      await desk.getByText('فحُفظ ما هنا مسودة أخرى ولم يُستبدل شيء').waitFor()
      const titles = (await draftsOnServer()).map(({ title }) => title.split(' ')[0])
      expect(titles).toEqual(['بابل', 'ميسان'])
      await desk.getByRole('button', { name: /^حذف المسودة من الخادم: بابل/ }).click()
      await expect.poll(async () => (await draftsOnServer()).length).toBe(1)
      await desk.getByRole('button', { name: 'تراجع' }).click()
      await desk.getByRole('button', { name: /^متابعة من الخادم: بابل/ }).waitFor()
      expect(await draftsOnServer()).toHaveLength(2)
    },
  )

  browserTest(
    'a newer version fetched from the server is listed no more, though an older one is kept beside it',
    async ({ open }) => {
      const { page: desk, expectProblem } = await open({ baseUrl })
      const { page: home, expectProblem: expectAtHome } = await open({ baseUrl })
      expectProblem(firstCheck)
      expectAtHome(firstCheck)
      await openSignedIn(desk)
      await desk.getByLabel('المدينة').selectOption('واسط')
      await keepOnServer(desk)
      await desk.getByRole('button', { name: 'إلغاء' }).click()
      await desk.waitForURL('**/dashboard/results')
      await openSignedIn(home)
      await home.getByRole('button', { name: /^متابعة من الخادم: واسط/ }).click()
      await expect.poll(() => home.getByLabel('المدينة').inputValue()).toBe('واسط')
      await home.getByLabel('المدينة').selectOption('بابل')
      await keepOnServer(home)

      await desk.reload()
      await desk.getByText(/أحدث مما على هذا الجهاز/).waitFor()
      await desk.getByRole('button', { name: /^متابعة من الخادم: بابل/ }).click()
      await desk.waitForURL(`**${addResult}`)
      await expect.poll(() => desk.getByLabel('المدينة').inputValue()).toBe('بابل')
      await desk.getByRole('button', { name: /^متابعة: واسط/ }).waitFor()
      await expect.poll(() => desk.getByRole('button', { name: /^متابعة من الخادم/ }).count()).toBe(0)
      expect(await draftsIn(desk)).toHaveLength(2)
    },
  )

  browserTest(
    'publishing while a draft is still on its way to the server leaves no draft there',
    async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl })
      expectProblem(firstCheck)
      await openSignedIn(page)
      await fillResult(page, 'واسط')
      const held = Promise.withResolvers<void>()
      const started = Promise.withResolvers<void>()
      await page.route('**/api/staff/form-drafts/*', async route => {
        if (route.request().method() === 'PUT') {
          started.resolve()
          await held.promise
        }
        await route.continue()
      })
      const kept = page.waitForResponse(answer => answer.request().method() === 'PUT')
      await page.getByRole('button', { name: 'حفظ مسودة على الخادم' }).click()
      await started.promise
      await publish(page)
      await page.waitForURL('**/dashboard/results')
      held.resolve()
      expect((await kept).ok()).toBe(true)
      await expect.poll(draftsOnServer).toEqual([])
      expect(await page.getByText('حُفظت المسودة على الخادم.').count()).toBe(0)
      await expect.poll(() => page.getByRole('region', { name: 'مسودات لم تُحفظ بعد' }).count()).toBe(0)
    },
  )

  browserTest(
    'a draft of changes is in the list of the device that kept it, and goes on as the same draft',
    async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl })
      expectProblem(firstCheck)
      await openSignedIn(page)
      await fillResult(page, 'واسط')
      await publish(page)
      const [result] = await server.services.results.listWithin({ stage: 'SIXTH_PREPARATORY' })
      const edit = `/dashboard/results/edit/${result?.id}`
      await page.goto(edit)
      await page.getByLabel('المدينة').selectOption('بابل')
      await keepOnServer(page)
      await page.getByRole('button', { name: 'إلغاء' }).click()
      await page.waitForURL('**/dashboard/results')
      for (const _ of ['first', 'again']) {
        await page.getByRole('button', { name: /^متابعة من الخادم: بابل/ }).click()
        await page.waitForURL(`**${edit}`)
        await expect.poll(() => page.getByLabel('المدينة').inputValue()).toBe('بابل')
        await page.getByText('استعدنا ما كتبته').waitFor()
        expect(await draftsIn(page)).toHaveLength(1)
        await page.goto('/dashboard/results')
      }
    },
  )
})
