import { describe, expect, vi } from 'vitest'
import type { Page } from 'playwright-core'
import { dashboardPaths, paths } from '#contract/paths.ts'
import { examInputSchema } from '#contract/resources/exam.ts'
import { packBoxes } from '#server/files/page-texts/word-boxes.ts'
import { systemActor } from '#server/staff/session/actor.ts'
import { browserTest, openShared } from '#test/browser-test.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { makeImage, sha256Of, streamOf } from '#test/files.ts'
import { addPerson, enter } from './staff-session.ts'
import type { Person } from './staff-session.ts'

const same = 'س١: أ- ما المقصود بالحث الذاتي وما وحدة قياسه'
/** Nobody but a person knows that it asks the same. */
const alike = 'س١: أ- وضح بالتفصيل ظاهرة تولد القوة الدافعة في الملف نفسه'
const asked: Record<number, string> = { 2023: same, 2021: same, 2019: alike, 2018: alike }
const ofSubject = new URLSearchParams({ stage: 'SIXTH_PREPARATORY', subject: 'PHYSICS' }).toString()

let site: TestApp
let baseUrl: string
let person: Person
const ids: Record<number, string> = {}

/** Keeps the picture of a page that says this. Shape: its address. */
async function keepPage(text: string, side: number): Promise<string> {
  const picture = await makeImage('png', side, side)
  const { url } = await site.services.files.store(streamOf(picture), { name: '1.png' })
  const fileHash = sha256Of(picture)
  const { kysely } = site.database
  await kysely
    .insertInto('pageTextFiles')
    .values({ fileHash, pageCount: 1, isEnded: true, readerVersion: 99 })
    .execute()
  const boxes = packBoxes(text.split(' ').map(() => [0.1, 0.1, 0.1, 0.03]))
  await kysely
    .insertInto('pageTexts')
    .values({ fileHash, page: 1, source: 'picture', quality: 0.9, text, boxes, readerVersion: 99 })
    .execute()
  return url
}

async function createExam(
  subject: 'PHYSICS' | 'MATH',
  releaseYear: number,
  files: string[],
): Promise<string> {
  const exam = examInputSchema.parse({
    title: `أسئلة ${releaseYear}`,
    description: 'أسئلة الامتحان كاملة.',
    stage: 'SIXTH_PREPARATORY',
    subject,
    releaseYear,
    try: 1,
    files,
    keywords: 'وزاري',
  })
  return (await site.services.exams.create(exam, systemActor)).id
}

openShared(
  async () => {
    site = await openTestApp()
    for (const [year, text] of Object.entries(asked)) {
      const files = [await keepPage(text, Number(year))]
      ids[Number(year)] = await createExam('PHYSICS', Number(year), files)
      if (text === same) await createExam('MATH', Number(year), files)
    }
    baseUrl = await site.listen()
    person = await addPerson(site, 'editor')
    await vi.waitUntil(async () => (await toldUnder(2018)).length === 1, { timeout: 30_000, interval: 200 })
  },
  () => site.close(),
)

/** The years that a student sees under the question of an exam. */
async function toldUnder(year: number): Promise<string[]> {
  const { body } = await site.app.inject({ url: paths.exam(ids[year] ?? '') })
  const [, notes = ''] = /class="paper-notes[^"]*">(.*?)<\/div>/s.exec(body) ?? []
  return [...new Set([...notes.matchAll(/٢٠[٠-٩]{2}/g)].map(([found]) => found))]
}

const cards = (page: Page) => page.locator('main .message')

describe('staff on repeated questions', () => {
  for (const device of ['phone', 'desktop'] as const)
    browserTest(`part them, take it back, and join others, on a ${device}`, async ({ open }) => {
      const { page } = await open({ baseUrl, device })
      await enter(page, site, person, `${dashboardPaths.questions}?${ofSubject}`)
      await expect.poll(() => cards(page).count()).toBe(2)
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      const besides = await cards(page).evaluateAll(all =>
        all.map(card => {
          const [box, words] = ['input', 'label > span'].map(part =>
            card.querySelector(part)?.getBoundingClientRect(),
          )
          return box && words && box.bottom > words.top
        }),
      )
      expect(besides).toEqual([true, true])
      const first = cards(page).filter({ hasText: 'الحث الذاتي' })
      await first.getByRole('button', { name: /^افصل ٢٠٢١ الدور الأول/ }).click()
      await expect.poll(() => toldUnder(2023)).toEqual([])
      await page.getByRole('button', { name: 'تراجع' }).click()
      await expect.poll(() => toldUnder(2023)).toEqual(['٢٠٢١'])

      await expect.poll(() => cards(page).count()).toBe(2)
      const join = page.getByRole('button', { name: 'اجمع المحدد' })
      expect(await join.isDisabled()).toBe(true)
      for (const card of await cards(page).all()) await card.getByRole('checkbox').check()
      await join.click()
      await expect.poll(() => toldUnder(2018)).toEqual(['٢٠٢٣', '٢٠٢١', '٢٠١٩'])
      await expect.poll(() => cards(page).count()).toBe(1)
      const { body } = await site.app.inject({
        url: `${paths.questionsOfGrade('SIXTH_PREPARATORY')}?subject=PHYSICS`,
      })
      expect(body.match(/٢٠١٨|٢٠١٩|٢٠٢١|٢٠٢٣/g)).toEqual(expect.arrayContaining(['٢٠١٨', '٢٠٢٣']))
      await page.getByRole('button', { name: 'تراجع' }).click()
      await expect.poll(() => toldUnder(2018)).toEqual(['٢٠١٩'])
    })
})

browserTest('students see the subjects of repeated questions beside each other', async ({ open }) => {
  const { page } = await open({ baseUrl, device: 'phone' })
  await vi.waitUntil(
    async () => {
      await page.goto(`${baseUrl}${paths.questionsOfGrade('SIXTH_PREPARATORY')}`)
      return (await page.locator('.subject-strip .chip').count()) === 2
    },
    { timeout: 30_000, interval: 500 },
  )
  const tops = await page
    .locator('.subject-strip .chip')
    .evaluateAll(chips => chips.map(chip => chip.getBoundingClientRect().top))
  expect(tops[0]).toBe(tops[1])
})
