import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import type { ArrivedFile } from '#contract/resources/ingest.ts'
import { openPage } from '#test/page.ts'
import { becomes, fakeFetch, fakeRequests, json } from '#test/requests.ts'
import { leaveTray, trayGroups } from '../uploads/tray.ts'
import { createImportSending } from './sending.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  openPage()
  vi.stubGlobal('navigator', { onLine: true })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  fakeFetch(({ url }) => (url === apiPaths.csrfToken ? json({ csrfToken: 'x' }) : json({}, 404)))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function open() {
  const requests = fakeRequests()
  const tell = vi.fn(async (_ingestId: string, _files: ArrivedFile[]) => undefined)
  const onWhole = vi.fn()
  const sending = createImportSending({ tell, onWhole })
  const files = (...ids: string[]) => ids.map(id => ({ id, file: new File(['x'], `${id}.pdf`) }))
  const answer = (at: number, status = 200) =>
    requests.sent()[at]?.answer(status, { files: [{ file: { url: `/files/${at}.pdf` } }] })
  const group = () => {
    const [one] = trayGroups().values()
    return one && { files: one.files, arrived: one.arrived, failed: one.failed.map(({ id }) => id) }
  }
  return { requests, tell, onWhole, sending, files, answer, group }
}

it('sends nothing more when the person leaves', async () => {
  const { requests, tell, sending, files, answer } = open()
  sending.send('a', files('1', '2', '3', '4'))
  await becomes(() => requests.sent().length === 3)
  leaveTray()
  answer(0)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(requests.sent().map(({ isAborted }) => isAborted)).toEqual([true, true, true])
  expect(tell).not.toHaveBeenCalled()
  expect([trayGroups().size, sending.state().size]).toEqual([0, 0])
})

it('stands in the tray with what has arrived and what has failed, until all of it is there', async () => {
  const { requests, tell, onWhole, sending, files, answer, group } = open()
  sending.send('a', files('1', '2'))
  await becomes(() => requests.sent().length === 2)
  expect(group()).toEqual({ files: 2, arrived: 0, failed: [] })
  answer(0)
  answer(1, 422)
  await becomes(() => group()?.failed.length === 1)
  await vi.advanceTimersByTimeAsync(1000)
  expect(tell).toHaveBeenCalledWith('a', [{ id: '1', url: '/files/0.pdf' }])
  expect(group()).toEqual({ files: 2, arrived: 1, failed: ['2'] })
  expect(onWhole).not.toHaveBeenCalled()
  const [failed] = trayGroups().values()
  failed?.retry()
  await becomes(() => requests.sent().length === 3)
  expect(group()).toEqual({ files: 2, arrived: 1, failed: [] })
  answer(2)
  await becomes(() => sending.state().get('2')?.sentBytes === 1)
  await vi.advanceTimersByTimeAsync(1000)
  expect(onWhole).toHaveBeenCalledWith('a', 2)
  expect(trayGroups().size).toBe(0)
})

it('puts aside what has failed, and forgets what its import does not hold any more', async () => {
  const { requests, sending, files, answer, group } = open()
  sending.send('a', files('1', '2'))
  await becomes(() => requests.sent().length === 2)
  answer(0, 422)
  await becomes(() => group()?.failed.length === 1)
  const [failed] = trayGroups().values()
  failed?.forget()
  expect(group()).toEqual({ files: 1, arrived: 0, failed: [] })
  sending.stopGone('a', new Set())
  expect([trayGroups().size, requests.sent()[1]?.isAborted]).toEqual([0, true])
})
