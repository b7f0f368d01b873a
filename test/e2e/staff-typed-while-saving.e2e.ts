import type { Page } from 'playwright-core'
import { beforeEach, describe, expect } from 'vitest'
import { apiPaths, dashboardPaths } from '#contract/paths.ts'
import { kinds } from '#contract/kinds.ts'
import { browserTest } from '#test/browser-test.ts'
import type { TestApp } from '#test/build-app.ts'
import { noteInput } from '#test/factories.ts'
import { makePdf } from '#test/files.ts'
import { systemActor } from '#server/staff/session/actor.ts'
import { enter, firstCheck, shareEmptySite } from './staff-session.ts'
import type { Person } from './staff-session.ts'

describe('what is typed while a save is under way', () => {
  let server: TestApp
  let baseUrl: string
  let person: Person

  shareEmptySite(site => ({ server, baseUrl, person } = site))
  beforeEach(async () => {
    await server.database.kysely.deleteFrom('formDrafts').execute()
    await server.database.kysely.deleteFrom('notes').execute()
  })

  const { dashboardPath } = kinds.note
  const title = (page: Page) => page.getByLabel('العنوان', { exact: true })
  const teacher = (page: Page) => page.getByLabel('اسم المدرس')
  const keep = (page: Page) => page.getByRole('button', { name: 'حفظ مسودة على الخادم' })
  const draftsHere = (page: Page) =>
    page.evaluate(() =>
      Object.entries(localStorage).flatMap(([name, text]) =>
        name.startsWith('rafid.draft.') ? [String(text)] : [],
      ),
    )

  /** Holds back the answer to what is sent: it is with the server already when `sent` ends. */
  async function holdAnswer(page: Page, address: string, method: string) {
    const sent = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    await page.route(address, async route => {
      if (route.request().method() !== method) return route.continue()
      const response = await route.fetch()
      sent.resolve()
      await held.promise
      return route.fulfill({ response })
    })
    return { sent: sent.promise, letGo: () => held.resolve() }
  }

  browserTest('stays in the form of a kept record, unsaved, and is saved next', async ({ open }) => {
    const note = await server.services.notes.create({ ...noteInput(), title: 'ملزمة' }, systemActor)
    const { page, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    expectProblem(/files.example/)
    const edit = dashboardPaths.edit(dashboardPath, note.id)
    await enter(page, server, person, edit)
    await title(page).fill('ملزمة أولى')
    await keep(page).click()
    await page.getByText('حُفظت المسودة على الخادم.').waitFor()
    const answer = await holdAnswer(page, `**${apiPaths.notes}/${note.id}`, 'PUT')
    await page.getByRole('button', { name: 'حفظ التعديلات' }).click()
    await answer.sent
    await teacher(page).fill('أستاذ آخر')
    await title(page).fill('ملزمة ثانية')
    answer.letGo()
    await expect.poll(() => page.getByRole('button', { name: 'جاري الحفظ...' }).count()).toBe(0)
    expect((await draftsHere(page)).join()).toContain('ملزمة ثانية')
    await page.getByText('حُفظت تعديلات').first().waitFor()
    await page.unroute(`**${apiPaths.notes}/${note.id}`)
    await page.getByText('ما كتبته بعد الإرسال لم يُحفظ بعد').waitFor()
    expect(new URL(page.url()).pathname).toBe(edit)
    expect(await title(page).inputValue()).toBe('ملزمة ثانية')
    expect(await teacher(page).inputValue()).toBe('أستاذ آخر')
    expect(await title(page).evaluate(element => element === document.activeElement)).toBe(true)
    await expect.poll(() => keep(page).isEnabled()).toBe(true)
    expect(await server.services.notes.get(note.id)).toMatchObject({ title: 'ملزمة أولى', version: 2 })
    await expect
      .poll(async () => (await draftsHere(page)).map(text => JSON.parse(text) as object))
      .toMatchObject([{ version: 2, values: { title: 'ملزمة ثانية' }, base: { title: 'ملزمة أولى' } }])
    await expect
      .poll(() => server.database.kysely.selectFrom('formDrafts').select(['title', 'version']).execute())
      .toMatchObject([{ title: expect.stringContaining('ملزمة ثانية'), version: 2 }])

    await page.reload()
    await expect.poll(() => title(page).inputValue()).toBe('ملزمة ثانية')
    await page.getByRole('button', { name: 'حفظ التعديلات' }).click()
    await page.waitForURL(`**${dashboardPath}`)
    expect(await server.services.notes.get(note.id)).toMatchObject({
      title: 'ملزمة ثانية',
      teacher: 'أستاذ آخر',
      version: 3,
    })
    expect(await draftsHere(page)).toEqual([])
    await expect
      .poll(() => server.database.kysely.selectFrom('formDrafts').select('title').execute())
      .toEqual([])
  })

  browserTest('stays in the form that added a record, and goes along to its editing', async ({ open }) => {
    const { page, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    const add = dashboardPaths.add(dashboardPath)
    await enter(page, server, person, add)
    await page.locator('#field-directLink').setInputFiles({
      name: 'ملزمة.pdf',
      mimeType: 'application/pdf',
      buffer: await makePdf(1),
    })
    await page.getByRole('link', { name: 'ملزمة.pdf' }).waitFor()
    await title(page).fill('ملزمة أولى')
    await teacher(page).fill('أ. محمد')
    await page.getByLabel('المادة').selectOption('CHEMISTRY')
    await page.locator('#field-stage').selectOption('FIFTH_PREPARATORY')
    await page.locator('#field-releaseYear').selectOption('2026')
    await page.locator('#field-keywords').fill('ملزمة،')
    const answer = await holdAnswer(page, `**${apiPaths.notes}`, 'POST')
    await page.getByRole('button', { name: 'حفظ وإضافة آخر' }).click()
    await answer.sent
    await title(page).fill('ملزمة ثانية')
    answer.letGo()
    await expect.poll(() => page.getByRole('button', { name: 'جاري الحفظ...' }).count()).toBe(0)
    expect((await draftsHere(page)).join()).toContain('ملزمة ثانية')
    await page.getByText('أُضيفت الملزمة «ملزمة أولى».').waitFor()
    await page.getByText('ما كتبته بعد الإرسال لم يُحفظ بعد').waitFor()
    expect(new URL(page.url()).pathname).toBe(add)
    expect(await title(page).inputValue()).toBe('ملزمة ثانية')
    expect(await title(page).evaluate(element => element === document.activeElement)).toBe(true)
    await title(page).fill('ملزمة ثالثة')
    await expect.poll(async () => (await draftsHere(page)).join()).toContain('ملزمة ثالثة')

    await page.getByRole('button', { name: 'تعديل السجل المضاف' }).click()
    await page.waitForURL(`**${dashboardPath}/edit/*`)
    await expect.poll(() => title(page).inputValue()).toBe('ملزمة ثالثة')
    await expect.poll(() => keep(page).isEnabled()).toBe(true)
    expect((await draftsHere(page)).map(text => JSON.parse(text) as object)).toMatchObject([
      { version: 1, values: { title: 'ملزمة ثالثة' }, base: { title: 'ملزمة أولى' } },
    ])
    await page.getByRole('button', { name: 'حفظ التعديلات' }).click()
    await page.waitForURL(`**${dashboardPath}`)
    const titles = await server.database.kysely.selectFrom('notes').select('title').execute()
    expect(titles).toEqual([{ title: 'ملزمة ثالثة' }])
    expect(await draftsHere(page)).toEqual([])
  })
  browserTest('stays the draft of another tab that took it over meanwhile', async ({ open }) => {
    const note = await server.services.notes.create({ ...noteInput(), title: 'ملزمة' }, systemActor)
    const { page: first, context, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    expectProblem(/files.example/)
    const edit = dashboardPaths.edit(dashboardPath, note.id)
    await enter(first, server, person, edit)
    await title(first).fill('ملزمة أولى')
    await keep(first).click()
    await first.getByText('حُفظت المسودة على الخادم.').waitFor()
    const answer = await holdAnswer(first, `**${apiPaths.notes}/${note.id}`, 'PUT')
    await first.getByRole('button', { name: 'حفظ التعديلات' }).click()
    await answer.sent

    const second = await context.newPage()
    await second.goto(edit)
    await second.getByRole('button', { name: /^نقل إلى هنا/ }).click()
    await expect.poll(() => title(second).inputValue()).toBe('ملزمة أولى')
    await title(second).fill('ملزمة ثانية')
    await expect.poll(async () => (await draftsHere(second)).join()).toContain('ملزمة ثانية')
    answer.letGo()
    await first.waitForURL(`**${dashboardPath}`)
    expect((await draftsHere(first)).join()).toContain('ملزمة ثانية')
    const kept = await server.database.kysely.selectFrom('formDrafts').select('title').execute()
    expect(kept).toHaveLength(1)

    await second.reload()
    await expect.poll(() => title(second).inputValue()).toBe('ملزمة ثانية')
    await expect.poll(() => keep(second).isEnabled()).toBe(true)
  })
})
