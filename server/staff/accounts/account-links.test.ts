import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import { openTestApp, passwordOf, signInAs } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { hasPostgres } from '#test/database.ts'
import { whileAccountsAreLocked } from '#test/locked-accounts.ts'

const engines = hasPostgres() ? (['pglite', 'postgres'] as const) : (['pglite'] as const)
const password = 'ثلاث حمامات على السطح'

describe.each(engines)('a link to a password on %s', engine => {
  let test: TestApp
  let admin: TestStaff
  let people = 0

  beforeAll(async () => {
    test = await openTestApp({ engine })
    admin = await test.signIn('admin')
  })
  afterAll(() => test.close())
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] })
  })
  afterEach(() => vi.useRealTimers())

  const tokenOf = ({ address }: { address: string }) => {
    expect(address).toMatch(/^\/super#link=[\w-]{43}$/)
    return address.split('=')[1] ?? ''
  }

  async function invite(role = 'editor') {
    people += 1
    const email = `invited-${people}@school.example`
    const answer = await admin.send('POST', '/api/users/register', { email, name: 'هدى الكاظمي', role })
    expect(answer.statusCode, answer.body).toBe(201)
    const { user, link } = answer.json() as { user: { id: string }; link: { address: string } }
    return { id: user.id, email, token: tokenOf(link) }
  }

  async function makeLink(id: string): Promise<string> {
    const answer = await admin.send('POST', `/api/users/${id}/links`, {})
    expect(answer.statusCode, answer.body).toBe(201)
    return tokenOf((answer.json() as { link: { address: string } }).link)
  }

  async function send(act: 'look' | 'use', payload: object) {
    const visitor = await test.app.inject({ method: 'GET', url: '/api/users/csrf-token' })
    const { csrfToken } = visitor.json() as { csrfToken: string }
    return test.app.inject({
      method: 'POST',
      url: `/api/users/links/${act}`,
      headers: { cookie: String(visitor.headers['set-cookie']).split(';')[0], 'x-csrf-token': csrfToken },
      payload,
    })
  }

  const codesOf = async (token: string) => [
    (await send('look', { token })).json().code as string,
    (await send('use', { token, password })).json().code as string,
  ]
  const shown = async (id: string) => (await test.services.accounts.listUsers()).find(user => user.id === id)
  const told = async (id: string) => {
    const { logs } = (await admin.send('GET', `/api/auditlog?entity=USER&entityId=${id}`)).json() as {
      logs: { description: string }[]
    }
    return logs.map(({ description }) => description.split(' ').slice(0, 2).join(' ')).toReversed()
  }

  it('invites somebody, who chooses a password and is in; nobody signs in before that', async () => {
    const { id, email, token } = await invite()
    expect(await shown(id)).toMatchObject({ hasPassword: false, linkExpiresAt: expect.any(String) })
    for (const guess of ['', 'null', token, password])
      await expect(
        test.services.accounts.signIn(
          { email, password: guess },
          { ipAddress: '203.0.113.7', userAgent: null },
          { session: undefined, visitor: undefined, device: undefined },
        ),
      ).rejects.toMatchObject({ code: 'wrong_credentials' })
    expect((await send('look', { token })).json()).toMatchObject({ email, isInvitation: true })
    const chosen = await send('use', { token, password })
    expect(chosen.statusCode).toBe(200)
    expect(chosen.json()).toMatchObject({ email, user: { id } })
    const cookies = [chosen.headers['set-cookie']].flat().map(line => String(line).split(';')[0])
    const me = await test.app.inject({
      method: 'GET',
      url: '/api/users/me',
      headers: { cookie: cookies.join('; ') },
    })
    expect(me.json()).toMatchObject({ user: { id, role: 'editor' } })
    expect(await shown(id)).toMatchObject({ hasPassword: true, linkExpiresAt: null })
    expect((await told(id)).toSorted()).toEqual(['إضافة المستخدم', 'إنشاء رابط', 'قبول دعوة'])
  })

  it('works once, also of two who use it at the same time', async () => {
    const { token } = await invite()
    const answers = await Promise.all([1, 2, 3].map(() => send('use', { token, password })))
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 403, 403])
    expect(await codesOf(token)).toEqual(['account_link_used', 'account_link_used'])
  })

  it('is not used up by a password that is refused, nor by being looked at', async () => {
    const { token } = await invite()
    for (const refused of ['short', 'password2026', 'هدى الكاظمي 90']) {
      const answer = await send('use', { token, password: refused })
      expect(answer.statusCode, refused).toBe(422)
      expect(answer.json()).toMatchObject({ fields: { password: expect.any(String) } })
    }
    await send('look', { token })
    expect((await send('use', { token, password })).statusCode).toBe(200)
  })

  it('begins no session for who gets a second step just before it is used', async () => {
    const staff = await test.signIn('editor')
    const { id } = (await staff.send('GET', '/api/users/me')).json().user as { id: string }
    const token = await makeLink(id)
    const key = { id: `key of ${id}`, userId: id, name: 'هاتفي', publicKey: '', counter: 0 }
    const used = await whileAccountsAreLocked(
      test.database,
      () =>
        test.services.accounts.useLink(
          { token, password },
          { ipAddress: '203.0.113.7', userAgent: null },
          { session: undefined, visitor: undefined, device: undefined },
        ),
      transaction => transaction.insertInto('passkeys').values(key).execute(),
    )
    expect(used).toMatchObject({ status: 'fulfilled', value: { email: staff.email, begun: undefined } })
  })

  it('says when its time is over, that it was withdrawn, and that it is none', async () => {
    const late = await invite()
    vi.setSystemTime(Date.now() + limits.accountLinkMs - 60_000)
    expect((await send('look', { token: late.token })).statusCode).toBe(200)
    vi.setSystemTime(Date.now() + 120_000)
    expect(await codesOf(late.token)).toEqual(['account_link_expired', 'account_link_expired'])
    await test.services.accounts.cleanUp()
    admin = await signInAs(test.app, admin.email, passwordOf(admin))
    expect(await codesOf(late.token)).toEqual(['account_link_expired', 'account_link_expired'])

    const token = await makeLink(late.id)
    expect(await codesOf(late.token)).toEqual(['account_link_withdrawn', 'account_link_withdrawn'])
    expect((await send('look', { token })).json()).toMatchObject({ isInvitation: true })
    expect((await admin.send('DELETE', `/api/users/${late.id}/links`)).statusCode).toBe(204)
    expect(await codesOf(token)).toEqual(['account_link_withdrawn', 'account_link_withdrawn'])
    expect(await told(late.id)).toContain('سحب رابط')

    const disabled = await invite()
    await admin.send('PUT', `/api/users/${disabled.id}`, { isDisabled: true })
    expect(await codesOf(disabled.token)).toEqual(['account_link_withdrawn', 'account_link_withdrawn'])
    expect((await admin.send('POST', `/api/users/${disabled.id}/links`, {})).json()).toMatchObject({
      code: 'user_disabled',
    })
    expect(await shown(disabled.id)).toMatchObject({ linkExpiresAt: null })
    await admin.send('PUT', `/api/users/${disabled.id}`, { isDisabled: false })
    expect(await codesOf(disabled.token)).toEqual(['account_link_withdrawn', 'account_link_withdrawn'])
    expect(await codesOf('x'.repeat(43))).toEqual(['account_link_unknown', 'account_link_unknown'])
  })

  it('gives who has forgotten a password a new one and ends the sessions; until then the old one stays', async () => {
    const staff = await test.signIn('editor')
    const { id } = (await staff.send('GET', '/api/users/me')).json().user as { id: string }
    const token = await makeLink(id)
    expect((await send('look', { token })).json()).toMatchObject({ isInvitation: false })
    const still = await signInAs(test.app, staff.email, passwordOf(staff))
    expect((await send('use', { token, password })).json()).toMatchObject({ user: { id } })
    expect((await still.send('GET', '/api/users/me')).statusCode).toBe(401)
    expect(
      (await (await signInAs(test.app, staff.email, password)).send('GET', '/api/users/me')).statusCode,
    ).toBe(200)
    expect(await told(id)).toContain('كلمة مرور')
  })

  it('stops with a password that its person sets otherwise', async () => {
    const staff = await test.signIn('editor')
    const { id } = (await staff.send('GET', '/api/users/me')).json().user as { id: string }
    const token = await makeLink(id)
    const newPassword = 'another long sentence'
    await staff.send('PUT', '/api/users/password', { currentPassword: passwordOf(staff), newPassword })
    expect(await codesOf(token)).toEqual(['account_link_withdrawn', 'account_link_withdrawn'])
  })

  it('does not count an invited administrator as one who can sign in', async () => {
    const invited = await invite('admin')
    const admins = (await test.services.accounts.listUsers()).filter(
      ({ role, hasPassword }) => role === 'admin' && hasPassword,
    )
    expect(admins).toHaveLength(1)
    const last = await admin.send('PUT', `/api/users/${admins[0]?.id}`, { role: 'editor' })
    expect(last.json()).toMatchObject({ code: 'last_admin' })
    expect((await admin.send('PUT', `/api/users/${invited.id}`, { role: 'editor' })).statusCode).toBe(200)
  })

  it('is kept as a hash alone', async () => {
    const { token } = await invite()
    const rows = await test.database.kysely.selectFrom('accountLinks').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})
