import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { auditListQuerySchema } from '#contract/resources/audit-entry.ts'
import { openDatabase } from '#server/base/db/open.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { openTestDatabase } from '#test/database.ts'
import { briefProgram } from '#test/environment.ts'
import { createAccountsService } from './accounts.service.ts'

const person = { email: 'first@rafid.example', name: 'المدير', password: 'the very first password' }

describe('the first administrator', () => {
  let test: TestApp
  afterEach(() => test.close())

  async function setUp(token: string, change: object = {}) {
    const visitor = await test.app.inject({ method: 'GET', url: '/api/users/csrf-token' })
    return test.app.inject({
      method: 'POST',
      url: '/api/users/setup',
      headers: {
        cookie: String(visitor.headers['set-cookie']).split(';')[0],
        'x-csrf-token': (visitor.json() as { csrfToken: string }).csrfToken,
      },
      payload: { ...person, token, ...change },
    })
  }

  function tokenOf(link: string | undefined): string {
    expect(link).toMatch(/^\/super\?setup=[\w-]{43}$/)
    return link?.split('=')[1] ?? ''
  }

  it('is made through a link that works once, and is signed in by it', async () => {
    test = await openTestApp()
    const token = tokenOf(await test.services.accounts.prepareFirstAdmin())
    const response = await setUp(token)
    expect(response.statusCode).toBe(201)
    expect(response.json()).toMatchObject({ user: { email: person.email, role: 'admin' } })
    const cookie = [response.headers['set-cookie']]
      .flat()
      .map(line => String(line).split(';')[0])
      .join('; ')
    const me = await test.app.inject({ method: 'GET', url: '/api/users/me', headers: { cookie } })
    expect(me.statusCode).toBe(200)
    const again = await setUp(token, { email: 'second@rafid.example' })
    expect(again.statusCode).toBe(403)
    expect(again.json()).toMatchObject({ code: 'setup_link_invalid' })
    expect(await test.services.accounts.prepareFirstAdmin()).toBeUndefined()
    expect(await test.services.accounts.listUsers()).toHaveLength(1)
    const { items } = await test.services.audit.list(auditListQuerySchema.parse({}))
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({ action: 'CREATE', entity: 'USER', actor: { email: person.email } })
    expect(JSON.stringify(items)).not.toMatch(/very first|argon2/)
    const origin = { ipAddress: '203.0.113.9', userAgent: null }
    const held = { session: undefined, visitor: undefined, device: undefined }
    await test.services.accounts.signIn({ email: person.email, password: person.password }, origin, held)
    const later = await test.services.audit.list(auditListQuerySchema.parse({}))
    expect(later.items[0]?.description).toContain('دخول من جهاز جديد')
  })

  it('is one, however many use the link at the same moment', async () => {
    test = await openTestApp()
    const token = tokenOf(await test.services.accounts.prepareFirstAdmin())
    const answers = await Promise.all([1, 2, 3].map(n => setUp(token, { email: `p${n}@rafid.example` })))
    expect(answers.map(answer => answer.statusCode).sort((a, b) => a - b)).toEqual([201, 403, 403])
    expect(await test.services.accounts.listUsers()).toHaveLength(1)
  })

  it('is not made by a wrong token, nor by a bad input', async () => {
    test = await openTestApp()
    const token = tokenOf(await test.services.accounts.prepareFirstAdmin())
    expect((await setUp('wrong')).statusCode).toBe(403)
    const short = await setUp(token, { password: 'short' })
    expect(short.statusCode).toBe(422)
    expect(await test.services.accounts.listUsers()).toEqual([])
  })

  it('is not made by a link of yesterday', async () => {
    test = await openTestApp()
    const { services } = test
    const yesterday = createAccountsService({
      database: services.database,
      audit: services.audit,
      config: services.config,
      log: services.log,
      now: () => new Date(Date.now() - limits.setupLinkMs - 1000),
    })
    expect((await setUp(tokenOf(await yesterday.prepareFirstAdmin()))).statusCode).toBe(403)
  })

  it('comes from the configuration when it names one, and stays as they made themselves', async () => {
    const environment = { ADMIN_EMAIL: 'Boss@rafid.example', ADMIN_PASSWORD: 'from the environment' }
    test = await openTestApp({ environment })
    const { accounts } = test.services
    expect(await accounts.prepareFirstAdmin()).toBeUndefined()
    const origin = { ipAddress: null, userAgent: null }
    const held = { session: undefined, visitor: undefined, device: undefined }
    const signIn = (password: string) =>
      accounts.signIn({ email: 'boss@rafid.example', password }, origin, held)
    const { user } = await signIn('from the environment')
    expect(user).toMatchObject({ role: 'admin', name: 'boss' })
    const actor = { userId: user.id, email: user.email, ...origin }
    await accounts.changePassword(
      user.id,
      { currentPassword: 'from the environment', newPassword: 'my own password' },
      actor,
      undefined,
    )
    expect(await accounts.prepareFirstAdmin()).toBeUndefined()
    await expect(signIn('from the environment')).rejects.toMatchObject({ code: 'wrong_credentials' })
    expect((await signIn('my own password')).user.id).toBe(user.id)
  })

  it('comes from the configuration once when two processes start at the same moment', async () => {
    const environment = { ADMIN_EMAIL: 'boss@rafid.example', ADMIN_PASSWORD: 'from the environment' }
    test = await openTestApp({ environment })
    const { accounts } = test.services
    expect(await Promise.all([accounts.prepareFirstAdmin(), accounts.prepareFirstAdmin()])).toEqual([
      undefined,
      undefined,
    ])
    const people = await test.database.kysely.selectFrom('users').select('role').execute()
    expect(people).toEqual([{ role: 'admin' }])
  })

  it('cannot be the last one to leave', async () => {
    test = await openTestApp()
    const admin = await test.signIn('admin')
    const { user } = (await admin.send('GET', '/api/users/me')).json() as { user: { id: string } }
    for (const change of [{ isDisabled: true }, { role: 'editor' }]) {
      const response = await admin.send('PUT', `/api/users/${user.id}`, change)
      expect(response.statusCode).toBe(409)
      expect(response.json()).toMatchObject({ code: 'last_admin' })
    }
    const other = await test.signIn('admin')
    const changes = await Promise.all([
      admin.send('PUT', `/api/users/${user.id}`, { role: 'editor' }),
      admin.send('PUT', `/api/users/${user.id}`, { role: 'editor' }),
      other.send('PUT', `/api/users/${(await other.send('GET', '/api/users/me')).json().user.id}`, {
        role: 'editor',
      }),
    ])
    expect(changes.map(change => change.statusCode)).toContain(409)
    const users = await test.services.accounts.listUsers()
    expect(users.filter(entry => entry.role === 'admin')).toHaveLength(1)
  })
})

describe('expired sessions', () => {
  it('are dead by the clock alone, and are removed by the clean-up', async () => {
    const database = await openTestDatabase()
    try {
      let nowMs = Date.parse('2026-11-21T08:00:00Z')
      const written: unknown[] = []
      const accounts = createAccountsService({
        database,
        audit: { writeEntry: async (_transaction, entry) => String(written.push(entry)) },
        config: {
          sessionIdleMs: 3_600_000,
          sessionAbsoluteMs: 12 * 3_600_000,
          adminEmail: undefined,
          adminPassword: undefined,
          secretKey: 'a key of this test, long enough for it',
          siteUrl: undefined,
          dataDir: '',
        },
        log: { info: () => undefined, warn: () => undefined },
        now: () => new Date(nowMs),
      })
      await accounts.createAdmin('a@rafid.example', 'ا', 'a long password')
      const origin = { ipAddress: null, userAgent: null }
      const begin = () =>
        accounts.signIn({ email: 'a@rafid.example', password: 'a long password' }, origin, {
          session: undefined,
          visitor: undefined,
          device: undefined,
        })
      const { token: idle } = await begin()
      const { token: busy } = await begin()
      for (let minutes = 0; minutes < 12 * 60 - 50; minutes += 50) {
        nowMs += 50 * 60_000
        expect(await accounts.findSession(busy), `after ${minutes} minutes`).toBeDefined()
      }
      expect(await accounts.findSession(idle)).toBeUndefined()
      nowMs += 50 * 60_000
      expect(await accounts.findSession(busy)).toBeUndefined()
      await begin()
      await accounts.createVisitor()
      nowMs += 3_600_000
      await accounts.cleanUp()
      expect(await database.kysely.selectFrom('sessions').selectAll().execute()).toEqual([])
      expect(await database.kysely.selectFrom('visitorTokens').selectAll().execute()).toEqual([])
    } finally {
      await database.cleanup()
    }
  })
})

describe('the operator’s command', () => {
  const script = fileURLToPath(new URL('admin.command.ts', import.meta.url))

  function run(
    dataDir: string,
    args: string[],
    password: string | undefined,
  ): Promise<{ code: number | null; output: string }> {
    return new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [...briefProgram, script, ...args], {
        env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
      })
      let output = ''
      child.stdout.on('data', piece => (output += String(piece)))
      child.stderr.on('data', piece => (output += String(piece)))
      child.on('error', reject)
      child.on('close', code => resolve({ code, output }))
      if (password !== undefined) child.stdin.end(`${password}\n`)
    })
  }

  it('refuses a database that the site has open before a password is typed', async () => {
    const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-admin-'))
    const database = await openDatabase({ dataDir, databaseUrl: undefined, log: pino({ level: 'silent' }) })
    try {
      const { code, output } = await run(dataDir, ['reset', 'op@rafid.example'], undefined)
      expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('in use by another') })
    } finally {
      await database.close()
      fs.rmSync(dataDir, { recursive: true, force: true })
    }
  }, 30_000)

  it('creates an administrator and resets a password, and refuses what makes no sense', async () => {
    const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-admin-'))
    try {
      const created = await run(dataDir, ['create', 'op@rafid.example', '--name', 'مشغل'], 'typed by hand')
      expect(created).toEqual({
        code: 0,
        output: expect.stringContaining('op@rafid.example was created') as string,
      })
      expect((await run(dataDir, ['create', 'op@rafid.example'], 'typed by hand')).output).toContain(
        'already',
      )
      expect((await run(dataDir, ['reset', 'no@rafid.example'], 'typed by hand')).output).toContain(
        'There is no user',
      )
      expect((await run(dataDir, ['reset', 'op@rafid.example'], 'short')).code).toBe(1)
      expect((await run(dataDir, ['reset-second-factor', 'op@rafid.example'], '')).output).toContain(
        'no second factor',
      )
      const database = await openDatabase({ dataDir, databaseUrl: undefined, log: pino({ level: 'silent' }) })
      const { id } = await database.kysely.selectFrom('users').select('id').executeTakeFirstOrThrow()
      const passkey = { id: 'a key', userId: id, name: 'هاتفي', publicKey: '', counter: 0 }
      await database.kysely.insertInto('passkeys').values(passkey).execute()
      await database.close()
      const reset = await run(dataDir, ['reset', 'op@rafid.example'], 'another one typed')
      expect(reset.code).toBe(0)
      expect(reset.output).toContain(
        'Passkeys that still open the account: 1. Take them away with "reset-second-factor"',
      )
      expect((await run(dataDir, ['remove', 'op@rafid.example'], '')).output).toContain('npm run admin')
    } finally {
      fs.rmSync(dataDir, { recursive: true, force: true })
    }
  }, 120_000)
})
