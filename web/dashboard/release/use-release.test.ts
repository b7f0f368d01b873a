import { QueryClientProvider } from '@tanstack/react-query'
import { createElement, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Release } from '#contract/resources/release.ts'
import { openPage, runHook } from '#test/page.ts'
import { fakeFetch, json } from '#test/requests.ts'
import { makeQueryClient } from '../query-client.ts'
import { useHeldFiles } from './use-held-files.ts'
import { useRelease } from './use-release.ts'

const newest = { stage: '', releaseYear: '', try: '' }
const sixth = { ...newest, stage: 'SIXTH_PRIMARY' }
const third = { ...newest, stage: 'THIRD_INTERMEDIATE' }
const releaseOf = (stage: string) =>
  json({ data: { stage, releaseYear: 2026, try: 1, results: [], before: [] } })

let opened: Awaited<ReturnType<typeof open>>
let late: PromiseWithResolvers<Response>

/** The room, opened with the newest release; the answer for another one is `late`. */
async function open() {
  late = Promise.withResolvers<Response>()
  fakeFetch(({ url }) => (url.includes('stage=') ? late.promise : releaseOf('SIXTH_PREPARATORY')))
  const taken = vi.fn((_files: readonly File[], _stage: Release['stage'] | undefined) => undefined)
  const refused = vi.fn((_files: readonly File[]) => undefined)
  const client = makeQueryClient()
  const hook = await runHook(
    () => {
      const [wanted, want] = useState(newest)
      const room = useRelease(wanted)
      const { held, drop } = useHeldFiles({
        wanted: JSON.stringify(wanted),
        isThere: !room.isOld,
        take: files => taken(files, room.release?.stage),
        refuse: refused,
      })
      return { ...room, isFailed: room.query.isError, want, held, drop }
    },
    probe => createElement(QueryClientProvider, { client }, probe),
  )
  const settle = () => hook.act(() => vi.advanceTimersByTimeAsync(100))
  await settle()
  return Object.assign(hook, { settle, taken, refused })
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  openPage()
  vi.stubGlobal('navigator', { onLine: true })
  opened = await open()
})
afterEach(async () => {
  await opened.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const files = [new File(['x'], '1.zip'), new File(['x'], '2.zip')] as const

it('takes files that are dropped before the chosen release has come once it is there, for that one', async () => {
  await opened.act(() => opened.current.want(third))
  await opened.act(() => opened.current.drop([files[0]]))
  await opened.act(() => opened.current.drop([files[1]]))
  expect(opened.current.held).toBe(2)
  expect(opened.taken).not.toHaveBeenCalled()
  late.resolve(releaseOf(third.stage))
  await opened.settle()
  expect(opened.taken.mock.calls).toEqual([[files, third.stage]])
  expect(opened.current.held).toBe(0)
})

it('keeps the room and what waits in it when the chosen release does not come, until it does', async () => {
  await opened.act(() => opened.current.want(third))
  await opened.act(() => opened.current.drop(files))
  late.resolve(json({ code: 'internal', message: 'خطأ' }, 500))
  await opened.settle()
  expect(opened.current.isFailed).toBe(true)
  expect(opened.current.release?.stage).toBe('SIXTH_PREPARATORY')
  expect([opened.current.isOld, opened.current.held]).toEqual([true, 2])
  late = Promise.withResolvers()
  late.resolve(releaseOf(third.stage))
  await opened.act(() => opened.current.query.refetch())
  await opened.settle()
  expect(opened.taken.mock.calls).toEqual([[files, third.stage]])
})

it('gives back files that were dropped for a release which is not the chosen one any more', async () => {
  await opened.act(() => opened.current.want(third))
  await opened.act(() => opened.current.drop(files))
  await opened.act(() => opened.current.want(sixth))
  late.resolve(releaseOf(sixth.stage))
  await opened.settle()
  expect(opened.refused.mock.calls).toEqual([[files]])
  expect(opened.taken).not.toHaveBeenCalled()
})
