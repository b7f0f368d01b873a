import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ArrivedFile } from '#contract/resources/ingest.ts'
import { ApiError } from '#web/api-client.ts'
import { createArrivals } from './arrivals.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function open() {
  const tell = vi.fn(async (_ingestId: string, _files: ArrivedFile[]): Promise<void> => undefined)
  const onTold = vi.fn()
  const onRefused = vi.fn()
  return { tell, onTold, onRefused, arrivals: createArrivals({ tell, onTold, onRefused }) }
}

it('tells each import its own files, at once when it is left', async () => {
  const { arrivals, tell, onTold } = open()
  arrivals.add('a', { id: '1', url: '/1' })
  arrivals.add('b', { id: '2', url: '/2' })
  arrivals.add('a', { id: '3', url: '/3' })
  arrivals.tellNow()
  expect(tell.mock.calls).toEqual([
    [
      'a',
      [
        { id: '1', url: '/1' },
        { id: '3', url: '/3' },
      ],
    ],
    ['b', [{ id: '2', url: '/2' }]],
  ])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(onTold.mock.calls).toEqual([[['1', '3']], [['2']]])
  expect(tell).toHaveBeenCalledTimes(2)
})

it('tells again what was cut, and gives up what the server refuses', async () => {
  const { arrivals, tell, onTold, onRefused } = open()
  tell.mockRejectedValueOnce(new ApiError('offline', ''))
  arrivals.add('a', { id: '1', url: '/1' })
  await vi.advanceTimersByTimeAsync(800)
  arrivals.add('a', { id: '2', url: '/2' })
  await vi.advanceTimersByTimeAsync(3000)
  expect(tell).toHaveBeenCalledTimes(2)
  expect(onTold).toHaveBeenCalledExactlyOnceWith(['1', '2'])
  const refusal = new ApiError('ingest_not_found', '', { status: 404 })
  tell.mockRejectedValueOnce(refusal)
  arrivals.add('a', { id: '3', url: '/3' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(onRefused).toHaveBeenCalledExactlyOnceWith(['3'], refusal)
  expect(tell).toHaveBeenCalledTimes(3)
})

it('tells the others again when the rows of some were taken away meanwhile', async () => {
  const { arrivals, tell, onTold, onRefused } = open()
  const refusal = new ApiError('ingest_files_gone', '', { status: 409, stale: ['2'] })
  tell.mockRejectedValueOnce(refusal)
  for (const id of ['1', '2', '3']) arrivals.add('a', { id, url: `/${id}` })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(onRefused).toHaveBeenCalledExactlyOnceWith(['2'], refusal)
  expect(onTold).toHaveBeenCalledExactlyOnceWith(['1', '3'])
  expect(tell).toHaveBeenCalledTimes(2)
})
