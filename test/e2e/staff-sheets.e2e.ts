import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect } from 'vitest'
import { apiPaths, dashboardPaths } from '#contract/paths.ts'
import { browserTest, openShared } from '#test/browser-test.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { resultInput } from '#test/factories.ts'
import { makePdf, makeZip, streamOf } from '#test/files.ts'
import { addPerson, fillSignIn, firstCheck } from './staff-session.ts'
import type { Person } from './staff-session.ts'

const kept = fileURLToPath(new URL('../archives/kept', import.meta.url))

describe('the sheets in the form of a result', () => {
  let server: TestApp
  let person: Person
  let baseUrl: string
  let form: string
  let colleague: TestStaff
  let directLink: string

  openShared(
    async () => {
      server = await openTestApp()
      person = await addPerson(server)
      colleague = await server.signIn()
      const { url } = await server.services.files.store(
        streamOf(fs.readFileSync(path.join(kept, 'winzip.zip'))),
        { name: 'نتائج.zip', kind: 'zip' },
      )
      directLink = url
      const { id } = (await colleague.send('POST', apiPaths.results, resultInput({ directLink }))).json().data
      form = dashboardPaths.edit(dashboardPaths.results, id)
      baseUrl = await server.listen()
    },
    () => server.close(),
  )

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

  browserTest('few schools are asked about before a draft is shown to everybody', async ({ open }) => {
    const files = { 'ثانوية خديجة.pdf': await makePdf(1) }
    const few = await server.services.files.store(streamOf(await makeZip(files)), {
      name: 'أ.zip',
      kind: 'zip',
    })
    const add = async (change: object) => {
      const added = await colleague.send('POST', apiPaths.results, resultInput({ city: 'ميسان', ...change }))
      expect(added.statusCode, added.body).toBe(201)
      const { id } = added.json().data
      const run = { signal: new AbortController().signal, progress: () => undefined }
      const write = await server.services.results.sheets.open(id, run)
      if (write) await server.database.kysely.transaction().execute(write)
      return id as string
    }
    await add({ releaseYear: 2025, directLink })
    const id = await add({ directLink: few.url, state: 'draft' })
    const stateOf = async () => (await server.services.results.get(id, 'any')).state

    const { page, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    await page.goto(dashboardPaths.edit(dashboardPaths.results, id))
    await fillSignIn(page, person)
    const save = () => page.getByRole('button', { name: 'حفظ التعديلات' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'تأكد قبل الحفظ' })
    await page.getByLabel('من يراه').selectOption('published')
    await save()
    await dialog.getByText(/المدارس أقل من السنة الماضية/).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await stateOf()).toBe('draft')
    await expect.poll(() => page.getByLabel('من يراه').inputValue()).toBe('published')
    await save()
    await dialog.getByRole('button', { name: 'احفظه على أي حال' }).click()
    await page.getByText(/^حُفظت تعديلات نتيجة ميسان/).waitFor()
    expect(await stateOf()).toBe('published')
  })
})
