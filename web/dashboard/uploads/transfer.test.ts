import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { api, noAnswer } from '#web/api-client.ts'
import { startTransfer } from './transfer.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('tells that nothing of a small file is there, when its line was cut behind the last byte', async () => {
  const file = new File([new Uint8Array(1_000)], 'ملزمة.pdf')
  const told: (number | 'wait')[] = []
  const stored = { url: '/files/1.pdf' }
  const upload = vi.spyOn(api, 'upload').mockImplementation((_file, { onProgress }) => {
    onProgress?.(1_000)
    return upload.mock.calls.length === 1
      ? Promise.reject(noAnswer('offline'))
      : Promise.resolve(stored as never)
  })
  const { done } = startTransfer(file, {
    kind: 'pdf',
    onProgress: sentBytes => told.push(sentBytes),
    onWait: () => told.push('wait'),
  })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await done).toBe(stored)
  expect(told).toEqual([1_000, 0, 'wait', 1_000])
})
