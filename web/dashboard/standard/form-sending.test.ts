import { createElement } from 'react'
import type { FunctionComponent, PropsWithChildren } from 'react'
import { FormProvider, useForm, useFormContext } from 'react-hook-form'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { openPage, runHook } from '#test/page.ts'
import { becomes, fakeFetch, fakeRequests, json } from '#test/requests.ts'
import { useImages } from '../fields/use-images.ts'
import { sendFile } from '../uploads/sent-file.ts'
import { openTray, trayGroups } from '../uploads/tray.ts'
import { UploadsContext, useClaim, useUploadsInForm } from '../uploads/uploads-in-form.ts'
import type { FileOnWay } from '../uploads/uploads-in-form.ts'
import { useUpload } from '../uploads/use-upload.ts'
import { dropDraft, findDraft, keepDraft } from './draft.ts'
import type { KeptOnServer } from './draft.ts'
import { isSameValue } from './field-text.ts'
import { createFormSending, markOf } from './form-sending.ts'
import type { LeftForm } from './form-sending.ts'

const { locks } = navigator
let name = ''
let left: LeftForm
let number = 0
type Values = Record<string, unknown>
let closeTray = () => {}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  openPage()
  vi.stubGlobal('navigator', { onLine: true, locks })
  number += 1
  name = `news/new/${number}`
  left = { name, form: 'news/new', label: 'خبر «موعد»', address: '/dashboard/news/add', state: {} }
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  fakeFetch(({ url }) => (url === apiPaths.csrfToken ? json({ csrfToken: 'x' }) : json({}, 404)))
  closeTray = openTray()
})
afterEach(() => {
  closeTray()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function open() {
  const requests = fakeRequests()
  const kept: Values[] = []
  const given = {
    keepOnServer: vi.fn(async (): Promise<KeptOnServer | undefined> => {
      kept.push(structuredClone(findDraft<Values>(name)?.values ?? {}))
      return undefined
    }),
    removeFromServer: vi.fn(),
    onTaken: vi.fn(),
    onNotKept: vi.fn(),
    onWhole: vi.fn(),
  }
  const sending = createFormSending(given)
  const imageOf = (field: string): FileOnWay => {
    const file = new File(['x'], 'صورة.gif', { type: 'image/gif' })
    return { field, file, kind: 'image', sent: sendFile(file, 'image') }
  }
  const leave = (values: Values, ...files: FileOnWay[]) => {
    keepDraft(name, { title: 'موعد', values, base: { image: '', title: '' }, sending: files.map(markOf) })
    return sending.takeOver(left, values, files)
  }
  const answer = (at: number, status = 200) =>
    requests.sent()[at]?.answer(status, { files: [{ file: { url: `/files/${at}.gif` } }] })
  const group = () => {
    const [one] = trayGroups().values()
    return one && { files: one.files, arrived: one.arrived, reasons: one.failed.map(({ reason }) => reason) }
  }
  const values = () => findDraft<Values>(name)?.values
  return { ...given, requests, sending, kept, imageOf, leave, answer, group, values }
}

/** Whether the draft is held, once messages of locks have arrived. */
async function isHeld(): Promise<boolean> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(resolve => setImmediate(resolve))
  const { held = [] } = await locks.query()
  return held.some(lock => lock.name?.endsWith(name))
}

it('puts each file into its field of the draft, here and on the server, and says when all are there', async () => {
  const { requests, kept, imageOf, leave, answer, group, values, onWhole } = open()
  expect(
    leave({ title: 'موعد', image: '', more: [{ file: '' }] }, imageOf('image'), imageOf('more.0.file')),
  ).toBe(true)
  await becomes(() => requests.sent().length === 2 && kept.length === 1)
  expect(group()).toEqual({ files: 2, arrived: 0, reasons: [] })
  answer(1)
  await becomes(() => group()?.arrived === 1)
  expect(findDraft(name)?.sending).toEqual([{ field: 'image', name: 'صورة.gif', size: 1 }])
  expect(await isHeld(), 'by this window').toBe(true)
  answer(0)
  await becomes(() => trayGroups().size === 0)
  const whole = { title: 'موعد', image: '/files/0.gif', more: [{ file: '/files/1.gif' }] }
  expect([values(), kept.at(-1)]).toEqual([whole, whole])
  expect(onWhole).toHaveBeenCalledWith(expect.objectContaining(left), 2)
  expect(await isHeld(), 'whoever opens it has it').toBe(false)
})

it('replaces nothing that was put into the field since, and says so', async () => {
  const { requests, imageOf, leave, answer, group, values } = open()
  leave({ image: '' }, imageOf('image'))
  await becomes(() => requests.sent().length === 1)
  keepDraft(name, { title: '', values: { image: '/files/other.gif' } })
  answer(0)
  await becomes(() => group()?.reasons.length === 1)
  expect(group()?.reasons).toEqual([expect.stringContaining('لم يُستبدل')])
  expect(values()).toEqual({ image: '/files/other.gif' })
})

it('keeps a file that the server did not keep with its draft, and tries that alone again', async () => {
  const { requests, keepOnServer, imageOf, leave, answer, group, values } = open()
  leave({ image: '' }, imageOf('image'))
  await becomes(() => requests.sent().length === 1 && keepOnServer.mock.calls.length === 1)
  keepOnServer.mockRejectedValueOnce(new Error('lost'))
  answer(0)
  await becomes(() => group()?.reasons.length === 1)
  expect(values()).toEqual({ image: '/files/0.gif' })
  const [failed] = trayGroups().values()
  failed?.retry()
  await becomes(() => trayGroups().size === 0)
  expect([requests.sent().length, keepOnServer.mock.calls.length]).toEqual([1, 3])
})

it('gives a form that opens the draft again what is on its way, and writes nothing more', async () => {
  const { requests, sending, imageOf, leave, answer, values, onWhole } = open()
  leave({ image: '' }, imageOf('image'))
  await becomes(() => requests.sent().length === 1)
  expect(sending.has(name)).toBe(true)
  await sending.open(name)
  expect(sending.claim(name, 'image', '/files/other.gif'), 'for another file').toEqual([])
  const [file] = sending.claim(name, 'image', '')
  expect([trayGroups().size, sending.has(name)]).toEqual([0, false])
  answer(0)
  expect(await file?.sent?.done).toEqual({ url: '/files/0.gif' })
  expect([values(), onWhole.mock.calls]).toEqual([{ image: '' }, []])
})

it('opens at once while the server keeps the draft, gives what stands in it to nobody, and tells of the keeping', async () => {
  const { requests, sending, keepOnServer, imageOf, leave, answer, values, onWhole } = open()
  const keeping = Promise.withResolvers<KeptOnServer | undefined>()
  keepOnServer.mockReturnValueOnce(keeping.promise)
  leave({ images: [] }, { ...imageOf('images'), place: { id: 1, order: new Map() } })
  await becomes(() => requests.sent().length === 1 && keepOnServer.mock.calls.length === 1)
  answer(0)
  await becomes(() => isSameValue(values()?.images, ['/files/0.gif']))
  const onKept = vi.fn()
  let isOpened = false
  let isSettled = false
  void sending.open(name, onKept).then(() => (isOpened = true))
  void sending.settled(name).then(() => (isSettled = true))
  await becomes(() => isOpened)
  expect([sending.claim(name, 'images', ['/files/0.gif']), isSettled]).toEqual([[], false])
  keeping.resolve({ id: 'd1', version: 1 })
  await becomes(() => isSettled)
  expect(onKept).toHaveBeenCalledWith({ id: 'd1', version: 1 })
  expect([keepOnServer.mock.calls.length, onWhole.mock.calls]).toEqual([2, []])
})

it('gives a form that opens the draft what has arrived: nothing of it is sent again', async () => {
  const { requests, sending, imageOf, leave, answer, group } = open()
  const order = new Map<string, number>()
  const [first, second] = [1, 2].map(id => ({ ...imageOf('images'), place: { id, order } }))
  if (!first || !second) throw new Error('There are two pictures.')
  leave({ image: '', images: [] }, first, second, imageOf('image'))
  await becomes(() => requests.sent().length === 3)
  expect(await isHeld()).toBe(true)
  /* Another window has the draft while two of them arrive, and is closed. */
  const taken = Promise.withResolvers<void>()
  const inOther = locks.request(`rafid.draft.${name}`, { steal: true }, () => taken.promise)
  expect(await isHeld()).toBe(true)
  answer(1)
  answer(2)
  await becomes(() => group()?.reasons.length === 2)
  taken.resolve()
  await inOther
  await sending.open(name)
  const Form = ({ children }: PropsWithChildren) => {
    const form = useForm<Values>({ defaultValues: { image: '', images: [] } })
    const claim = (field: string) => sending.claim(name, field, form.getValues(field))
    const value = { ...useUploadsInForm(), claim }
    const Fields = FormProvider as FunctionComponent<PropsWithChildren<typeof form>>
    return createElement(Fields, form, createElement(UploadsContext, { value }, children))
  }
  const hook = await runHook(
    () => {
      const form = useFormContext()
      const onDone = ({ url }: { url: string }) => form.setValue('image', url)
      const upload = useUpload({ kind: 'image', field: 'image', failure: '', onDone, onUndone: () => {} })
      useClaim('image', ([file]) => file && upload.goOn(file))
      return { values: form.getValues, images: useImages('images', []) }
    },
    probe => createElement(Form, null, probe),
  )
  await hook.act(() => vi.advanceTimersByTimeAsync(1))
  expect(hook.current.values()).toEqual({ image: '/files/2.gif', images: ['/files/1.gif'] })
  const [pending, ...others] = hook.current.images.pending
  expect([pending?.sent, others, trayGroups().size]).toEqual([first.sent, [], 0])
  answer(0)
  await hook.act(async () => hook.current.images.insert(1, await (first.sent?.done ?? Promise.reject())))
  expect(hook.current.values('images')).toEqual(['/files/0.gif', '/files/1.gif'])
  expect(requests.sent()).toHaveLength(3)
  await hook.close()
})

it('says nothing of a draft that was thrown away after one of its files had arrived', async () => {
  const { requests, imageOf, leave, answer, group, onWhole } = open()
  leave({ image: '', more: [{ file: '' }] }, imageOf('image'), imageOf('more.0.file'))
  await becomes(() => requests.sent().length === 2)
  answer(1)
  await becomes(() => group()?.arrived === 1)
  dropDraft(name)
  expect([trayGroups().size, onWhole.mock.calls]).toEqual([0, []])
})

it('stops when the draft is thrown away, and when the person leaves', async () => {
  const { requests, imageOf, leave, onWhole } = open()
  leave({ image: '' }, imageOf('image'))
  await becomes(() => requests.sent().length === 1)
  dropDraft(name)
  expect([requests.sent()[0]?.isAborted, trayGroups().size]).toEqual([true, 0])
  leave({ image: '' }, imageOf('image'))
  await becomes(() => requests.sent().length === 2)
  closeTray()
  expect([requests.sent()[1]?.isAborted, trayGroups().size]).toEqual([true, 0])
  expect(findDraft(name)?.sending, 'it is told when it is opened again').toHaveLength(1)
  expect(leave({ image: '' }, imageOf('image')), 'for nobody').toBe(false)
  expect(onWhole).not.toHaveBeenCalled()
})

it('leaves no draft behind of which a file that was put aside was all', async () => {
  const { requests, removeFromServer, imageOf, leave, answer, group } = open()
  leave({ title: '', image: '' }, imageOf('image'))
  await becomes(() => requests.sent().length === 1)
  answer(0, 422)
  await becomes(() => group()?.reasons.length === 1)
  const [failed] = trayGroups().values()
  failed?.forget()
  expect([findDraft(name), trayGroups().size]).toEqual([undefined, 0])
  expect(removeFromServer).toHaveBeenCalledTimes(1)
})

it('waits for a draft that another window has taken over, and is told so', async () => {
  const { requests, imageOf, leave, answer, group, values } = open()
  leave({ image: '' }, imageOf('image'))
  await becomes(() => requests.sent().length === 1)
  expect(await isHeld()).toBe(true)
  const taken = Promise.withResolvers<void>()
  const inOther = locks.request(`rafid.draft.${name}`, { steal: true }, () => taken.promise)
  expect(await isHeld()).toBe(true)
  answer(0)
  await becomes(() => group()?.reasons.length === 1)
  expect(group()?.reasons).toEqual([expect.stringContaining('مفتوحة في نموذج')])
  expect(values()).toEqual({ image: '' })
  taken.resolve()
  await inOther
  const [failed] = trayGroups().values()
  failed?.retry()
  await becomes(() => trayGroups().size === 0)
  expect([values(), requests.sent().length]).toEqual([{ image: '/files/0.gif' }, 1])
})
