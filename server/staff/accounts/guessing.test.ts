import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { errorCatalogue } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { addPersonTo } from '#test/add-person.ts'
import { bareEnvironment } from '#test/environment.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestResponse } from '#test/build-app.ts'
import { hasPostgres, openTestDatabase } from '#test/database.ts'

const engines = hasPostgres() ? (['pglite', 'postgres'] as const) : (['pglite'] as const)
const actor = { userId: null, email: 'test', ipAddress: null, userAgent: null }
const rightPassword = 'a password of its own'

/** The pairs `name=value` of the cookies that an answer sets. */
function cookiesOf({ headers }: Pick<TestResponse, 'headers'>): string[] {
  const set = headers['set-cookie']
  const lines = Array.isArray(set) ? set : set === undefined ? [] : [String(set)]
  return lines.map(line => line.split(';')[0] ?? '').filter(pair => !pair.endsWith('='))
}

function deviceOf(response: Pick<TestResponse, 'headers'>): string {
  return cookiesOf(response).find(pair => pair.startsWith('rafid_device=')) ?? ''
}

describe.each(engines)('guessing passwords on %s', engine => {
  let test: TestApp
  let visitor: { cookie: string; csrfToken: string }
  let people = 0

  beforeAll(async () => {
    test = await openTestApp({ engine })
    const response = await test.app.inject({ method: 'GET', url: '/api/users/csrf-token' })
    visitor = { cookie: cookiesOf(response).join('; '), csrfToken: response.json().csrfToken as string }
  })
  afterAll(() => test.close())

  async function person(): Promise<{ id: string; email: string }> {
    people += 1
    const email = `guessed-${people}@rafid.example`
    return addPersonTo(test.services, { email, password: rightPassword, name: 'شخص', role: 'admin' })
  }

  /** A sign-in from an address, with the cookie of a device if it has one. The row of a visitor outlives a wrong password. */
  async function login(email: string, password: string, address: string, device = ''): Promise<TestResponse> {
    const fresh = password === 'wrong' ? visitor : await newVisitor()
    return test.app.inject({
      method: 'POST',
      url: '/api/users/login',
      remoteAddress: address,
      headers: { cookie: [fresh.cookie, device].filter(Boolean).join('; '), 'x-csrf-token': fresh.csrfToken },
      payload: { email, password },
    })
  }

  async function newVisitor() {
    const response = await test.app.inject({ method: 'GET', url: '/api/users/csrf-token' })
    return { cookie: cookiesOf(response).join('; '), csrfToken: response.json().csrfToken as string }
  }

  /** 150 wrong passwords from 50 addresses, as many at a time as a robot would send. */
  async function guess150(email: string, network: string): Promise<TestResponse[]> {
    const answers: TestResponse[] = []
    for (let round = 0; round < 3; round += 1) {
      const addresses = Array.from({ length: 50 }, (_, index) => `${network}.${index + 1}`)
      answers.push(...(await Promise.all(addresses.map(address => login(email, 'wrong', address)))))
    }
    return answers
  }

  it('is throttled whoever it comes from, and alike for an account that does not exist', async () => {
    const { email } = await person()
    for (const [asked, network] of [
      [email, '203.0.113'],
      ['nobody@rafid.example', '198.51.100'],
    ] as const) {
      const answers = await guess150(asked, network)
      const heard = answers.filter(({ statusCode }) => statusCode === 401)
      const refused = answers.filter(({ statusCode }) => statusCode === 429)
      /* A slow machine may outlast the first wait or two. */
      expect(heard.length, asked).toBeGreaterThanOrEqual(limits.loginAttemptsOfAccount)
      expect(heard.length, asked).toBeLessThanOrEqual(limits.loginAttemptsOfAccount + 2)
      expect(heard.length + refused.length).toBe(150)
      for (const answer of refused) {
        expect(answer.json()).toMatchObject({
          code: 'too_many_requests',
          message: errorCatalogue.too_many_requests.message,
        })
        expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
        expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(limits.maxLoginDelayMs / 1000)
      }
    }
  }, 60_000)

  it('is throttled from one address, however many accounts it tries', async () => {
    const from = '192.0.2.77'
    const one = await person()
    const answers: number[] = []
    for (let round = 0; round < limits.loginAttemptsOfAddress / 10 + 1; round += 1) {
      const emails = Array.from({ length: 10 }, (_, at) => `sprayed-${round}-${at}@rafid.example`)
      const heard = await Promise.all(emails.map(email => login(email, 'wrong', from)))
      answers.push(...heard.map(({ statusCode }) => statusCode))
    }
    /* A slow machine may outlast the first wait or two. */
    const heard = answers.filter(status => status === 401).length
    expect(heard).toBeGreaterThanOrEqual(limits.loginAttemptsOfAddress)
    expect(heard).toBeLessThanOrEqual(limits.loginAttemptsOfAddress + 2)
    expect(answers.filter(status => status === 429)).toHaveLength(answers.length - heard)
    expect((await login(one.email, rightPassword, from)).statusCode).toBe(429)
    expect((await login(one.email, rightPassword, '192.0.2.78')).statusCode).toBe(200)
  }, 60_000)

  it('is refused before the log is told of it, so that the time of an answer tells of no account', async () => {
    const { email } = await person()
    const from = '203.0.113.202'
    for (let guess = 0; guess < limits.loginAttempts; guess += 1) await login(email, 'wrong', from)
    const { accounts, audit } = test.services
    const { promise: gate, resolve: open } = Promise.withResolvers<undefined>()
    const write = audit.writeEntry.bind(audit)
    const written = vi.spyOn(audit, 'writeEntry').mockImplementationOnce(async (...entry) => {
      await gate
      return write(...entry)
    })
    onTestFinished(() => {
      open(undefined)
      written.mockRestore()
    })
    expect((await login(email, 'wrong', from)).statusCode).toBe(429)
    open(undefined)
    await accounts.settled()
    expect(written).toHaveBeenCalledOnce()
  })

  it('makes each further wait longer, up to the longest', async () => {
    const { email } = await person()
    const from = '203.0.113.201'
    const lapse = () =>
      test.database.kysely
        .updateTable('attempts')
        .set({ blockedUntil: new Date(Date.now() - 1000) })
        .execute()
    for (let attempt = 1; attempt < limits.loginAttempts; attempt += 1) await login(email, 'wrong', from)
    const waits: number[] = []
    for (let attempt = 0; attempt < 9; attempt += 1) {
      expect((await login(email, 'wrong', from)).statusCode).toBe(401)
      const refused = await login(email, rightPassword, from)
      expect(refused.statusCode).toBe(429)
      waits.push(Number(refused.headers['retry-after']))
      await lapse()
    }
    const longest = limits.maxLoginDelayMs / 1000 - 5
    expect(waits.slice(1).filter((wait, index) => wait < longest && wait <= (waits[index] ?? 0))).toEqual([])
    expect(waits.filter(wait => wait < longest).length).toBeGreaterThan(3)
    expect(waits.at(-1)).toBeGreaterThan(longest)
    await lapse()
    expect((await login(email, rightPassword, from)).statusCode).toBe(200)
    expect((await login(email, 'wrong', from)).statusCode).toBe(401)
    expect((await login(email, rightPassword, from)).statusCode).toBe(200)
  }, 60_000)

  it('never locks out a person on a device where they have signed in before', async () => {
    const { email } = await person()
    const school = '203.0.113.210'
    const device = deviceOf(await login(email, rightPassword, school))
    for (let slip = 0; slip < 10; slip += 1) await login(email, 'wrong', school)
    expect((await login(email, rightPassword, school)).statusCode).toBe(429)
    const back = await login(email, rightPassword, school, device)
    expect(back.statusCode, back.body).toBe(200)

    await guess150(email, '192.0.2')
    expect((await login(email, rightPassword, '192.0.2.250')).statusCode).toBe(429)
    expect((await login(email, rightPassword, '192.0.2.250', device)).statusCode).toBe(200)
    expect((await login(email, rightPassword, '192.0.2.250')).statusCode).toBe(429)
  }, 60_000)

  it('knows a device by a cookie that scripts cannot read and that stays with one person', async () => {
    const [owner, other] = [await person(), await person()]
    const answer = await login(owner.email, rightPassword, '203.0.113.220')
    const line = [answer.headers['set-cookie']].flat().find(set => String(set).startsWith('rafid_device='))
    expect(line).toMatch(/; HttpOnly/)
    expect(line).toMatch(/; SameSite=Strict/)
    const device = deviceOf(answer)
    const forged = `${device.slice(0, -4)}AAAA`
    const foreign = deviceOf(await login(other.email, rightPassword, '203.0.113.221'))
    await guess150(owner.email, '198.18.0')
    for (const cookie of [forged, foreign, 'rafid_device=x', `rafid_device=${'a'.repeat(4000)}`]) {
      expect((await login(owner.email, rightPassword, '203.0.113.222', cookie)).statusCode).toBe(429)
    }
    expect((await login(owner.email, rightPassword, '203.0.113.222', device)).statusCode).toBe(200)
  }, 60_000)

  it('is throttled on a known device too', async () => {
    const { email } = await person()
    const device = deviceOf(await login(email, rightPassword, '203.0.113.230'))
    for (let attempt = 0; attempt < limits.loginAttempts; attempt += 1) {
      expect((await login(email, 'wrong', `203.0.113.${231 + attempt}`, device)).statusCode).toBe(401)
    }
    expect((await login(email, rightPassword, '203.0.113.230', device)).statusCode).toBe(429)
  }, 60_000)

  it('a new password makes all other devices strangers, and this one stays known', async () => {
    const { email } = await person()
    const elsewhere = deviceOf(await login(email, rightPassword, '203.0.113.240'))
    const here = await login(email, rightPassword, '203.0.113.241')
    const cookie = cookiesOf(here).join('; ')
    const { csrfToken } = (
      await test.app.inject({ method: 'GET', url: '/api/users/csrf-token', headers: { cookie } })
    ).json() as { csrfToken: string }
    const change = await test.app.inject({
      method: 'PUT',
      url: '/api/users/password',
      headers: { cookie, 'x-csrf-token': csrfToken },
      payload: { currentPassword: rightPassword, newPassword: 'another long password' },
    })
    expect(change.statusCode, change.body).toBe(204)
    await guess150(email, '198.19.0')
    const again = (device: string) => login(email, 'another long password', '203.0.113.242', device)
    expect((await again(elsewhere)).statusCode).toBe(429)
    expect((await again(deviceOf(here))).statusCode).toBe(429)
    expect((await again(deviceOf(change))).statusCode).toBe(200)
  }, 60_000)

  it('is forgotten with a new password by a link or from the operator', async () => {
    const { id, email } = await person()
    const from = '203.0.113.251'
    const lockOut = async () => {
      for (let slip = 0; slip <= limits.loginAttempts; slip += 1) await login(email, 'wrong', from)
    }
    const enter = (password: string) =>
      test.services.accounts.signIn(
        { email, password },
        { ipAddress: from, userAgent: null },
        { session: undefined, visitor: undefined, device: undefined },
      )
    await lockOut()
    await expect(enter(rightPassword)).rejects.toMatchObject({ code: 'too_many_requests' })
    const { address } = await test.services.accounts.createLink(id, actor)
    await test.services.accounts.useLink(
      { token: address.split('=')[1] ?? '', password: 'chosen with a link' },
      { ipAddress: from, userAgent: null },
      { session: undefined, visitor: undefined, device: undefined },
    )
    expect(await enter('chosen with a link')).toMatchObject({ user: { id } })
    await lockOut()
    await test.services.accounts.resetPassword(email, 'given by the operator')
    expect(await enter('given by the operator')).toMatchObject({ user: { id } })
  }, 60_000)

  it('is forgotten when its time is over', async () => {
    await login('forgotten@rafid.example', 'wrong', '203.0.113.250')
    const count = async () => (await test.database.kysely.selectFrom('attempts').selectAll().execute()).length
    expect(await count()).toBeGreaterThan(0)
    await test.services.accounts.cleanUp()
    expect(await count()).toBeGreaterThan(0)
    await test.database.kysely
      .updateTable('attempts')
      .set({ endsAt: new Date(Date.now() - 1000), blockedUntil: new Date(Date.now() - 1000) })
      .execute()
    await test.services.accounts.cleanUp()
    expect(await count()).toBe(0)
  })
})

describe.runIf(hasPostgres())('two processes', () => {
  const children: ChildProcess[] = []
  const folders: string[] = []
  afterAll(async () => {
    for (const child of children) {
      const ended = new Promise(resolve => child.once('exit', resolve))
      if (child.exitCode === null && child.kill('SIGKILL')) await ended
    }
    for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true })
  })

  async function start(databaseUrl: string): Promise<string> {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-guessing-'))
    folders.push(folder)
    const child = spawn(process.execPath, [path.join(import.meta.dirname, '../../main.ts')], {
      env: {
        ...bareEnvironment,
        DATABASE_URL: databaseUrl,
        DATA_DIR: folder,
        DEMO: '0',
        HOST: '127.0.0.1',
        PORT: '0',
        LOG_LEVEL: 'error',
        ADMIN_EMAIL: 'admin@rafid.example',
        ADMIN_PASSWORD: rightPassword,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    children.push(child)
    let output = ''
    for await (const chunk of child.stdout) {
      output += String(chunk)
      const [, address] = /is ready: (http:\/\/\S+)/.exec(output) ?? []
      if (address !== undefined) return address
    }
    throw new Error(`The server has not started: ${output}`)
  }

  it('count the guesses at an account together', async () => {
    const database = await openTestDatabase('postgres')
    try {
      const url = database.options.databaseUrl ?? ''
      const addresses = [await start(url), await start(url)]
      const answers: number[] = []
      for (let attempt = 0; attempt < limits.loginAttempts; attempt += 1) {
        for (const address of addresses) {
          const visit = await fetch(`${address}/api/users/csrf-token`)
          const { csrfToken } = (await visit.json()) as { csrfToken: string }
          const { status } = await fetch(`${address}/api/users/login`, {
            method: 'POST',
            headers: {
              'content-type': 'application/json',
              'x-csrf-token': csrfToken,
              cookie: visit.headers
                .getSetCookie()
                .map(line => line.split(';')[0])
                .join('; '),
            },
            body: JSON.stringify({ email: 'admin@rafid.example', password: 'wrong' }),
          })
          answers.push(status)
        }
      }
      expect(answers.filter(status => status === 401)).toHaveLength(limits.loginAttempts)
      expect(answers.filter(status => status === 429)).toHaveLength(limits.loginAttempts)
    } finally {
      for (const child of children) child.kill('SIGKILL')
      await database.cleanup()
    }
  }, 120_000)
})
