import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'

describe('what is asked for', () => {
  let site: TestApp
  let staff: TestStaff

  beforeAll(async () => {
    site = await openTestApp()
    staff = await site.signIn('editor')
  })
  afterAll(() => site.close())

  function ask(fields: Record<string, string>, { from = '198.51.100.7', origin = 'http://localhost' } = {}) {
    return site.app.inject({
      method: 'POST',
      url: '/asked',
      remoteAddress: from,
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin, host: 'localhost' },
      payload: new URLSearchParams(fields).toString(),
    })
  }
  const messages = async () =>
    (await staff.send('GET', '/api/contact')).json().messages as { message: string; email: string }[]

  it('reaches the inbox with the page it was missing on, and counts with the searches that found nothing', async () => {
    const wish = { wanted: 'ملزمة الأحياء للأستاذ حسن', from: '/notes/preparatory?subject=BIOLOGY' }
    const response = await ask(wish)
    expect(response.statusCode).toBe(303)
    const target = new URL(response.headers.location ?? '', 'http://localhost')
    expect(target.searchParams.get('from')).toBe(wish.from)
    const thanks = await site.app.inject(target.pathname + target.search)
    expect(thanks.body).toContain('وصل طلبك')
    expect(thanks.body).toContain('href="/notes/preparatory?subject=BIOLOGY"')
    const [message] = await messages()
    expect(message?.message).toBe(`${wish.wanted}\n\n${wish.from}`)
    expect(message?.email).toBe('')
    await site.app.inject(`/api/search?q=${encodeURIComponent('ملزمة الأحياء للأستاذ حسن')}`)
    const { misses } = (await staff.send('GET', '/api/search/misses')).json()
    expect(misses).toEqual([expect.objectContaining({ query: 'ملزمه الاحيا للاستاذ حسن', count: 2 })])
  })

  it('does not count where an exam number was typed, nor without a letter', async () => {
    const countOf = async () => (await staff.send('GET', '/api/search/misses')).json().misses.length
    const before = await countOf()
    for (const wanted of ['نتيجة 2020123456', '2020123456', '٢٠٢٠ ١٢٣ ٤٥٦', '12', '75319']) {
      expect((await ask({ wanted }, { from: '198.51.100.9' })).statusCode).toBe(303)
      const found = await site.app.inject({ url: `/api/search?${new URLSearchParams({ q: wanted })}` })
      expect(found.statusCode).toBe(200)
    }
    expect(await countOf()).toBe(before)
  })

  it('goes nowhere when it is nothing, fills what people do not see, or comes from another site', async () => {
    const before = (await messages()).length
    expect((await ask({ wanted: '  ' })).headers.location).toBe('/asked')
    expect((await ask({ wanted: 'كتاب', website: 'https://robots.example' })).statusCode).toBe(303)
    expect((await ask({ wanted: 'كتاب' }, { origin: 'https://other.example' })).statusCode).toBe(403)
    const led = await ask({ wanted: 'كتاب', from: '//other.example' })
    expect(new URL(led.headers.location ?? '', 'http://localhost').searchParams.get('from')).toBe('/')
    expect((await messages()).length).toBe(before + 1)
  })

  it('is taken from one address no more often than somebody would ask', async () => {
    const statuses: number[] = []
    for (let time = 0; time <= limits.wishesPerHour; time += 1) {
      statuses.push((await ask({ wanted: `كتاب ${time}` }, { from: '198.51.100.90' })).statusCode)
    }
    expect(statuses.slice(0, -1).every(status => status === 303)).toBe(true)
    expect(statuses.at(-1)).toBe(429)
  })
})
