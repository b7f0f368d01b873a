import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import type { Ingest, IngestRow } from '#contract/resources/ingest.ts'
import { ingestRow } from '#test/ingest-rows.ts'
import { openPage, runHook } from '#test/page.ts'
import { fakeFetch, json, type FetchedCall } from '#test/requests.ts'
import { makeQueryClient } from '../query-client.ts'
import { useIngest } from './use-ingest.ts'

type Answers = (call: FetchedCall) => Response | Promise<Response> | undefined

let opened: Awaited<ReturnType<typeof open>>

const ingestOf = (...rows: IngestRow[]): { data: Ingest } => ({
  data: { id: 'a', createdAt: '2026-11-22T00:00:00Z', createdBy: 'سارة', rows },
})

async function open(answers: Answers) {
  fakeFetch(call => {
    if (call.url === apiPaths.csrfToken) return json({ csrfToken: 'x' })
    return answers(call) ?? json({ data: { warnings: {} } })
  })
  const hook = await runHook(
    () => useIngest('a'),
    probe => createElement(QueryClientProvider, { client: makeQueryClient() }, probe),
  )
  const settle = () => hook.act(() => vi.advanceTimersByTimeAsync(100))
  await settle()
  return Object.assign(hook, { settle, ids: () => hook.current.rows.map(row => row.id) })
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  openPage()
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(async () => {
  await opened.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('keeps what an act has changed, whatever was being read before it', async () => {
  const late = Promise.withResolvers<Response>()
  let reads = 0
  opened = await open(({ method, url }) => {
    if (url === apiPaths.ingestRemovals('a')) return json(ingestOf(ingestRow('2')))
    if (method !== 'GET') return undefined
    reads += 1
    return reads === 1 ? json(ingestOf(ingestRow('1'), ingestRow('2'))) : late.promise
  })
  expect(opened.ids()).toEqual(['1', '2'])
  await opened.act(() => void opened.current.query.refetch())
  await opened.act(() => opened.current.remove(['1']))
  late.resolve(json(ingestOf(ingestRow('1'), ingestRow('2'))))
  await opened.settle()
  expect(reads).toBe(2)
  expect(opened.ids()).toEqual(['2'])
})
