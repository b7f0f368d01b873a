import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { limits } from '#contract/limits.ts'
import { apiPaths, dashboardPaths } from '#contract/paths.ts'
import { browserTest, openShared } from '#test/browser-test.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { addPerson, enter, firstCheck } from './staff-session.ts'
import type { Person } from './staff-session.ts'

let server: TestApp
let baseUrl: string
let person: Person
let colleague: TestStaff

const { news, books, notes, results, exams, auditLog, trash, visits, inbox, uploads, users, overview } =
  dashboardPaths

const longWord = 'سلسلةطويلةبلافراغات'.repeat(6)
const school = {
  subject: 'NATIONAL_EDUCATION',
  stage: 'SIXTH_PREPARATORY',
  releaseYear: 2025,
  keywords: ['كلمة'],
}
const image = 'https://elsewhere.example/a.png'
const inputs: Record<string, object> = {
  [apiPaths.news]: {
    title: longWord,
    bio: 'نبذة',
    content: 'محتوى',
    type: 'HONORING_EXCELLENCE',
    image,
    keywords: ['خبر'],
  },
  [apiPaths.books]: {
    title: longWord,
    description: 'وصف',
    ...school,
    image,
    directLink: `https://elsewhere.example/${'a'.repeat(300)}.pdf`,
  },
  [apiPaths.notes]: {
    title: longWord,
    teacher: longWord,
    ...school,
    image,
    directLink: 'https://elsewhere.example/a.pdf',
  },
  [apiPaths.results]: {
    city: 'الرصافة الأولى',
    stage: 'SIXTH_PREPARATORY',
    try: 1,
    releaseYear: 2025,
    keywords: ['نتائج'],
    directLink: 'https://elsewhere.example/a.zip',
  },
  [apiPaths.exams]: { title: longWord, description: 'وصف الامتحان كله', try: 1, files: [image], ...school },
}

async function add(path: string, input: object): Promise<string> {
  const answer = await colleague.send('POST', path, input)
  expect(answer.statusCode, answer.body).toBe(201)
  return (answer.json() as { data: { id: string } }).data.id
}

openShared(
  async () => {
    server = await openTestApp()
    baseUrl = await server.listen()
    person = await addPerson(server)
    colleague = await server.signIn('editor')
    for (const [path, input] of Object.entries(inputs)) await add(path, input)
    for (let number = 1; number <= 11; number += 1) {
      await add(apiPaths.news, { ...inputs[apiPaths.news], title: `خبر ${number}` })
    }
    const origin = {
      ipAddress: '2001:0db8:85a3:0000:0000:8a2e:0370:7334',
      userAgent: `Mozilla/5.0 (X11; Linux) Chrome/140.0 ${'x'.repeat(120)}`,
    }
    const filters =
      '?grade=SIXTH_PREPARATORY&subject=NATIONAL_EDUCATION&query=' + encodeURIComponent(longWord)
    for (let count = 0; count < 40; count += 1) {
      server.services.visits.record(count % 2 ? `/books/preparatory${filters}` : '/', origin)
    }
    await server.services.visits.flush()
    await server.services.contact.create(
      { name: longWord, email: `${'a'.repeat(60)}@elsewhere.example`, subject: 'SUPPORT', message: longWord },
      null,
    )
    const me = (await colleague.send('GET', '/api/users/me')).json() as { user: { id: string } }
    await server.database.kysely
      .insertInto('uploads')
      .values({
        id: 'u-1',
        name: `${'x'.repeat(120)}.pdf`,
        userId: me.user.id,
        kind: 'pdf',
        size: 10_000_000,
        received: 2_500_000,
        expiresAt: new Date(Date.now() + 3_600_000),
      })
      .execute()
  },
  () => server.close(),
)

async function signIn(page: Page): Promise<void> {
  await enter(page, server, person, overview)
  await page.getByRole('heading', { name: /^أهلاً/ }).waitFor()
}

/** Puts a text on the clipboard and pastes it where the focus is. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate(value => navigator.clipboard.writeText(value), text)
  await page.keyboard.press('Control+V')
}

describe('lists of the staff', () => {
  browserTest('the ways to the calendars stay within their fields', async ({ open }) => {
    const { page, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    await signIn(page)
    for (const address of [auditLog, visits]) {
      await page.goto(address)
      for (const name of ['من تاريخ', 'إلى تاريخ']) {
        const field = page.locator('.date-filter', { hasText: name }).locator('.date-filter__group')
        const outer = await field.boundingBox()
        const inner = await field.getByRole('button').boundingBox()
        expect(inner?.x, `${address} ${name}`).toBeGreaterThanOrEqual(outer?.x ?? Infinity)
      }
      const lines = await page
        .locator('.filter-bar .filter')
        .evaluateAll(filters => filters.map(filter => filter.getBoundingClientRect().top))
      expect(new Set(lines).size, `${address} has its filters in one line`).toBe(1)
    }
  })

  browserTest('a date is typed and pasted in digits of every kind', async ({ open }) => {
    const { page, context, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await signIn(page)
    const from = () => new URL(page.url()).searchParams.get('from')
    const day = page.getByRole('group', { name: 'من تاريخ' }).getByRole('spinbutton').first()
    for (const typed of ['09032024', '٠٩٠٣٢٠٢٤', '۰۹۰۳۲۰۲۴', '0٩03٢0٢4']) {
      await page.goto(visits)
      await day.click()
      await page.keyboard.type(typed)
      await expect.poll(from, { message: typed }).toBe('2024-03-09')
    }
    for (const pasted of ['2024-03-09', '٢٠٢٤/٣/٩', '9/3/2024', ' ٠٩-٠٣-٢٠٢٤ ', '٩ آذار ٢٠٢٤']) {
      await page.goto(visits)
      await day.click()
      await paste(page, pasted)
      await expect.poll(from, { message: pasted }).toBe('2024-03-09')
    }
    await page.goto(visits)
    await day.click()
    await paste(page, 'ليس تاريخاً')
    await paste(page, '9')
    await page.keyboard.type('3')
    await paste(page, '٢٠٢٤')
    await expect.poll(from).toBe('2024-03-09')
  })

  browserTest('a page that a deletion has emptied gives way to the one before it', async ({ open }) => {
    const { page, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    expectProblem(/elsewhere\.example/)
    await signIn(page)
    await page.goto(`${news}?size=10&sortBy=asc&page=2`)
    await expect.poll(() => page.getByRole('row').count()).toBe(3)
    for (const left of [2, 11]) {
      await page.getByRole('button', { name: /^حذف/ }).first().click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'حذف', exact: true }).click()
      await expect.poll(() => page.getByRole('row').count()).toBe(left)
    }
    await expect.poll(() => new URL(page.url()).search).toBe('?size=10&sortBy=asc')
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
    await page.goto(`${auditLog}?page=99`)
    await page.locator('.audit-entry').first().waitFor()
    await expect.poll(() => Number(new URL(page.url()).searchParams.get('page') ?? '1')).toBeLessThan(99)
  })

  browserTest(
    'the thirty-first filter with a name is refused before it is typed, and no other one is lost',
    async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl })
      expectProblem(firstCheck)
      expectProblem(/elsewhere\.example/)
      await signIn(page)
      await page.goto(`${news}?type=HONORING_EXCELLENCE`)
      await page.getByRole('columnheader', { name: 'العنوان' }).waitFor()
      const name = page.getByLabel('اسم التصفية الحالية')
      const names = () => page.locator('.saved-filters__link').allTextContents()
      const openFilters = () => page.getByRole('button', { name: 'تصفياتي' }).click()
      const fill = async (count: number) => {
        const { user } = await page.evaluate(async () => (await fetch('/api/users/me')).json())
        await page.evaluate(
          ([id, text]) => localStorage.setItem(`rafid.list.${id}.news`, text ?? ''),
          [
            user.id as string,
            JSON.stringify({
              saved: Array.from({ length: count }, (_, index) => ({
                name: `تصفية ${index + 1}`,
                search: `search=${index + 1}`,
              })),
            }),
          ],
        )
        await page.reload()
        await page.getByRole('columnheader', { name: 'العنوان' }).waitFor()
      }
      await fill(limits.savedFilters)
      await openFilters()
      const dialog = page.getByRole('dialog', { name: 'تصفياتي' })
      await dialog.getByText('لهذه القائمة ٣٠ تصفية، وهو الحد.').waitFor()
      await page.keyboard.press('Escape')
      for (const height of [568, 400]) {
        await page.setViewportSize({ width: 320, height })
        await openFilters()
        const bottomOf = (selector: string) =>
          page.locator(selector).evaluate(element => element.getBoundingClientRect().bottom)
        await expect
          .poll(async () => (await bottomOf('.list-view')) - (await bottomOf('.popover')))
          .toBeLessThan(0)
        expect(await bottomOf('.popover')).toBeLessThanOrEqual(height)
        // A phone that stands shows the field at once; on less height it is scrolled to.
        if (height === 568)
          expect(await dialog.evaluate(view => view.scrollHeight - view.clientHeight)).toBe(0)
        await name.focus()
        expect(await bottomOf('.saved-filters__form')).toBeLessThan(await bottomOf('.popover'))
        await page.keyboard.press('Escape')
      }
      await page.setViewportSize({ width: 1280, height: 800 })
      await openFilters()
      await name.fill('الحادية والثلاثون')
      await name.press('Enter')
      await dialog.getByRole('alert').getByText('وهو الحد').waitFor()
      expect(await page.getByRole('list', { name: 'الرسائل' }).getByText('وهو الحد').count()).toBe(0)
      expect(await name.inputValue()).toBe('الحادية والثلاثون')
      expect(await names()).toHaveLength(limits.savedFilters)
      expect((await names())[0]).toBe('تصفية 1')

      await name.fill('تصفية 7')
      await name.press('Enter')
      await page.getByText('حلت التصفية الحالية محل «تصفية 7».').waitFor()
      await page.getByRole('button', { name: 'تصفية 7', exact: true }).waitFor()
      await page.getByRole('button', { name: 'تراجع' }).click()
      await openFilters()
      expect(await names()).toHaveLength(limits.savedFilters)
      expect(await page.getByRole('link', { name: 'تصفية 7', exact: true }).getAttribute('href')).toContain(
        'search=7',
      )

      await page.getByRole('button', { name: 'حذف التصفية: تصفية 1', exact: true }).click()
      await name.fill('الجديدة')
      await name.press('Enter')
      await page.getByRole('button', { name: 'الجديدة' }).waitFor()
    },
  )

  browserTest(
    'a list is sorted by its headings, shows the columns that are chosen, and keeps filters by name',
    async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl })
      expectProblem(firstCheck)
      expectProblem(/elsewhere\.example/)
      await signIn(page)
      await page.goto(`${news}?type=HONORING_EXCELLENCE&size=10&page=2`)
      const titles = async () =>
        (await page.locator('.table--records [data-row]').allTextContents()).map(text => text.trim())
      const query = () => Object.fromEntries(new URL(page.url()).searchParams)
      await expect.poll(async () => (await titles()).length).toBeGreaterThan(0)
      const heading = page.getByRole('columnheader', { name: 'العنوان' })
      await heading.getByRole('button').press('Enter')
      await expect.poll(() => heading.getAttribute('aria-sort')).toBe('ascending')
      await expect.poll(query).toEqual({
        type: 'HONORING_EXCELLENCE',
        size: '10',
        sort: 'title',
        direction: 'asc',
      })
      /* What other tests have left of them. */
      const stored = await server.database.kysely.selectFrom('news').select('title').execute()
      const first = stored.map(({ title }) => title).toSorted()
      await expect.poll(async () => (await titles()).slice(0, 3)).toEqual(first.slice(0, 3))
      await heading.getByRole('button').press('Enter')
      await expect.poll(() => heading.getAttribute('aria-sort')).toBe('descending')
      await expect.poll(async () => (await titles())[0]).toBe(longWord)
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('العنوان')

      await page.locator('.table--records [data-row]').nth(1).click()
      await page.waitForURL(/edit/)
      await page.goBack()
      await expect.poll(async () => (await titles())[0]).toBe(longWord)

      await page.getByRole('button', { name: 'تصفياتي' }).click()
      await page.getByLabel('اسم التصفية الحالية').fill('المكرّمون')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'المكرّمون' }).waitFor()
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('المكرّمون')
      await page.getByRole('button', { name: 'العرض' }).click()
      await page.getByRole('checkbox', { name: 'النوع' }).click()
      await page.keyboard.press('Escape')
      await page.getByRole('columnheader', { name: 'النوع' }).waitFor({ state: 'detached' })

      await page.goto(news)
      await page.getByRole('columnheader', { name: 'العنوان' }).waitFor()
      expect(await page.getByRole('columnheader', { name: 'النوع' }).count()).toBe(0)
      await page.getByRole('button', { name: 'تصفياتي' }).click()
      await page.getByRole('link', { name: 'المكرّمون' }).click()
      await expect.poll(() => heading.getAttribute('aria-sort')).toBe('descending')
      await page.getByRole('button', { name: 'المكرّمون' }).waitFor()

      await heading.getByRole('button').press('Enter')
      await page.getByRole('button', { name: 'تصفياتي' }).click()
      await page.getByLabel('اسم التصفية الحالية').fill('غيرها')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'غيرها' }).click()
      for (const name of ['المكرّمون', 'غيرها'])
        await page.getByRole('button', { name: `حذف التصفية: ${name}` }).click()
      await page.keyboard.press('Escape')
      const notice = page.getByRole('listitem').filter({ hasText: 'حُذفت التصفية «المكرّمون»' })
      await notice.getByRole('button', { name: 'تراجع' }).click()
      await page.getByRole('button', { name: 'تصفياتي' }).click()
      await expect.poll(() => page.locator('.saved-filters li').allTextContents()).toEqual(['المكرّمون'])
    },
  )

  browserTest('nothing scrolls sideways at 320 px', { timeout: 120_000 }, async ({ open }) => {
    const { page, expectProblem } = await open({
      baseUrl,
      device: 'phone',
      more: { viewport: { width: 320, height: 640 } },
    })
    expectProblem(firstCheck)
    expectProblem(/elsewhere\.example/)
    await signIn(page)
    const found: string[] = []
    const look = async (name: string) => {
      const wide = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement
        const beyond = [...document.querySelectorAll('main *')].filter(element => {
          const { left, right, width } = element.getBoundingClientRect()
          const isClipped = element.closest(
            '.visually-hidden, .chart__plot, details:not([open]) > :not(summary), [data-react-aria-prevent-focus]',
          )
          return width > 1 && !isClipped && (left < -1 || right > clientWidth + 1)
        })
        const names = beyond.map(element => `${element.tagName.toLowerCase()}.${element.className}`)
        return { isWide: scrollWidth > clientWidth, names: [...new Set(names)].slice(-6) }
      })
      if (wide.isWide || wide.names.length > 0) found.push(`${name}: ${wide.names.join(', ')}`)
    }
    for (const screen of [
      overview,
      news,
      books,
      notes,
      results,
      exams,
      auditLog,
      trash,
      visits,
      inbox,
      uploads,
      users,
    ]) {
      await page.goto(screen)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      await look(screen)
      for (const summary of await page.locator('main summary').all()) await summary.click()
      await look(`${screen}, opened`)
    }
    await page.goto(`${visits}?from=2024-11-21&to=2024-12-22`)
    await page.waitForLoadState('networkidle')
    await look('dates chosen')
    expect(found).toEqual([])
  })

  for (const width of [320, 390]) {
    browserTest(`the steps between pages have names at ${width} px`, async ({ open }) => {
      const { page, expectProblem } = await open({
        baseUrl,
        device: 'phone',
        more: { viewport: { width, height: 700 } },
      })
      expectProblem(firstCheck)
      expectProblem(/elsewhere\.example/)
      await signIn(page)
      await page.goto(visits)
      await page.getByRole('link', { name: 'الصفحة التالية' }).click()
      await page.waitForURL(/page=2/)
      await page.getByRole('link', { name: 'الصفحة السابقة' }).click()
      await expect.poll(() => new URL(page.url()).search).toBe('')
    })
  }

  browserTest(
    'choosing a filter moves nothing at 1280, 390 and 320 px',
    { timeout: 120_000 },
    async ({ open }) => {
      const movedAt = async (width: number) => {
        const { page, expectProblem } = await open({ baseUrl, more: { viewport: { width, height: 900 } } })
        expectProblem(firstCheck)
        expectProblem(/elsewhere\.example/)
        await signIn(page)
        const top = (selector: string) =>
          page
            .locator(selector)
            .first()
            .evaluate(element => element.getBoundingClientRect().top + scrollY)
        const moved: string[] = []
        for (const screen of [news, books, notes, results, exams, auditLog, inbox, uploads]) {
          await page.goto(screen)
          await page.waitForLoadState('networkidle')
          const selects = page.locator('.filter-bar select')
          const places = async () => {
            const tops = await selects.evaluateAll(all =>
              all.map(one => one.getBoundingClientRect().top + scrollY),
            )
            return [await top('.list'), ...tops].join(', ')
          }
          const toggle = page.locator('.filter-bar__toggle:visible')
          if ((await toggle.count()) > 0) {
            const edges = (selector: string) =>
              page.locator(selector).evaluate(element => {
                const { left, right, top } = element.getBoundingClientRect()
                return { left, right, top }
              })
            const [bar, box, button] = [
              await edges('.filter-bar'),
              await edges('.filter-bar > .search-box'),
              await edges('.filter-bar__toggle'),
            ]
            /* One row, and all of its width. */
            if (box.top !== button.top || box.right !== bar.right || button.left !== bar.left)
              moved.push(`${width} ${screen}: ${JSON.stringify({ bar, box, button })}`)
            await toggle.click()
          }
          await page.evaluate(() => scrollTo(0, 0))
          const before = await places()
          await selects.first().selectOption({ index: 1 })
          await expect.poll(() => new URL(page.url()).search).not.toBe('')
          await page.waitForLoadState('networkidle')
          const chosen = await places()
          if (chosen !== before) moved.push(`${width} ${screen}: ${before} → ${chosen}`)
          await page.getByRole('button', { name: 'إعادة ضبط' }).click()
          await expect.poll(() => new URL(page.url()).search).toBe('')
          const cleared = await places()
          if (cleared !== before) moved.push(`${width} ${screen}, reset: ${before} → ${cleared}`)
          await expect
            .poll(() => page.evaluate(() => Boolean(document.activeElement?.closest('.filter-bar'))))
            .toBe(true)
        }
        return moved
      }
      expect((await Promise.all([1280, 390, 320].map(movedAt))).flat()).toEqual([])
    },
  )
})
