import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { NewPasskey } from '#contract/resources/passkey.ts'
import type { SecondFactorSetup } from '#contract/resources/second-factor.ts'
import { openTestApp, passwordOf } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { hasPostgres } from '#test/database.ts'
import { whileAccountsAreLocked } from '#test/locked-accounts.ts'
import { SoftPasskey } from '#test/soft-passkey.ts'
import { systemActor } from '#server/staff/session/actor.ts'
import { findPasskeyPlace } from './passkey-place.ts'
import { removeSessionsOf } from './sessions.repository.ts'

const engines = hasPostgres() ? (['pglite', 'postgres'] as const) : (['pglite'] as const)
const site = 'https://rafid.example'
const own = '/api/users/passkeys'

describe.each(engines)('passkeys on %s', engine => {
  let test: TestApp
  let admin: TestStaff

  beforeAll(async () => {
    test = await openTestApp({ engine, environment: { SITE_URL: site } })
    admin = await test.signIn('admin')
  })
  afterAll(() => test.close())

  const idOf = async (staff: TestStaff) => (await staff.send('GET', '/api/users/me')).json().user.id as string

  async function begin(staff: TestStaff): Promise<string> {
    const answer = await staff.send('POST', `${own}/options`, { ownPassword: passwordOf(staff) })
    expect(answer.statusCode, answer.body).toBe(200)
    return (answer.json() as { challenge: string }).challenge
  }

  async function add(staff: TestStaff, key = new SoftPasskey(site)) {
    const response = key.make(await begin(staff))
    const answer = await staff.send('POST', own, { name: 'هاتفي', response })
    expect(answer.statusCode, answer.body).toBe(201)
    return { key, ...(answer.json() as NewPasskey) }
  }

  async function send(url: string, payload: object) {
    const visitor = await test.app.inject({ method: 'GET', url: '/api/users/csrf-token' })
    const { csrfToken } = visitor.json() as { csrfToken: string }
    return test.app.inject({
      method: 'POST',
      url,
      headers: { cookie: String(visitor.headers['set-cookie']).split(';')[0], 'x-csrf-token': csrfToken },
      payload,
    })
  }

  const challenge = async () =>
    ((await send('/api/users/login/passkey/options', {})).json() as { challenge: string }).challenge
  const present = (response: object) => send('/api/users/login/passkey', { response })
  const enter = async (key: SoftPasskey) => present(key.sign(await challenge()))
  const byPassword = ({ email }: TestStaff, code?: string) =>
    send('/api/users/login', { email, password: passwordOf({ email }), code })

  const told = async (id: string) => {
    const { logs } = (await admin.send('GET', `/api/auditlog?entity=USER&entityId=${id}`)).json() as {
      logs: { description: string }[]
    }
    return logs.map(({ description }) => description)
  }

  it('let somebody in without a password, and only who has unlocked the device', async () => {
    const staff = await test.signIn('editor')
    const id = await idOf(staff)
    const refused = await staff.send('POST', `${own}/options`, { ownPassword: 'not it' })
    expect(refused.json()).toMatchObject({ fields: { ownPassword: expect.any(String) } })
    const { key, recoveryCodes } = await add(staff)
    expect(recoveryCodes).toHaveLength(limits.recoveryCodes)
    expect((await staff.send('GET', own)).json()).toMatchObject({
      isAvailable: true,
      passkeys: [{ id: key.id, name: 'هاتفي', lastUsedAt: null, isCloneSuspected: false }],
    })
    const entered = await present(key.sign(await challenge(), id))
    expect(entered.statusCode, entered.body).toBe(200)
    expect(entered.json()).toMatchObject({ user: { id } })
    expect(String(entered.headers['set-cookie'])).toContain('rafid_session=')
    expect((await staff.send('GET', own)).json().passkeys[0].lastUsedAt).toEqual(expect.any(String))
    key.isUnlocked = false
    expect((await enter(key)).json()).toMatchObject({ code: 'passkey_refused' })
    expect(await told(id)).toContainEqual(expect.stringContaining('إضافة مفتاح مرور'))
    expect(await told(id)).toContainEqual(expect.stringContaining('دخول من جهاز جديد'))
  })

  it('stand for the second step: the password alone is not enough any more, a recovery code is', async () => {
    const staff = await test.signIn('editor')
    expect((await byPassword(staff)).statusCode).toBe(200)
    const { recoveryCodes } = await add(staff)
    expect((await byPassword(staff)).json()).toMatchObject({ code: 'second_factor_needed' })
    expect((await byPassword(staff, '000000')).json()).toMatchObject({ code: 'wrong_code' })
    expect((await byPassword(staff, recoveryCodes?.[0])).statusCode).toBe(200)
    expect((await byPassword(staff, recoveryCodes?.[0])).json()).toMatchObject({ code: 'wrong_code' })
    expect((await staff.send('GET', '/api/users/second-factor')).json()).toEqual({
      isOn: false,
      hasPasskeys: true,
      isRequired: false,
      recoveryCodesLeft: limits.recoveryCodes - 1,
    })
    const second = await add(staff)
    expect(second.recoveryCodes).toBeUndefined()
    expect((await enter(second.key)).statusCode).toBe(200)
  })

  it('take no code of an application that was begun and never confirmed', async () => {
    const staff = await test.signIn('editor')
    await add(staff)
    const begun = await staff.send('POST', '/api/users/second-factor', { ownPassword: passwordOf(staff) })
    const { secret } = begun.json() as SecondFactorSetup
    expect((await byPassword(staff, new TOTP({ secret }).generate())).json()).toMatchObject({
      code: 'wrong_code',
    })
    expect((await staff.send('GET', '/api/users/second-factor')).json()).toMatchObject({ isOn: false })
  })

  it('are no more than somebody may have, however many were begun', async () => {
    const staff = await test.signIn('editor')
    const userId = await idOf(staff)
    const response = new SoftPasskey(site).make(await begin(staff))
    const others = Array.from({ length: limits.passkeysOfPerson }, (_, place) => ({
      id: `${userId} ${place}`,
      userId,
      name: 'مفتاح',
      publicKey: '',
      counter: 0,
    }))
    await test.database.kysely.insertInto('passkeys').values(others).execute()
    expect((await staff.send('POST', own, { name: 'زائد', response })).json()).toMatchObject({
      code: 'passkey_not_made',
    })
  })

  it('cannot be made with what was asked before an administrator took all away', async () => {
    const staff = await test.signIn('editor')
    await add(staff)
    const key = new SoftPasskey(site)
    const response = key.make(await begin(staff))
    const id = await idOf(staff)
    expect((await admin.send('DELETE', `/api/users/${id}/second-factor`)).statusCode).toBe(204)
    const place = { rpId: new URL(site).hostname, origin: site }
    const late = test.services.accounts.addPasskey(id, { name: 'متأخر', response }, place, systemActor)
    await expect(late).rejects.toMatchObject({ code: 'passkey_not_made' })
  })

  it('cannot be made with what was asked before a reset that it has to wait for', async () => {
    const staff = await test.signIn('editor')
    const id = await idOf(staff)
    const response = new SoftPasskey(site).make(await begin(staff))
    const place = { rpId: new URL(site).hostname, origin: site }
    const late = await whileAccountsAreLocked(
      test.database,
      () => test.services.accounts.addPasskey(id, { name: 'متأخر', response }, place, systemActor),
      transaction => removeSessionsOf(transaction, id),
    )
    expect(late).toMatchObject({ status: 'rejected', reason: { code: 'passkey_not_made' } })
    expect(await test.services.accounts.listPasskeys(id)).toEqual([])
  })

  it('are enough where a role must have a second step', async () => {
    const { settings } = test.services
    const staff = await test.signIn('editor')
    const { version: _version, changedAt: _changedAt, ...before } = await settings.get()
    await settings.update({ ...before, secondFactorFor: 'everybody' }, systemActor)
    try {
      expect((await staff.send('GET', '/api/users/sessions')).json()).toMatchObject({
        code: 'second_factor_required',
      })
      const { key } = await add(staff)
      expect((await staff.send('GET', '/api/users/sessions')).statusCode).toBe(200)
      expect((await enter(key)).json()).not.toHaveProperty('mustSetUpSecondFactor')
    } finally {
      await settings.update({ ...before, secondFactorFor: 'nobody' }, systemActor)
    }
  })

  it('take each question once, of this site alone, with the key that was registered', async () => {
    const staff = await test.signIn('editor')
    const { key } = await add(staff)
    const once = key.sign(await challenge())
    expect((await present(once)).statusCode).toBe(200)
    expect((await present(once)).json()).toMatchObject({ code: 'passkey_refused' })
    const asked = await begin(staff)
    expect((await present(key.sign(asked))).json()).toMatchObject({ code: 'passkey_refused' })
    expect((await present(key.sign('x'.repeat(43)))).json()).toMatchObject({ code: 'passkey_refused' })
    expect((await present(key.sign(await challenge(), 'somebody else'))).json()).toMatchObject({
      code: 'passkey_refused',
    })
    const stranger = new SoftPasskey(site)
    expect((await enter(stranger)).json()).toMatchObject({ code: 'passkey_refused' })
    const forged = { ...stranger.sign(await challenge()), id: key.id, rawId: key.id }
    expect((await present(forged)).json()).toMatchObject({ code: 'passkey_refused' })
    const elsewhere = new SoftPasskey('https://elsewhere.example')
    const made = await staff.send('POST', own, { name: 'س', response: elsewhere.make(await begin(staff)) })
    expect(made.json()).toMatchObject({ code: 'passkey_not_made' })
    const other = await test.signIn('editor')
    const stolen = new SoftPasskey(site).make(await begin(staff))
    expect((await other.send('POST', own, { name: 'س', response: stolen })).statusCode).toBe(422)
    expect((await present({ ...once, id: 'a\u0000b' })).statusCode).toBe(422)
  })

  it('stop when a copy of one shows itself by its counter, and the log says so', async () => {
    const staff = await test.signIn('editor')
    const { key } = await add(staff)
    key.counter = 5
    expect((await enter(key)).statusCode).toBe(200)
    key.counter = 4
    expect((await enter(key)).json()).toMatchObject({ code: 'passkey_cloned' })
    key.counter = 9
    expect((await enter(key)).json()).toMatchObject({ code: 'passkey_cloned' })
    expect((await staff.send('GET', own)).json()).toMatchObject({ passkeys: [{ isCloneSuspected: true }] })
    expect(await told(await idOf(staff))).toContainEqual(expect.stringContaining('إيقاف مفتاح مرور'))
  })

  it('are removed one by one with the password, and with the last one the recovery codes', async () => {
    const staff = await test.signIn('editor')
    const { key } = await add(staff)
    const other = await add(staff)
    const remove = (id: string, ownPassword = passwordOf(staff)) =>
      staff.send('POST', `${own}/end`, { id, ownPassword })
    expect((await remove(key.id, 'not it')).statusCode).toBe(422)
    expect((await remove(key.id)).statusCode).toBe(204)
    expect((await remove(key.id)).statusCode).toBe(404)
    expect((await enter(key)).json()).toMatchObject({ code: 'passkey_refused' })
    expect((await enter(other.key)).statusCode).toBe(200)
    const stranger = await test.signIn('editor')
    const theirs = { id: other.key.id, ownPassword: passwordOf(stranger) }
    expect((await stranger.send('POST', `${own}/end`, theirs)).statusCode).toBe(404)
    expect((await remove(other.key.id)).statusCode).toBe(204)
    expect((await byPassword(staff)).statusCode).toBe(200)
    expect((await staff.send('GET', '/api/users/second-factor')).json()).toMatchObject({
      recoveryCodesLeft: 0,
    })
  })

  it('are taken away by an administrator with the codes, and open nothing for who is disabled', async () => {
    const staff = await test.signIn('editor')
    const id = await idOf(staff)
    const { key } = await add(staff)
    await admin.send('PUT', `/api/users/${id}`, { isDisabled: true })
    expect((await enter(key)).json()).toMatchObject({ code: 'passkey_refused' })
    await admin.send('PUT', `/api/users/${id}`, { isDisabled: false })
    expect((await enter(key)).statusCode).toBe(200)
    expect((await admin.send('DELETE', `/api/users/${id}/second-factor`)).statusCode).toBe(204)
    expect((await enter(key)).json()).toMatchObject({ code: 'passkey_refused' })
    expect((await byPassword(staff)).statusCode).toBe(200)
    expect((await admin.send('DELETE', `/api/users/${id}/second-factor`)).statusCode).toBe(404)
  })
})

it.each([
  ['https', 'rafid.example', undefined, 'rafid.example'],
  ['http', 'localhost:3000', undefined, 'localhost'],
  ['http', 'inside:3000', 'https://rafid.example', 'rafid.example'],
  ['http', 'rafid.example', undefined, undefined],
  ['http', 'rafid.example', 'http://rafid.example', undefined],
  ['https', '192.0.2.7', undefined, undefined],
  ['https', '[::1]:3000', undefined, undefined],
  ['http', 'not a host', undefined, undefined],
])('passkeys at %s://%s with SITE_URL %s belong to %s', (protocol, host, siteUrl, rpId) => {
  expect(findPasskeyPlace({ protocol: protocol as 'http', host }, { siteUrl })?.rpId).toBe(rpId)
})
