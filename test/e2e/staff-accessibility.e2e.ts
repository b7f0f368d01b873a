import { AxeBuilder } from '@axe-core/playwright'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { dashboardPaths, paths } from '#contract/paths.ts'
import { browserTest } from '#test/browser-test.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { addPerson, fillSignIn, firstCheck } from './staff-session.ts'
import type { Person } from './staff-session.ts'

let server: TestApp
let baseUrl: string
let person: Person

const {
  overview,
  news,
  books,
  notes,
  results,
  exams,
  auditLog,
  visits,
  inbox,
  uploads,
  users,
  settings,
  account,
  api,
} = dashboardPaths
const screens = [
  overview,
  ...[news, books, notes, results, exams].flatMap(list => [list, dashboardPaths.add(list)]),
  dashboardPaths.edit(books, 'missing'),
  auditLog,
  visits,
  inbox,
  uploads,
  users,
  settings,
  account,
  api,
  '/dashboard/no-such-screen',
]

beforeAll(async () => {
  server = await openTestApp()
  baseUrl = await server.listen()
  person = await addPerson(server)
  const staff = await server.signIn()
  const created = await staff.send('POST', '/api/news', {
    title: 'خبر للفحص',
    bio: 'نبذة',
    content: 'محتوى',
    type: 'GENERAL_NEWS',
    image: 'https://elsewhere.example/picture.png',
    keywords: ['خبر'],
  })
  expect(created.statusCode).toBe(201)
})

afterAll(() => server.close())

describe('accessibility of the dashboard', () => {
  for (const [device, theme] of [
    ['desktop', 'light'],
    ['phone', 'dark'],
  ] as const) {
    browserTest(
      `axe finds nothing on any screen, ${device}, ${theme}`,
      { timeout: 180_000 },
      async ({ open }) => {
        const { page, expectProblem } = await open({ baseUrl, device, theme, isReducedMotion: true })
        expectProblem(firstCheck)
        expectProblem(/status of 404|elsewhere\.example/)
        const check = async () => {
          const { violations } = await new AxeBuilder({ page }).analyze()
          return violations.map(
            ({ id, nodes }) =>
              `${page.url()} ${id}: ${nodes.map(node => node.html.slice(0, 160)).join(' | ')}`,
          )
        }
        await page.goto(paths.login)
        await page.getByLabel('البريد الإلكتروني').waitFor()
        const found = await check()
        await fillSignIn(page, person)
        await page.waitForURL('**/dashboard')
        for (const screen of screens) {
          await page.goto(screen)
          await page.getByRole('heading', { level: 1 }).waitFor()
          await page.waitForLoadState('networkidle')
          found.push(...(await check()))
          const isWide = await page.evaluate(
            () => document.documentElement.scrollWidth > document.documentElement.clientWidth + 1,
          )
          if (isWide) found.push(`${screen}: scrolls sideways`)
        }
        expect(found).toEqual([])
      },
    )
  }
})
