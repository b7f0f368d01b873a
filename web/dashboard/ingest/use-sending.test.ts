import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import type { ArrivedFile } from '#contract/resources/ingest.ts'
import { openPage, runHook } from '#test/page.ts'
import { becomes, fakeFetch, fakeRequests, json } from '#test/requests.ts'
import { useSending } from './use-sending.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  openPage()
  vi.stubGlobal('navigator', { onLine: true })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('sends nothing more when the screen is left', async () => {
  const requests = fakeRequests()
  fakeFetch(({ url }) => (url === apiPaths.csrfToken ? json({ csrfToken: 'x' }) : json({}, 404)))
  const tell = vi.fn(async (_ingestId: string, _files: ArrivedFile[]) => undefined)
  const hook = await runHook(() => useSending(tell))
  const files = ['1', '2', '3', '4', '5'].map(id => ({ id, file: new File(['x'], `${id}.pdf`) }))
  await hook.act(() => hook.current.send('a', files.slice(0, 4)))
  await becomes(() => requests.sent().length === 3)
  const { send } = hook.current
  await hook.close()
  send('a', files.slice(4))
  requests.sent()[0]?.answer(200, { files: [{ file: { url: '/files/1.pdf' } }] })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(requests.sent().map(({ isAborted }) => isAborted)).toEqual([true, true, true])
  expect(tell).not.toHaveBeenCalled()
})
