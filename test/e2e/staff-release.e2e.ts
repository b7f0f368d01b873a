import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { cities } from '#contract/codes/cities.ts'
import { systemActor } from '#server/staff/session/actor.ts'
import { resultInput } from '#test/factories.ts'
import { apiPaths, dashboardPaths } from '#contract/paths.ts'
import { browserTest, openShared } from '#test/browser-test.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { makePdf, makeZip } from '#test/files.ts'
import { dropAt } from './drop-files.ts'
import { addPerson, enter } from './staff-session.ts'
import type { Person } from './staff-session.ts'

const stage = 'THIRD_INTERMEDIATE'

/* The keystroke-level model: seconds for pointing, a press, a key, and a thought before an act. */
const pointing = 1.1
const press = 0.2
const key = 0.28
const thought = 1.35

/** A person's hands: counts what they do. */
class Hands {
  clicks = 0
  seconds = 0

  async click(target: Locator): Promise<void> {
    this.#count(1)
    await target.click()
  }

  /** Opens a select and takes an option. */
  async choose(target: Locator, value: string): Promise<void> {
    this.#count(2)
    await target.selectOption(value)
  }

  async type(target: Locator, text: string): Promise<void> {
    this.#count(1)
    this.seconds += key * text.length
    await target.fill(text)
  }

  async drop(page: Page, files: string[]): Promise<void> {
    this.#count(2)
    await dropAt(page, 400, 300, files)
  }

  #count(clicks: number): void {
    this.clicks += clicks
    this.seconds += thought + clicks * (pointing + 2 * press)
  }
}

describe('the release room', () => {
  let server: TestApp
  let baseUrl: string
  let person: Person
  let folder: string
  let files: string[]

  openShared(
    async () => {
      server = await openTestApp()
      baseUrl = await server.listen()
      person = await addPerson(server)
      folder = mkdtempSync(path.join(tmpdir(), 'rafid-release-'))
      const pdf = await makePdf(1)
      files = await Promise.all(
        cities.map(async (city, index) => {
          /* One name says nothing; the others say their cities. */
          const name = index === 0 ? 'النتائج النهائية (3).zip' : `${index}- نتائج ${city} ٢٠٢٦.zip`
          const file = path.join(folder, name)
          writeFileSync(file, await makeZip({ [`ثانوية ${city}.pdf`]: pdf, [`متوسطة ${city}.pdf`]: pdf }))
          return file
        }),
      )
    },
    async () => {
      rmSync(folder, { recursive: true, force: true })
      await server.close()
    },
  )

  const inStage = { stage, branch: undefined, releaseYear: 2026, state: 'draft' } as const

  async function publicCities(): Promise<string[]> {
    const answer = await server.app.inject({ url: `${apiPaths.results}?stage=${stage}` })
    return answer.json<{ city: string }[]>().map(({ city }) => city)
  }

  browserTest(
    'announces 23 dropped cities in at most 30 clicks and two minutes, and takes them back',
    async ({ open }) => {
      const { page } = await open({ baseUrl })
      await enter(page, server, person, dashboardPaths.overview)
      const hands = new Hands()
      await hands.click(page.getByRole('link', { name: 'غرفة الإعلان' }))
      await page.getByText('لا شيء جاهز بعد.').waitFor()
      /* The room of the chosen grade comes after the files were dropped for it. */
      const isDropped = Promise.withResolvers<void>()
      await page.route(`**${apiPaths.releases}?**`, async route => {
        await isDropped.promise
        await route.continue()
      })
      await hands.choose(page.getByRole('combobox', { name: 'الصف' }), stage)
      await hands.drop(page, files)
      await page.getByText('بانتظار ما اخترته: ٢٣ ملفاً').waitFor()
      isDropped.resolve()
      const review = page.getByRole('region', { name: 'راجع قبل الإضافة' })
      const silent = review.getByRole('combobox', { name: /المدينة: النتائج النهائية/ })
      await silent.waitFor()
      await expect.poll(() => review.getByRole('listitem').count()).toBe(cities.length)
      await hands.choose(silent, cities[0])
      const addAll = review.getByRole('button', { name: 'أضف الكل (٢٣)' })
      await addAll.waitFor({ timeout: 60_000 })
      await hands.click(addAll)
      expect(await publicCities()).toEqual([])
      const announce = page.getByRole('button', { name: 'أعلن ٢٣ الآن' })
      await announce.waitFor({ timeout: 60_000 })
      await hands.click(announce)
      await hands.click(page.getByRole('button', { name: 'نعم، أعلن الآن' }))
      await page.getByText('أُعلن ما هو جاهز.').waitFor()
      expect((await publicCities()).toSorted()).toEqual([...cities].toSorted())
      expect(hands.clicks).toBeLessThanOrEqual(30)
      expect(hands.seconds).toBeLessThanOrEqual(120)

      await page.getByRole('button', { name: 'تراجع عن الإعلان' }).click()
      const dialog = page.getByRole('alertdialog')
      const sure = dialog.getByRole('button', { name: 'تراجع عن الإعلان' })
      await dialog.getByRole('textbox').fill('22')
      await expect.poll(() => sure.isDisabled()).toBe(true)
      await dialog.getByRole('textbox').fill('٢٣')
      await sure.click()
      await announce.waitFor()
      expect(await publicCities()).toEqual([])
    },
  )

  browserTest(
    'adds 23 archives of a grade with branches, none of which names one, in at most 20 clicks',
    async ({ open }) => {
      const { page } = await open({ baseUrl })
      const query = 'stage=SIXTH_PREPARATORY&releaseYear=2026&try=2'
      await enter(page, server, person, `${dashboardPaths.release}?${query}`)
      const hands = new Hands()
      await page.getByText('لا شيء جاهز بعد.').waitFor()
      await hands.drop(page, files)
      const review = page.getByRole('region', { name: 'راجع قبل الإضافة' })
      await expect.poll(() => review.getByRole('listitem').count()).toBe(cities.length)
      await hands.choose(review.getByRole('combobox', { name: /المدينة: النتائج النهائية/ }), cities[0])
      const first = review.getByRole('combobox', { name: /^الفرع: النتائج النهائية/ })
      await hands.choose(first, 'LITERARY')
      const forAll = review.getByRole('combobox', { name: 'فرع الملفات التي لم يُختر فرعها: ٢٢ ملفاً' })
      await hands.choose(forAll, 'SCIENTIFIC')
      await forAll.waitFor({ state: 'detached' })
      expect(await first.inputValue()).toBe('LITERARY')
      const addAll = review.getByRole('button', { name: 'أضف الكل (٢٣)' })
      await addAll.waitFor({ timeout: 60_000 })
      await hands.click(addAll)
      await page.getByRole('button', { name: 'أعلن ٢٣ الآن' }).waitFor({ timeout: 60_000 })
      expect(hands.clicks).toBeLessThanOrEqual(20)
      const added = await server.services.results.list({ offset: 0, stage: 'SIXTH_PREPARATORY' }, 'any')
      expect(added.items.filter(({ branch }) => branch === 'SCIENTIFIC')).toHaveLength(22)
    },
  )

  browserTest(
    'says what was dropped twice, keeps the list over a reload, and gives a city its new file',
    async ({ open }) => {
      await server.database.kysely.deleteFrom('results').execute()
      for (const city of cities)
        await server.services.results.create({ ...resultInput(), ...inStage, city }, systemActor)
      const { page } = await open({ baseUrl })
      await enter(page, server, person, `${dashboardPaths.release}?stage=${stage}&releaseYear=2026`)
      const announce = page.getByRole('button', { name: 'أعلن ٢٣ الآن' })
      const grade = page.getByRole('combobox', { name: 'الصف' })
      await announce.waitFor()
      /* What is ready is not that of the chosen grade, which does not come. */
      await page.route(`**${apiPaths.releases}?**`, () => undefined)
      await grade.selectOption('SIXTH_PRIMARY')
      await expect.poll(() => announce.isDisabled()).toBe(true)
      await page.unroute(`**${apiPaths.releases}?**`)
      await grade.selectOption(stage)
      await expect.poll(() => announce.isEnabled()).toBe(true)
      await dropAt(page, 400, 300, files.slice(6, 8))
      const review = page.getByRole('region', { name: 'راجع قبل الإضافة' })
      await review.getByText('يوجد سجل بهذه البيانات نفسها.').nth(1).waitFor()
      await page.reload()
      const replace = review.getByRole('button', { name: `استبدل ملفها: 6- نتائج ${cities[6]} ٢٠٢٦.zip` })
      await replace.click()
      await review.getByRole('button', { name: 'أضف ١', exact: true }).click()
      await expect.poll(() => review.getByRole('listitem').count()).toBe(1)
      await review.getByRole('button', { name: /إزالة/ }).click()
      await review.waitFor({ state: 'detached' })
      const own = await server.services.results.list({ offset: 0, stage, city: cities[6] }, 'any')
      expect(own.items.map(({ version }) => version)).toHaveLength(1)
      /* Whoever leaves while a file is sent is asked. */
      await page.route('**/api/files/new*', () => undefined)
      await dropAt(page, 400, 300, files.slice(9, 10))
      await review.getByRole('listitem').waitFor()
      const books = page.getByRole('link', { name: 'الكتب', exact: true })
      await books.click()
      const question = page.getByRole('alertdialog', { name: 'ملفات ما زالت تُرفع' })
      await question.waitFor()
      await page.keyboard.press('Escape')
      await question.waitFor({ state: 'detached' })
      await page.getByRole('heading', { name: 'غرفة الإعلان' }).waitFor()
      await books.click()
      await question.getByRole('button', { name: 'مغادرة وإيقاف الرفع' }).click()
      await page.waitForURL('**/dashboard/books')
    },
  )

  /** Goes on with Tab until the focus is there, as far as a person would. */
  async function tabTo(target: Locator, back = false): Promise<void> {
    const page = target.page()
    const isThere = () => target.evaluate(element => element === document.activeElement)
    for (let steps = 0; steps < 90 && !(await isThere()); steps += 1)
      await page.keyboard.press(back ? 'Shift+Tab' : 'Tab')
    expect(await isThere()).toBe(true)
  }

  browserTest(
    'announces what was looked at: not what somebody has changed since, and once for two people',
    async ({ open }) => {
      const own = { stage: 'SIXTH_PRIMARY', branch: undefined, releaseYear: 2026, state: 'draft' } as const
      const add = (city: (typeof cities)[number]) =>
        server.services.results.create({ ...resultInput(), ...own, city }, systemActor)
      const changed = await add('كركوك')
      const other = await add('واسط')
      const room = `${dashboardPaths.release}?stage=${own.stage}&releaseYear=2026&try=1`
      const [first, second] = [await open({ baseUrl }), await open({ baseUrl })]
      await enter(first.page, server, person, room)
      await enter(second.page, server, await addPerson(server, 'editor'), room)
      first.expectProblem(/status of 409/)
      const announce = (page: Page) => page.getByRole('button', { name: 'أعلن ٢ الآن' })
      const sure = (page: Page) => page.getByRole('button', { name: 'نعم، أعلن الآن' })

      await announce(first.page).click()
      const { version, ...input } = await server.services.results.get(changed.id, 'any')
      const colleague = await server.signIn('editor')
      const put = await colleague.send('PUT', `${apiPaths.results}/${changed.id}`, {
        ...input,
        directLink: 'https://files.example/another.zip',
        version,
      })
      expect(put.statusCode, put.body).toBe(200)
      await sure(first.page).click()
      await first.page.getByText(/لم يتغير شيء\. كركوك:/).waitFor()
      expect((await server.services.results.get(other.id, 'any')).state).toBe('draft')

      /* The question now stands for what is there, and does not go stale again. */
      await second.page.reload()
      await announce(second.page).click()
      await expect.poll(() => sure(first.page).isEnabled()).toBe(true)
      await sure(first.page).click()
      await first.page.getByText('أُعلن ما هو جاهز.').waitFor()
      await sure(second.page).click()
      await second.page.getByText('أُعلن ما هو جاهز.').waitFor()
      const versions = [changed, other].map(({ id }) => server.services.results.get(id, 'any'))
      expect((await Promise.all(versions)).map(one => [one.state, one.version])).toEqual([
        ['published', 3],
        ['published', 2],
      ])
    },
  )

  browserTest(
    'is worked by the keyboard alone, is told to those who hear it, and fits 320 px',
    async ({ open }) => {
      const { page } = await open({ baseUrl, more: { viewport: { width: 320, height: 700 } } })
      await enter(
        page,
        server,
        person,
        `${dashboardPaths.release}?stage=SIXTH_PRIMARY&releaseYear=2025&try=1`,
      )
      await page.getByText('لا شيء جاهز بعد.').waitFor()
      const chosen = page.waitForEvent('filechooser')
      await tabTo(page.locator('.release__drop input'))
      await page.keyboard.press('Enter')
      await (await chosen).setFiles(files[0] ?? '')
      const review = page.getByRole('region', { name: 'راجع قبل الإضافة' })
      const city = review.getByRole('combobox', { name: /المدينة: النتائج النهائية/ })
      /* Its name says nothing; the names in it do. */
      await expect.poll(() => city.inputValue()).toBe(cities[0])
      await tabTo(city)
      await page.keyboard.press('ArrowDown')
      await expect.poll(() => city.inputValue()).toBe(cities[1])
      await page.keyboard.press('ArrowUp')
      await expect.poll(() => city.inputValue()).toBe(cities[0])
      const put = review.getByRole('button', { name: 'أضف الكل (١)' })
      await put.waitFor()
      await expect.poll(() => put.isEnabled()).toBe(true)
      await tabTo(put, true)
      await page.keyboard.press('Enter')
      const announce = page.getByRole('button', { name: 'أعلن ١ الآن' })
      await announce.waitFor({ timeout: 60_000 })
      await expect.poll(() => announce.isEnabled()).toBe(true)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
      const table = page.getByRole('table', { name: `من ${cities[0]} إلى ${cities[11]}` })
      await expect
        .poll(() => table.getByRole('columnheader').allTextContents())
        .toEqual(['المديرية', 'المدارس، الأرقام'])
      const cell = table.getByRole('row', { name: cities[0] }).getByRole('cell')
      await expect.poll(() => cell.innerText()).toMatch(/جاهز\.\s+٢\s+مدرسة/)
      await tabTo(announce)
      await page.keyboard.press('Enter')
      const sure = page.getByRole('button', { name: 'نعم، أعلن الآن' })
      await expect.poll(() => sure.evaluate(element => element === document.activeElement)).toBe(true)
      await page.keyboard.press('Enter')
      await page.getByText('أُعلن ما هو جاهز.').waitFor()
      const back = page.getByRole('button', { name: 'تراجع عن الإعلان' })
      await tabTo(back.first())
      await page.keyboard.press('Enter')
      await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe('input')
      await page.keyboard.type('١')
      await tabTo(page.getByRole('alertdialog').getByRole('button', { name: 'تراجع عن الإعلان' }))
      await page.keyboard.press('Enter')
      await announce.waitFor()
      await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    },
  )
})
