import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Visit } from '#contract/resources/visit.ts'
import { dayInBaghdad } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { periodOf } from '#contract/period.ts'
import { countStatements } from '#test/statements.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { hasPostgres } from '#test/database.ts'

const engines = hasPostgres() ? (['pglite', 'postgres'] as const) : (['pglite'] as const)
const browser =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36'

describe.each(engines)('visits on %s', engine => {
  let test: TestApp
  let staff: TestStaff

  beforeAll(async () => {
    test = await openTestApp({ engine })
    staff = await test.signIn('editor')
  })
  beforeEach(async () => {
    await test.services.visits.flush()
    await test.database.kysely.deleteFrom('pageVisits').execute()
  })
  afterAll(() => test.close())

  async function visit(path: unknown, headers: Record<string, string> = {}, remoteAddress = '198.51.100.7') {
    return test.app.inject({
      method: 'POST',
      url: '/api/visits',
      remoteAddress,
      headers: { 'user-agent': browser, ...headers },
      payload: { path } as object,
    })
  }

  async function stored(): Promise<Visit[]> {
    await test.services.visits.flush()
    const response = await staff.send('GET', '/api/visits')
    expect(response.statusCode, response.body).toBe(200)
    return (response.json() as { visits: Visit[] }).visits
  }

  async function insert(visits: { page: string; at: string; ip?: string }[]) {
    await test.database.kysely
      .insertInto('pageVisits')
      .values(
        visits.map(({ page, at, ip }, index) => ({
          id: `visit${String(index).padStart(11, '0')}`,
          page,
          metadata: '{}',
          createdAt: at,
          ipAddress: ip ?? null,
        })),
      )
      .execute()
  }

  it('are taken without a session or a token, and show page, address and browser', async () => {
    const response = await visit('/books/primary?grade=FIRST_PRIMARY&subject=MATH')
    expect(response.statusCode).toBe(204)
    expect(await stored()).toEqual([
      {
        id: expect.any(String) as string,
        page: '/books/primary',
        metadata: { stage: 'FIRST_PRIMARY', subject: 'MATH' },
        ipAddress: '198.51.100.7',
        userAgent: browser,
        createdAt: expect.any(String) as string,
      },
    ])
  })

  it('of a record tell its title, grade and subject', async () => {
    const created = await test.database.kysely
      .insertInto('books')
      .values({
        id: '0000000000book01',
        title: 'رياضيات السادس',
        subject: 'MATH',
        stage: 'SIXTH_PREPARATORY',
        branch: 'SCIENTIFIC',
        releaseYear: 2025,
        description: '',
        keywords: [],
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await visit(`/books/${created.id}`)
    await visit('/books/0000000000nobook')
    const visits = await stored()
    expect(visits).toHaveLength(1)
    expect(visits[0]?.metadata).toEqual({
      title: 'رياضيات السادس',
      subject: 'MATH',
      stage: 'SIXTH_PREPARATORY',
      branch: 'SCIENTIFIC',
      releaseYear: 2025,
    })
  })

  it('are taken as text too, as sendBeacon sends them', async () => {
    const response = await test.app.inject({
      method: 'POST',
      url: '/api/visits',
      headers: { 'content-type': 'text/plain;charset=UTF-8', 'user-agent': browser },
      payload: '{"path":"/about"}',
    })
    expect(response.statusCode).toBe(204)
    expect(await stored()).toHaveLength(1)
  })

  it.each(['/dashboard', '/super', '/nothing', 'about', '', '/%00', 7, null, { a: 1 }])(
    'of %j are refused: it is no page',
    async path => {
      const response = await visit(path)
      expect(response.statusCode).toBe(422)
      expect(response.json()).toMatchObject({ code: 'invalid_fields' })
      expect(await stored()).toEqual([])
    },
  )

  it('with a broken or a large body are refused', async () => {
    const broken = await test.app.inject({
      method: 'POST',
      url: '/api/visits',
      headers: { 'content-type': 'text/plain' },
      payload: '{',
    })
    expect(broken.statusCode).toBe(400)
    expect((await visit(`/search?q=${'x'.repeat(10_000)}`)).statusCode).toBe(413)
  })

  it.each<Record<string, string>>([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ])('from another site (%j) are refused', async headers => {
    const response = await visit('/about', headers)
    expect(response.statusCode).toBe(403)
    expect(await stored()).toEqual([])
  })

  it.each([
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'facebookexternalhit/1.1',
    'TelegramBot (like TwitterBot)',
    'curl/8.5.0',
    'python-requests/2.32',
  ])('of the robot %s are not counted', async userAgent => {
    expect((await visit('/about', { 'user-agent': userAgent })).statusCode).toBe(204)
    expect(await stored()).toEqual([])
  })

  it('of signed-in staff are not counted, and those of a dead session are', async () => {
    const other = await test.signIn('editor')
    expect((await visit('/about', { cookie: other.cookie })).statusCode).toBe(204)
    expect(await stored()).toEqual([])
    await other.send('POST', '/api/users/logout')
    await visit('/about', { cookie: other.cookie })
    expect(await stored()).toHaveLength(1)
  })

  it('are limited by address', async () => {
    for (let count = 0; count < limits.visitsPerMinute; count += 1) {
      expect((await visit('/about', {}, '198.51.100.99')).statusCode).toBe(204)
    }
    const refused = await visit('/about', {}, '198.51.100.99')
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toMatchObject({ code: 'too_many_requests' })
    expect((await visit('/about', {}, '198.51.100.98')).statusCode).toBe(204)
    expect(await stored()).not.toEqual([])
  })

  it('are shown to staff alone', async () => {
    for (const url of [
      '/api/visits',
      '/api/visits/most-visited',
      '/api/visits/by-date',
      '/api/visits/export',
    ]) {
      expect((await test.app.inject({ method: 'GET', url })).statusCode, url).toBe(401)
    }
  })

  it('are listed newest first, by page and by day in Baghdad, with true totals', async () => {
    await insert([
      { page: '/about', at: '2025-05-01T20:59:59Z' },
      { page: '/about', at: '2025-05-01T21:00:00Z' },
      { page: '/books/primary', at: '2025-05-02T20:59:59.999Z' },
      { page: '/books', at: '2025-05-02T21:00:00Z' },
    ])
    const list = async (query: string) => {
      const response = await staff.send('GET', `/api/visits?${query}`)
      const { visits, total } = response.json() as { visits: Visit[]; total: number }
      return { pages: visits.map(entry => entry.page), total }
    }
    expect(await list('')).toEqual({ pages: ['/books', '/books/primary', '/about', '/about'], total: 4 })
    expect(await list('startDate=2025-05-02&endDate=2025-05-02')).toEqual({
      pages: ['/books/primary', '/about'],
      total: 2,
    })
    expect(await list('startDate=2025-05-01T21:00:00.000Z&endDate=2025-05-02T20:59:59.999Z')).toMatchObject({
      total: 2,
    })
    expect(await list('page=/books')).toEqual({ pages: ['/books'], total: 1 })
    expect(await list('page=books')).toMatchObject({ total: 2 })
    expect(await list('limit=1&offset=3')).toEqual({ pages: ['/about'], total: 4 })
    expect(await list('offset=50')).toEqual({ pages: [], total: 4 })
    expect((await staff.send('GET', '/api/visits?startDate=never')).statusCode).toBe(422)
  })

  it('are counted by page, most visited first, with the total of all', async () => {
    const at = '2025-05-01T10:00:00Z'
    await insert(['/', '/', '/', '/books', '/books', '/about'].map(page => ({ page, at })))
    const most = await staff.send('GET', '/api/visits/most-visited?limit=2')
    expect(most.json()).toEqual({
      total: 6,
      pages: [
        { page: '/', count: 3 },
        { page: '/books', count: 2 },
      ],
    })
    const none = await staff.send('GET', '/api/visits/most-visited?startDate=2025-06-01')
    expect(none.json()).toEqual({ total: 0, pages: [] })
  })

  it('are counted over months, days and parts of days without looking at each of them', async () => {
    const first = Date.UTC(2025, 0, 30, 20, 30)
    const visited = Array.from({ length: 300 }, (_, number) => ({
      page: number % 3 === 0 ? '/' : `/books/b${number % 7}`,
      at: new Date(first + number * 7 * 60 * 60_000).toISOString(),
    }))
    await insert(visited)
    await test.database.kysely.deleteFrom('pageVisits').where('page', '=', '/books/b6').execute()
    const left = visited.filter(({ page }) => page !== '/books/b6')
    const periods = [
      ['2025-01-31', '2025-04-10'],
      ['2025-01-31T09:15:00.000Z', '2025-03-31T20:59:59.999Z'],
      ['2025-02-01T21:00:00.000Z', '2025-02-02T03:00:00.000Z'],
      ['2025-02-28', undefined],
      ['2025-01-01', '2025-12-31'],
      ['2024-11-30', '2026-02-02'],
      [undefined, '2025-03-01T12:00:00.000Z'],
      [undefined, undefined],
    ] as const
    for (const [startDate, endDate] of periods) {
      const { from, to } = periodOf(startDate, endDate)
      const within = left.filter(({ at }) => !(from && new Date(at) < from) && !(to && new Date(at) >= to))
      const query = new URLSearchParams({ ...(startDate && { startDate }), ...(endDate && { endDate }) })
      const most = (await staff.send('GET', `/api/visits/most-visited?limit=50&${query}`)).json()
      const counts = Map.groupBy(within, ({ page }) => page)
      expect(most.total, String(query)).toBe(within.length)
      expect(
        Object.fromEntries(most.pages.map((one: { page: string; count: number }) => [one.page, one.count])),
      ).toEqual(Object.fromEntries(Array.from(counts, ([page, own]) => [page, own.length])))
      for (const page of ['/', 'books', '/books/b1']) {
        const found = (
          await staff.send('GET', `/api/visits?limit=1&${query}&page=${encodeURIComponent(page)}`)
        ).json()
        const own = within.filter(one => (page.startsWith('/') ? one.page === page : one.page.includes(page)))
        expect(found.total, `${page} ${query}`).toBe(own.length)
        expect(found.visits[0]?.page).toBe(own.at(-1)?.page)
      }
      const days = (await staff.send('GET', `/api/visits/by-date?${query}`)).json() as {
        date: string
        count: number
      }[]
      for (const { date, count } of startDate ? days : [])
        expect(count, date).toBe(within.filter(({ at }) => dayInBaghdad(at) === date).length)
    }
    const statements = await countStatements(async () => {
      await staff.send('GET', '/api/visits/most-visited?startDate=2025-01-15&endDate=2025-03-02')
      await staff.send('GET', '/api/visits/by-date?startDate=2025-01-15')
    })
    expect(statements.filter(text => text.includes('visit_counts'))).not.toEqual([])
    expect(statements.filter(text => /page_?visits/i.test(text))).toEqual([])
  })

  it('of one whole year, month or day are read by how many they are, and not summed up', async () => {
    await insert([{ page: '/', at: '2025-05-01T09:00:00Z' }])
    const statements = await countStatements(async () => {
      for (const period of [
        '01-01&endDate=2025-12-31',
        '05-01&endDate=2025-05-31',
        '05-01&endDate=2025-05-01',
      ]) {
        const most = (await staff.send('GET', `/api/visits/most-visited?startDate=2025-${period}`)).json()
        expect(most).toEqual({ total: 1, pages: [{ page: '/', count: 1 }] })
      }
    })
    expect(statements.filter(text => text.includes('visit_counts') && text.includes('group by'))).toEqual([])
  })

  it('are looked for by their paths where these are few, however many paths there are at other times', async () => {
    const listed = async () => {
      const statements = await countStatements(async () => {
        const found = (await staff.send('GET', '/api/visits?page=books/r&startDate=2025-05-02')).json()
        expect(found).toMatchObject({ total: 1, visits: [{ page: '/books/rare' }] })
      })
      return statements.filter(text => /from "page_?visits"/i.test(text)).map(text => /page = any/.test(text))
    }
    await insert([{ page: '/books/rare', at: '2025-05-02T09:00:00Z' }])
    const before = await listed()
    await sql`
      insert into page_visits (id, page, metadata, created_at)
      select 'many' || n, '/books/r' || n, '{}', '2025-05-01T09:00:00Z' from generate_series(1, ${limits.rareVisits}) n
    `.execute(test.database.kysely)
    expect([before, await listed()]).toEqual([[true], [false]])
  })

  it('of a part of a day are counted without looking at the counts of days', async () => {
    await insert([{ page: '/', at: '2025-05-01T09:10:00Z' }])
    const statements = await countStatements(async () => {
      const part = 'startDate=2025-05-01T09:00:00.000Z&endDate=2025-05-01T09:30:00.000Z'
      const days = (await staff.send('GET', `/api/visits/by-date?${part}`)).json()
      expect(days).toEqual([{ date: '2025-05-01', count: 1 }])
    })
    expect(statements.filter(text => /page_?visits/i.test(text))).toHaveLength(1)
    expect(statements.filter(text => text.includes('visit_counts'))).toEqual([])
  })

  it('are counted by day in Baghdad, days without any included', async () => {
    await insert([
      { page: '/', at: '2025-05-01T20:59:59Z' },
      { page: '/', at: '2025-05-01T21:00:00Z' },
      { page: '/', at: '2025-05-03T12:00:00Z' },
    ])
    const byDate = await staff.send('GET', '/api/visits/by-date?startDate=2025-04-30&endDate=2025-05-04')
    expect(byDate.json()).toEqual([
      { date: '2025-04-30', count: 0 },
      { date: '2025-05-01', count: 1 },
      { date: '2025-05-02', count: 1 },
      { date: '2025-05-03', count: 1 },
      { date: '2025-05-04', count: 0 },
    ])
  })

  it('are counted for the last 30 days when no dates are given, and for a bounded time at most', async () => {
    await insert([{ page: '/', at: new Date().toISOString() }])
    const days = (await staff.send('GET', '/api/visits/by-date')).json() as { date: string; count: number }[]
    expect(days).toHaveLength(30)
    expect(days.at(-1)).toEqual({ date: dayInBaghdad(new Date()), count: 1 })
    const long = await staff.send('GET', '/api/visits/by-date?startDate=0001-01-01&endDate=9999-12-31')
    expect(long.statusCode).toBe(200)
    expect((long.json() as unknown[]).length).toBeLessThanOrEqual(1000)
    const backwards = await staff.send('GET', '/api/visits/by-date?startDate=2025-05-04&endDate=2025-05-01')
    expect(backwards.json()).toEqual([])
  })

  it('are exported for spreadsheets that must not run them', async () => {
    await visit(`/search?q=${encodeURIComponent('=cmd()')}`, { 'user-agent': `=${browser}` })
    await test.services.visits.flush()
    const response = await staff.send('GET', '/api/visits/export')
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(response.body.startsWith('\uFEFF')).toBe(true)
    const lines = response.body.trimEnd().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(`"/search","search: =cmd()","198.51.100.7","'=${browser}"`)
  })
})
