import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ContactMessage } from '#contract/resources/contact-message.ts'
import { limits } from '#contract/limits.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { hasPostgres } from '#test/database.ts'
import { countStatements } from '#test/statements.ts'

const engines = hasPostgres() ? (['pglite', 'postgres'] as const) : (['pglite'] as const)

interface Inbox {
  messages: ContactMessage[]
  total: number
  unread: number
}

describe.each(engines)('the inbox on %s', engine => {
  let test: TestApp
  let staff: TestStaff
  let senders = 0

  beforeAll(async () => {
    test = await openTestApp({ engine })
    staff = await test.signIn('editor')
  })
  afterAll(() => test.close())

  const message = { name: 'زينب', email: 'zainab@mail.example', subject: 'FEEDBACK', message: 'شكراً لكم' }

  function write(change: object = {}, headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' }) {
    senders += 1
    return test.app.inject({
      method: 'POST',
      url: '/api/contact',
      remoteAddress: `198.51.100.${senders % 250}`,
      headers,
      payload: { ...message, ...change },
    })
  }

  async function inbox(query = ''): Promise<Inbox> {
    const response = await staff.send('GET', `/api/contact?${query}`)
    expect(response.statusCode, response.body).toBe(200)
    return response.json() as Inbox
  }

  it('holds what a visitor writes, the newest first', async () => {
    expect((await write({ message: 'الأولى' })).statusCode).toBe(204)
    expect((await write({ message: 'الثانية\nسطر آخر' })).statusCode).toBe(204)
    const { messages, total, unread } = await inbox()
    expect([total, unread]).toEqual([2, 2])
    expect(messages[0]).toEqual({
      ...message,
      id: expect.any(String) as string,
      message: 'الثانية\nسطر آخر',
      createdAt: expect.any(String) as string,
      readAt: null,
    })
    expect(messages[1]?.message).toBe('الأولى')
  })

  it('takes nothing that fills the field which people do not see, and does not say so', async () => {
    const before = await inbox()
    expect((await write({ website: 'https://spam.example' })).statusCode).toBe(204)
    expect((await inbox()).total).toBe(before.total)
  })

  it.each([
    ['name', { name: '  ' }, 'الاسم مطلوب'],
    ['email', { email: 'zainab' }, 'البريد الإلكتروني غير صالح'],
    ['subject', { subject: 'OTHER' }, 'الرجاء اختيار الموضوع'],
    ['message', { message: undefined }, 'الرسالة مطلوبة'],
    ['message', { message: 'x'.repeat(limits.maxContactMessageLength + 1) }, expect.any(String) as string],
    ['message', { message: 'a\u0000b' }, expect.any(String) as string],
  ])('refuses a wrong %s', async (field, wrong, sentence) => {
    const response = await write(wrong)
    expect(response.statusCode).toBe(422)
    expect(response.json()).toMatchObject({ code: 'invalid_fields', fields: { [field]: sentence } })
  })

  it('refuses a form of another site', async () => {
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
    ]
    for (const headers of foreign) {
      const response = await write({}, headers)
      expect(response.statusCode).toBe(403)
      expect(response.json()).toMatchObject({ code: 'csrf' })
    }
  })

  it('asks for the token where the browser says nothing of its origin', async () => {
    expect((await write({}, {})).statusCode).toBe(403)
    const visitor = await test.app.inject({ method: 'GET', url: '/api/users/csrf-token' })
    const cookie = String(visitor.headers['set-cookie']).split(';')[0] ?? ''
    const { csrfToken } = visitor.json() as { csrfToken: string }
    expect((await write({}, { cookie, 'x-csrf-token': csrfToken })).statusCode).toBe(204)
  })

  it('stops who writes too much', async () => {
    const send = () =>
      test.app.inject({
        method: 'POST',
        url: '/api/contact',
        remoteAddress: '203.0.113.200',
        headers: { 'sec-fetch-site': 'same-origin' },
        payload: { ...message, website: 'x' },
      })
    for (let count = 0; count < limits.contactMessagesPerHour; count += 1)
      expect((await send()).statusCode).toBe(204)
    const refused = await send()
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('counts no messages for how many there are', async () => {
    await write()
    const statements = await countStatements(async () => {
      const all = await inbox('limit=1')
      expect((await inbox('limit=1&unread=1')).total).toBe(all.unread)
      const { rows } = await sql<{
        count: number
      }>`select count(*)::int as count from contact_messages`.execute(test.database.kysely)
      expect(all.total).toBe(rows[0]?.count)
    })
    expect(
      statements.filter(text => text.includes('count(*)') && text.includes('"contact_messages"')),
    ).toEqual([])
  })

  it('tells what was read, and forgets it again', async () => {
    await write({ message: 'للقراءة' })
    const before = await inbox()
    const id = before.messages[0]?.id ?? ''
    const read = await staff.send('PUT', `/api/contact/${id}`, { isRead: true })
    expect(read.json()).toMatchObject({ data: { id, readAt: expect.any(String) as string } })
    const after = await inbox('unread=1')
    expect(after.unread).toBe(before.unread - 1)
    expect(after.total).toBe(after.unread)
    expect(after.messages.map(entry => entry.id)).not.toContain(id)
    const again = await staff.send('PUT', `/api/contact/${id}`, { isRead: false })
    expect(again.json()).toMatchObject({ data: { readAt: null } })
    expect((await staff.send('PUT', `/api/contact/${id}`, {})).statusCode).toBe(422)
  })

  it('loses a message that is deleted', async () => {
    await write({ message: 'للحذف' })
    const id = (await inbox()).messages[0]?.id ?? ''
    expect((await staff.send('DELETE', `/api/contact/${id}`)).statusCode).toBe(204)
    for (const gone of [
      await staff.send('DELETE', `/api/contact/${id}`),
      await staff.send('PUT', `/api/contact/${id}`, { isRead: true }),
    ]) {
      expect(gone.statusCode).toBe(404)
      expect(gone.json()).toMatchObject({ code: 'message_not_found' })
    }
  })

  it('is for staff alone', async () => {
    expect((await test.app.inject({ method: 'GET', url: '/api/contact' })).statusCode).toBe(401)
    expect((await test.app.inject({ method: 'DELETE', url: '/api/contact/x' })).statusCode).toBe(401)
  })
})
