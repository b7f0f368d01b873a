import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { noAnswer } from '#web/api-client.ts'
import { overTheLine } from './line.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('tries again where the server is away for a moment though the device has a line', async () => {
  const onWait = vi.fn()
  let tries = 0
  const work = () => (++tries < 4 ? Promise.reject(noAnswer('offline')) : Promise.resolve('there'))
  const answer = overTheLine(work, { onWait })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await answer).toBe('there')
  expect(onWait).toHaveBeenCalledTimes(3)
})

it('gives up after a while, and at once where something else is wrong', async () => {
  const away = vi.fn(() => Promise.reject(noAnswer('offline')))
  const given = expect(overTheLine(away, { onWait: () => {} })).rejects.toMatchObject({ code: 'offline' })
  await vi.advanceTimersByTimeAsync(60_000)
  await given
  expect(away.mock.calls.length).toBeGreaterThan(4)
  const refused = vi.fn(() => Promise.reject(noAnswer('bad_answer')))
  await expect(overTheLine(refused, { onWait: () => {} })).rejects.toMatchObject({ code: 'bad_answer' })
  expect(refused).toHaveBeenCalledTimes(1)
})

it('stops when it is cancelled between two tries', async () => {
  const abort = new AbortController()
  const work = vi.fn(() => Promise.reject(noAnswer('offline')))
  const answer = overTheLine(work, { onWait: () => {}, signal: abort.signal })
  const given = expect(answer).rejects.toMatchObject({ code: 'cancelled' })
  await vi.advanceTimersByTimeAsync(100)
  abort.abort()
  await vi.advanceTimersByTimeAsync(60_000)
  await given
  expect(work.mock.calls.length).toBeLessThan(3)
})
