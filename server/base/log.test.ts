import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { hasPostgres } from '#test/database.ts'
import { loggedAddress } from './http/logged-request.ts'
import { createLog } from './log.ts'
import { loggedError, withoutPeople } from './logged-error.ts'

const engines = hasPostgres() ? (['pglite', 'postgres'] as const) : (['pglite'] as const)

const secret = {
  number: '20260711223344',
  email: 'somebody.private@rafid.example',
  phone: '07701234567',
  spaced: '+964 770 123 4567',
  words: 'كلماتسرية',
  ip: '203.0.113.77',
  password: 'a password of somebody',
}

describe.each(engines)('the log on %s', engine => {
  let test: TestApp
  const lines: string[] = []
  beforeAll(async () => {
    test = await openTestApp({ engine, logLines: lines })
    test.app.addHook('preHandler', async ({ url }) => {
      const slow = sql`select pg_sleep(1.1), ${secret.words}::text, 'a literal', 20260711`
      if (url === '/livez?slow') await slow.execute(test.database.kysely)
    })
  })
  beforeEach(() => lines.splice(0))
  afterAll(() => test.close())

  const told = () => lines.map(line => JSON.parse(line) as Record<string, unknown>)
  const ask = (url: string, headers: Record<string, string> = {}, payload?: object) =>
    test.app.inject({
      method: payload ? 'POST' : 'GET',
      url,
      headers,
      remoteAddress: secret.ip,
      ...(payload && { payload }),
    })

  it('holds nothing of what people type or who they are', async () => {
    const { number, email, phone, spaced, words, password } = secret
    for (const typed of [number, email, phone, spaced, words, password]) {
      const text = encodeURIComponent(typed)
      await ask(`/api/search?q=${text}`)
      await ask(`/api/books?search=${text}&stage=FIRST_PRIMARY`)
      await ask(`/${text}/x?${text}=${text}`)
      await ask(`/api/books/${text}`)
    }
    const own = { 'sec-fetch-site': 'same-origin' }
    await ask('/api/results/lookup', own, { number, stage: 'SIXTH_PREPARATORY' })
    await ask('/api/contact', own, {
      name: words,
      email,
      subject: 'GENERAL',
      message: `${words} ${phone} ${spaced}`,
    })
    await ask('/api/users/login', own, { email, password })
    const person = (id: string) => ({ id, email, name: words, role: 'editor', passwordHash: 'x' }) as const
    const add = (id: string) => test.database.kysely.insertInto('users').values(person(id)).execute()
    await add('a')
    test.services.log.warn({ err: await add('b').catch((error: unknown) => error) }, 'taken')
    const wrong = sql`select ${words}::text::int`.execute(test.database.kysely)
    test.services.log.warn({ err: await wrong.catch((error: unknown) => error) }, 'no number')
    expect(lines.length).toBeGreaterThan(20)
    expect(lines.join('')).toContain('duplicate key value')
    for (const [what, typed] of Object.entries(secret)) {
      for (const written of [typed, encodeURIComponent(typed)]) {
        expect(
          lines.filter(line => line.includes(written)),
          what,
        ).toEqual([])
      }
    }
  })

  it('names the request of each line, and the answer says it too', async () => {
    const answer = await ask('/api/books/none')
    const id = answer.headers['x-request-id']
    expect(id).toMatch(/^[\w-]{36}$/)
    const own = told().filter(({ msg }) => msg === 'incoming request' || msg === 'request completed')
    expect(own.map(({ reqId }) => reqId)).toEqual([id, id])
    const given = 'f00dfeedf00dfeedf00dfeedf00dfeed'
    expect((await ask('/api/books', { 'x-request-id': given })).headers['x-request-id']).toBe(given)
    for (const bad of ['short', `${given}\u00e9`, 'x'.repeat(65), '1234567890123456', `<script>${given}`]) {
      expect((await ask('/api/books', { 'x-request-id': bad })).headers['x-request-id']).not.toBe(bad)
    }
  })

  it('names slow statements without their values, and the request that they were for', async () => {
    const answer = await ask('/livez?slow')
    const [entry] = told().filter(({ msg }) => msg === 'database: a slow statement')
    expect(entry).toMatchObject({
      reqId: answer.headers['x-request-id'],
      statement: `select pg_sleep(1.1), $1::text, '…', …`,
    })
    expect(entry?.['ms']).toBeGreaterThan(1000)
  })
})

it('is one line of JSON for programs, and a readable line for people', async () => {
  const written: string[] = []
  const to = { write: (line: string) => void written.push(line) }
  const forPeople = await createLog({ level: 'info', isForPeople: true, to })
  forPeople.info({ part: 'disk' }, 'health: a part is not well')
  expect(written.join('')).toMatch(/^\[\d\d:\d\d:\d\d\] INFO: health: a part is not well\n\s+part: "disk"\n$/)
  written.length = 0
  const forPrograms = await createLog({ level: 'info', to })
  forPrograms.info({ part: 'disk' }, 'health: a part is not well')
  expect(JSON.parse(written.join(''))).toMatchObject({ level: 30, part: 'disk' })
})

it.each([
  ['/books/primary?grade=FIRST_PRIMARY&page=2', '/books/primary?grade=FIRST_PRIMARY&page=2'],
  ['/api/books?search=abc&limit=10', '/api/books?search=…&limit=10'],
  ['/books/0193a4b2-7c1e-7000-8000-123456789abc', '/books/0193a4b2-7c1e-7000-8000-123456789abc'],
  ['/07701234567', '/…'],
  ['/a%40b.example/x', '/…/x'],
  ['/%E0%A4%A', '/…'],
])('shows the address %s as %s', (url, shown) => {
  expect(loggedAddress(url)).toBe(shown)
})

it('tells the causes of an error, and leaves out numbers and addresses of people', () => {
  const cause = Object.assign(new Error('invalid input: "أحمد"'), { code: '22P02', detail: 'Key (x)=(y)' })
  const told = loggedError(new Error(`of ${secret.email}, ${secret.spaced}`, { cause }))
  expect(told).toMatchObject({
    message: 'of …@… …',
    cause: { code: '22P02', message: 'invalid input: "…"' },
  })
  expect(JSON.stringify(told)).not.toMatch(/Key|أحمد|private/)
  expect(withoutPeople('connect ECONNREFUSED 127.0.0.1:5432')).toBe('connect ECONNREFUSED 127.0.0.1:5432')
})
