import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { expect } from 'vitest'
import type { Role } from '#contract/codes/roles.ts'
import { buildApp } from '#server/app.ts'
import { createLog } from '#server/base/log.ts'
import { readConfig } from '#server/config.ts'
import { type Engine, openDatabase, type OpenDatabaseOptions } from '#server/base/db/open.ts'
import type { JobHandler } from '#server/jobs/declare-job.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { createServices } from '#server/services.ts'
import type { Services } from '#server/services.ts'
import { addPersonTo } from './add-person.ts'
import { openTestDatabase } from './database.ts'
import type { TestDatabase } from './database.ts'

/** A line of the log at the level of an error. */
interface LoggedError {
  level: number
  msg: string
  err?: { message?: string; stack?: string }
}

const errorLevel = 50

/** A signed-in person who sends requests as the dashboard does. */
export interface TestStaff {
  email: string
  name: string
  cookie: string
  csrfToken: string
  /** Sends a request with the session cookie and, on writes, the CSRF token; a body goes as JSON. */
  send(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<TestResponse>
}

export interface TestResponse {
  statusCode: number
  headers: Record<string, string | string[] | number | undefined>
  body: string
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  json(): any
}

export interface TestApp {
  app: AppInstance
  services: Services
  database: TestDatabase
  /** Signs a new person in. */
  signIn(role?: Role): Promise<TestStaff>
  /** Starts to listen on a free port. Shape: `http://127.0.0.1:PORT`. */
  listen(): Promise<string>
  /** Errors that the log may hold; any other fails the test at `close`. */
  expectError(part: string): void
  close(): Promise<void>
}

interface TestAppOptions {
  engine?: Engine
  /** Environment variables of the configuration. */
  environment?: Record<string, string>
  /** Kinds of background work beside the product's own. */
  jobs?: readonly JobHandler[]
  /** Takes every line of the log, of all levels. */
  logLines?: string[]
}

/** The real app on a real, empty database of its own. Call `close` in `afterAll` or `afterEach`. */
export async function openTestApp({
  engine,
  environment = {},
  jobs,
  logLines,
}: TestAppOptions = {}): Promise<TestApp> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-test-app-'))
  const errors: LoggedError[] = []
  const log = await createLog({
    level: logLines ? 'trace' : 'error',
    to: {
      write(line: string) {
        logLines?.push(line)
        const entry = JSON.parse(line) as LoggedError
        if (entry.level >= errorLevel) errors.push(entry)
      },
    },
  })
  const database = await openTestDatabase(engine, logLines && { log })
  const config = readConfig({
    DATA_DIR: dataDir,
    DEMO: '0',
    PORT: '0',
    HOST: '127.0.0.1',
    CHECK_LINKS: '0',
    ...environment,
  })
  const services = await createServices(config, database, log, jobs)
  const app = await buildApp(services)
  const expected: string[] = []
  let people = 0

  return {
    app,
    services,
    database,
    async signIn(role = 'admin') {
      people += 1
      const email = `person-${people}@rafid.example`
      const password = passwordOf({ email })
      await addPersonTo(services, { email, name: `شخص ${people}`, password, role })
      return signInAs(app, email, password)
    },
    async listen() {
      await app.listen({ port: 0, host: '127.0.0.1' })
      return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    },
    expectError(part) {
      expected.push(part)
    },
    async close() {
      await app.close()
      await services.close()
      await database.cleanup()
      fs.rmSync(dataDir, { recursive: true, force: true })
      const unexpected = errors.filter(entry => !expected.some(part => JSON.stringify(entry).includes(part)))
      expect(unexpected, 'errors in the log').toEqual([])
    },
  }
}

/**
 * The application as a second process would open it: over the same PostgreSQL database, by lines of its own. `otherwise` says what
 * is other about them.
 */
export async function openBesides(
  { database }: TestApp,
  environment: Record<string, string> = {},
  otherwise: Partial<OpenDatabaseOptions> = {},
): Promise<Pick<TestApp, 'app' | 'services' | 'close'>> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-test-other-'))
  const config = readConfig({ DATA_DIR: dataDir, DEMO: '0', ...environment })
  const services = await createServices(
    config,
    await openDatabase({ ...database.options, ...otherwise }),
    pino({ level: 'silent' }),
  )
  const app = await buildApp(services)
  return {
    app,
    services,
    async close() {
      await app.close()
      await services.close()
      fs.rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function cookiesOf(headers: Record<string, unknown>): string[] {
  const set = headers['set-cookie']
  const lines = Array.isArray(set) ? set : set === undefined ? [] : [set]
  return lines.map(line => String(line).split(';')[0] ?? '').filter(pair => !pair.endsWith('='))
}

/** What a person of `signIn` signs in with. */
export function passwordOf({ email }: Pick<TestStaff, 'email'>): string {
  return `a long password ${/\d+/.exec(email)?.[0] ?? ''}`
}

/** Signs in over HTTP, as a browser does. */
export async function signInAs(app: AppInstance, email: string, password: string): Promise<TestStaff> {
  const visitor = await app.inject({ method: 'GET', url: '/api/users/csrf-token' })
  const visitorToken = (visitor.json() as { csrfToken: string }).csrfToken
  const login = await app.inject({
    method: 'POST',
    url: '/api/users/login',
    headers: { cookie: cookiesOf(visitor.headers).join('; '), 'x-csrf-token': visitorToken },
    payload: { email, password },
  })
  expect(login.statusCode, login.body).toBe(200)
  const cookie = cookiesOf(login.headers).join('; ')
  const token = await app.inject({ method: 'GET', url: '/api/users/csrf-token', headers: { cookie } })
  const { csrfToken } = token.json() as { csrfToken: string }
  const { user } = login.json() as { user: { name: string } }
  return {
    email,
    name: user.name,
    cookie,
    csrfToken,
    async send(method, url, body, headers = {}) {
      const isWrite = method !== 'GET'
      return app.inject({
        method,
        url,
        headers: { ...headers, cookie, ...(isWrite && { 'x-csrf-token': csrfToken }) },
        ...(body !== undefined && { payload: body as object }),
      })
    },
  }
}
