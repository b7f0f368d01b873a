import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { dashboardPaths } from '#contract/paths.ts'
import { kindNames, kinds } from '#contract/kinds.ts'
import { browserTest } from '#test/browser-test.ts'
import type { TestApp } from '#test/build-app.ts'
import { bookInput, examInput, noteInput, resultInput } from '#test/factories.ts'
import { newsInput } from '#test/news-input.ts'
import { systemActor } from '#server/staff/session/actor.ts'
import { enter, firstCheck, shareEmptySite } from './staff-session.ts'
import type { Person } from './staff-session.ts'

describe('what was typed and taken back', () => {
  let server: TestApp
  let baseUrl: string
  let person: Person

  shareEmptySite(site => ({ server, baseUrl, person } = site))

  async function addEach() {
    const { books, notes, exams, results, news } = server.services
    return {
      book: await books.create(
        {
          ...bookInput(),
          versions: [{ title: 'طبعة', releaseYear: 2024, telegramLink: 'https://t.me/e/2' }],
        },
        systemActor,
      ),
      note: await notes.create(noteInput(), systemActor),
      exam: await exams.create(examInput(), systemActor),
      result: await results.create(resultInput(), systemActor),
      news: await news.create(newsInput(), systemActor),
    }
  }

  const keep = (page: Page) => page.getByRole('button', { name: 'حفظ مسودة على الخادم' })
  const draftsHere = (page: Page) =>
    page.evaluate(() => Object.keys(localStorage).filter(name => name.startsWith('rafid.draft.')))

  /** Types into one field, or chooses in it, until the form has noticed, and takes that back as people do. */
  async function changeAndTakeBack(page: Page, field: Locator): Promise<void> {
    const isChoice = await field.evaluate(element => element instanceof HTMLSelectElement)
    if (isChoice) {
      const before = await field.inputValue()
      const values = await field
        .locator('option:not([disabled])')
        .evaluateAll(options => options.map(option => (option as HTMLOptionElement).value))
      const other = values.find(value => value !== before)
      if (other === undefined) return
      await field.selectOption(other)
      await expect.poll(() => keep(page).isEnabled()).toBe(true)
      await field.selectOption(before)
      return
    }
    await field.focus()
    if ((await field.getAttribute('type')) === 'date') {
      await page.keyboard.press('ArrowUp')
      await expect.poll(() => keep(page).isEnabled()).toBe(true)
      await page.keyboard.press('ArrowDown')
      return
    }
    await page.keyboard.press('Control+End')
    await page.keyboard.type('1')
    const isKeyword = (await field.getAttribute('id')) === 'field-keywords'
    if (isKeyword) await page.keyboard.press('Enter')
    await expect.poll(() => keep(page).isEnabled()).toBe(true)
    await page.keyboard.press('Backspace')
  }

  browserTest(
    'is nothing unsaved: no draft is kept of it, and leaving does not ask',
    { timeout: 240_000 },
    async ({ open }) => {
      const added = await addEach()
      const { page, expectProblem } = await open({ baseUrl })
      expectProblem(firstCheck)
      expectProblem(/example/)
      await enter(page, server, person, '/dashboard')
      const unsaved: string[] = []
      for (const kind of kindNames) {
        await page.goto(dashboardPaths.edit(kinds[kind].dashboardPath, added[kind].id))
        await page.locator('.form__fields').waitFor()
        const fields = page.locator(
          '.form__fields :is([id^=field-]:is(input:not([type=file], [type=checkbox], [type=radio]), textarea, select), [contenteditable=true]):visible',
        )
        await fields.first().waitFor()
        const count = await fields.count()
        expect(count).toBeGreaterThan(4)
        for (let at = 0; at < count; at += 1) {
          const field = fields.nth(at)
          if (!(await field.isEnabled())) continue
          const name = `${kind}: ${(await field.getAttribute('id')) ?? at}`
          await changeAndTakeBack(page, field)
          const isSaved = await expect
            .poll(() => keep(page).isDisabled(), { timeout: 1500 })
            .toBe(true)
            .then(
              () => true,
              () => false,
            )
          if (!isSaved) {
            unsaved.push(name)
            await page.evaluate(() => localStorage.clear())
            await page.goto(dashboardPaths.edit(kinds[kind].dashboardPath, added[kind].id))
            await fields.first().waitFor()
          }
        }
        await expect.poll(() => draftsHere(page)).toEqual([])
      }
      expect(unsaved).toEqual([])
    },
  )

  browserTest('a chosen subject stays in sight when another grade is chosen', async ({ open }) => {
    const input = { ...bookInput({ subject: 'CHEMISTRY' }), versions: [] }
    const book = await server.services.books.create(input, systemActor)
    const { page, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    expectProblem(/example/)
    await enter(page, server, person, dashboardPaths.edit(dashboardPaths.books, book.id))
    const subject = page.locator('#field-subject')
    await expect.poll(() => subject.inputValue()).toBe('CHEMISTRY')
    for (const grade of ['FIRST_PRIMARY', 'THIRD_INTERMEDIATE', '']) {
      await page.locator('#field-stage').selectOption(grade)
      await expect.poll(() => subject.locator('optgroup').count()).toBe(grade === '' ? 0 : 2)
      expect(await subject.inputValue()).toBe('CHEMISTRY')
    }
  })
})
