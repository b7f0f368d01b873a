import fs from 'node:fs'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import pino from 'pino'
import type { Page } from 'playwright-core'
import { gradeCodes, grades } from '#contract/codes/grades.ts'
import { subjectLabels, subjectsOfGrade } from '#contract/codes/subjects.ts'
import { limits } from '#contract/limits.ts'
import { apiPaths, dashboardPaths, paths } from '#contract/paths.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { bookSearchText } from '#server/content/books/books.search.ts'
import { newId } from '#server/base/db/id.ts'
import type { OpenDatabase } from '#server/base/db/types.ts'
import { createServices } from '#server/services.ts'
import { addPersonTo } from '#test/add-person.ts'
import { launchBrowser, openPage } from '#test/browser.ts'
import { openBenchDatabase } from './search-engines.ts'
import { median } from './figures.ts'

const { values } = parseArgs({
  options: {
    books: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '15' },
    'browser-rounds': { type: 'string', default: '5' },
  },
})

const fewBooks = 50
const manyBooks = Number(values.books)
const insertAtOnce = 500
const person = { email: 'bench@rafid.example', password: 'a long bench password' }
const rows = limits.staffRowsPerPage

type Figures = Record<string, number>

/** Adds books until there are so many, with the folded words that the service would give them. */
async function fillBooks({ kysely }: OpenDatabase, from: number, to: number): Promise<void> {
  const books = Array.from({ length: to - from }, (_, index) => {
    const number = from + index
    const stage = gradeCodes[number % gradeCodes.length] ?? gradeCodes[0]
    const subjects = subjectsOfGrade(stage)
    const subject = subjects[number % subjects.length] ?? subjects[0] ?? 'MATH'
    const at = new Date(Date.UTC(2020, 0, 1) + number * 60_000)
    const row = {
      id: newId(at.getTime()),
      title: `${subjectLabels[subject]} ${grades[stage].label} ${number}`,
      subject,
      stage,
      branch: null,
      releaseYear: 2012 + (number % 14),
      description: 'كتاب المنهج المقرر للعام الدراسي الحالي.',
      image: null,
      keywords: ['منهج', subjectLabels[subject]],
      directLink: 'https://files.example/book.pdf',
      telegramLink: null,
      googleDriveLink: null,
      version: 1,
      state: 'published' as const,
      publishAt: null,
      createdAt: at,
      updatedAt: at,
    }
    return { ...row, searchText: bookSearchText(row) }
  })
  for (let at = 0; at < books.length; at += insertAtOnce) {
    await kysely
      .insertInto('books')
      .values(books.slice(at, at + insertAtOnce))
      .execute()
  }
  await sql`vacuum analyze books`.execute(kysely)
}

/** The four calls of the list, by what the staff member does. */
function queriesFor(count: number): Record<string, Record<string, string>> {
  const last = Math.ceil(count / rows)
  return {
    'first page': {},
    'last page': { page: String(last) },
    filter: { stage: 'THIRD_INTERMEDIATE' },
    'text search': { search: 'رياضيات' },
  }
}

/** `GET /api/books` over HTTP. Units: milliseconds, the median of the rounds. */
async function timeCalls(baseUrl: string, count: number): Promise<Figures> {
  const figures: Figures = {}
  for (const [name, { page = '1', ...filters }] of Object.entries(queriesFor(count))) {
    const query = new URLSearchParams({
      limit: String(rows),
      offset: String((Number(page) - 1) * rows),
      ...filters,
    })
    const times: number[] = []
    for (let round = 0; round <= Number(values.rounds); round += 1) {
      const startedAt = performance.now()
      const answer = await fetch(`${baseUrl}${apiPaths.books}?${query}`)
      const { data } = (await answer.json()) as { data: { books: unknown[]; total: number } }
      const isWhole = data.total === count || 'stage' in filters || 'search' in filters
      if (data.books.length === 0 || !isWhole) throw new Error(`${name} answered ${data.total} books`)
      if (round > 0) times.push(performance.now() - startedAt)
    }
    figures[name] = median(times)
  }
  return figures
}

/** Opens the dashboard's list in the browser, until its rows are drawn. Units: milliseconds, medians. */
async function timeScreens(page: Page, count: number): Promise<Figures> {
  const figures: Figures = {}
  for (const [name, query] of Object.entries(queriesFor(count))) {
    const times: number[] = []
    for (let round = 0; round <= Number(values['browser-rounds']); round += 1) {
      const startedAt = performance.now()
      await page.goto(`${dashboardPaths.books}?${new URLSearchParams(query)}`)
      await page.locator('tbody tr').first().waitFor()
      if (round > 0) times.push(performance.now() - startedAt)
    }
    figures[name] = median(times)
  }
  return figures
}

function print(title: string, few: Figures, many: Figures): void {
  console.log(title)
  for (const [name, ms] of Object.entries(many)) {
    const base = few[name] ?? NaN
    console.log(
      `  ${name.padEnd(12)} ${base.toFixed(1)} ms with ${fewBooks} books, ${ms.toFixed(1)} ms with ${manyBooks}: ratio ${(ms / base).toFixed(2)}`,
    )
  }
}

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-bench-list-'))
const database = await openBenchDatabase()
const config = readConfig({ DATA_DIR: dataDir, DEMO: '0', PORT: '0', HOST: '127.0.0.1' })
const services = await createServices(config, database, pino({ level: 'fatal' }))
const app = await buildApp(services)
const browser = await launchBrowser()
try {
  await addPersonTo(services, { ...person, name: 'قياس', role: 'editor' })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const baseUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const { page, context } = await openPage(browser, { baseUrl })
  await page.goto(paths.login)
  await page.getByLabel('البريد الإلكتروني').fill(person.email)
  await page.getByLabel('كلمة المرور', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'تسجيل الدخول' }).click()
  await page.waitForURL(`**${dashboardPaths.overview}`)

  await fillBooks(database, 0, fewBooks)
  // Code that has not run yet is slow: the first figures would make the second ones look better.
  await timeCalls(baseUrl, fewBooks)
  await timeScreens(page, fewBooks)
  const few = { calls: await timeCalls(baseUrl, fewBooks), screens: await timeScreens(page, fewBooks) }
  await fillBooks(database, fewBooks, manyBooks)
  const many = { calls: await timeCalls(baseUrl, manyBooks), screens: await timeScreens(page, manyBooks) }
  print(`GET ${apiPaths.books} (${database.engine})`, few.calls, many.calls)
  print(`${dashboardPaths.books} in the browser, from the address to the rows`, few.screens, many.screens)
  await context.close()
} finally {
  await browser.close()
  await app.close()
  await services.close()
  fs.rmSync(dataDir, { recursive: true, force: true })
}
