import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SecondFactorRule } from '#contract/codes/second-factor.ts'
import { limits } from '#contract/limits.ts'
import type { RecoveryCodes, SecondFactorSetup } from '#contract/resources/second-factor.ts'
import { openTestApp, passwordOf } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { hasPostgres } from '#test/database.ts'
import { systemActor } from '#server/staff/session/actor.ts'
import { openSecretBox } from './secret-box.ts'

const engines = hasPostgres() ? (['pglite', 'postgres'] as const) : (['pglite'] as const)
const own = '/api/users/second-factor'

describe.each(engines)('the second step of signing in on %s', engine => {
  let test: TestApp
  let admin: TestStaff

  beforeAll(async () => {
    test = await openTestApp({ engine })
    admin = await test.signIn('admin')
  })
  afterAll(() => test.close())
  /* A step of time ends now and then between two lines of a test. */
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] })
  })
  afterEach(() => vi.useRealTimers())

  /** The code that the application on the telephone shows so many steps from now. */
  const codeOf = ({ secret }: SecondFactorSetup, steps = 0) =>
    new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })

  /** Time goes on for the site; the timers of the database do not notice. */
  const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)

  async function begin(staff: TestStaff): Promise<SecondFactorSetup> {
    const answer = await staff.send('POST', own, { ownPassword: passwordOf(staff) })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json() as SecondFactorSetup
  }

  async function turnOn(staff: TestStaff): Promise<RecoveryCodes & { setup: SecondFactorSetup }> {
    const setup = await begin(staff)
    const answer = await staff.send('PUT', own, { code: codeOf(setup) })
    expect(answer.statusCode, answer.body).toBe(200)
    return { ...(answer.json() as RecoveryCodes), setup }
  }

  async function signIn({ email }: TestStaff, code?: string, password?: string) {
    const token = await test.app.inject({ method: 'GET', url: '/api/users/csrf-token' })
    const cookie = String(token.headers['set-cookie']).split(';')[0] ?? ''
    return test.app.inject({
      method: 'POST',
      url: '/api/users/login',
      headers: { cookie, 'x-csrf-token': (token.json() as { csrfToken: string }).csrfToken },
      payload: { email, password: password ?? passwordOf({ email }), code },
    })
  }

  /** What the log tells of an account, beside sign-ins: those of this file come from no device that is known. */
  const entriesOf = async (id: string) => {
    const answer = await admin.send('GET', `/api/auditlog?entity=USER&entityId=${id}`)
    const { logs } = answer.json() as { logs: { description: string; newData: object }[] }
    return logs.filter(({ description }) => !description.startsWith('دخول'))
  }
  const idOf = async (staff: TestStaff) => (await staff.send('GET', '/api/users/me')).json().user.id as string

  it('is set up with the password and a code, and asked for from then on, after the right password alone', async () => {
    const staff = await test.signIn('editor')
    const wrong = await staff.send('POST', own, { ownPassword: 'not it' })
    expect(wrong.json()).toMatchObject({
      code: 'invalid_fields',
      fields: { ownPassword: expect.any(String) },
    })
    const setup = await begin(staff)
    expect(setup.address).toMatch(/^otpauth:\/\/totp\/.*secret=/)
    expect(setup.address).toContain(setup.secret)
    const places = [...setup.picture.path.matchAll(/M(\d+) (\d+)/g)].flatMap(([, x, y]) => [
      Number(x),
      Number(y),
    ])
    expect(Math.max(...places)).toBeLessThan(setup.picture.size)
    expect((await signIn(staff)).statusCode).toBe(200)
    expect((await staff.send('PUT', own, { code: '000000' })).json()).toMatchObject({ code: 'wrong_code' })
    const on = await staff.send('PUT', own, { code: codeOf(setup) })
    expect((on.json() as RecoveryCodes).recoveryCodes).toHaveLength(limits.recoveryCodes)
    expect((await staff.send('GET', own)).json()).toEqual({
      isOn: true,
      hasPasskeys: false,
      isRequired: false,
      recoveryCodesLeft: 10,
    })
    expect((await signIn(staff)).json()).toMatchObject({ code: 'second_factor_needed' })
    expect((await signIn(staff, '000000')).json()).toMatchObject({ code: 'wrong_code' })
    expect((await signIn(staff, codeOf(setup), 'not it')).json()).toMatchObject({ code: 'wrong_credentials' })
    pass(60)
    const arabic = codeOf(setup).replaceAll(/\d/g, digit => '٠١٢٣٤٥٦٧٨٩'.charAt(Number(digit)))
    expect((await signIn(staff, `${arabic.slice(0, 3)} ${arabic.slice(3)}`)).statusCode).toBe(200)
    const [entry] = await entriesOf(await idOf(staff))
    expect(entry).toMatchObject({ newData: { isSecondFactorOn: true } })
    expect(JSON.stringify(await entriesOf(await idOf(staff)))).not.toContain(setup.secret)
  })

  it('takes a code once, also of two who send it at the same time, and none from before', async () => {
    const staff = await test.signIn('editor')
    const { setup } = await turnOn(staff)
    expect((await signIn(staff, codeOf(setup))).json()).toMatchObject({ code: 'wrong_code' })
    pass(90)
    const code = codeOf(setup)
    const answers = await Promise.all([signIn(staff, code), signIn(staff, code), signIn(staff, code)])
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    /* A try counts before it is looked at, so of several at once one may be too many. */
    expect(answers.filter(({ statusCode }) => statusCode === 401 || statusCode === 429)).toHaveLength(2)
    expect((await signIn(staff, codeOf(setup, -1))).statusCode).toBe(401)
    expect((await signIn(staff, codeOf(setup, 2))).statusCode).toBe(401)
    expect((await signIn(staff, codeOf(setup, 1))).statusCode).toBe(200)
  })

  it('takes each recovery code once, until there are new ones', async () => {
    const staff = await test.signIn('editor')
    const { recoveryCodes } = await turnOn(staff)
    const [first = '', second = ''] = recoveryCodes
    expect((await signIn(staff, first.toUpperCase())).statusCode).toBe(200)
    expect((await signIn(staff, first)).json()).toMatchObject({ code: 'wrong_code' })
    expect((await staff.send('GET', own)).json()).toMatchObject({ recoveryCodesLeft: 9 })
    const renewed = await staff.send('POST', `${own}/recovery-codes`, { ownPassword: passwordOf(staff) })
    const [fresh = ''] = (renewed.json() as RecoveryCodes).recoveryCodes
    expect((await signIn(staff, second)).statusCode).toBe(401)
    expect((await signIn(staff, fresh.replace('-', ''))).statusCode).toBe(200)
  })

  it('is kept so that a copy of the database gives neither codes nor the secret away', async () => {
    const staff = await test.signIn('editor')
    const { setup, recoveryCodes } = await turnOn(staff)
    const { rows } = await sql`
      select to_jsonb(f) as kept, (select jsonb_agg(c) from recovery_codes c where c.user_id = f.user_id) as codes
      from second_factors f where user_id = ${await idOf(staff)}`.execute(test.database.kysely)
    const kept = JSON.stringify(rows)
    expect(rows).toHaveLength(1)
    expect(kept).not.toContain(setup.secret)
    for (const code of recoveryCodes) expect(kept).not.toContain(code.replace('-', ''))
    /* The secret of one person, put in the place of another's, opens nothing. */
    const other = await test.signIn('editor')
    await turnOn(other)
    await sql`
      update second_factors f set secret = (select secret from second_factors where user_id = ${await idOf(staff)})
      where user_id = ${await idOf(other)}`.execute(test.database.kysely)
    test.expectError('second_factor_unreadable')
    test.expectError('تعذر التحقق من رموز التطبيق')
    pass(60)
    expect((await signIn(other, codeOf(setup))).json()).toMatchObject({ code: 'second_factor_unreadable' })
  })

  it('slows down who guesses codes, and counts them apart from passwords', async () => {
    const staff = await test.signIn('editor')
    const { recoveryCodes } = await turnOn(staff)
    const [code] = recoveryCodes
    for (let guess = 0; guess < limits.secondFactorAttempts; guess += 1) {
      expect((await signIn(staff, '000000')).statusCode).toBe(401)
    }
    expect((await signIn(staff, code)).json()).toMatchObject({ code: 'too_many_requests' })
    expect((await signIn(staff, '111111')).json()).toMatchObject({ code: 'too_many_requests' })
    await test.services.accounts.settled()
    const entries = await entriesOf(await idOf(staff))
    const told = entries.filter(({ description }) => description.startsWith('رموز خاطئة كثيرة'))
    expect(told).toMatchObject([{ description: expect.stringContaining(staff.email) }])
    expect((await signIn(staff)).json()).toMatchObject({ code: 'second_factor_needed' })
  })

  it('can be set up anew at once, whatever was tried, when an administrator has taken it away', async () => {
    const staff = await test.signIn('editor')
    const id = await idOf(staff)
    await turnOn(staff)
    /* Counted as wrong codes of sign-ins are, without a password to check for each. */
    const guess = () => staff.send('PUT', own, { code: '000000' })
    for (let tries = 0; tries < limits.secondFactorAttempts; tries += 1) await guess()
    expect((await guess()).statusCode).toBe(429)
    expect((await admin.send('DELETE', `/api/users/${id}/second-factor`)).statusCode).toBe(204)
    const { accounts } = test.services
    const setup = await accounts.beginSecondFactor(id, { ownPassword: passwordOf(staff) })
    const on = await accounts.confirmSecondFactor(id, codeOf(setup), systemActor)
    expect(on.recoveryCodes).toHaveLength(limits.recoveryCodes)
  })

  it('is turned off by its person, and by an administrator for who has lost the telephone', async () => {
    const staff = await test.signIn('editor')
    const id = await idOf(staff)
    await turnOn(staff)
    expect((await staff.send('POST', own, { ownPassword: passwordOf(staff) })).json()).toMatchObject({
      code: 'second_factor_is_on',
    })
    expect((await staff.send('POST', `${own}/end`, { ownPassword: 'not it' })).statusCode).toBe(422)
    expect((await staff.send('POST', `${own}/end`, { ownPassword: passwordOf(staff) })).statusCode).toBe(204)
    expect((await signIn(staff)).statusCode).toBe(200)
    pass(60)
    await turnOn(staff)
    const { users } = (await admin.send('GET', '/api/users')).json() as { users: { id: string }[] }
    expect(users.find(user => user.id === id)).toMatchObject({ hasSecondFactor: true })
    const path = `/api/users/${id}/second-factor`
    expect((await staff.send('DELETE', path)).statusCode).toBe(403)
    expect((await admin.send('DELETE', path)).statusCode).toBe(204)
    expect((await staff.send('GET', '/api/users/me')).statusCode).toBe(401)
    expect((await signIn(staff)).statusCode).toBe(200)
    expect((await admin.send('DELETE', path)).statusCode).toBe(404)
    const sentences = (await entriesOf(id)).map(({ description }) => description.split(' للمستخدم')[0])
    expect(sentences).toEqual([
      'إلغاء التحقق بخطوتين',
      'تفعيل التحقق بخطوتين',
      'إيقاف التحقق بخطوتين',
      'تفعيل التحقق بخطوتين',
      expect.stringContaining('إضافة'),
    ])
  })

  it('comes before anything else for the roles that the settings name', async () => {
    const staff = await test.signIn('editor')
    const rule = async (secondFactorFor: SecondFactorRule) => {
      const { version: _version, changedAt: _changedAt, ...settings } = await test.services.settings.get()
      await test.services.settings.update({ ...settings, secondFactorFor }, systemActor)
    }
    const needed = { code: 'second_factor_required' }
    try {
      await rule('admins')
      expect((await admin.send('GET', '/api/users/me')).json()).toMatchObject({ mustSetUpSecondFactor: true })
      expect((await staff.send('GET', '/api/users/me')).json()).not.toHaveProperty('mustSetUpSecondFactor')
      expect((await admin.send('GET', '/api/users')).json()).toMatchObject(needed)
      expect((await staff.send('GET', '/api/users/sessions')).statusCode).toBe(200)
      await rule('everybody')
      for (const url of ['/api/stats/dashboard', '/api/users/sessions', '/api/auditlog']) {
        expect((await staff.send('GET', url)).json(), url).toMatchObject(needed)
      }
      for (const url of ['/api/books', '/api/files/new'])
        expect((await staff.send('POST', url, {})).json(), url).toMatchObject(needed)
      expect((await signIn(staff)).json()).toMatchObject({ mustSetUpSecondFactor: true })
      expect((await staff.send('GET', own)).json()).toMatchObject({ isOn: false, isRequired: true })
      const { setup } = await turnOn(staff)
      expect((await staff.send('GET', '/api/users/me')).json()).not.toHaveProperty('mustSetUpSecondFactor')
      expect((await staff.send('GET', '/api/users/sessions')).statusCode).toBe(200)
      pass(60)
      expect((await signIn(staff, codeOf(setup))).json()).not.toHaveProperty('mustSetUpSecondFactor')
    } finally {
      await rule('nobody')
    }
  })
})

describe('the key of the data directory', () => {
  let dataDir: string
  const file = () => path.join(dataDir, 'secret.key')
  const box = () => openSecretBox({ secretKey: undefined, dataDir })

  beforeEach(() => {
    dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-secret-'))
  })
  afterEach(() => fs.rmSync(dataDir, { recursive: true }))

  it('is made once, whole, for its owner alone, and read once by each process', () => {
    const first = box()
    const sealed = first.seal('secret', 'person')
    expect(fs.readdirSync(dataDir)).toEqual(['secret.key'])
    expect(fs.readFileSync(file(), 'utf8')).toMatch(/^[\w-]{43}$/)
    expect(fs.statSync(file()).mode & 0o777).toBe(0o600)
    expect(box().open(sealed, 'person')).toBe('secret')
    fs.rmSync(file())
    expect(first.open(sealed, 'person')).toBe('secret')
  })

  it('is refused when half of it was written, so that nothing is sealed with what everybody can compute', () => {
    for (const content of ['', 'AbC']) {
      fs.writeFileSync(file(), content)
      expect(() => box().seal('secret', 'person'), content).toThrow(/secret\.key/)
      expect(() => box().open('a.b.c.d', 'person'), content).toThrow(/secret\.key/)
      expect(fs.readFileSync(file(), 'utf8')).toBe(content)
    }
  })
})
