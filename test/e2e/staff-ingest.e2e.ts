import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { apiPaths, dashboardPaths } from '#contract/paths.ts'
import type { Ingest } from '#contract/resources/ingest.ts'
import { findFaultsInThemes } from '#test/axe.ts'
import { browserTest, openShared } from '#test/browser-test.ts'
import { makeCover, makeImage, makePdf, makeZip, streamOf } from '#test/files.ts'
import { countPresses } from './count-presses.ts'
import { dropAt } from './drop-files.ts'
import { enter, firstCheck, openStaffSite } from './staff-session.ts'
import type { StaffSite } from './staff-session.ts'

let staff: StaffSite
let folder: string

openShared(
  async () => {
    staff = await openStaffSite()
    folder = mkdtempSync(path.join(tmpdir(), 'rafid-ingest-'))
  },
  async () => {
    rmSync(folder, { recursive: true, force: true })
    await staff.server.close()
  },
)

/** Writes files of these names, each with bytes of its own. Shape: their paths. */
async function written(place: string, names: readonly string[]): Promise<string[]> {
  const image = await makeImage('png', 24, 24)
  const pdf = await makePdf(1)
  const own = path.join(folder, place)
  mkdirSync(own, { recursive: true })
  return Promise.all(
    names.map(async (name, at) => {
      const file = path.join(own, name)
      /* What follows the end of a picture or a PDF is read by nobody, and makes other bytes of it. */
      const mark = Buffer.from(`\n% ${place} ${at}`)
      const bytes = name.endsWith('.zip')
        ? await makeZip({ [`مدرسة ${at}.pdf`]: pdf })
        : Buffer.concat([name.endsWith('.pdf') ? pdf : image, mark])
      writeFileSync(file, bytes)
      return file
    }),
  )
}

/** Drops files on the screen when it is there to take them. */
async function drop(page: Page, files: string[]): Promise<void> {
  await page.getByRole('heading', { name: 'استيراد ملفات' }).waitFor()
  await dropAt(page, 400, 300, files)
}

const grid = (page: Page) => page.getByRole('grid', { name: 'السجلات المقترحة' })
const rows = (page: Page) => grid(page).locator('tbody tr')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const cell = (page: Page, row: number, field: string) =>
  rows(page).nth(row).locator(`[data-field="${field}"]`)

async function totalOf(list: string): Promise<number> {
  const answer = await staff.colleague.send('GET', `/api/staff/${list}?limit=1`)
  const body = answer.json() as { data: { total: number } }
  return body.data.total
}

const subjects = ['الرياضيات', 'الفيزياء', 'الكيمياء', 'الأحياء', 'الإنكليزي']

describe('the import of files', () => {
  browserTest('what is dropped while an import is opened goes into the same one', async ({ open }) => {
    const { page, expectProblem } = await open({ baseUrl: staff.baseUrl })
    expectProblem(firstCheck)
    const files = await written('two drops', ['كيمياء سادس علمي 2026.pdf', 'فيزياء سادس علمي 2026.pdf'])
    await enter(page, staff.server, staff.person, dashboardPaths.ingest)
    const areDropped = Promise.withResolvers<void>()
    let asked = 0
    await page.route(`**${apiPaths.ingests}`, async route => {
      if (route.request().method() === 'POST') {
        asked += 1
        await areDropped.promise
      }
      await route.continue()
    })
    await drop(page, files.slice(0, 1))
    await expect.poll(() => asked).toBe(1)
    await drop(page, files.slice(1))
    await page.waitForTimeout(100)
    areDropped.resolve()
    await expect.poll(() => rows(page).count()).toBe(2)
    expect(asked).toBe(1)
  })

  browserTest(
    'twenty exams of four pictures take 60 presses at most and no key, and one takes them back',
    { timeout: 150_000 },
    async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl: staff.baseUrl })
      expectProblem(firstCheck)
      const names = Array.from({ length: 20 }, (_, at) => {
        const exam = `وزاري ${subjects[at % 5]} سادس علمي ${2020 + Math.floor(at / 5)} دور 1`
        return [1, 2, 3, 4].map(number => `${exam} (${number}).png`)
      }).flat()
      const files = await written('exams', names)
      const hands = await countPresses(page)
      const { click } = hands
      await enter(page, staff.server, staff.person, dashboardPaths.overview)
      await click(page.getByRole('link', { name: 'استيراد ملفات' }))
      await page.getByRole('heading', { name: 'استيراد ملفات' }).waitFor()
      await hands.drop(files)
      await expect.poll(() => rows(page).count()).toBe(20)
      await click(page.getByRole('checkbox', { name: 'اختر الكل' }))
      await click(button(page, /^راجعتُ ٢٠/))
      const publish = button(page, /^انشر ٢٠/)
      await publish.waitFor({ timeout: 60_000 })
      await click(publish)
      await page.getByText('نُشر: ٢٠ سجلاً.').waitFor()
      const made = hands.taken()
      expect(made.clicks).toBeLessThanOrEqual(60)
      expect(made.keys).toBe(0)
      expect(await totalOf('ministerial-exams')).toBe(20)
      await click(button(page, 'تراجع'))
      await page.getByText('تُراجع عن الدفعة كلها.').waitFor()
      expect(hands.taken()).toEqual({ clicks: 1, keys: 0 })
      expect(await totalOf('ministerial-exams')).toBe(0)
    },
  )

  browserTest(
    'two hundred mixed files are published after a look with 150 presses at most, nothing before',
    { timeout: 150_000 },
    async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl: staff.baseUrl })
      expectProblem(firstCheck)
      const grades = ['رابع', 'خامس', 'سادس']
      const books = Array.from(
        { length: 75 },
        (_, at) =>
          `${subjects[at % 5]} ${grades[at % 3]} علمي ${2012 + (at % 15)} ج${1 + Math.floor(at / 15)}.pdf`,
      )
      const notes = Array.from(
        { length: 40 },
        (_, at) => `ملزمة ${subjects[at % 5]} سادس علمي الاستاذ كرار الحسني ${2010 + Math.floor(at / 5)}.pdf`,
      )
      const exams = Array.from(
        { length: 80 },
        (_, at) =>
          `وزاري ${subjects[Math.floor(at / 4) % 5]} ثالث متوسط ${2001 + Math.floor(at / 20)} دور 2 ص${1 + (at % 4)}.png`,
      )
      const results = ['ميسان', 'واسط', 'بابل'].map(city => `نتائج ${city} ثالث متوسط دور اول 2026.zip`)
      const silent = ['scan0071.pdf', 'ملف.pdf']
      const files = await written('mixed', [...books, ...notes, ...exams, ...results, ...silent])
      expect(files).toHaveLength(200)
      const hands = await countPresses(page)
      const { click } = hands
      await enter(page, staff.server, staff.person, dashboardPaths.ingest)
      await page.getByRole('heading', { name: 'استيراد ملفات' }).waitFor()
      await hands.drop(files)
      await expect.poll(() => rows(page).count(), { timeout: 30_000 }).toBe(140)
      expect(await totalOf('books')).toBe(0)
      /* What nobody can read in a name is said by hand. */
      for (const name of silent) {
        const row = rows(page).filter({ hasText: name })
        for (const [field, value] of [
          ['kind', 'book'],
          ['stage', 'FIRST_PRIMARY'],
          ['subject', name === 'ملف.pdf' ? 'MATH' : 'READING'],
          ['releaseYear', '2026'],
        ] as const) {
          await click(row.locator(`[data-field="${field}"]`))
          await click(row.locator(`[data-field="${field}"]`))
          await hands.choose(row.getByRole('combobox'), value)
        }
      }
      await click(page.getByRole('checkbox', { name: 'اختر الكل' }))
      await click(button(page, /^راجعتُ ١٤٠/))
      const publish = button(page, /^انشر ١٤٠/)
      await publish.waitFor({ timeout: 90_000 })
      await click(publish)
      await page.getByText('نُشر: ١٤٠ سجلاً.').waitFor({ timeout: 60_000 })
      const made = hands.taken()
      expect(made.clicks).toBeLessThanOrEqual(150)
      expect(made.keys).toBe(0)
      expect(await Promise.all(['books', 'malazimas', 'ministerial-exams'].map(totalOf))).toEqual([
        77, 40, 20,
      ])
    },
  )

  browserTest(
    'shows how sure each proposal is, and the round in sight beside the state',
    async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl: staff.baseUrl })
      expectProblem(firstCheck)
      await page.setViewportSize({ width: 1280, height: 800 })
      const names = [
        'وزاري الفيزياء سادس علمي 2024 دور 1.pdf',
        'كتاب التربية الإسلامية سادس علمي 2026.pdf',
        'scan0071.pdf',
      ]
      const files = await written('sureness', names)
      await enter(page, staff.server, staff.person, dashboardPaths.ingest)
      await drop(page, files)
      await expect.poll(() => rows(page).count()).toBe(3)
      const lastRow = rows(page).filter({ hasText: 'scan0071' })
      await lastRow.getByRole('img', { name: 'لا مقترح' }).waitFor()
      expect(
        await page.getByRole('img', { name: /^المقترح (أكيد|مرجح|تخمين)$/ }).count(),
      ).toBeGreaterThanOrEqual(2)
      const edge = (name: string) =>
        page.getByRole('columnheader', { name, exact: true }).evaluate(cell => {
          const { left, right } = cell.getBoundingClientRect()
          return { left, right }
        })
      expect((await edge('العنوان أو الدور')).left).toBeGreaterThanOrEqual((await edge('الحال')).right - 1)
    },
  )

  browserTest(
    'keeps each title beside the state at 1280 px, each cell that has the focus uncovered, and the state in sight at 390 px',
    async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl: staff.baseUrl })
      expectProblem(firstCheck)
      await page.setViewportSize({ width: 1280, height: 800 })
      const files = await written('widths', [
        'كتاب الكيمياء سادس علمي 2026.pdf',
        'نتائج ميسان ثالث متوسط دور اول 2026.zip',
        'ملزمة فيزياء سادس علمي الاستاذ كرار الحسني 2024.pdf',
      ])
      /* Whether what stands at both ends of an element is the element. */
      const isWhole = (target: Locator) =>
        target.evaluate(own => {
          const { left, right, top, bottom } = own.getBoundingClientRect()
          return [left + 2, right - 2].every(x => {
            const seen = document.elementFromPoint(x, (top + bottom) / 2)
            return seen !== null && (own === seen || own.contains(seen))
          })
        })
      await enter(page, staff.server, staff.person, dashboardPaths.ingest)
      await drop(page, files.slice(0, 1))
      await expect.poll(() => cell(page, 0, 'stage').textContent()).toContain('السادس')
      await expect.poll(() => isWhole(cell(page, 0, 'title'))).toBe(true)
      await drop(page, files.slice(1))
      await expect.poll(() => rows(page).count()).toBe(3)
      await cell(page, 2, 'teacher').waitFor()
      await rows(page).nth(2).getByRole('gridcell').first().focus()
      const focused = page.locator(':focus')
      await page.keyboard.press('End')
      const columns = Number(await focused.getAttribute('aria-colindex'))
      for (const key of ['ArrowRight', 'ArrowLeft'])
        for (let step = 1; step < columns; step += 1) {
          await page.keyboard.press(key)
          await expect.poll(() => isWhole(focused), { message: `${key} ${step}` }).toBe(true)
        }
      await page.keyboard.press('ArrowRight')
      await page
        .locator('th')
        .nth(1)
        .evaluate(head => (head.style.minInlineSize = '420px'))
      await expect.poll(() => isWhole(focused), { message: 'a column became wider' }).toBe(true)
      await page.setViewportSize({ width: 390, height: 844 })
      const first = rows(page).nth(0)
      for (const sign of [
        first.getByRole('img', { name: /^المقترح/ }),
        first.getByText(/^(يحتاج نظرة|جاهز)$/),
      ])
        expect(await isWhole(sign)).toBe(true)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    },
  )

  browserTest(
    'keeps its headings and acts in sight, and the chosen row near, however many rows there are and at every width',
    async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl: staff.baseUrl })
      expectProblem(firstCheck)
      const names = Array.from(
        { length: 40 },
        (_, at) => `كتاب ${subjects[at % 5]} سادس علمي ${1980 + at}.pdf`,
      )
      await enter(page, staff.server, staff.person, dashboardPaths.ingest)
      await drop(page, await written('many', names))
      await expect.poll(() => rows(page).count()).toBe(40)
      await page.getByText('محفوظ على الخادم').waitFor()
      const isSeen = (target: Locator) =>
        target.evaluate(own => {
          const { left, right, top, bottom } = own.getBoundingClientRect()
          const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
          return seen !== null && own.contains(seen)
        })
      for (const [width, height] of [
        [1280, 800],
        [390, 844],
        [320, 640],
      ] as const) {
        await page.setViewportSize({ width, height })
        await page.getByRole('checkbox', { name: 'اختر الكل' }).check()
        await expect.poll(() => isSeen(button(page, /^راجعتُ ٤٠/)), { message: `acts at ${width}` }).toBe(true)
        const last = rows(page).last().getByRole('gridcell').first()
        /* What is found out of the rows meanwhile makes them taller. */
        const seeEnd = async (target: Locator) => {
          await page.locator('.ingest__scroll').evaluate(frame => {
            frame.scrollIntoView({ block: 'center', behavior: 'instant' })
            frame.scrollTop = frame.scrollHeight
          })
          return isSeen(target)
        }
        for (const target of [page.getByRole('columnheader').first(), last])
          await expect.poll(() => seeEnd(target), { message: `last row at ${width}` }).toBe(true)
        const side = await page.getByRole('complementary', { name: 'السطر المختار' }).boundingBox()
        const frame = await page.locator('.ingest__review').boundingBox()
        expect((side?.y ?? 0) - (frame?.y ?? 0)).toBeLessThan(height)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      }
    },
  )

  browserTest(
    'sends its files on while one works elsewhere: a tray says how far they are, what failed and why, and leads back',
    async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl: staff.baseUrl })
      expectProblem(firstCheck)
      expectProblem(/422|could not be sent/)
      const names = ['كيمياء رابع علمي 2025.pdf', 'فيزياء رابع علمي 2025.pdf']
      const files = await written('elsewhere', names)
      const line = Promise.withResolvers<void>()
      let sent = 0
      await page.route('**/api/files/new*', async route => {
        const own = (sent += 1)
        await line.promise
        if (own === 2) return route.fulfill({ status: 422, json: { error: 'الملف تالف' } })
        return route.continue()
      })
      await enter(page, staff.server, staff.person, dashboardPaths.ingest)
      await drop(page, files)
      await expect.poll(() => sent).toBe(2)
      const tray = page.getByRole('complementary', { name: 'ما يُرفع الآن' })
      expect(await tray.count(), 'the screen of the import says it itself').toBe(0)
      await page.getByRole('link', { name: 'الكتب', exact: true }).click()
      await tray.getByText(/^وصل ٠ من ٢/).waitFor()
      line.resolve()
      await tray.getByText(/^وصل ١ من ٢/).waitFor()
      await tray.getByText('لم يصل ملف واحد').click()
      await tray.getByText(/رابع علمي 2025\.pdf/).waitFor()
      expect(await findFaultsInThemes(page)).toEqual([])
      await page.setViewportSize({ width: 320, height: 640 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
      await tray.getByRole('button', { name: 'أعد رفعها' }).click()
      await page.getByText('وصلت ملفات الاستيراد كلها: ملفان.').waitFor()
      expect(await tray.count()).toBe(0)
      await page.getByRole('link', { name: 'راجعها' }).click()
      await expect.poll(() => rows(page).count()).toBe(2)
      expect(await grid(page).getByText('أفلت الملف مرة أخرى').count()).toBe(0)
    },
  )

  browserTest(
    'keeps the keyboard when the column that is written into goes, says what was typed, and cuts no word at 390 px',
    async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl: staff.baseUrl })
      expectProblem(firstCheck)
      const { kysely } = staff.server.database
      await enter(page, staff.server, staff.person, dashboardPaths.ingest)
      await drop(page, await written('column', ['ملزمة فيزياء سادس علمي الاستاذ كرار الحسني 2024.pdf']))
      await cell(page, 0, 'teacher').click()
      await page.keyboard.press('Enter')
      await cell(page, 0, 'teacher').getByRole('textbox').fill('علي')
      await page.getByText('محفوظ على الخادم').waitFor()
      const ingestId = new URL(page.url()).searchParams.get('id')
      await sql`
        update ingest_rows set version = version + 1, said = said || '{"kind": "book"}'::jsonb
        where ingest_id = ${ingestId}`.execute(kysely)
      await page.getByText('لم يعد لهذه السطور حقل «المدرس»، فلا يظهر ما كتبته فيه: «علي».').waitFor()
      const focused = grid(page).locator(':focus')
      await expect.poll(() => focused.getAttribute('data-field')).toBe('title')
      await page.keyboard.press('ArrowRight')
      expect(await focused.getAttribute('data-field')).toBe('releaseYear')
      await sql`update ingest_files set url = null where ingest_id = ${ingestId}`.execute(kysely)
      await page.setViewportSize({ width: 390, height: 844 })
      await page.reload()
      const words = grid(page).getByText('أفلت الملف مرة أخرى: يكمل من حيث توقف')
      const isCut = words.evaluate(own => {
        const { left, right, bottom } = own.getBoundingClientRect()
        const place = own.closest('td')?.getBoundingClientRect()
        return !place || left < place.left || right > place.right || bottom > place.bottom
      })
      expect(await isCut).toBe(false)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    },
  )

  browserTest(
    'one column holds what each row is known by, each field a cell with its name, and fills down only from field to field',
    async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl: staff.baseUrl })
      expectProblem(firstCheck)
      await page.setViewportSize({ width: 1280, height: 800 })
      const names = [
        'كتاب الكيمياء سادس علمي 2026.pdf',
        'وزاري الفيزياء سادس علمي 2024 دور 1.png',
        'نتائج ميسان ثالث متوسط دور اول 2026.zip',
        'ملزمة فيزياء سادس علمي الاستاذ كرار الحسني 2024.pdf',
      ]
      await enter(page, staff.server, staff.person, dashboardPaths.ingest)
      await page.getByRole('heading', { name: 'استيراد ملفات' }).waitFor()
      await drop(page, await written('known by', names))
      await expect.poll(() => rows(page).count()).toBe(4)
      const [book, exam, result, note] = names.map(name => rows(page).filter({ hasText: name }))
      const heads = await grid(page).getByRole('columnheader').allTextContents()
      expect(heads.slice(-2)).toEqual(['العنوان أو الدور', 'الحال'])
      const known = (row: Locator | undefined) => row?.locator('.ingest__parts').textContent()
      expect(await known(result)).toBe('المدينة: ميسانالدور: الدور الأول')
      await note?.getByRole('gridcell', { name: /^المدرس: كرار الحسني/ }).waitFor()
      const at = page.locator(':focus')
      await exam?.getByRole('gridcell', { name: /^الدور: / }).click()
      await page.keyboard.press('Enter')
      expect(await at.getAttribute('aria-label')).toMatch(/^الدور: وزاري/)
      await at.selectOption('2')
      await page.keyboard.press('Enter')
      await expect.poll(() => at.textContent()).toBe('الدور: الدور الأول')
      await page.keyboard.press('Control+d')
      await expect.poll(() => known(result)).toBe('المدينة: ميسانالدور: الدور الثاني')
      /* What the next one is known by stands in the same place; back, the round is where it was. */
      await page.keyboard.press('ArrowDown')
      await expect.poll(() => at.getAttribute('data-field')).toBe('title')
      await page.keyboard.press('ArrowUp')
      await expect.poll(() => at.getAttribute('data-field')).toBe('try')
      await note?.locator('[data-field="teacher"]').click()
      await page.keyboard.press('Control+d')
      await page.getByText('ليس للسطر الذي فوقه حقل «المدرس»، فلم يُملأ هذا منه.').waitFor()
      expect(await known(note)).toContain('كرار الحسني')
      /* The notice that has the focus stays when others come. */
      const notices = page.getByRole('list', { name: 'الرسائل' }).getByRole('listitem')
      const close = notices.last().getByRole('button')
      await close.focus()
      const held = await close.elementHandle()
      const fillDown = { code: 'KeyD', ctrlKey: true, bubbles: true }
      for (const _ of [1, 2, 3, 4])
        await note?.locator('[data-field="teacher"]').dispatchEvent('keydown', fillDown)
      await expect.poll(() => notices.count()).toBe(3)
      expect(await held?.evaluate(button => button === document.activeElement)).toBe(true)
      await note?.locator('[data-field="teacher"]').focus()
      /* What is typed into all chosen rows goes where it can be seen. */
      await page.keyboard.press('Control+a')
      await exam?.locator('[data-field="try"]').click()
      await page.keyboard.press('Enter')
      await at.selectOption('3')
      await page.keyboard.press('Enter')
      await page.getByText('محفوظ على الخادم').waitFor()
      const ingestId = new URL(page.url()).searchParams.get('id') ?? ''
      const { data } = (await staff.colleague.send('GET', apiPaths.ingest(ingestId))).json() as {
        data: Ingest
      }
      const rounds = data.rows.map(({ files, values }) => [files[0]?.name, values.try])
      expect(Object.fromEntries(rounds)).toEqual(
        Object.fromEntries(names.map((name, place) => [name, place === 1 || place === 2 ? 3 : null])),
      )
      expect(await book?.locator('[data-field="title"]').getAttribute('aria-colspan')).toBe('2')
      expect(await findFaultsInThemes(page)).toEqual([])
    },
  )

  browserTest('a row that shows the picture of a record says so, and leads to it', async ({ open }) => {
    const { page, expectProblem } = await open({ baseUrl: staff.baseUrl })
    expectProblem(firstCheck)
    const picture = { name: 'امتحان.jpg', kind: 'image' } as const
    const { url } = await staff.server.services.files.store(streamOf(await makeCover(7)), picture)
    const title = 'أسئلة التاريخ'
    const facts = {
      title,
      description: title,
      stage: 'SIXTH_PRIMARY',
      subject: 'HISTORY',
      keywords: ['وزاري'],
    }
    const id = await staff.add(apiPaths.exams, { ...facts, releaseYear: 2015, try: 2, files: [url] })
    const [name, other] = ['وزاري تاريخ ثالث متوسط 2019 دور 1.jpg', 'وزاري تاريخ ثالث متوسط 2018 دور 1.jpg']
    const sent = path.join(folder, name)
    writeFileSync(sent, await makeCover(7, { width: 420, quality: 45 }))
    writeFileSync(path.join(folder, other), await makeCover(8))
    await enter(page, staff.server, staff.person, dashboardPaths.ingest)
    await drop(page, [sent, path.join(folder, other)])
    const row = (of: string) => rows(page).filter({ hasText: of })
    await row(name).getByText('يحتاج نظرة').waitFor()
    await row(other).getByText('جاهز').waitFor()
    await row(name).locator('[data-field="subject"]').click()
    const side = page.getByRole('complementary', { name: 'السطر المختار' })
    await side.getByText('الصورة الأولى تشبه صورة في سجل موجود.').waitFor()
    const link = side.getByRole('link', { name: title })
    expect(await link.getAttribute('href')).toBe(dashboardPaths.edit(dashboardPaths.exams, id))
  })

  browserTest(
    'two hundred files of one ZIP are published after a look with no more presses than those of a folder',
    { timeout: 150_000 },
    async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl: staff.baseUrl })
      expectProblem(firstCheck)
      const pdf = await makePdf(1)
      const before = await totalOf('books')
      const names = Array.from(
        { length: 200 },
        (_, at) =>
          `كتب/${subjects[at % 5]}/${subjects[at % 5]}_${at % 2 === 0 ? 'سادس' : 'خامس'}_علمي_${2005 + Math.floor(at / 10)}.pdf`,
      )
      const archive = path.join(folder, 'مكتبة السادس.zip')
      const entries = names.map(name => [name, Buffer.concat([pdf, Buffer.from(`\n% ${name}`)])])
      writeFileSync(archive, await makeZip(Object.fromEntries(entries)))
      const hands = await countPresses(page)
      const { click } = hands
      await enter(page, staff.server, staff.person, dashboardPaths.ingest)
      await page.getByRole('heading', { name: 'استيراد ملفات' }).waitFor()
      await hands.drop([archive])
      await page.getByText('فُتح، وفيه ٢٠٠ ملف').waitFor({ timeout: 90_000 })
      await expect.poll(() => rows(page).count()).toBe(200)
      await expect.poll(() => grid(page).getByText('يُؤخذ من الأرشيف').count()).toBe(0)
      expect(await button(page, /^انشر/).isEnabled()).toBe(false)
      await click(page.getByRole('checkbox', { name: 'اختر الكل' }))
      await click(button(page, /^راجعتُ ٢٠٠/))
      const publish = button(page, /^انشر ٢٠٠/)
      await publish.waitFor({ timeout: 90_000 })
      expect(await totalOf('books')).toBe(before)
      await click(publish)
      await page.getByText('نُشر: ٢٠٠ سجل.').waitFor({ timeout: 60_000 })
      const made = hands.taken()
      expect(made.clicks).toBeLessThanOrEqual(150)
      expect(made.keys).toBe(0)
      expect(await totalOf('books')).toBe(before + 200)
    },
  )

  browserTest('the files of one ZIP become rows of their own, over a reload', async ({ open }) => {
    const { page, expectProblem } = await open({ baseUrl: staff.baseUrl })
    expectProblem(firstCheck)
    const pdf = await makePdf(1)
    const folders: Record<string, Buffer> = {}
    for (let at = 0; at < 12; at += 1) {
      const name = `كتب علمي/${subjects[at % 5]} سادس علمي ${2000 + at}.pdf`
      folders[name] = Buffer.concat([pdf, Buffer.from(`\n% ${Math.random()} ${at}`)])
    }
    const archive = path.join(folder, `تنزيلات ${Date.now()}.zip`)
    writeFileSync(archive, await makeZip(folders))
    await enter(page, staff.server, staff.person, dashboardPaths.ingest)
    await drop(page, [archive])
    await page.getByText(/يُفتح على الخادم|ينتظر فتحه|فُتح، وفيه/).waitFor()
    await page.reload()
    await page.getByText('فُتح، وفيه ١٢ ملفاً').waitFor({ timeout: 60_000 })
    await expect.poll(() => rows(page).count()).toBe(12)
    expect(await grid(page).getByText('يُؤخذ من الأرشيف').count()).toBe(0)
    await expect.poll(() => cell(page, 0, 'subject').textContent()).toContain('الرياضيات')
    const line = Promise.withResolvers<void>()
    await page.route('**/rows', async route => {
      await line.promise
      await route.continue()
    })
    await cell(page, 0, 'title').click()
    await cell(page, 0, 'title').click()
    await cell(page, 0, 'title').getByRole('textbox').fill('كتب على عجل')
    await page.keyboard.press('Enter')
    await button(page, 'أبقه ملفاً واحداً').click()
    const asked = page.getByRole('alertdialog').filter({ hasText: 'هل يبقى هذا الأرشيف ملفاً واحداً' })
    await asked.getByRole('button', { name: 'إلغاء' }).click()
    line.resolve()
    await page.getByText('محفوظ على الخادم').waitFor()
    expect(await rows(page).count()).toBe(12)
    await button(page, 'أبقه ملفاً واحداً').click()
    await asked.getByRole('button', { name: 'حذف' }).click()
    await expect.poll(() => rows(page).count()).toBe(1)
    await expect.poll(() => cell(page, 0, 'kind').textContent()).toContain('نتيجة')
  })

  browserTest(
    'is worked on in one window at a time, is taken over in another one, and loses nothing between them',
    async ({ open }) => {
      const { page, context, expectProblem } = await open({ baseUrl: staff.baseUrl })
      expectProblem(firstCheck)
      const name = 'كتاب علوم خامس ابتدائي 2024.pdf'
      await enter(page, staff.server, staff.person, dashboardPaths.ingest)
      await drop(page, await written(`windows ${Date.now()}`, [name]))
      await cell(page, 0, 'title').waitFor()
      await page.getByText('محفوظ على الخادم').waitFor()
      const second = await context.newPage()
      await second.goto(page.url())
      await second.getByText('مفتوح عندك في نافذة أخرى').waitFor()
      await button(second, 'أكمل هنا').click()
      await page.getByText('مفتوح عندك في نافذة أخرى').waitFor()
      await second.getByText('مفتوح عندك في نافذة أخرى').waitFor({ state: 'hidden' })
      await cell(second, 0, 'stage').click()
      await cell(second, 0, 'stage').click()
      await cell(second, 0, 'stage').getByRole('combobox').selectOption('FOURTH_PRIMARY')
      await second.getByText('محفوظ على الخادم').waitFor()
      await expect.poll(() => cell(page, 0, 'stage').textContent()).toContain('الرابع الابتدائي')
      /* The window that is left gives it back to the one that stays. */
      await second.close()
      await page.getByText('مفتوح عندك في نافذة أخرى').waitFor({ state: 'hidden' })
      await page.getByRole('checkbox', { name: 'اختر الكل' }).click()
      await button(page, /^راجعتُ/).click()
      await button(page, /^انشر سجل/).click()
      await page.getByText(/^نُشر: سجل واحد/).waitFor()
    },
  )

  browserTest(
    'is worked by the keyboard alone, survives a reload, takes a table of metadata, and fits 320 px',
    async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl: staff.baseUrl })
      expectProblem(firstCheck)
      const table = path.join(folder, 'جدول.xlsx')
      const lines = [
        ['الملف', 'الصف', 'المادة', 'السنة', 'العنوان', 'لون'],
        ['scan0002', 'السادس العلمي', 'سحر', 2023, 'كتاب من الجدول', 'أخضر'],
        ['ليس هنا.pdf', null, null, null, null, null],
      ]
      writeFileSync(table, await writeXlsx({ sheets: [{ name: 'ورقة', rows: lines }] }))
      const files = await written('keyboard', [
        'كتاب علوم خامس ابتدائي 2024.pdf',
        'scan0001.pdf',
        'scan0002.pdf',
      ])
      await enter(page, staff.server, staff.person, dashboardPaths.ingest)
      await drop(page, files)
      await cell(page, 2, 'kind').waitFor()
      const press = async (...keys: string[]) => {
        for (const key of keys) await page.keyboard.press(key)
      }
      /* A row that leaves the tab by what is written into it stays while somebody works in it. */
      await button(page, /^غير معروف/).click()
      await rows(page).nth(0).getByRole('gridcell').first().focus()
      await press('ArrowLeft', 'Enter')
      await cell(page, 0, 'kind').getByRole('combobox').selectOption('note')
      await page.getByText('محفوظ على الخادم').waitFor()
      await expect.poll(() => rows(page).nth(0).getByRole('combobox').inputValue()).toBe('note')
      await expect.poll(() => rows(page).nth(0).textContent()).toContain('scan0001')
      await press('Enter')
      await expect.poll(() => rows(page).count()).toBe(1)
      await button(page, /^الكل/).click()
      await rows(page).nth(0).getByRole('gridcell').nth(1).focus()
      await press('Home')
      /* From the file to the kind, and down to the first that says nothing. */
      await press('ArrowLeft', 'ArrowDown', 'Enter')
      const editor = cell(page, 1, 'kind').getByRole('combobox')
      await editor.selectOption('book')
      await press('Enter')
      await expect
        .poll(() => cell(page, 2, 'kind').evaluate(own => own === document.activeElement))
        .toBe(true)
      await press('Control+d')
      await expect.poll(() => cell(page, 2, 'kind').textContent()).toContain('كتاب')
      await press('ArrowLeft', 'ArrowUp', 'Control+d')
      await expect.poll(() => cell(page, 1, 'stage').textContent()).toContain('الخامس الابتدائي')
      await page.getByText('محفوظ على الخادم').waitFor()
      await page.reload()
      await expect.poll(() => cell(page, 1, 'stage').textContent()).toContain('الخامس الابتدائي')
      await expect.poll(() => cell(page, 2, 'kind').textContent()).toContain('كتاب')
      /* What is taken back in one of several chosen rows is taken back in each, as that row had it. */
      await rows(page).nth(0).getByRole('gridcell').first().focus()
      await press('ArrowDown', 'Space', 'Shift+ArrowDown', 'ArrowLeft', 'ArrowLeft', 'Enter')
      await cell(page, 2, 'stage').getByRole('combobox').selectOption('SIXTH_PREPARATORY')
      await expect.poll(() => cell(page, 1, 'stage').textContent()).toContain('السادس الإعدادي')
      await press('Escape')
      await expect.poll(() => cell(page, 2, 'stage').textContent()).toContain('؟')
      await expect.poll(() => cell(page, 1, 'stage').textContent()).toContain('الخامس الابتدائي')
      /* Beside the chosen rows, the one at hand is meant alone. */
      await press('ArrowUp', 'ArrowUp', 'Control+Enter')
      const seen = () =>
        rows(page).evaluateAll(all => all.map(row => row.getAttribute('data-state') === 'seen'))
      await expect.poll(seen).toEqual([true, false, false])
      await drop(page, [table])
      await expect.poll(() => cell(page, 2, 'title').textContent()).toBe('العنوان: كتاب من الجدول')
      await page.getByText('السطر ٢، عمود «المادة»: «سحر» غير معروف.').waitFor()
      await page.getByText('العمود «لون» غير معروف، فلم يُقرأ.').waitFor()
      await page.getByText('السطر ٣: لا ملف هنا باسم «ليس هنا.pdf».').waitFor()
      const download = page.waitForEvent('download')
      await button(page, 'XLSX').click()
      const given = await readXlsx(readFileSync(await (await download).path()))
      expect(given.sheets[0]?.rows[3]).toContain('كتاب من الجدول')
      await expect.poll(() => cell(page, 2, 'stage').textContent()).toContain('السادس الإعدادي')
      expect(await findFaultsInThemes(page)).toEqual([])
      await page.setViewportSize({ width: 320, height: 640 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    },
  )
})

describe('the form of a new record', () => {
  browserTest(
    'is filled from the name of its file where it is empty, begins anew for another one, and is copied for the next year',
    async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl: staff.baseUrl })
      expectProblem(firstCheck)
      await enter(page, staff.server, staff.person, dashboardPaths.add(dashboardPaths.notes))
      const field = (name: string) => page.locator(`#field-${name}`)
      await field('title').fill('عنوان كتبه أحدهم')
      const name = 'ملزمة فرنسي سادس ادبي الاستاذة رسل البصري 2024.pdf'
      await field('directLink').setInputFiles({ name, mimeType: 'application/pdf', buffer: await makePdf(2) })
      await expect.poll(() => field('teacher').inputValue()).toBe('رسل البصري')
      await expect.poll(() => field('title').inputValue()).toBe('عنوان كتبه أحدهم')
      expect(await Promise.all(['subject', 'stage', 'branch'].map(one => field(one).inputValue()))).toEqual([
        'FRENCH',
        'SIXTH_PREPARATORY',
        'LITERARY',
      ])
      expect(await findFaultsInThemes(page)).toEqual([])
      await page.getByRole('button', { name: 'أزل المقترح: اسم المدرس' }).click()
      await expect.poll(() => field('teacher').inputValue()).toBe('')
      await field('teacher').fill('رسل الكرخي')
      await page.getByRole('button', { name: 'حفظ وإضافة آخر' }).click()
      await expect.poll(() => field('title').inputValue()).toBe('')
      const list = await staff.colleague.send('GET', '/api/staff/malazimas?subject=FRENCH&limit=1')
      const { data } = list.json() as { data: { notes: { id: string; teacher: string }[] } }
      const [note] = data.notes
      expect(note).toMatchObject({ teacher: 'رسل الكرخي', branch: 'LITERARY' })
      await page.goto(dashboardPaths.edit(dashboardPaths.notes, note?.id ?? ''))
      await page.getByRole('link', { name: 'نسخة لسنة جديدة' }).click()
      await expect.poll(() => field('releaseYear').inputValue()).toBe('2025')
      await expect.poll(() => field('teacher').inputValue()).toBe('رسل الكرخي')
      await page.getByText('اختيار ملف PDF').waitFor()
    },
  )
})
