import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import { openBesides, openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { hasPostgres } from '#test/database.ts'
import { addressKey } from './rate-limits.ts'
import { SharedCounts } from './shared-counts.ts'

const from = (last: number) => `198.51.100.${last}`
const message = { name: 'زينب', email: 'z@mail.example', subject: 'FEEDBACK', message: 'شكراً' }

describe.runIf(hasPostgres())('limits of two processes over one database', () => {
  let first: TestApp
  let second: Pick<TestApp, 'app' | 'close'>

  beforeAll(async () => {
    first = await openTestApp({ engine: 'postgres' })
    second = await openBesides(first)
  })
  afterAll(async () => {
    await second.close()
    await first.close()
  })

  const write = ({ app }: Pick<TestApp, 'app'>, remoteAddress: string) =>
    app.inject({
      method: 'POST',
      url: '/api/contact',
      remoteAddress,
      headers: { 'sec-fetch-site': 'same-origin' },
      payload: message,
    })

  it('what one process has counted, the other knows a moment later', async () => {
    for (let count = 0; count < limits.contactMessagesPerHour; count += 1) {
      expect((await write(first, from(1))).statusCode).toBe(204)
    }
    expect((await write(first, from(1))).statusCode).toBe(429)
    const countOf = async (address: string) => {
      const rows = await first.database.kysely.selectFrom('attempts').selectAll().execute()
      return rows.find(({ key }) => key.includes(address))?.count ?? 0
    }
    const atOnce = { timeout: 10_000, interval: 100 }
    await vi.waitFor(async () => expect(await countOf(from(1))).toBe(11), atOnce)
    /* The other process asks about an address when it meets it. */
    expect((await write(second, from(1))).statusCode).toBe(204)
    await vi.waitFor(async () => expect(await countOf(from(1))).toBe(12), atOnce)
    const answers: number[] = []
    await vi.waitFor(async () => {
      const refused = await write(second, from(1))
      answers.push(refused.statusCode)
      expect(refused.statusCode).toBe(429)
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000)
    }, atOnce)
    expect(answers.length).toBeLessThan(limits.contactMessagesPerHour / 2)
    expect((await write(second, from(2))).statusCode).toBe(204)
  }, 30_000)

  it('writes little: an address that asks now and then is not told of', async () => {
    const keys = async () =>
      (await first.database.kysely.selectFrom('attempts').select('key').execute()).map(({ key }) => key)
    for (let count = 0; count < 5; count += 1) {
      await first.app.inject({ url: '/api/settings/site', remoteAddress: from(3) })
    }
    await write(first, from(4))
    await vi.waitFor(
      async () => expect(await keys()).toContainEqual(expect.stringContaining(from(4))),
      10_000,
    )
    expect((await keys()).filter(key => key.includes(from(3)))).toEqual([])
  }, 30_000)
})

describe('what counts as one address', () => {
  const key = (ip: string) => addressKey({ ip })

  it('is the network that one customer of IPv6 has, for each of its addresses', () => {
    expect(key('2a02:8108:1234:5678::1')).toBe(key('2a02:8108:1234:5678:aaaa:bbbb:cccc:dddd'))
    expect(key('2a02:8108:1234:5678::1')).not.toBe(key('2a02:8108:1234:5679::1'))
  })

  it('is each address of IPv4, also where it comes as one of IPv6', () => {
    expect(key(from(1))).not.toBe(key(from(2)))
    expect(key(`::ffff:${from(1)}`)).not.toBe(key(`::ffff:${from(2)}`))
  })
})

describe('shared counts', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] }))
  afterEach(() => void vi.useRealTimers())

  const window = { max: 10, windowMs: 60_000 }
  const silent = { warn: () => undefined }

  it('hold in this process while the database is away, and are told when it is back', async () => {
    let isAway = true
    const told: { key: string; count: number }[] = []
    const counts = new SharedCounts({
      log: silent,
      add: async additions => {
        if (isAway) throw new Error('away')
        told.push(...additions)
        return additions.map(({ key, count }) => ({ key, count, leftMs: 30_000 }))
      },
    })
    for (let count = 1; count <= 12; count += 1) expect(counts.count('a', window).current).toBe(count)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(counts.count('a', window).current).toBe(13)
    isAway = false
    await vi.advanceTimersByTimeAsync(60_000 - 5_001)
    expect(told.map(({ count }) => count)).toEqual([13])
    await counts.close()
  })

  it('add what other processes have counted, and forget it with the window', async () => {
    const counts = new SharedCounts({
      log: silent,
      add: async additions =>
        additions.map(({ key, count }) => ({ key, count: count + 100, leftMs: 20_000 })),
    })
    counts.count('a', window)
    await vi.advanceTimersByTimeAsync(1_100)
    expect(counts.count('a', window)).toMatchObject({ current: 102 })
    expect(counts.count('a', window).leftMs).toBeLessThanOrEqual(20_000)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(counts.count('a', window).current).toBe(1)
    await counts.close()
  })

  it('tell of many at once, in one statement a second at most', async () => {
    const sizes: number[] = []
    const counts = new SharedCounts({
      log: silent,
      add: async additions => {
        sizes.push(additions.length)
        return additions.map(({ key, count }) => ({ key, count, leftMs: 60_000 }))
      },
    })
    for (let key = 0; key < 3000; key += 1) counts.count(`key ${key}`, window)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(sizes).toEqual([1000])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(sizes).toEqual([1000, 1000, 1000])
    await vi.advanceTimersByTimeAsync(5_000)
    expect(sizes).toHaveLength(3)
    await counts.close()
  })

  it('have a bounded size, and lose the oldest first', async () => {
    const counts = new SharedCounts({ log: silent, maxKeys: 100 })
    for (let key = 0; key < 1000; key += 1) {
      counts.count('often', window)
      counts.count(`key ${key}`, window)
    }
    expect(counts.size).toBeLessThanOrEqual(100)
    expect(counts.count('often', window).current).toBe(1001)
    await counts.close()
  })
})
