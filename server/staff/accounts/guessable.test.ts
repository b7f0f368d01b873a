import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, passwordOf } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { createAccountsService } from './accounts.service.ts'
import { guessableOf } from './guessable.ts'

const owner = { name: 'هدى الكاظمي', email: 'huda.alkadhimi@school.example' }
const reasonOf = (password: string) => guessableOf(password, owner, 'https://nataej.example')

describe('a password that is easily guessed', () => {
  it.each([
    'password12',
    'Password2026!!',
    'P@ssw0rd2026',
    'qwertyuiop',
    '1234567890',
    '١٢٣٤٥٦٧٨٩٠',
    'aaaaaaaaaaaa',
    'mohammed1990',
    /* The Arabic layout under an English word, and the other way round. */
    'حشسسصخقي123',
    'ضصثقفغعهخح',
    ';glm hgsv',
    'بسم الله الرحمن الرحيم',
    'كلمة المرور ١٢٣',
    'محمد123456',
    'الحمدلله2026',
    /* The same in Latin letters. */
    'karbala1234',
    'najaf2020!!',
    'kurdistan1',
    'Tarbiya2024',
    'allahakbar1',
    'abdulzahra90',
  ])('is known by itself: %s', async password => {
    expect(await reasonOf(password)).toBe('common')
  })

  it.each(['huda.alkadhimi90', 'alkadhimi@school', 'هدى الكاظمي 90', 'رافد-nataej-17', 'Rafid.Nataej.2z'])(
    'is made of what is known of its owner and the site: %s',
    async password => {
      expect(await reasonOf(password)).toBeDefined()
    },
  )

  it.each([
    'correct horse battery',
    'كلمة مرور طويلة 1',
    'ثلاث حمامات على السطح',
    'Zx9!kPqw2m',
    'هدى تسقي الورد مساءً',
    'a long password',
  ])('is not a good one: %s', async password => {
    expect(await reasonOf(password)).toBeUndefined()
  })
})

describe('every way of setting a password', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp()
  })
  afterAll(() => test.close())

  it('refuses one that is easily guessed beside its field, with what to do', async () => {
    const { accounts, config } = test.services
    const adminPassword = 'huda.alkadhimi'
    const configured = { ...config, adminEmail: owner.email, adminPassword }
    const starting = createAccountsService({ ...test.services, config: configured }).prepareFirstAdmin()
    await expect(starting).rejects.toThrow(/ADMIN_PASSWORD/)

    const link = await accounts.prepareFirstAdmin()
    const visitor = await test.app.inject({ method: 'GET', url: '/api/users/csrf-token' })
    const setUp = await test.app.inject({
      method: 'POST',
      url: '/api/users/setup',
      headers: {
        cookie: String(visitor.headers['set-cookie']).split(';')[0],
        'x-csrf-token': (visitor.json() as { csrfToken: string }).csrfToken,
      },
      payload: { ...owner, password: 'password2026', token: link?.split('=')[1] },
    })
    expect(setUp.json()).toMatchObject({ fields: { password: expect.stringContaining('سهلة التخمين') } })
    expect(await accounts.listUsers()).toEqual([])

    const staff = await test.signIn('admin')
    const changed = await staff.send('PUT', '/api/users/password', {
      currentPassword: passwordOf(staff),
      newPassword: 'rafid.rafid.17',
    })
    expect(changed.statusCode).toBe(422)
    expect(changed.json()).toMatchObject({ fields: { newPassword: expect.stringContaining('اسم الموقع') } })

    await expect(accounts.createAdmin(owner.email, owner.name, 'qwertyuiop')).rejects.toThrow()
    await expect(accounts.resetPassword(staff.email, '1234567890')).rejects.toThrow()
    expect((await staff.send('GET', '/api/users/me')).statusCode).toBe(200)
  })
})
