import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { addPersonTo } from '#test/add-person.ts'
import { openTestApp, passwordOf, signInAs } from '#test/build-app.ts'
import type { TestApp, TestResponse } from '#test/build-app.ts'
import { hasPostgres } from '#test/database.ts'

const engines = hasPostgres() ? (['pglite', 'postgres'] as const) : (['pglite'] as const)

/** The cookies that an answer sets, by name. */
function cookiesOf(response: Pick<TestResponse, 'headers'>): Map<string, string> {
  const set = response.headers['set-cookie']
  const lines = Array.isArray(set) ? set : set === undefined ? [] : [String(set)]
  return new Map(lines.map(line => [line.split('=')[0] ?? '', line]))
}

function pairOf(line: string | undefined): string {
  return (line ?? '').split(';')[0] ?? ''
}

describe.each(engines)('accounts on %s', engine => {
  let test: TestApp

  beforeAll(async () => {
    test = await openTestApp({ engine })
  })
  afterAll(() => test.close())

  async function visitor(): Promise<{ cookie: string; csrfToken: string }> {
    const response = await test.app.inject({ method: 'GET', url: '/api/users/csrf-token' })
    return {
      cookie: pairOf(cookiesOf(response).get('rafid_visitor')),
      csrfToken: (response.json() as { csrfToken: string }).csrfToken,
    }
  }

  async function login(email: string, password: string, remoteAddress = '127.0.0.1') {
    const { cookie, csrfToken } = await visitor()
    return test.app.inject({
      method: 'POST',
      url: '/api/users/login',
      remoteAddress,
      headers: { cookie, 'x-csrf-token': csrfToken },
      payload: { email, password },
    })
  }

  async function person(role: 'admin' | 'editor' = 'editor') {
    const email = `${Math.random().toString(36).slice(2)}@rafid.example`
    const password = 'a password of its own'
    const { id } = await addPersonTo(test.services, { email, password, name: 'شخص', role })
    return { id, email, name: 'شخص', role, password }
  }

  async function auditOf(entityId: string) {
    const rows = await test.database.kysely
      .selectFrom('auditEntries')
      .selectAll()
      .where('entity', '=', 'USER')
      .where('entityId', '=', entityId)
      .orderBy('createdAt')
      .orderBy('id')
      .execute()
    return rows
  }

  describe('signing in', () => {
    it('answers with the user and gives a cookie that scripts cannot read', async () => {
      const { email, password, id } = await person()
      const response = await login(email, password)
      expect(response.statusCode).toBe(200)
      expect(response.json()).toEqual({ user: { id, email, name: 'شخص', role: 'editor' } })
      const line = cookiesOf(response).get('rafid_session') ?? ''
      expect(line).toMatch(/^rafid_session=[\w-]{43};/)
      expect(line).toContain('HttpOnly')
      expect(line).toContain('SameSite=Lax')
      expect(line).toContain('Path=/')
      expect(line).toContain(`Max-Age=${limits.sessionAbsoluteMs / 1000}`)
      expect(line).not.toContain('Domain')
      expect(line).not.toContain('Secure')
    })

    it('takes the e-mail address in any case and with spaces around it', async () => {
      const { email, password } = await person()
      expect((await login(`  ${email.toUpperCase()} `, password)).statusCode).toBe(200)
    })

    it('keeps of the token only its hash', async () => {
      const { email, password, id } = await person()
      const token = pairOf(cookiesOf(await login(email, password)).get('rafid_session')).split('=')[1] ?? ''
      const rows = await test.database.kysely
        .selectFrom('sessions')
        .selectAll()
        .where('userId', '=', id)
        .execute()
      expect(rows).toHaveLength(1)
      expect(rows[0]?.idHash).toMatch(/^[0-9a-f]{64}$/)
      expect(JSON.stringify(rows)).not.toContain(token)
    })

    it('keeps passwords as argon2id with the recommended cost', async () => {
      const { id } = await person()
      const row = await test.database.kysely
        .selectFrom('users')
        .select('passwordHash')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      expect(row.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    })

    it('answers alike for an unknown address, a wrong password and a disabled person', async () => {
      const right = await person()
      const disabled = await person()
      const admin = await test.signIn('admin')
      await admin.send('PUT', `/api/users/${disabled.id}`, { isDisabled: true })
      const answers = [
        await login('nobody@rafid.example', right.password),
        await login(right.email, 'not the password'),
        await login(disabled.email, disabled.password),
      ]
      for (const answer of answers) {
        expect(answer.statusCode).toBe(401)
        expect(answer.json()).toEqual(answers[0]?.json())
        expect(cookiesOf(answer).has('rafid_session')).toBe(false)
      }
      expect(answers[0]?.json()).toMatchObject({
        code: 'wrong_credentials',
        message: 'فشل تسجيل الدخول. يرجى التحقق من البريد الإلكتروني وكلمة المرور.',
      })
    })

    it('does the same work for an unknown address as for a wrong password', async () => {
      const { email } = await person()
      const timed = async (address: string) => {
        const startedAt = performance.now()
        await login(address, 'not the password')
        return performance.now() - startedAt
      }
      const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
      const unknown: number[] = []
      const wrong: number[] = []
      for (let round = 0; round < 7; round += 1) {
        unknown.push(await timed('nobody-at-all@rafid.example'))
        wrong.push(await timed(email))
      }
      const ratio = median(unknown) / median(wrong)
      /* Hashing takes nearly all of the time: an address that is not looked at would answer tens of times sooner. */
      expect(ratio).toBeGreaterThan(0.2)
      expect(ratio).toBeLessThan(5)
    })

    it('names the missing fields', async () => {
      const { cookie, csrfToken } = await visitor()
      const response = await test.app.inject({
        method: 'POST',
        url: '/api/users/login',
        headers: { cookie, 'x-csrf-token': csrfToken },
        payload: {},
      })
      expect(response.statusCode).toBe(422)
      expect(response.json()).toMatchObject({
        code: 'invalid_fields',
        fields: { email: 'البريد الإلكتروني مطلوب', password: 'كلمة المرور مطلوبة' },
      })
    })

    it.each(['a\u0000b@rafid.example', '\ud800@rafid.example', "' or 1=1 --"])(
      'refuses the odd address %j without failing',
      async email => {
        expect((await login(email, 'x')).statusCode).toBe(401)
      },
    )

    it('slows down who guesses, and only them', async () => {
      const { email, password } = await person()
      for (let attempt = 0; attempt < limits.loginAttempts; attempt += 1) {
        expect((await login(email, 'wrong', '203.0.113.7')).statusCode).toBe(401)
      }
      const refused = await login(email, password, '203.0.113.7')
      expect(refused.statusCode).toBe(429)
      expect(refused.json()).toMatchObject({ code: 'too_many_requests' })
      const seconds = Number(refused.headers['retry-after'])
      expect(seconds).toBeGreaterThan(0)
      expect(seconds).toBeLessThanOrEqual(limits.loginDelayMs / 1000)
      expect((await login(email, password, '203.0.113.8')).statusCode).toBe(200)
    })

    it('slows down nobody who knows the password, however often', async () => {
      const { email, password } = await person()
      for (let time = 0; time <= limits.loginAttempts; time += 1) {
        expect((await login(email, password, '203.0.113.9')).statusCode).toBe(200)
      }
    })

    it('ends the session that the browser had before', async () => {
      const staff = await test.signIn('editor')
      const { email, password } = await person()
      const response = await test.app.inject({
        method: 'POST',
        url: '/api/users/login',
        headers: { cookie: staff.cookie, 'x-csrf-token': staff.csrfToken },
        payload: { email, password },
      })
      expect(response.statusCode).toBe(200)
      expect((await staff.send('GET', '/api/users/me')).statusCode).toBe(401)
    })
  })

  describe('the log', () => {
    const told = async (id: string) =>
      (await auditOf(id)).map(({ description }) => description.replace(/ \S+@\S+$/, ''))

    it('tells of a sign-in from a new device, not of the first one, nor of a device that is known', async () => {
      const { id, email, password } = await person()
      const device = pairOf(cookiesOf(await login(email, password)).get('rafid_device'))
      const { cookie, csrfToken } = await visitor()
      const again = await test.app.inject({
        method: 'POST',
        url: '/api/users/login',
        headers: { cookie: `${cookie}; ${device}`, 'x-csrf-token': csrfToken },
        payload: { email, password },
      })
      expect(again.statusCode).toBe(200)
      expect(await told(id)).toEqual(['إضافة المستخدم'])
      await login(email, password, '203.0.113.44')
      expect(await told(id)).toEqual(['إضافة المستخدم', 'دخول من جهاز جديد إلى حساب'])
      expect((await auditOf(id)).at(-1)).toMatchObject({ actorEmail: email, ipAddress: '203.0.113.44' })
    })

    it('tells of too many tries once, however many there are, and of no address that nobody has', async () => {
      const { id, email } = await person()
      const guess = (address: string) => login(address, 'wrong', '203.0.113.45')
      for (let attempt = 0; attempt < limits.loginAttempts; attempt += 1) await guess(email)
      expect((await guess(email)).statusCode).toBe(429)
      expect((await guess(email)).statusCode).toBe(429)
      await test.services.accounts.settled()
      expect(await told(id)).toEqual(['إضافة المستخدم', 'محاولات دخول كثيرة إلى حساب'])
      expect((await auditOf(id)).at(-1)).toMatchObject({ actorId: null, ipAddress: '203.0.113.45' })
    })

    it('tells of a session that was ended, and of a new password', async () => {
      const { id, email, password } = await person()
      const here = await signInAs(test.app, email, password)
      const there = await signInAs(test.app, email, password)
      const { sessions } = (await here.send('GET', '/api/users/sessions')).json() as {
        sessions: { id: string; isCurrent: boolean }[]
      }
      const other = sessions.find(session => !session.isCurrent)?.id
      expect((await here.send('DELETE', `/api/users/sessions/${other}`)).statusCode).toBe(204)
      expect((await there.send('GET', '/api/users/me')).statusCode).toBe(401)
      const change = { currentPassword: password, newPassword: 'another one of its own' }
      expect((await here.send('PUT', '/api/users/password', change)).statusCode).toBe(204)
      expect((await told(id)).slice(-2)).toEqual(['إنهاء جلسة في حساب', 'تغيير كلمة مرور المستخدم'])
    })
  })

  describe('a session', () => {
    async function age(userEmail: string, change: { lastSeenMinutes?: number; createdHours?: number }) {
      const nowMs = Date.now()
      const user = await test.database.kysely
        .selectFrom('users')
        .select('id')
        .where('email', '=', userEmail)
        .executeTakeFirstOrThrow()
      await test.database.kysely
        .updateTable('sessions')
        .set({
          ...(change.lastSeenMinutes !== undefined && {
            lastSeenAt: new Date(nowMs - change.lastSeenMinutes * 60_000),
          }),
          ...(change.createdHours !== undefined && {
            expiresAt: new Date(nowMs - change.createdHours * 3_600_000 + limits.sessionAbsoluteMs),
          }),
        })
        .where('userId', '=', user.id)
        .execute()
    }

    it('tells who is signed in, and that nobody is', async () => {
      const staff = await test.signIn('editor')
      const me = await staff.send('GET', '/api/users/me')
      expect(me.statusCode).toBe(200)
      expect(me.json()).toMatchObject({ user: { email: staff.email, role: 'editor' } })
      expect(me.headers['cache-control']).toBe('no-store')
      const nobody = await test.app.inject({ method: 'GET', url: '/api/users/me' })
      expect(nobody.statusCode).toBe(401)
      expect(nobody.json()).toMatchObject({ code: 'signed_out' })
    })

    it.each(['', 'x', 'a'.repeat(43), '../../etc', 'a'.repeat(5000)])(
      'does not exist for the invented cookie %j',
      async value => {
        const response = await test.app.inject({
          method: 'GET',
          url: '/api/users/me',
          headers: { cookie: `rafid_session=${value}` },
        })
        expect(response.statusCode).toBe(401)
      },
    )

    it('lives for 59 minutes without a request, and not for an hour', async () => {
      const staff = await test.signIn('editor')
      await age(staff.email, { lastSeenMinutes: 59 })
      expect((await staff.send('GET', '/api/users/me')).statusCode).toBe(200)
      await age(staff.email, { lastSeenMinutes: 60 })
      expect((await staff.send('GET', '/api/users/me')).statusCode).toBe(401)
    })

    it('ends 12 hours after sign-in, however busy', async () => {
      const staff = await test.signIn('editor')
      await age(staff.email, { createdHours: 11.9 })
      expect((await staff.send('GET', '/api/users/me')).statusCode).toBe(200)
      await age(staff.email, { createdHours: 12 })
      expect((await staff.send('GET', '/api/users/me')).statusCode).toBe(401)
    })

    it('is noted as used at most once a minute', async () => {
      const staff = await test.signIn('editor')
      const lastSeen = async () => {
        const row = await test.database.kysely
          .selectFrom('sessions')
          .innerJoin('users', 'users.id', 'sessions.userId')
          .select('lastSeenAt')
          .where('users.email', '=', staff.email)
          .executeTakeFirstOrThrow()
        return row.lastSeenAt.getTime()
      }
      const atSignIn = await lastSeen()
      await staff.send('GET', '/api/users/me')
      expect(await lastSeen()).toBe(atSignIn)
      await age(staff.email, { lastSeenMinutes: 1 })
      await staff.send('GET', '/api/users/me')
      expect(Date.now() - (await lastSeen())).toBeLessThan(30_000)
    })

    it('is dead after sign-out, in another process too', async () => {
      const { createAccountsService } = await import('./accounts.service.ts')
      const { services } = test
      const elsewhere = createAccountsService({
        database: services.database,
        audit: services.audit,
        config: services.config,
        log: services.log,
      })
      const staff = await test.signIn('editor')
      const token = /rafid_session=([^;]+)/.exec(staff.cookie)?.[1] ?? ''
      expect(await elsewhere.findSession(token)).toBeDefined()
      const out = await staff.send('POST', '/api/users/logout')
      expect(out.statusCode).toBe(204)
      expect(cookiesOf(out).get('rafid_session')).toMatch(/Max-Age=0|Expires=Thu, 01 Jan 1970/)
      expect(await elsewhere.findSession(token)).toBeUndefined()
      expect((await staff.send('GET', '/api/users/me')).statusCode).toBe(401)
    })

    it('is listed with its browser, and can be ended by its owner alone', async () => {
      const { email, password } = await person()
      const here = await signInAs(test.app, email, password)
      const there = await signInAs(test.app, email, password)
      const { sessions } = (await here.send('GET', '/api/users/sessions')).json() as {
        sessions: { id: string; isCurrent: boolean; userAgent: string | null; ipAddress: string | null }[]
      }
      expect(sessions).toHaveLength(2)
      expect(sessions.filter(session => session.isCurrent)).toHaveLength(1)
      expect(sessions[0]).toMatchObject({ ipAddress: '127.0.0.1', userAgent: 'lightMyRequest' })
      const other = sessions.find(session => !session.isCurrent)?.id ?? ''
      const stranger = await test.signIn('admin')
      expect((await stranger.send('DELETE', `/api/users/sessions/${other}`)).statusCode).toBe(404)
      expect((await here.send('DELETE', `/api/users/sessions/${other}`)).statusCode).toBe(204)
      expect((await there.send('GET', '/api/users/me')).statusCode).toBe(401)
      expect((await here.send('GET', '/api/users/me')).statusCode).toBe(200)
    })

    it('marks its cookie Secure when the site is reached over https', async () => {
      const secure = await openTestApp({ engine, environment: { SITE_URL: 'https://rafid.example' } })
      try {
        const response = await secure.app.inject({ method: 'GET', url: '/api/users/csrf-token' })
        expect(cookiesOf(response).get('rafid_visitor')).toContain('Secure')
      } finally {
        await secure.close()
      }
    })
  })

  describe('the name of one’s own', () => {
    it('is changed by everybody for themselves alone, with an entry in the log', async () => {
      const editor = await test.signIn('editor')
      const before = (await editor.send('GET', '/api/users/me')).json().user
      const answer = await editor.send('PUT', '/api/users/me', { name: '  نور الهدى  ', role: 'admin' })
      expect(answer.statusCode, answer.body).toBe(200)
      expect(answer.json()).toEqual({ user: { ...before, name: 'نور الهدى' } })
      expect((await editor.send('GET', '/api/users/me')).json().user.name).toBe('نور الهدى')
      const entries = await auditOf(before.id)
      expect(entries).toHaveLength(2)
      expect(entries[1]).toMatchObject({
        action: 'UPDATE',
        description: `تغيير اسم المستخدم ${before.email}`,
        actorId: before.id,
        oldData: { name: before.name },
        newData: { name: 'نور الهدى' },
      })
      await editor.send('PUT', '/api/users/me', { name: 'نور الهدى' })
      expect(await auditOf(before.id)).toHaveLength(2)
    })

    it('is refused when it is missing or too long, and to whoever is not signed in', async () => {
      const editor = await test.signIn('editor')
      for (const name of [undefined, ' ', 'ن'.repeat(limits.maxNameLength + 1)]) {
        const answer = await editor.send('PUT', '/api/users/me', { name })
        expect(answer.statusCode).toBe(422)
        expect(answer.json().fields).toHaveProperty('name')
      }
      const { cookie, csrfToken } = await visitor()
      const stranger = await test.app.inject({
        method: 'PUT',
        url: '/api/users/me',
        headers: { cookie, 'x-csrf-token': csrfToken },
        payload: { name: 'غريب' },
      })
      expect(stranger.statusCode).toBe(401)
    })
  })

  describe('the password of one’s own', () => {
    it('is changed with the current one, and ends every session', async () => {
      const { email, password, id } = await person()
      const here = await signInAs(test.app, email, password)
      const there = await signInAs(test.app, email, password)
      const change = { currentPassword: password, newPassword: 'quite another password' }
      expect((await here.send('PUT', '/api/users/password', change)).statusCode).toBe(204)
      for (const staff of [here, there])
        expect((await staff.send('GET', '/api/users/me')).statusCode).toBe(401)
      expect((await login(email, password)).statusCode).toBe(401)
      expect((await login(email, change.newPassword)).statusCode).toBe(200)
      const entry = (await auditOf(id)).findLast(({ description }) => description.startsWith('تغيير'))
      expect(entry).toMatchObject({
        action: 'UPDATE',
        actorEmail: email,
        newData: { isPasswordChanged: true },
      })
    })

    it('is refused with a wrong current one or a short new one', async () => {
      const staff = await test.signIn('editor')
      const wrong = await staff.send('PUT', '/api/users/password', {
        currentPassword: 'not it',
        newPassword: 'long enough to be new',
      })
      expect(wrong.statusCode).toBe(422)
      expect(wrong.json()).toMatchObject({ fields: { currentPassword: 'كلمة المرور الحالية غير صحيحة' } })
      const short = await staff.send('PUT', '/api/users/password', {
        currentPassword: 'x',
        newPassword: 'short',
      })
      expect(short.statusCode).toBe(422)
      expect((short.json() as { fields: object }).fields).toHaveProperty('newPassword')
      expect((await staff.send('GET', '/api/users/me')).statusCode).toBe(200)
    })

    it('is refused where it is the one that they have', async () => {
      const staff = await test.signIn('editor')
      const same = await staff.send('PUT', '/api/users/password', {
        currentPassword: passwordOf(staff),
        newPassword: passwordOf(staff),
      })
      expect(same.statusCode).toBe(422)
      expect(same.json()).toMatchObject({
        fields: { newPassword: expect.stringContaining('كلمة مرورك الحالية') },
      })
      expect((await staff.send('GET', '/api/users/me')).statusCode).toBe(200)
    })

    it('cannot be guessed without end', async () => {
      const staff = await test.signIn('editor')
      const guess = () =>
        staff.send('PUT', '/api/users/password', {
          currentPassword: 'guess',
          newPassword: 'long enough to be new',
        })
      for (let attempt = 0; attempt < limits.loginAttempts; attempt += 1) await guess()
      const refused = await guess()
      expect(refused.statusCode).toBe(429)
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    })
  })

  describe('users', () => {
    it('are for administrators alone', async () => {
      const editor = await test.signIn('editor')
      const { id } = await person()
      const body = { email: 'new@rafid.example', name: 'جديد', role: 'editor' }
      const asked = [
        await editor.send('GET', '/api/users'),
        await editor.send('POST', '/api/users/register', body),
        await editor.send('PUT', `/api/users/${id}`, { role: 'admin' }),
        await editor.send('POST', `/api/users/${id}/links`, {}),
        await editor.send('DELETE', `/api/users/${id}/links`),
      ]
      for (const response of asked) {
        expect(response.statusCode).toBe(403)
        expect(response.json()).toMatchObject({ code: 'forbidden' })
      }
      const nobody = await test.app.inject({ method: 'POST', url: '/api/users/register', payload: body })
      expect(nobody.statusCode).toBe(401)
    })

    it('are invited by an administrator, once per address, with an entry that holds nothing of the link', async () => {
      const admin = await test.signIn('admin')
      const body = {
        email: 'Added@rafid.example',
        name: 'مضاف',
        role: 'editor',
      }
      const response = await admin.send('POST', '/api/users/register', body)
      expect(response.statusCode).toBe(201)
      const { user, link } = response.json() as {
        user: { id: string; email: string }
        link: { address: string }
      }
      expect(user).toEqual({ id: user.id, email: 'added@rafid.example', name: 'مضاف', role: 'editor' })
      const again = await admin.send('POST', '/api/users/register', body)
      expect(again.statusCode).toBe(409)
      expect(again.json()).toMatchObject({ code: 'email_taken' })
      const entries = await auditOf(user.id)
      expect(entries).toHaveLength(2)
      expect(entries.find(({ action }) => action === 'CREATE')).toMatchObject({
        action: 'CREATE',
        entity: 'USER',
        actorEmail: admin.email,
        ipAddress: '127.0.0.1',
        userAgent: 'lightMyRequest',
        oldData: null,
        newData: { email: 'added@rafid.example', name: 'مضاف', role: 'editor', isDisabled: false },
      })
      expect(JSON.stringify(entries)).not.toContain(link.address.split('=')[1])
    })

    it.each([
      ['email', { email: 'not an address' }],
      ['name', { name: ' ' }],
      ['role', { role: 'owner' }],
    ])('are refused with a wrong %s', async (field, wrong) => {
      const admin = await test.signIn('admin')
      const body = {
        email: 'x@rafid.example',
        name: 'اسم',
        role: 'editor',
        ...wrong,
      }
      const response = await admin.send('POST', '/api/users/register', body)
      expect(response.statusCode).toBe(422)
      expect(Object.keys((response.json() as { fields: object }).fields)).toEqual([field])
    })

    it('are listed without their hashes', async () => {
      const admin = await test.signIn('admin')
      const response = await admin.send('GET', '/api/users')
      const { users } = response.json() as { users: Record<string, unknown>[] }
      const own = users.find(user => user['email'] === admin.email)
      expect(Object.keys(own ?? {}).sort()).toEqual(
        [
          'createdAt',
          'email',
          'firstSignInAt',
          'hasPassword',
          'hasSecondFactor',
          'id',
          'isDisabled',
          'lastSeenAt',
          'linkExpiresAt',
          'name',
          'role',
        ].sort(),
      )
      expect(own?.['lastSeenAt']).toEqual(expect.any(String))
      expect(response.body).not.toContain('argon2')
    })

    it('lose their sessions when they are disabled, and can come back', async () => {
      const admin = await test.signIn('admin')
      const { email, password, id } = await person()
      const staff = await signInAs(test.app, email, password)
      const disabled = await admin.send('PUT', `/api/users/${id}`, { isDisabled: true })
      expect(disabled.json()).toMatchObject({
        user: { id, isDisabled: true, lastSeenAt: null, firstSignInAt: expect.any(String) as string },
      })
      expect((await staff.send('GET', '/api/users/me')).statusCode).toBe(401)
      expect((await login(email, password)).statusCode).toBe(401)
      await admin.send('PUT', `/api/users/${id}`, { isDisabled: false })
      expect((await login(email, password)).statusCode).toBe(200)
      const entries = (await auditOf(id)).filter(({ description }) => !description.startsWith('دخول'))
      expect(entries.map(entry => entry.newData?.['isDisabled'])).toEqual([false, true, false])
    })

    it('have their new role at once', async () => {
      const admin = await test.signIn('admin')
      const { email, password, id } = await person()
      const staff = await signInAs(test.app, email, password)
      expect((await staff.send('GET', '/api/users')).statusCode).toBe(403)
      await admin.send('PUT', `/api/users/${id}`, { role: 'admin' })
      expect((await staff.send('GET', '/api/users')).statusCode).toBe(200)
    })

    it('are not found by an unknown id', async () => {
      const admin = await test.signIn('admin')
      const response = await admin.send('PUT', '/api/users/0000000000000000', { name: 'س' })
      expect(response.statusCode).toBe(404)
      expect(response.json()).toMatchObject({ code: 'user_not_found' })
    })
  })

  describe('CSRF', () => {
    const write = { method: 'POST', url: '/api/users/register' } as const

    it.each([
      ['without a token', {}],
      ['with a wrong token', { 'x-csrf-token': 'wrong' }],
      ['with an empty token', { 'x-csrf-token': '' }],
    ])('refuses a write %s', async (_name, headers) => {
      const staff = await test.signIn('admin')
      const response = await test.app.inject({
        ...write,
        headers: { cookie: staff.cookie, ...headers },
        payload: {},
      })
      expect(response.statusCode).toBe(403)
      expect(response.json()).toMatchObject({
        code: 'csrf',
        message: expect.stringContaining('csrf') as string,
      })
    })

    it.each([
      ['a foreign origin', { origin: 'https://evil.example' }],
      ['an opaque origin', { origin: 'null' }],
      ['another port of the host', { origin: 'http://localhost:81' }],
      ['a host that only begins like ours', { origin: 'http://localhost.evil.example' }],
      ['another site', { 'sec-fetch-site': 'cross-site' }],
    ])('refuses a write with a good token from %s', async (_name, headers) => {
      const staff = await test.signIn('admin')
      const response = await test.app.inject({
        ...write,
        headers: { cookie: staff.cookie, 'x-csrf-token': staff.csrfToken, host: 'localhost:80', ...headers },
        payload: {},
      })
      expect(response.statusCode).toBe(403)
      expect(response.json()).toMatchObject({ code: 'csrf' })
    })

    it.each([
      ['no word of its origin', {}],
      ['our origin', { origin: 'http://localhost:80', 'sec-fetch-site': 'same-origin' }],
      ['our origin behind a proxy that ends TLS', { host: 'rafid.example', origin: 'https://rafid.example' }],
    ])('lets a write with a good token pass with %s', async (_name, headers) => {
      const staff = await test.signIn('admin')
      const response = await test.app.inject({
        ...write,
        headers: { cookie: staff.cookie, 'x-csrf-token': staff.csrfToken, host: 'localhost:80', ...headers },
        payload: {},
      })
      expect(response.statusCode).toBe(422)
    })

    it('covers sign-in and sign-out', async () => {
      for (const url of ['/api/users/login', '/api/users/logout', '/api/users/setup']) {
        const response = await test.app.inject({
          method: 'POST',
          url,
          payload: { email: 'a', password: 'b' },
        })
        expect(response.statusCode, url).toBe(403)
        expect(response.json()).toMatchObject({ code: 'csrf' })
      }
    })

    it('gives a visitor one token until they sign in, and it dies there', async () => {
      const { email, password } = await person()
      const held = await visitor()
      const again = await test.app.inject({
        method: 'GET',
        url: '/api/users/csrf-token',
        headers: { cookie: held.cookie },
      })
      expect(again.json()).toEqual({ csrfToken: held.csrfToken })
      const signIn = () =>
        test.app.inject({
          method: 'POST',
          url: '/api/users/login',
          headers: { cookie: held.cookie, 'x-csrf-token': held.csrfToken },
          payload: { email, password },
        })
      const first = await signIn()
      expect(first.statusCode).toBe(200)
      const session = pairOf(cookiesOf(first).get('rafid_session'))
      const replayed = await signIn()
      expect(replayed.statusCode).toBe(403)
      const withSession = await test.app.inject({
        method: 'POST',
        url: '/api/users/logout',
        headers: { cookie: `${session}; ${held.cookie}`, 'x-csrf-token': held.csrfToken },
      })
      expect(withSession.statusCode).toBe(403)
    })

    it('does not take the token of another visitor or session', async () => {
      const one = await visitor()
      const other = await visitor()
      const mixed = await test.app.inject({
        method: 'POST',
        url: '/api/users/login',
        headers: { cookie: one.cookie, 'x-csrf-token': other.csrfToken },
        payload: { email: 'a@b.example', password: 'x' },
      })
      expect(mixed.statusCode).toBe(403)
      const first = await test.signIn('admin')
      const second = await test.signIn('admin')
      const crossed = await test.app.inject({
        ...write,
        headers: { cookie: first.cookie, 'x-csrf-token': second.csrfToken },
        payload: {},
      })
      expect(crossed.statusCode).toBe(403)
    })

    it('asks for the session before the token', async () => {
      const response = await test.app.inject({ ...write, payload: {} })
      expect(response.statusCode).toBe(401)
    })

    it('does not ask reads for a token', async () => {
      const staff = await test.signIn('admin')
      const response = await test.app.inject({
        method: 'GET',
        url: '/api/users',
        headers: { cookie: staff.cookie, origin: 'https://evil.example' },
      })
      expect(response.statusCode).toBe(200)
      expect(response.headers['access-control-allow-origin']).toBeUndefined()
    })

    it('is asked of every write of the API but the beacon', async () => {
      const staff = await test.signIn('admin')
      /* A lookup is sent as a body for the sake of privacy, and writes nothing. */
      const others = ['/api/visits', '/api/results/lookup']
      const writes = apiRoutesOf(test.app.printRoutes({ commonPrefix: false })).filter(
        route => !['GET', 'HEAD', 'OPTIONS'].includes(route.method) && !others.includes(route.path),
      )
      expect(writes.length).toBeGreaterThan(20)
      for (const { method, path } of writes) {
        const response = await test.app.inject({ method, url: path, headers: { cookie: staff.cookie } })
        expect(response.statusCode, `${method} ${path}`).toBe(403)
        expect(response.json(), `${method} ${path}`).toMatchObject({ code: 'csrf' })
      }
    })
  })
})

/** The routes under /api in Fastify's drawing of its routes, with something in the place of parameters. */
function apiRoutesOf(drawing: string) {
  const parents: string[] = []
  const routes: { method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS'; path: string }[] =
    []
  for (const line of drawing.split('\n')) {
    const match = /^((?:│ {3}| {4})*)(?:├── |└── )(\S*)(?: \(([A-Z, ]+)\))?/.exec(line)
    if (!match) continue
    const [, indent = '', segment = '', methods = ''] = match
    const depth = indent.length / 4
    parents.length = depth
    parents.push(segment)
    const path = parents
      .join('')
      .replace(/:\w+|\*/g, 'x')
      .replace(/\/$/, '')
    if (!path.startsWith('/api/')) continue
    for (const method of methods.split(', ').filter(name => name !== '')) {
      routes.push({ method: method as 'GET', path })
    }
  }
  return routes
}
