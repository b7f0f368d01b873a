import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { systemActor } from '#server/staff/session/actor.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestResponse } from '#test/build-app.ts'

describe('the page of a record that is not there', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp()
  })
  afterEach(() => vi.restoreAllMocks())
  afterAll(() => test.close())

  /** Asks at once: what `inject` gives begins only when it is waited for. */
  async function ask(url: string, remoteAddress = '203.0.113.1'): Promise<TestResponse> {
    return await test.app.inject({ url, remoteAddress })
  }

  it.each([
    ['books', '/books/none', 'الكتاب غير موجود'],
    ['notes', '/notes/download/none', 'الملزمة غير موجودة'],
    ['exams', '/ministerial/preview/none', 'الامتحان المطلوب غير موجود'],
    ['news', '/news/none', 'لم يتم العثور على الخبر'],
  ] as const)('asks for it once, and again only after a change: %s', async (kind, url, title) => {
    const get = vi.spyOn(test.services[kind], 'get')
    for (let time = 0; time < 3; time += 1) {
      const answer = await ask(url)
      expect(answer.statusCode).toBe(404)
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(answer.body).toContain(title)
    }
    expect((await ask(`${url}%20x`)).statusCode).toBe(404)
    expect(get).toHaveBeenCalledTimes(2)
    void test.services.changes.tellHere([kind])
    await ask(url)
    expect(get).toHaveBeenCalledTimes(3)
  })

  it('gives way at once to a record that comes back', async () => {
    const staff = await test.signIn('editor')
    const { id } = await test.services.news.create(
      {
        title: 'خبر',
        type: 'GENERAL_NEWS',
        bio: 'موجز',
        content: 'نص',
        image: '/files/none.png',
        keywords: ['خبر'],
      },
      systemActor,
    )
    expect((await ask(`/news/${id}`)).statusCode).toBe(200)
    const removed = await staff.send('DELETE', `/api/news/${id}`)
    expect((await ask(`/news/${id}`)).statusCode).toBe(404)
    expect((await ask(`/news/${id}`)).statusCode).toBe(404)
    const { auditId } = (removed.json() as { data: { auditId: string } }).data
    expect((await staff.send('POST', `/api/auditlog/${auditId}/restore`)).statusCode).toBe(200)
    expect((await ask(`/news/${id}`)).statusCode).toBe(200)
  })

  it('is looked for a few at a time; one asker cannot take every turn, and other pages go on', async () => {
    await ask('/books/primary')
    const released = Promise.withResolvers<undefined>()
    let running = 0
    let most = 0
    vi.spyOn(test.services.books, 'get').mockImplementation(async () => {
      running += 1
      most = Math.max(most, running)
      await released.promise
      running -= 1
      throw new AppError('book_not_found')
    })
    const mine = limits.recordPagesAtOnce + limits.recordPagesWaitingEach
    const flood = Array.from({ length: mine + 20 }, (_, index) => ask(`/books/x${index}`))
    const told = await Promise.race(flood)
    expect(told.statusCode).toBe(503)
    expect(told.body).toContain('الخدمة مزدحمة')
    expect(Number(told.headers['retry-after'])).toBeGreaterThan(0)
    expect((await ask('/books/primary')).statusCode).toBe(200)
    expect((await ask('/about')).statusCode).toBe(200)
    const other = ask('/books/y', '203.0.113.2')
    released.resolve(undefined)
    expect((await other).statusCode).toBe(404)
    const statuses = (await Promise.all(flood)).map(({ statusCode }) => statusCode)
    expect(most).toBe(limits.recordPagesAtOnce)
    expect(statuses.filter(status => status === 503)).toHaveLength(20)
    expect(statuses.filter(status => status === 404)).toHaveLength(mine)
  }, 60_000)
})
