import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { openPage, runHook } from '#test/page.ts'
import { becomes, fakeFetch, fakeRequests, json } from '#test/requests.ts'
import { keepDraft } from '../standard/draft.ts'
import { lackOf, useArchives } from './use-archives.ts'

const room = { stage: 'THIRD_INTERMEDIATE', releaseYear: 2026, try: 1 } as const
const files = ['1', '2', '3', '4', '5'].map(name => new File(['x'], `${name}.zip`))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  openPage()
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

type Inside = Partial<Record<'city' | 'failure', string> & { isCitySure: boolean }>

/** What the name of an archive says, and what the names in it say. */
const saidOf = (inside: Inside = {}) => ({
  city: 'نينوى',
  branch: null,
  try: null,
  releaseYear: null,
  cities: ['نينوى'],
  inside: { city: null, branch: null, isCitySure: false, failure: null, ...inside },
})

const failed = () => json({ code: 'internal', message: 'حدث خطأ' }, 500)
const proposalsOf = (...proposals: unknown[]) => json({ data: { proposals } })

/** An archive that was sent before a reload. */
const kept = {
  id: 'a',
  name: '1.zip',
  size: 1,
  stage: room.stage,
  city: 'نينوى',
  branch: '',
  try: '1',
  releaseYear: '2026',
  doubts: [],
  url: '/files/1.zip',
  sentBytes: 0,
  failure: '',
  isWaiting: false,
  warnings: [],
  isAccepted: false,
  replaces: null,
}

/** A server that warns of nothing, and reads names as `propose` says. Shape: the calls that it gets. */
const serve = (propose: () => Response | Promise<Response>, warnings: unknown[] = [[]]) =>
  fakeFetch(({ url }) => {
    if (url === apiPaths.csrfToken) return json({ csrfToken: 'x' })
    return url === apiPaths.resultProposals ? propose() : json({ data: { warnings } })
  })

/** The archives of a room in which `files` were just dropped; what their names say is `proposed`. */
async function drop() {
  const requests = fakeRequests()
  const proposed = Promise.withResolvers<Response>()
  const calls = serve(() => proposed.promise, [])
  const hook = await runHook(() => useArchives())
  await hook.act(() => hook.current.add(files, room))
  await becomes(() => calls.some(({ url }) => url === apiPaths.resultProposals))
  return { hook, requests, propose: () => proposed.resolve(proposalsOf()) }
}

it('sends none of the dropped archives when the room is left before their names were read', async () => {
  const { hook, requests, propose } = await drop()
  await hook.close()
  propose()
  await vi.advanceTimersByTimeAsync(1000)
  expect(requests.sent()).toEqual([])
})

it('sends nothing more when the room is left', async () => {
  const { hook, requests, propose } = await drop()
  await hook.act(propose)
  await becomes(() => requests.sent().length === 3)
  await hook.close()
  requests.sent()[0]?.answer(200, { files: [{ file: { url: '/files/1.zip' } }] })
  await vi.advanceTimersByTimeAsync(1000)
  expect(requests.sent().map(({ isAborted }) => isAborted)).toEqual([true, true, true])
})

it('asks about an archive whose names say another city than the chosen one, until that one is chosen', async () => {
  const requests = fakeRequests()
  let proposed = saidOf()
  serve(() => proposalsOf(proposed))
  const hook = await runHook(() => useArchives())
  const lacks = () => hook.current.rows.map(row => lackOf(row))
  await hook.act(() => hook.current.add(files.slice(0, 1), room))
  await becomes(() => requests.sent().length === 1)
  proposed = saidOf({ city: 'أربيل', isCitySure: true })
  await hook.act(() => requests.sent()[0]?.answer(200, { files: [{ file: { url: '/files/1.zip' } }] }))
  await becomes(() => lacks()[0] === 'ينتظر قرارك')
  expect(hook.current.rows).toMatchObject([{ city: 'نينوى', insideCity: 'أربيل' }])
  expect(hook.current.ready).toEqual([])
  const [row] = hook.current.rows
  await hook.act(() => hook.current.change(row?.id ?? '', { city: 'أربيل' }))
  expect(lacks()).toEqual([''])
  await hook.close()
})

it('adds no archive before the names in it are read, and takes back what was decided without them', async () => {
  const requests = fakeRequests()
  const inside = Promise.withResolvers<Response>()
  let asked = 0
  serve(() => {
    asked += 1
    return asked === 1 ? proposalsOf(saidOf()) : inside.promise
  })
  const hook = await runHook(() => useArchives())
  await hook.act(() => hook.current.add(files.slice(0, 1), room))
  await becomes(() => requests.sent().length === 1)
  await hook.act(() => requests.sent()[0]?.answer(200, { files: [{ file: { url: '/files/1.zip' } }] }))
  await becomes(() => asked === 2)
  const [row] = hook.current.rows
  const replaces = { id: 'r', version: 1 }
  await hook.act(() => hook.current.change(row?.id ?? '', { isAccepted: true, replaces }))
  expect(hook.current.rows.map(lackOf)).toEqual(['تُقرأ أسماؤه'])
  expect(hook.current.ready).toEqual([])
  const said = saidOf({ city: 'أربيل', isCitySure: true })
  await hook.act(() => inside.resolve(proposalsOf(said)))
  await becomes(() => hook.current.rows.map(lackOf)[0] === 'ينتظر قرارك')
  expect(hook.current.rows).toMatchObject([{ isAccepted: false, replaces: null, insideCity: 'أربيل' }])
  await hook.close()
})

it('reads the names in kept archives again after a reload, and leaves to people what could not be read', async () => {
  keepDraft('release', { values: { rows: [kept] }, title: '', key: 'k' })
  const answers: Response[] = []
  const calls = serve(() => answers.shift() ?? failed())
  const open = async () => {
    const hook = await runHook(() => useArchives())
    await becomes(() => !hook.current.rows.some(row => lackOf(row) === 'تُقرأ أسماؤه'))
    return hook
  }
  const first = await open()
  expect(calls.some(({ url }) => url === apiPaths.resultProposals)).toBe(true)
  expect(first.current.rows.map(lackOf)).toEqual(['ينتظر قرارك'])
  await first.act(() => first.current.change('a', { isAccepted: true }))
  expect(first.current.rows.map(lackOf)).toEqual([''])
  await first.close()

  const said = saidOf({ city: 'أربيل', isCitySure: true })
  answers.push(proposalsOf(said))
  const again = await open()
  expect(again.current.rows).toMatchObject([{ isAccepted: false, insideCity: 'أربيل' }])
  expect(again.current.ready).toEqual([])
  await again.close()
})

it.each([
  ['says that nothing was added when the server refuses', () => failed(), 'لم يُضف شيء. حدث خطأ'],
  [
    'does not say so when the answer was lost, and that another try adds nothing twice',
    () => new TypeError('cut'),
    'تعذر الاتصال بالخادم. تحقق من اتصالك بالإنترنت ثم أعد المحاولة. ربما أُضيفت النتائج، ولا تُضاف مرتين.',
  ],
])('%s', async (_, answer, sentence) => {
  vi.spyOn(console, 'error').mockReturnValue()
  keepDraft('release', { values: { rows: [{ ...kept, isAccepted: true }] }, title: '', key: 'k' })
  const said = saidOf({ city: 'نينوى', isCitySure: true })
  fakeFetch(({ url }) => {
    if (url === apiPaths.csrfToken) return json({ csrfToken: 'x' })
    if (url === apiPaths.resultProposals) return proposalsOf(said)
    return url === apiPaths.resultBatch ? answer() : json({ data: { warnings: [[]] } })
  })
  const hook = await runHook(() => useArchives())
  await becomes(() => hook.current.ready.length === 1)
  await hook.act(async () => expect(await hook.current.save()).toBe(0))
  expect(hook.current.failure).toBe(sentence)
  await hook.close()
})

it('drops what another window has added, and keeps what it has dropped itself', async () => {
  keepDraft('release', { values: { rows: [{ ...kept, isAccepted: true }] }, title: '', key: 'k' })
  serve(() => proposalsOf(saidOf()))
  const [here, other] = [await runHook(() => useArchives()), await runHook(() => useArchives())]
  await becomes(() => here.current.ready.length === 1)
  const requests = fakeRequests()
  await other.act(() => other.current.add(files.slice(1, 2), room))
  await becomes(() => other.current.rows.length === 2)
  await here.act(async () => expect(await here.current.save()).toBe(1))
  await becomes(() => other.current.rows.length === 1)
  expect(other.current.rows).toMatchObject([{ name: '2.zip' }])
  expect(requests.sent()[0]?.isAborted).toBe(false)
  await here.close()
  await other.close()
})

it('leaves to people an archive that cannot be opened, with why, and reads it again when it is told to', async () => {
  const requests = fakeRequests()
  const damaged = 'ملف ZIP تالف'
  const answers = [
    () => proposalsOf(saidOf()),
    () => proposalsOf(saidOf({ failure: damaged })),
    failed,
    () => proposalsOf(saidOf()),
  ]
  serve(() => answers.shift()?.() ?? failed())
  const hook = await runHook(() => useArchives())
  const becomesInside = (inside: string) => becomes(() => hook.current.rows[0]?.inside === inside)
  await hook.act(() => hook.current.add(files.slice(0, 1), room))
  await becomes(() => requests.sent().length === 1)
  await hook.act(() => requests.sent()[0]?.answer(200, { files: [{ file: { url: '/files/1.zip' } }] }))
  await becomes(() => hook.current.rows[0]?.inside !== 'asking')
  expect(hook.current.rows).toMatchObject([{ inside: 'failed', insideFailure: damaged }])
  expect(hook.current.ready).toEqual([])

  const readAgain = () => hook.current.readAgain(hook.current.rows[0]?.id ?? '')
  await hook.act(readAgain)
  await becomesInside('failed')
  await becomes(() => hook.current.failure !== '')
  expect(hook.current.rows).toMatchObject([{ insideFailure: '' }])
  await hook.act(readAgain)
  await becomesInside('read')
  expect(hook.current.failure).toBe('')
  expect(hook.current.ready).toHaveLength(1)
  await hook.close()
})
