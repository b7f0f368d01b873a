import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestResponse } from '#test/build-app.ts'

describe('pages for free text', () => {
  let test: TestApp
  beforeEach(async () => {
    test = await openTestApp()
  })
  afterEach(() => test.close())

  /** Asks at once: what `inject` gives begins only when it is waited for. */
  async function ask(url: string, remoteAddress = '203.0.113.1'): Promise<TestResponse> {
    return await test.app.inject({ url, remoteAddress })
  }

  function expectPage(answer: TestResponse, status: number, sentence: string): void {
    expect(answer.statusCode).toBe(status)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(answer.body).toContain(sentence)
    /* Works without scripts: the way back to what was asked is a link. */
    expect(answer.body).toContain('href=""')
  }

  /** Holds every search until the returned function is called, and counts those that run at once. */
  function holdSearches() {
    const { search } = test.services
    const original = search.searchNarrowed
    const released = Promise.withResolvers<undefined>()
    const seen = { running: 0, most: 0, queries: [] as string[] }
    search.searchNarrowed = async asked => {
      seen.running += 1
      seen.most = Math.max(seen.most, seen.running)
      seen.queries.push(asked.query)
      await released.promise
      seen.running -= 1
      return original(asked)
    }
    return { seen, release: () => released.resolve(undefined) }
  }

  it('are limited by address, with a page that says so', async () => {
    const { release } = holdSearches()
    const asked = Array.from({ length: limits.freeTextPagesPerMinute }, () => ask('/search?q=one'))
    for (let time = 0; time < 20; time += 1) {
      expectPage(await ask(`/search?q=other${time}`), 429, 'طلبات كثيرة في وقت قصير')
    }
    expect((await ask('/books/primary?query=x')).statusCode).toBe(429)
    expect((await ask('/no-such-page')).statusCode).toBe(429)
    expectPage(await ask('/books/x1'), 429, 'طلبات كثيرة في وقت قصير')
    expectPage(await ask('/news/%D8%A3'), 429, 'طلبات كثيرة في وقت قصير')
    expect((await ask('/books/primary')).statusCode).toBe(200)
    release()
    const answers = await Promise.all(asked)
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(asked.length)
    expect((await ask('/search?q=one')).statusCode, 'a page that is ready').toBe(200)
    expect((await ask('/search?q=other', '203.0.113.2')).statusCode).toBe(200)
    const unknown = await Promise.all([ask('/books/x1', '203.0.113.2'), ask('/books/x1', '203.0.113.2')])
    for (const answer of unknown) {
      expect(answer.statusCode).toBe(404)
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(answer.body).toContain('</html>')
    }
  }, 60_000)

  it('are kept for a moment, and made again after a change', async () => {
    const { seen, release } = holdSearches()
    release()
    const url = `/search?q=${encodeURIComponent('رياضيات')}`
    const answers = await Promise.all([ask(url), ask(url), ask(url)])
    const again = await ask(`${url}&unknown=1`, '203.0.113.3')
    expect([...answers, again].map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    expect(again.headers['cache-control']).toBe('no-store')
    expect(seen.queries).toEqual(['رياضيات'])
    void test.services.changes.tellHere(['books'])
    await ask(url)
    expect(seen.queries).toHaveLength(2)
  }, 30_000)

  it('are made a few at a time; who would wait too long is told, and other pages go on', async () => {
    const { seen, release } = holdSearches()
    const many = limits.freeTextPagesAtOnce + limits.freeTextPagesWaiting
    const asked = Array.from({ length: many + 10 }, (_, index) => ask(`/search?q=query${index}`))
    const first = await Promise.race(asked)
    expectPage(first, 503, 'الخدمة مزدحمة')
    expect((await ask('/about')).statusCode).toBe(200)
    expect((await ask('/books/primary')).statusCode).toBe(200)
    release()
    const statuses = (await Promise.all(asked)).map(({ statusCode }) => statusCode)
    expect(seen.most).toBe(limits.freeTextPagesAtOnce)
    const told = statuses.filter(status => status === 503).length
    /* On a slow machine some of those who wait have waited too long. */
    expect(told).toBeGreaterThanOrEqual(10)
    expect(told).toBeLessThanOrEqual(10 + limits.freeTextPagesWaiting)
    expect(statuses.filter(status => status === 200)).toHaveLength(statuses.length - told)
  }, 60_000)
})
