import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { apiPaths, dashboardPaths } from '#contract/paths.ts'
import { findFaults } from '#test/axe.ts'
import { browserTest, openShared } from '#test/browser-test.ts'
import { bookInput, examInput, noteInput, resultInput } from '#test/factories.ts'
import { day } from '#contract/units.ts'
import { countPresses } from './count-presses.ts'
import { enter, firstCheck, openStaffSite, rowAction } from './staff-session.ts'
import type { StaffSite } from './staff-session.ts'

let staff: StaffSite
const ids: string[] = []
const count = 15
/* Pictures of elsewhere, which no test fetches. */
const noPicture = /elsewhere\.example/
const files = ['https://elsewhere.example/a.png']

openShared(
  async () => {
    staff = await openStaffSite()
    ids.length = 0
    for (let number = 1; number <= count; number += 1) {
      ids.push(await staff.add(apiPaths.exams, examInput({ title: `امتحان ${number}`, files })))
    }
  },
  () => staff.server.close(),
)

const openExams = (page: Page, query = '') =>
  enter(page, staff.server, staff.person, dashboardPaths.exams + query)

const rows = (page: Page) => page.locator('.table tbody tr')
const bar = (page: Page) => page.getByRole('region', { name: 'السجلات المختارة' })
const act = (page: Page, name: string | RegExp) => bar(page).getByRole('button', { name })

/** Holds the calls of an address until they are let go. */
async function hold(page: Page, address: string): Promise<{ isAsked: Promise<void>; letGo: () => void }> {
  const asked = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  await page.route(address, async route => {
    asked.resolve()
    await gate.promise
    await route.continue()
  })
  const letGo = () => gate.resolve()
  return { isAsked: asked.promise, letGo }
}

async function countOf(query: string): Promise<number> {
  const answer = await staff.colleague.send('GET', `/api/staff/ministerial-exams?limit=1&${query}`)
  return answer.json().data.total
}

describe('acts on many records', () => {
  browserTest('the grade of 15 records takes six presses, and one press takes it back', async ({ open }) => {
    const { page, expectProblem } = await open({ baseUrl: staff.baseUrl })
    expectProblem(firstCheck)
    expectProblem(noPicture)
    const { click, choose, taken } = await countPresses(page)
    await openExams(page, '?size=10')
    await click(page.getByRole('checkbox', { name: 'اختر كل الصفحة' }))
    await click(act(page, 'اختر المطابقة كلها: ١٥'))
    await bar(page).getByText('١٥ مختارة').waitFor()
    await click(act(page, 'غيّر حقلاً'))
    const dialog = page.getByRole('dialog')
    await choose(dialog.getByLabel('الصف'), 'THIRD_INTERMEDIATE')
    await click(dialog.getByRole('button', { name: 'غيّر ١٥ امتحاناً' }))
    await page.getByText('غُيّر: ١٥ امتحاناً.').waitFor()
    const made = taken()
    expect(made.clicks + made.keys).toBeLessThanOrEqual(6)
    expect(await countOf('stage=THIRD_INTERMEDIATE')).toBe(count)
    await bar(page).waitFor({ state: 'detached' })

    await click(page.getByRole('button', { name: 'تراجع', exact: true }))
    await page.getByText('تُراجع عن الدفعة كلها.').waitFor()
    expect(taken()).toEqual({ clicks: 1, keys: 0 })
    expect(await countOf('stage=SIXTH_PRIMARY')).toBe(count)
  })

  browserTest('ten records are deleted by four presses at most and come back by one', async ({ open }) => {
    const { page, expectProblem } = await open({ baseUrl: staff.baseUrl })
    expectProblem(firstCheck)
    expectProblem(noPicture)
    await page.clock.install()
    const { click, taken } = await countPresses(page)
    await openExams(page)
    const boxes = rows(page).getByRole('checkbox')
    await click(boxes.nth(0))
    await click(boxes.nth(9), { modifiers: ['Shift'] })
    await bar(page).getByText('١٠ مختارة').waitFor()
    await click(act(page, 'حذف'))
    await click(page.getByRole('button', { name: 'احذف ١٠ امتحانات' }))
    await page.getByText('حُذف: ١٠ امتحانات.').waitFor()
    const made = taken()
    /* Shift, which is held from the first record to the last, is no step of its own. */
    expect(made.clicks).toBeLessThanOrEqual(4)
    expect(made.keys).toBeLessThanOrEqual(1)
    expect(await countOf('')).toBe(count - 10)
    const undo = page.getByRole('button', { name: 'تراجع', exact: true })
    await undo.focus()
    await page.clock.fastForward('00:30')
    await expect.poll(() => undo.evaluate(button => button === document.activeElement)).toBe(true)
    await undo.press('Enter')
    await page.getByText('تُراجع عن الدفعة كلها.').waitFor()
    expect(taken()).toEqual({ clicks: 0, keys: 1 })
    expect(await countOf('')).toBe(count)

    await boxes.nth(0).click()
    await boxes.nth(1).click()
    await rowAction(rows(page).first(), 'حذف')
    await page.getByRole('alertdialog').getByRole('button', { name: 'حذف', exact: true }).click()
    await bar(page).getByText('١ مختارة').waitFor()
    await undo.hover()
    await page.clock.fastForward('00:30')
    await undo.click()
    await expect.poll(() => countOf('')).toBe(count)
    const again = page.getByRole('list', { name: 'الرسائل' }).getByRole('listitem')
    await again.first().waitFor()
    await page.mouse.move(0, 0)
    await page.clock.fastForward('00:30')
    await again.first().waitFor({ state: 'detached' })

    /* Not one that comes up under a pointer that rests. */
    const resting = again.filter({ hasText: 'لم يتغير شيء: كانت كلها كذلك.' })
    await act(page, 'انشر').press('Enter')
    await resting.waitFor()
    const { x, y, width } = (await resting.boundingBox()) ?? { x: 0, y: 0, width: 0 }
    await page.clock.fastForward('00:30')
    await resting.waitFor({ state: 'detached' })
    await page.mouse.move(x + width / 2, y + 10)
    await boxes.nth(0).press('Space')
    await act(page, 'انشر').press('Enter')
    await expect.poll(() => resting.evaluate(card => card.matches(':hover'))).toBe(true)
    await page.clock.fastForward('00:30')
    await resting.waitFor({ state: 'detached' })
  })

  browserTest(
    'results of one city are told apart wherever they are named, and a grade without branches says what it takes',
    async ({ open }) => {
      const files = { directLink: 'https://files.example/1.zip' }
      for (const change of [
        { branch: 'LITERARY' },
        { branch: 'SCIENTIFIC' },
        { school: 'إعدادية النور' },
      ] as const)
        await staff.add(
          apiPaths.results,
          resultInput({ city: 'ميسان', branch: undefined, ...files, ...change }),
        )
      const { page, expectProblem } = await open({ baseUrl: staff.baseUrl })
      expectProblem(firstCheck)
      expectProblem(noPicture)
      await enter(page, staff.server, staff.person, dashboardPaths.results)
      const place = 'السادس الإعدادي'
      const named = [
        `ميسان · ${place} · أدبي · ٢٠٢٦ · الدور الأول`,
        `ميسان · ${place} · علمي · ٢٠٢٦ · الدور الأول`,
        `ميسان · إعدادية النور · ${place} · ٢٠٢٦ · الدور الأول`,
      ]
      await rows(page).first().waitFor()
      const labels = await rows(page)
        .getByRole('checkbox')
        .evaluateAll(boxes => boxes.map(box => box.getAttribute('aria-label')))
      expect(new Set(labels)).toEqual(new Set(named.map(name => `اختر: ${name}`)))
      await rowAction(rows(page).first(), 'حذف')
      const question = page.getByRole('alertdialog')
      await expect.poll(() => question.locator('.dialog__subject').textContent()).toBe(labels[0]?.slice(6))
      await question.getByRole('button', { name: 'إلغاء' }).click()

      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'اسم سجل أو شاشة' }).fill('ميسان')
      const options = page.getByRole('listbox').getByRole('option')
      await expect
        .poll(async () => new Set(await options.allTextContents()))
        .toEqual(new Set(named.map(name => name.replace('ميسان · ', 'ميساننتيجة · '))))
      await page.keyboard.press('Escape')

      await page.getByRole('checkbox', { name: 'اختر كل الصفحة' }).click()
      await act(page, 'غيّر حقلاً').click()
      const dialog = page.getByRole('dialog')
      const note = dialog.getByText('الفروع للمرحلة الإعدادية وحدها: نتيجتان بلا فرع بعد التغيير.')
      await dialog.getByLabel('الصف').selectOption('SIXTH_PRIMARY')
      await note.waitFor()
      await dialog.getByLabel('الصف').selectOption('')
      await note.waitFor({ state: 'detached' })
    },
  )

  browserTest(
    'books and handouts of one title are told apart in their boxes, the question and the notice',
    async ({ open }) => {
      const image = files[0]
      const stage = 'SIXTH_PREPARATORY' as const
      for (const branch of ['SCIENTIFIC', 'LITERARY'] as const) {
        const book = { title: 'العربية', stage, releaseYear: 2025, branch, image }
        await staff.add(apiPaths.books, bookInput(book))
      }
      for (const teacher of ['أحمد', 'زينب'])
        await staff.add(apiPaths.notes, noteInput({ title: 'الاتزان', stage, teacher, image }))
      const { page, expectProblem } = await open({ baseUrl: staff.baseUrl })
      expectProblem(firstCheck)
      expectProblem(noPicture)
      const place = 'السادس الإعدادي'
      for (const [list, kind, names] of [
        [
          dashboardPaths.books,
          'حُذف الكتاب',
          ['أدبي', 'علمي'].map(branch => `العربية · ${place} · ${branch} · ٢٠٢٥`),
        ],
        [
          dashboardPaths.notes,
          'حُذفت الملزمة',
          ['أحمد', 'زينب'].map(teacher => `الاتزان · ${teacher} · ${place} · ٢٠٢٥`),
        ],
      ] as const) {
        await enter(page, staff.server, staff.person, list)
        await rows(page).first().waitFor()
        const labels = await rows(page)
          .getByRole('checkbox')
          .evaluateAll(boxes => boxes.map(box => box.getAttribute('aria-label')))
        expect(new Set(labels)).toEqual(new Set(names.map(name => `اختر: ${name}`)))
        await rowAction(rows(page).first(), 'حذف')
        const question = page.getByRole('alertdialog')
        const name = labels[0]?.slice('اختر: '.length)
        await expect.poll(() => question.locator('.dialog__subject').textContent()).toBe(name)
        await question.getByRole('button', { name: 'حذف', exact: true }).click()
        await page.getByText(`${kind} «${name}».`).waitFor()
      }
    },
  )

  browserTest(
    'what was deleted is in the trash, comes back by one press, and goes for ever after a question',
    async ({ open }) => {
      const doomed = [
        await staff.add(apiPaths.exams, examInput({ title: 'امتحان محذوف', files })),
        await staff.add(apiPaths.exams, examInput({ title: 'امتحان زائل', files })),
      ]
      for (const id of doomed) await staff.colleague.send('DELETE', `${apiPaths.exams}/${id}`)
      const { page, expectProblem } = await open({ baseUrl: staff.baseUrl })
      expectProblem(firstCheck)
      expectProblem(noPicture)
      expectProblem(/status of 404/)
      await enter(
        page,
        staff.server,
        staff.person,
        dashboardPaths.edit(dashboardPaths.exams, doomed[0] ?? ''),
      )
      await page.getByRole('main').getByRole('link', { name: 'سلة المحذوفات' }).click()
      const row = (name: string) => rows(page).filter({ hasText: name })
      await row('امتحان محذوف').getByText('٣٠ يوماً').waitFor()
      await row('امتحان محذوف').getByText(staff.colleague.email).waitFor()
      expect((await findFaults(page)).map(({ id }) => id)).toEqual([])
      const left = await page.getByRole('checkbox', { name: /^اختر:/ }).count()
      await row('امتحان زائل').getByRole('checkbox').click()
      await act(page, /^اختر المطابقة كلها/).click()
      await expect
        .poll(() => page.getByRole('checkbox', { name: /^اختر:/, checked: true }).count())
        .toBe(left)
      await act(page, 'ألغِ الاختيار').click()
      await page.getByRole('button', { name: 'استعادة: امتحان محذوف' }).press('Enter')
      await page.getByText('استُعيد «امتحان محذوف» بملفاته وعناوينه.').waitFor()
      await row('امتحان محذوف').waitFor({ state: 'detached' })
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
      expect(await countOf('')).toBe(count + 1)

      await row('امتحان زائل').getByRole('checkbox').click()
      await act(page, 'حذف نهائي').click()
      await page.getByRole('alertdialog').getByText('لا استعادة بعده').waitFor()
      await page.getByRole('alertdialog').getByRole('button', { name: 'حذف', exact: true }).click()
      await row('امتحان زائل').waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'تراجع', exact: true }).click()
      await page.getByText('تُراجع عن الدفعة كلها.').waitFor()
      await row('امتحان محذوف').waitFor()
      expect(await countOf('')).toBe(count)
    },
  )

  browserTest(
    'a restoration whose answer was lost is done once, and what has left the trash leaves the choice',
    async ({ open }) => {
      const titles = ['امتحان ضائع', 'امتحان باق', 'امتحان سبق']
      const doomed: string[] = []
      for (const title of titles) doomed.push(await staff.add(apiPaths.exams, examInput({ title, files })))
      for (const id of doomed) await staff.colleague.send('DELETE', `${apiPaths.exams}/${id}`)
      const { page, expectProblem } = await open({ baseUrl: staff.baseUrl })
      expectProblem(firstCheck)
      expectProblem(noPicture)
      expectProblem(/restorations|status of (404|409)/)
      expectProblem(/The restoration failed/)
      await enter(page, staff.server, staff.person, dashboardPaths.trash)
      const row = (name: string | undefined) => rows(page).filter({ hasText: name ?? '' })
      await row(titles[0]).getByRole('checkbox').click()
      await page.route(
        `**${apiPaths.trashRestorations}`,
        async route => {
          await route.fetch()
          await route.abort()
        },
        { times: 1 },
      )
      await act(page, 'استعادة').click()
      await page.getByText('تعذرت الاستعادة.').first().waitFor()
      await bar(page).getByText('١ مختارة').waitFor()
      await act(page, 'استعادة').click()
      await page.getByText('استُعيد «امتحان ضائع» بملفاته وعناوينه.').waitFor()
      await bar(page).waitFor({ state: 'detached' })

      await row(titles[1]).getByRole('checkbox').click()
      await row(titles[2]).getByRole('checkbox').click()
      const records = [{ kind: 'exam', id: doomed[2] }]
      await staff.colleague.send('POST', apiPaths.trashRestorations, { records })
      await act(page, 'استعادة').click()
      await bar(page).getByText('١ مختارة').waitFor()
      await act(page, 'استعادة').click()
      await page.getByText('استُعيد «امتحان باق» بملفاته وعناوينه.').waitFor()
      for (const id of doomed) await staff.colleague.send('DELETE', `${apiPaths.exams}/${id}`)
    },
  )

  browserTest(
    'a bar by Ctrl+K, on an Arabic keyboard too, leads to records and screens by their names',
    async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl: staff.baseUrl })
      expectProblem(firstCheck)
      expectProblem(noPicture)
      const code: string[] = []
      page.on('request', request => request.url().includes('command-bar') && code.push(request.url()))
      await openExams(page)
      await rows(page).first().waitFor()
      expect(code).toEqual([])
      await page.evaluate(() =>
        document.dispatchEvent(new KeyboardEvent('keydown', { key: 'ن', code: 'KeyK', ctrlKey: true })),
      )
      const box = page.getByRole('combobox', { name: 'اسم سجل أو شاشة' })
      await box.fill('أمتحان ١٤')
      const option = page.getByRole('option', { name: /^امتحان 14/ })
      await option.waitFor()
      await expect.poll(() => option.getAttribute('aria-selected')).toBe('true')
      await expect.poll(() => box.getAttribute('aria-activedescendant')).toBe(await option.getAttribute('id'))
      expect((await findFaults(page)).map(({ id }) => id)).toEqual([])
      await box.press('Enter')
      await page.getByRole('heading', { name: 'تعديل امتحان' }).waitFor()

      await page.keyboard.press('Control+k')
      await box.fill('امتحان ١٤')
      await option.waitFor()
      await box.fill('امتحان ١٣')
      await box.press('Enter')
      await page.waitForURL(`**${dashboardPaths.edit(dashboardPaths.exams, ids[12] ?? '')}`)

      await page.keyboard.press('Control+k')
      await box.fill('سله')
      await page.getByRole('option', { name: /سلة المحذوفات/ }).waitFor()
      await box.press('Escape')
      await box.waitFor({ state: 'detached' })
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
    },
  )

  browserTest('what a colleague has changed meanwhile is named, and the rest goes on', async ({ open }) => {
    const { page, expectProblem } = await open({ baseUrl: staff.baseUrl })
    expectProblem(firstCheck)
    expectProblem(noPicture)
    expectProblem(/status of 409/)
    await openExams(page)
    await page.getByRole('checkbox', { name: 'اختر: امتحان 15 ·' }).click()
    await page.getByRole('checkbox', { name: 'اختر: امتحان 14 ·' }).click()
    const changed = await staff.colleague.send(
      'PUT',
      `${apiPaths.exams}/${ids[13]}`,
      examInput({ title: 'امتحان 14', releaseYear: 2018, files }),
    )
    expect(changed.statusCode).toBe(200)
    await act(page, 'أخفِ').click()
    const dialog = page.getByRole('alertdialog', { name: 'لم يُطبَّق شيء' })
    await dialog.getByText(`«امتحان 14»: عدّله ${staff.colleague.name}`).waitFor()
    expect(await countOf('state=draft')).toBe(0)
    await dialog.getByRole('button', { name: 'طبّق على الباقي: سجل واحد' }).click()
    await page.getByText('أُخفي عن الزوار: امتحان واحد.').waitFor()
    expect(await countOf('state=draft')).toBe(1)

    await page.getByLabel('الحالة').selectOption({ label: 'مسودة' })
    await expect.poll(() => rows(page).count()).toBe(1)
    await page.getByRole('checkbox', { name: 'اختر: امتحان 15 ·' }).click()
    await act(page, 'انشر').click()
    await page.getByText('نُشر: امتحان واحد.').waitFor()
    await page.getByText('لا توجد بيانات لعرضها').waitFor()
    expect(await countOf('state=draft')).toBe(0)
  })

  browserTest(
    'an act that fails says so whatever was chosen meanwhile, and what is chosen stays',
    async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl: staff.baseUrl })
      for (const problem of [firstCheck, noPicture, /status of (409|503)/, /The act on many records failed/])
        expectProblem(problem)
      await openExams(page)
      const box = (number: number) => page.getByRole('checkbox', { name: `اختر: امتحان ${number} ·` })
      const dialog = page.getByRole('alertdialog', { name: 'لم يُطبَّق شيء' })
      await box(1).click()
      await box(2).click()

      await page.route('**/batches', route =>
        route.fulfill({ status: 503, json: { code: 'unavailable', message: 'الخدمة متوقفة الآن.' } }),
      )
      await act(page, 'غيّر حقلاً').click()
      const question = page.getByRole('dialog')
      const year = question.getByLabel('السنة')
      await year.selectOption('2020')
      await question.getByRole('button', { name: /^غيّر/ }).click()
      await dialog.getByText('الخدمة متوقفة الآن.').waitFor()
      await dialog.getByRole('button', { name: 'إغلاق' }).last().click()
      await dialog.waitFor({ state: 'detached' })
      await expect.poll(() => year.inputValue()).toBe('2020')
      await question.getByRole('button', { name: 'إلغاء' }).click()
      await bar(page).getByText('٢ مختارة').waitFor()
      await page.unroute('**/batches')

      const changed = { ...examInput({ title: 'امتحان 1', files }), releaseYear: 2017 }
      await staff.colleague.send('PUT', `${apiPaths.exams}/${ids[0]}`, changed)
      const held = await hold(page, '**/batches')
      await act(page, 'أخفِ').click()
      await held.isAsked
      await box(3).click()
      held.letGo()
      await dialog.getByRole('button', { name: 'طبّق على الباقي: سجل واحد' }).waitFor()
      await dialog.getByRole('button', { name: 'حدّث القائمة' }).click()
      await bar(page).getByText('٢ مختارة').waitFor()
      await expect.poll(() => box(1).isChecked()).toBe(false)

      await staff.colleague.send('PUT', `${apiPaths.exams}/${ids[1]}`, { ...changed, title: 'امتحان 2' })
      const again = await hold(page, '**/batches')
      await act(page, 'أخفِ').click()
      await again.isAsked
      await act(page, 'ألغِ الاختيار').click()
      await bar(page).waitFor({ state: 'detached' })
      again.letGo()
      await dialog.getByText(/^«امتحان 2»/).waitFor()
    },
  )

  browserTest('an act whose answer was lost is not said to have done nothing', async ({ open }) => {
    const { page, expectProblem } = await open({ baseUrl: staff.baseUrl })
    for (const problem of [firstCheck, noPicture, /CONNECTION_RESET/, /The act on many records failed/])
      expectProblem(problem)
    await openExams(page)
    await page.getByRole('checkbox', { name: 'اختر: امتحان 7 ·' }).click()
    await page.route(
      '**/batches',
      async route => {
        await route.fetch()
        await route.abort('connectionreset')
      },
      { times: 1 },
    )
    const drafts = await countOf('state=draft')
    await act(page, 'أخفِ').click()
    const dialog = page.getByRole('alertdialog', { name: 'لم يصل رد الخادم' })
    await dialog.getByText('إعادة المحاولة لا تطبّقه مرتين').waitFor()
    expect(await countOf('state=draft')).toBe(drafts + 1)
    await dialog.getByRole('button', { name: 'إعادة المحاولة' }).click()
    await page.getByText('أُخفي عن الزوار: امتحان واحد.').waitFor()
    expect(await countOf('state=draft')).toBe(drafts + 1)
    await page.getByRole('button', { name: 'تراجع' }).click()
    await expect.poll(() => countOf('state=draft')).toBe(drafts)
  })

  browserTest(
    'nothing of other filters is chosen: no row that still stands there, no late answer',
    async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl: staff.baseUrl })
      for (const problem of [firstCheck, noPicture]) expectProblem(problem)
      await openExams(page, '?size=10')
      const first = rows(page).first().getByRole('checkbox')
      await first.click()
      const matching = await hold(page, '**/api/ministerial-exams?*limit=100*')
      await act(page, /^اختر المطابقة/).click()
      await matching.isAsked
      const list = await hold(page, '**/api/ministerial-exams?*stage=SIXTH_PRIMARY*')
      await page.getByRole('combobox', { name: /^الصف/ }).selectOption('SIXTH_PRIMARY')
      await list.isAsked
      await expect.poll(() => first.isDisabled()).toBe(true)
      list.letGo()
      await expect.poll(() => first.isEnabled()).toBe(true)
      await first.click()
      await bar(page).getByText('١ مختارة').waitFor()
      matching.letGo()
      await act(page, /^اختر المطابقة/).waitFor()
      await expect.poll(() => act(page, /^اختر المطابقة/).isEnabled()).toBe(true)
      await bar(page).getByText('١ مختارة').waitFor()
    },
  )

  browserTest(
    'a first screen shows fourteen rows, which the keys reach, choose and open',
    async ({ open }) => {
      const { page, expectProblem } = await open({
        baseUrl: staff.baseUrl,
        more: { viewport: { width: 1280, height: 800 } },
      })
      expectProblem(firstCheck)
      expectProblem(noPicture)
      await openExams(page)
      await expect.poll(() => rows(page).count()).toBe(count)
      const seen = () =>
        rows(page).evaluateAll(
          found => found.filter(row => row.getBoundingClientRect().bottom <= innerHeight).length,
        )
      await expect.poll(seen).toBeGreaterThanOrEqual(14)
      await page.keyboard.press('j')
      await page.keyboard.press('j')
      await page.keyboard.press('x')
      await page.keyboard.press('j')
      await page.keyboard.press('j')
      await page.keyboard.press('Shift+X')
      await bar(page).getByText('٣ مختارة').waitFor()
      await page.keyboard.press('k')
      const name = await rows(page).nth(2).locator('[data-row] bdi').textContent()
      await page.keyboard.press('e')
      await page.getByRole('heading', { name: 'تعديل امتحان وزاري' }).waitFor()
      await expect.poll(() => page.getByLabel('العنوان').inputValue()).toBe(name)
      await page.getByRole('button', { name: 'إلغاء' }).click()
      await page.getByLabel('صفوف الصفحة').selectOption('10')
      await expect.poll(() => rows(page).count()).toBe(10)
      await page.reload()
      await expect.poll(() => rows(page).count()).toBe(10)
    },
  )

  browserTest(
    'on a phone a row is 72 px high, and its menu has what can be done with it',
    async ({ open }) => {
      const { page, expectProblem } = await open({
        baseUrl: staff.baseUrl,
        device: 'phone',
        more: { viewport: { width: 320, height: 700 } },
      })
      expectProblem(firstCheck)
      expectProblem(noPicture)
      await openExams(page)
      await rows(page).first().waitFor()
      await expect
        .poll(async () => Math.round((await rows(page).first().boundingBox())?.height ?? 0))
        .toBe(72)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
      await staff.add(
        apiPaths.books,
        bookInput({ title: 'بلا فرع', stage: 'FIRST_PRIMARY', branch: undefined, image: files[0] }),
      )
      await page.goto(dashboardPaths.books)
      expect(
        await rows(page).filter({ hasText: 'بلا فرع' }).locator('.table__facts').textContent(),
      ).not.toContain('—')
      await page.goto(dashboardPaths.exams)
      await rowAction(rows(page).first(), 'حذف')
      await page.getByText('هل أنت متأكد من حذف هذا الامتحان؟').waitFor()

      await page.goto(dashboardPaths.notes)
      await page.getByRole('searchbox', { name: 'بحث', exact: true }).click({ timeout: 5_000 })
    },
  )

  browserTest(
    'a row keeps its height whatever its state and its links have to say beside the name',
    async ({ open }) => {
      const { kysely } = staff.server.database
      const link = 'https://t.me/rafid/4711'
      const all = await kysely.selectFrom('exams').select(['id', 'title']).execute()
      for (const [at, { id }] of all.entries()) {
        const publishAt = new Date(Date.now() + 30 * day)
        await kysely
          .updateTable('exams')
          .set(at % 3 === 0 ? { state: 'draft' } : at % 3 === 1 ? { state: 'scheduled', publishAt } : {})
          .set({
            telegramLink: at % 2 === 0 ? link : null,
            title: `الامتحان الوزاري التجريبي ${at} لمادة طويلة`,
          })
          .where('id', '=', id)
          .execute()
      }
      const dead = { failures: 3, cause: 'timeout' as const, checkedAt: new Date(), deadSince: new Date() }
      await kysely
        .insertInto('mirrors')
        .values({ id: 'dead', address: link, ...dead })
        .execute()
      const { page, expectProblem } = await open({
        baseUrl: staff.baseUrl,
        more: { viewport: { width: 1280, height: 800 } },
      })
      expectProblem(firstCheck)
      expectProblem(noPicture)
      await openExams(page)
      await page
        .getByText(/^رابط بلا رد · سُئل/)
        .first()
        .waitFor()
      /* As much of a title as tells one exam from another, beside all other columns. */
      const widths = await page
        .locator('.table__record')
        .evaluateAll(found => found.map(own => own.getBoundingClientRect().width))
      expect(Math.min(...widths)).toBeGreaterThan(300)
      const cutStates = () =>
        rows(page).evaluateAll(found => {
          const alone = found.flatMap(row => {
            const [tag, other] = row.querySelectorAll('.table__named > .tag')
            return tag && !other && tag.textContent === 'مسودة' ? [tag] : []
          })
          return [alone.length > 0, alone.filter(tag => tag.scrollWidth > tag.clientWidth).length]
        })
      expect(await cutStates()).toEqual([true, 0])
      const heights = () =>
        rows(page).evaluateAll(found => [
          ...new Set(found.map(row => Math.ceil(row.getBoundingClientRect().height))),
        ])
      expect(await heights()).toEqual([46])
      const seen = await rows(page).evaluateAll(
        found => found.filter(row => row.getBoundingClientRect().bottom <= innerHeight).length,
      )
      expect(seen).toBeGreaterThanOrEqual(Math.min(14, all.length))
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 800 })
        await expect.poll(heights).toEqual([72])
        expect(await cutStates(), `at ${width}`).toEqual([true, 0])
        const overflowing = await rows(page).evaluateAll(
          found =>
            found.filter(row => {
              const { top, bottom } = row.getBoundingClientRect()
              return [...row.querySelectorAll('.table__name, .table__facts, .tag')].some(part => {
                const box = part.getBoundingClientRect()
                return box.top < top || box.bottom > bottom
              })
            }).length,
        )
        expect(overflowing).toBe(0)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      }
    },
  )
})
