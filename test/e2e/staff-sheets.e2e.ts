import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { apiPaths, dashboardPaths } from '#contract/paths.ts'
import { browserTest } from '#test/browser-test.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { resultInput } from '#test/factories.ts'
import { streamOf } from '#test/files.ts'
import { addPerson, fillSignIn, firstCheck } from './staff-session.ts'
import type { Person } from './staff-session.ts'

const kept = fileURLToPath(new URL('../archives/kept', import.meta.url))

describe('the sheets in the form of a result', () => {
  let server: TestApp
  let person: Person
  let baseUrl: string
  let form: string

  beforeAll(async () => {
    server = await openTestApp()
    person = await addPerson(server)
    const staff = await server.signIn()
    const { url } = await server.services.files.store(
      streamOf(fs.readFileSync(path.join(kept, 'winzip.zip'))),
      { name: 'نتائج.zip', kind: 'zip' },
    )
    const { id } = (await staff.send('POST', apiPaths.results, resultInput({ directLink: url }))).json().data
    form = dashboardPaths.edit(dashboardPaths.results, id)
    baseUrl = await server.listen()
  })
  afterAll(() => server.close())

  browserTest(
    'are searched, hidden, renamed and read in another encoding without touching the result',
    async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl })
      expectProblem(firstCheck)
      await page.goto(form)
      await fillSignIn(page, person)
      const section = page.getByRole('group', { name: 'أوراق المدارس' })
      await section.getByText('ظاهرة: ٨').waitFor()
      await section.getByRole('searchbox').fill('خديجه')
      const row = section.getByRole('row', { name: /ثانوية خديجة للبنات/ })
      await expect.poll(() => section.getByRole('row').count()).toBe(2)
      await section.getByRole('searchbox').press('Enter')
      await row.getByRole('button', { name: /إخفاء/ }).click()
      await row.getByText('مخفية', { exact: true }).waitFor()
      await row.getByRole('button', { name: /تعديل/ }).click()
      const dialog = page.getByRole('dialog', { name: 'تعديل ورقة' })
      await dialog.getByLabel('اسم المدرسة').fill('ثانوية خديجة الكبرى')
      await dialog.getByLabel('اسم المدرسة').press('Enter')
      await section
        .getByRole('row', { name: /ثانوية خديجة الكبرى/ })
        .getByText('مخفية', { exact: true })
        .waitFor()
      await section.getByRole('searchbox').fill('')
      await section.getByLabel('ترميز الأسماء').selectOption('cp437')
      await section.getByRole('row', { name: /ßß╚Σ/ }).first().waitFor()
      await section.getByLabel('ترميز الأسماء').selectOption('auto')
      await section.getByRole('row', { name: /إعدادية الرافدين للبنين/ }).waitFor()
      expect(new URL(page.url()).pathname).toBe(form)
    },
  )
})
