import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { apiPaths, dashboardPaths } from '#contract/paths.ts'
import { systemActor } from '#server/staff/session/actor.ts'
import { browserTest } from '#test/browser-test.ts'
import type { TestApp } from '#test/build-app.ts'
import { bookInput, noteInput } from '#test/factories.ts'
import { enter, firstCheck, shareEmptySite } from './staff-session.ts'
import type { Person } from './staff-session.ts'

let server: TestApp
let baseUrl: string
let person: Person

shareEmptySite(site => ({ server, baseUrl, person } = site))

const lineCut = /ERR_CONNECTION_RESET|could not be reached|The save failed|status of 409|files\.example/
const save = (page: Page) => page.getByRole('button', { name: 'حفظ التعديلات' })
const failed = (page: Page) => page.locator('.banner.is-failed')

/** Cuts the line after the server has done the first call of a page that writes to `address`. */
async function loseFirstAnswer(page: Page, address: string) {
  await page.route(
    address,
    async route => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
}

describe('a change that was saved while its answer was lost', () => {
  browserTest('counts as saved at the next press, and can be taken back', async ({ open }) => {
    const note = await server.services.notes.create({ ...noteInput(), title: 'ملزمة' }, systemActor)
    const { page, expectProblem } = await open({ baseUrl })
    for (const problem of [firstCheck, lineCut]) expectProblem(problem)
    await enter(page, server, person, dashboardPaths.edit(dashboardPaths.notes, note.id))
    await page.getByLabel('العنوان', { exact: true }).fill('  ملزمة مصححة ')
    await loseFirstAnswer(page, `**${apiPaths.notes}/${note.id}`)
    await save(page).click()
    await failed(page).waitFor()
    expect(await server.services.notes.get(note.id)).toMatchObject({ title: 'ملزمة مصححة', version: 2 })

    await save(page).click()
    await page.waitForURL(`**${dashboardPaths.notes}`)
    await page.getByText(/^حُفظت تعديلات/).waitFor()
    expect(await page.getByRole('alertdialog').count()).toBe(0)
    await page.locator('.table--records').getByText('ملزمة مصححة').waitFor()
    expect((await server.services.notes.get(note.id)).version).toBe(2)
    await page.getByRole('button', { name: 'تراجع' }).click()
    await page.getByText('تُراجع عن التعديل.').waitFor()
    expect((await server.services.notes.get(note.id)).title).toBe('ملزمة')
  })

  browserTest(
    'counts so with the versions that it added, and what is typed since goes on from it',
    async ({ open }) => {
      const book = await server.services.books.create({ ...bookInput(), title: 'كتاب' }, systemActor)
      const { page, expectProblem } = await open({ baseUrl })
      for (const problem of [firstCheck, lineCut]) expectProblem(problem)
      await enter(page, server, person, dashboardPaths.edit(dashboardPaths.books, book.id))
      const address = `**${apiPaths.books}/${book.id}`
      await page.getByRole('button', { name: 'إضافة إصدار' }).click()
      const version = page.locator('.version').last()
      await version.getByLabel('عنوان الإصدار').fill('طبعة ثانية')
      await version.getByLabel('السنة الدراسية').selectOption('2020')
      await version.getByLabel('رابط Google Drive').fill('https://drive.google.com/file/d/abc/view')
      await loseFirstAnswer(page, address)
      await save(page).click()
      await failed(page).waitFor()

      const asked = Promise.withResolvers<void>()
      const gate = Promise.withResolvers<void>()
      await page.route(
        address,
        async route => {
          asked.resolve()
          await gate.promise
          await route.continue()
        },
        { times: 1 },
      )
      await save(page).click()
      await asked.promise
      await page.getByLabel('العنوان', { exact: true }).fill('كتاب مصحح')
      gate.resolve()
      await page.getByText('ما كتبته بعد الإرسال لم يُحفظ بعد').waitFor()
      expect(await page.getByRole('alertdialog').count()).toBe(0)
      await save(page).click()
      await page.waitForURL(`**${dashboardPaths.books}`)
      expect(await server.services.books.get(book.id)).toMatchObject({ title: 'كتاب مصحح', version: 3 })
      const versions = await page.request.get(`${apiPaths.books}/${book.id}/versions`)
      expect(await versions.json()).toMatchObject([{ title: 'طبعة ثانية' }])
    },
  )
})
