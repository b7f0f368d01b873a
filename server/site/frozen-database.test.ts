import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import { buildApp } from '#server/app.ts'
import { migrateToLatest } from '#server/base/db/migrate.ts'
import { openDatabase } from '#server/base/db/open.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { readConfig } from '#server/config.ts'
import { createServices, type Services } from '#server/services.ts'
import { addPersonTo } from '#test/add-person.ts'
import { signInAs } from '#test/build-app.ts'
import type { TestResponse } from '#test/build-app.ts'
import { resultInput } from '#test/factories.ts'
import {
  findPostgresPrograms,
  initCluster,
  makeServerDirectory,
  type PostgresServer,
  startPostgresServer,
} from '#test/postgres-server.ts'

const programs = findPostgresPrograms()
/** What a page in memory may take on a machine that is busy with other tests. */
const atOnceMs = 500
const soonMs = 10_000

describe.runIf(programs !== undefined)('a PostgreSQL server that hangs', () => {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-test-frozen-'))
  let server: PostgresServer
  let services: Services
  let app: AppInstance
  let origin: string

  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const directory = makeServerDirectory('rafid-test-pg-')
    initCluster(programs ?? '', directory)
    server = await startPostgresServer(programs ?? '', directory)
    const databaseUrl = server.databaseUrl('postgres')
    const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, DEMO: '0' })
    const log = pino({ level: 'silent' })
    const database = await openDatabase({ dataDir, databaseUrl, log })
    await migrateToLatest(database)
    services = await createServices(config, database, log)
    app = await buildApp(services)
    origin = await app.listen({ port: 0, host: '127.0.0.1' })
  }, 60_000)

  afterAll(async () => {
    vi.useRealTimers()
    server.thaw()
    await app.close()
    await services.close()
    await server.stop()
    fs.rmSync(dataDir, { recursive: true, force: true })
  }, 60_000)

  async function ask(address: string, patienceMs = soonMs) {
    const startedMs = performance.now()
    const answer = await fetch(origin + address, { signal: AbortSignal.timeout(patienceMs) })
    const body = await answer.text()
    return { status: answer.status, headers: answer.headers, body, ms: performance.now() - startedMs }
  }

  const known = ['/', '/books/primary', '/ministerial']

  it('leaves known pages as they are, says soon what cannot be had, and is taken up again when it goes on', async () => {
    for (const address of known) expect((await ask(address)).status).toBe(200)
    vi.setSystemTime(Date.now() + limits.pageCacheFreshMs + 1)
    server.freeze()

    for (let round = 0; round < 3; round += 1) {
      for (const address of known) {
        expect(await ask(address, atOnceMs)).toMatchObject({ status: 200 })
      }
    }

    const [page, list, health] = await Promise.all(
      ['/news', '/api/books', '/api/health'].map(address => ask(address)),
    )
    for (const answer of [page, list, health]) {
      expect(answer?.status).toBe(503)
      expect(Number(answer?.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect(page?.body).toContain('حدث خطأ أثناء تحميل الصفحة')
    expect(JSON.parse(list?.body ?? '')).toMatchObject({ code: 'unavailable' })

    const states = await Promise.all(Array.from({ length: 200 }, () => ask('/readyz')))
    for (const { status, body } of states) {
      expect(status).toBe(503)
      expect(JSON.parse(body)).toMatchObject({ code: 'not_ready', fields: { database: expect.any(String) } })
    }
    expect((await ask('/livez', atOnceMs)).status).toBe(200)

    expect((await ask('/books/intermediate', atOnceMs)).status).toBe(503)
    void services.changes.tellHere(['books'])
    expect(await ask('/books/primary', atOnceMs)).toMatchObject({ status: 200 })

    server.thaw()
    await expect.poll(async () => (await ask('/books/intermediate')).status, { timeout: 20_000 }).toBe(200)
    await expect.poll(async () => (await ask('/api/health')).status).toBe(200)
    await expect.poll(async () => (await ask('/readyz')).status, { timeout: 10_000 }).toBe(200)
  }, 60_000)

  it('loses and doubles no write that was under way, and counts no sign-in that it could not look at', async ({
    task,
  }) => {
    const person = {
      email: `person-${task.result?.retryCount ?? 0}@rafid.example`,
      password: 'a long password',
    }
    await addPersonTo(services, { ...person, name: 'شخص', role: 'editor' })
    const staff = await signInAs(app, person.email, person.password)
    const add = async (number: number) => {
      const key = { 'idempotency-key': `a write under way ${number}` }
      return staff.send('POST', '/api/results', resultInput({ releaseYear: 2000 + number }), key)
    }
    const numbers = Array.from({ length: 20 }, (_, number) => number)
    const writes = numbers.slice(0, 10).map(add)
    await Promise.race(writes)
    /* However fast the first are: these can only begin before it hangs. */
    writes.push(...numbers.slice(10).map(add))
    server.freeze()
    onTestFinished(() => server.thaw())
    const answers = await Promise.all(writes)
    for (const { statusCode } of answers) expect([201, 503]).toContain(statusCode)
    expect(answers.some(({ statusCode }) => statusCode === 503)).toBe(true)

    const signIn = (password: string) =>
      app.inject({
        method: 'POST',
        url: '/api/users/login',
        headers: { cookie: staff.cookie, 'x-csrf-token': staff.csrfToken },
        payload: { email: person.email, password },
      })
    const tries = await Promise.all(Array.from({ length: 30 }, () => signIn('a guess')))
    for (const { statusCode } of tries) expect(statusCode).toBe(503)

    server.thaw()
    await expect.poll(async () => (await ask('/api/health')).status, { timeout: 20_000 }).toBe(200)
    const again: TestResponse[] = []
    for (const number of numbers) again.push(await add(number))
    for (const { statusCode, body } of again) expect(statusCode, body).toBe(201)
    const idOf = (answer: TestResponse | undefined): unknown => answer?.json().data.id
    const acknowledged = numbers.filter(number => answers[number]?.statusCode === 201)
    expect(acknowledged.map(number => idOf(again[number]))).toEqual(
      acknowledged.map(number => idOf(answers[number])),
    )
    const all = await app.inject({ url: '/api/results?limit=100' })
    expect(all.headers['x-total-count']).toBe(String(numbers.length))
    await expect(signInAs(app, person.email, person.password)).resolves.toBeDefined()
  }, 120_000)
})
