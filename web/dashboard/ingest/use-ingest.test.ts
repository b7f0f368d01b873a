import { environmentManager, focusManager, QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import { apiPaths } from '#contract/paths.ts'
import type { User } from '#contract/resources/account.ts'
import type { Ingest, IngestArchiveState, IngestRow } from '#contract/resources/ingest.ts'
import { ingestRow } from '#test/ingest-rows.ts'
import { openPage, runHook } from '#test/page.ts'
import { fakeFetch, json, type FetchedCall } from '#test/requests.ts'
import { makeQueryClient } from '../query-client.ts'
import { sessionKey, useSession, UserContext, type Signed } from '../session/session.ts'
import { useIngest } from './use-ingest.ts'
import { lateRowsEveryMs, lateRowsTries } from './use-row-warnings.ts'
import { useTables } from './use-tables.ts'

type Answers = (call: FetchedCall) => Response | Promise<Response> | undefined

let opened: Awaited<ReturnType<typeof open>>

const ingestOf = (...rows: IngestRow[]): { data: Ingest } => ({
  data: { id: 'a', createdAt: '2026-11-22T00:00:00Z', createdBy: 'سارة', rows, archives: [] },
})

const person: User = { id: 'p1', name: 'سارة', email: 's@rafid.test', role: 'editor' }
const signed = (user: User): Signed => ({ user, mustSetUpSecondFactor: false })

function Signed({ children }: { children?: ReactNode }) {
  const session = useSession()
  return session.status === 'signed-in' && createElement(UserContext, { value: session.user }, children)
}

async function open(answers: Answers) {
  fakeFetch(call => {
    if (call.url === apiPaths.csrfToken) return json({ csrfToken: 'x' })
    return answers(call) ?? json({ data: { warnings: {}, late: [], alike: {} } })
  })
  const client = makeQueryClient()
  client.setQueryData<Signed>(sessionKey, signed(person))
  const hook = await runHook(
    () => {
      const ingest = useIngest('a')
      return { ...ingest, tables: useTables('a', ingest, true) }
    },
    probe => createElement(QueryClientProvider, { client }, createElement(Signed, {}, probe)),
  )
  const settle = () => hook.act(() => vi.advanceTimersByTimeAsync(100))
  await settle()
  return Object.assign(hook, { client, settle, ids: () => hook.current.rows.map(row => row.id) })
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  openPage()
  vi.stubGlobal('navigator', { onLine: true })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(async () => {
  await opened.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  environmentManager.setIsServer(() => true)
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

it('asks only how far an archive is while it is opened, and reads the whole when it is open', async () => {
  environmentManager.setIsServer(() => false)
  const reads = { whole: 0, states: 0 }
  const archive = { id: 'z', files: 30, taken: 2, failure: null }
  const state = { ...archive, state: 'opening' as IngestArchiveState['state'] }
  opened = await open(({ method, url }) => {
    if (method !== 'GET') return undefined
    if (url === apiPaths.ingestArchives('a')) {
      reads.states += 1
      state.taken += 3
      return json({ data: { archives: [state] } })
    }
    reads.whole += 1
    return json({
      data: { ...ingestOf().data, archives: [{ ...state, name: 'كتب.zip', refused: [], refusedCount: 0 }] },
    })
  })
  const pass = (ms: number) => opened.act(() => vi.advanceTimersByTimeAsync(ms))
  await pass(3500)
  expect(reads.whole).toBe(1)
  expect(reads.states).toBeGreaterThanOrEqual(3)
  expect(opened.current.archives).toMatchObject([{ name: 'كتب.zip', state: 'opening', taken: state.taken }])
  state.state = 'opened'
  await pass(1100)
  await pass(10)
  expect(reads.whole).toBe(2)
  expect(opened.current.archives).toMatchObject([{ state: 'opened' }])
  const { states } = reads
  await pass(4000)
  expect(reads.states).toBe(states)
})

it('writes what somebody typed as theirs alone, when they are signed in again', async () => {
  let isCut = true
  const puts: FetchedCall[] = []
  opened = await open(call => {
    if (call.method === 'GET') return json(ingestOf(ingestRow('1')))
    if (call.method !== 'PUT') return undefined
    puts.push(call)
    return isCut ? json({}, 503) : json({ data: { rows: [ingestRow('1', { version: 2 })], stale: [] } })
  })
  const pass = (ms: number) => opened.act(() => vi.advanceTimersByTimeAsync(ms))
  const titles = () => opened.current.rows.map(({ values }) => values.title)
  await opened.act(() => opened.current.typing.type(['1'], { title: 'كتبته سارة' }))
  await pass(600)
  expect(puts).toHaveLength(1)
  isCut = false
  const signIn = async (user: User) => {
    await opened.act(() => opened.client.setQueryData<Signed>(sessionKey, signed(user)))
    await pass(1)
  }
  await signIn({ ...person, id: 'p2', name: 'كرار' })
  await pass(20_000)
  expect(puts).toHaveLength(1)
  expect(titles()).toEqual([''])
  await signIn(person)
  expect(titles()).toEqual(['كتبته سارة'])
  await pass(4000)
  expect(puts.at(-1)?.body).toMatchObject({ rows: [{ id: '1', values: { title: 'كتبته سارة' } }] })
})

it('asks what speaks against rows again only for those that have changed, until all is asked anew', async () => {
  const asked: unknown[] = []
  const warning = { code: 'duplicate', message: 'سجل آخر يقول هذا', record: null }
  opened = await open(({ method, url, body }) => {
    if (url === apiPaths.ingestChecks('a')) {
      const { rows } = body as { rows: string[] }
      asked.push(rows)
      return json({ data: { warnings: rows.includes('2') ? { 2: [warning] } : {}, late: [], alike: {} } })
    }
    if (method === 'PUT') return json({ data: { rows: [ingestRow('1', { version: 2 })], stale: [] } })
    return json(ingestOf(ingestRow('1', { version: asked.length > 0 ? 2 : 1 }), ingestRow('2')))
  })
  const pass = (ms: number) => opened.act(() => vi.advanceTimersByTimeAsync(ms))
  await opened.act(() => opened.current.typing.type(['1'], { title: 'أ' }))
  await pass(600)
  await pass(100)
  expect(asked).toEqual([['1', '2'], ['1']])
  expect(opened.current.warnings).toEqual({ 2: [warning] })
  await opened.act(() => opened.client.invalidateQueries())
  await pass(100)
  expect(asked.slice(2)).toEqual([['1', '2']])
})

it('asks again for rows whose pictures were not compared in time, and shows what is known of them', async () => {
  const asked: unknown[] = []
  const warning = { code: 'duplicate', message: 'سجل آخر يقول هذا', record: null }
  opened = await open(({ method, url, body }) => {
    if (url === apiPaths.ingestChecks('a')) {
      asked.push((body as { rows: string[] }).rows)
      return json({ data: { warnings: { 2: [warning] }, late: asked.length === 1 ? ['2'] : [], alike: {} } })
    }
    if (method === 'PUT') return json({ data: { rows: [ingestRow('1', { version: 2 })], stale: [] } })
    return json(ingestOf(ingestRow('1', { version: asked.length > 0 ? 2 : 1 }), ingestRow('2')))
  })
  await opened.act(() => vi.advanceTimersByTimeAsync(100))
  expect(opened.current.warnings).toEqual({ 2: [warning] })
  await opened.act(() => opened.current.typing.type(['1'], { title: 'أ' }))
  await opened.act(() => vi.advanceTimersByTimeAsync(700))
  expect(asked).toEqual([
    ['1', '2'],
    ['1', '2'],
  ])
})

it('names rows that show the same beside both of them, until one of the two is another', async () => {
  let version = 1
  opened = await open(({ method, url, body }) => {
    const rows = [ingestRow('1', { version }), ingestRow('2'), ingestRow('3')]
    if (url !== apiPaths.ingestChecks('a')) return method === 'GET' ? json(ingestOf(...rows)) : undefined
    const alike = version === 1 ? { 2: [{ id: '1', version: 1 }] } : {}
    expect((body as { rows: string[] }).rows).toEqual(version === 1 ? ['1', '2', '3'] : ['1'])
    return json({ data: { warnings: {}, late: [], alike } })
  })
  await opened.settle()
  const told = () => [...opened.current.lookalikes].map(([id, others]) => [id, ...others])
  expect(told()).toEqual([
    ['2', '1'],
    ['1', '2'],
  ])
  version = 2
  await opened.act(() => opened.current.query.refetch())
  await opened.settle()
  expect(told()).toEqual([])
})

it('asks by itself again for late rows alone, until all are known or it was asked often enough', async () => {
  environmentManager.setIsServer(() => false)
  const asked: string[][] = []
  let knownFrom = 3
  opened = await open(({ url, body }) => {
    if (url !== apiPaths.ingestChecks('a')) return json(ingestOf(ingestRow('1'), ingestRow('2')))
    asked.push((body as { rows: string[] }).rows)
    return json({ data: { warnings: {}, late: asked.length < knownFrom ? ['2'] : [], alike: {} } })
  })
  const pass = (ms: number) => opened.act(() => vi.advanceTimersByTimeAsync(ms))
  await pass(10 * lateRowsEveryMs)
  expect(asked).toEqual([['1', '2'], ['2'], ['2']])

  knownFrom = Infinity
  asked.length = 0
  await opened.act(() => opened.client.invalidateQueries({ queryKey: ['ingest-checks'] }))
  await pass((lateRowsTries + 3) * lateRowsEveryMs)
  expect(asked[0]).toEqual(['1', '2'])
  expect(asked).toHaveLength(lateRowsTries + 1)

  asked.length = 0
  await opened.act(() => opened.client.invalidateQueries({ queryKey: ['ingest-checks'] }))
  focusManager.setFocused(false)
  await pass(3 * lateRowsEveryMs)
  expect(asked).toHaveLength(1)
  focusManager.setFocused(undefined)
})

it('reads a table with a cell of any length, and tries again what could not be read of it', async () => {
  const names: string[][] = []
  let isAway = true
  const typed: unknown[] = []
  opened = await open(({ method, url, body }) => {
    if (method === 'GET') return json(ingestOf(ingestRow('1')))
    if (method === 'PUT') typed.push(body)
    if (url !== apiPaths.ingestProposals) return undefined
    names.push((body as { names: string[] }).names)
    return isAway
      ? json({ code: 'unavailable', message: 'لا خدمة', errors: [] }, 503)
      : json({ data: { proposals: [] } })
  })
  const line = {
    line: 2,
    file: '1.pdf',
    title: 'من الجدول',
    teacher: '',
    said: { subject: 'ف'.repeat(5000) },
  }
  const other = { ...line, line: 3, file: '2.pdf' }
  await opened.act(() => opened.current.tables.describe('a', { rows: [line], problems: [] }))
  expect(names[0]?.[0]).toHaveLength(limits.maxIngestPathLength)
  expect(opened.current.tables.told).toEqual({
    words: 'لم يُقارن الجدول بالملفات بعد، ويُعاد ذلك ما دامت الصفحة مفتوحة.',
    problems: ['لا خدمة'],
  })
  isAway = false
  await Promise.all([
    opened.act(() => opened.current.tables.describe('a', { rows: [other], problems: [] })),
    opened.act(() => opened.current.query.refetch()),
  ])
  await opened.act(() => vi.advanceTimersByTimeAsync(600))
  expect(typed).toMatchObject([{ rows: [{ id: '1', values: { title: 'من الجدول' } }] }])
  expect(opened.current.tables.told).toMatchObject({
    problems: [expect.anything(), 'السطر ٣: لا ملف هنا باسم «2.pdf».'],
  })
})

it('keeps the lines of a table whose files are in an archive until that is opened', async () => {
  const [file] = ingestRow('تنزيلات').files
  const archive = { id: 'z', name: 'تنزيلات.zip', failure: null, refused: [] }
  const answers = [
    ingestOf(ingestRow('تنزيلات', { files: file ? [{ ...file, name: archive.name, url: null }] : [] })),
    { data: { ...ingestOf().data, archives: [{ ...archive, state: 'opening' as const }] } },
    { data: { ...ingestOf(ingestRow('1')).data, archives: [{ ...archive, state: 'opened' as const }] } },
  ]
  let now = 0
  let isAway = false
  const typed: unknown[] = []
  opened = await open(({ method, url, body }) => {
    if (url === apiPaths.ingestProposals)
      return isAway
        ? json({ code: 'unavailable', message: 'لا خدمة', errors: [] }, 503)
        : json({ data: { proposals: [] } })
    if (method === 'PUT') typed.push(body)
    return method === 'GET' ? json(answers[now]) : undefined
  })
  const line = (at: number, own: string) => ({
    line: at,
    file: own,
    title: 'من الجدول',
    teacher: '',
    said: {},
  })
  const rows = [line(2, '1.pdf'), line(3, 'ليس هنا.pdf')]
  await opened.act(() => opened.current.tables.describe('a', { rows, problems: [] }))
  expect(opened.current.tables.told?.words).toContain('بانتظار ما في ملف ZIP: سطران.')
  expect(opened.current.tables.told?.problems).toEqual([])
  await opened.act(() =>
    opened.current.tables.describe('import b', { rows: [line(2, 'b.pdf')], problems: [] }),
  )
  now = 1
  await opened.act(() => opened.current.query.refetch())
  await opened.act(() => vi.advanceTimersByTimeAsync(100))
  expect(opened.current.tables.told?.problems).toEqual(['السطر ٢: لا ملف هنا باسم «b.pdf».'])
  now = 2
  isAway = true
  await opened.act(() => opened.current.query.refetch())
  await opened.act(() => vi.advanceTimersByTimeAsync(100))
  expect(opened.current.tables.told?.problems).toEqual(['لا خدمة'])
  isAway = false
  await opened.act(() => opened.current.query.refetch())
  await opened.act(() => vi.advanceTimersByTimeAsync(600))
  expect(typed).toMatchObject([{ rows: [{ id: '1', values: { title: 'من الجدول' } }] }])
  expect(opened.current.tables.told).toEqual({
    words: 'أُخذ من الجدول ما يخص سطر واحد من ٢.',
    problems: ['السطر ٣: لا ملف هنا باسم «ليس هنا.pdf».'],
  })
})
