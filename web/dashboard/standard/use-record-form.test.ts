import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { openPage, runHook } from '#test/page.ts'
import type { User } from '#contract/resources/account.ts'
import { ApiError } from '#web/api-client.ts'
import { UserContext } from '../session/session.ts'
import { openTray, trayGroups } from '../uploads/tray.ts'
import type { FileOnWay } from '../uploads/uploads-in-form.ts'
import { findDraft, listDrafts } from './draft.ts'
import { useRecordForm } from './use-record-form.ts'
import type { Saved } from './use-record-form.ts'

const schema = z.object({ title: z.string().min(1, 'العنوان مطلوب'), subject: z.string() })
const initial = { title: '', subject: 'MATH' }
type Values = typeof initial
const person: User = { id: 'p1', name: 'سارة', email: 's@rafid.test', role: 'editor' }
const saved: Saved = { record: async () => undefined }
type Options = Parameters<typeof useRecordForm<Values, Values>>[0]

let opened: ReturnType<typeof openPage>

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  opened = openPage()
  vi.stubGlobal('navigator', { onLine: true })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** What the screen is told, and the window in which it is opened. */
interface Opening {
  state?: object
  client?: QueryClient
}

async function openForm(options: Partial<Options> = {}, { state, client = new QueryClient() }: Opening = {}) {
  const save = vi.fn<Options['save']>(async () => saved)
  let router: ReturnType<typeof createMemoryRouter> | undefined
  const around = (probe: ReactNode) => {
    router = createMemoryRouter(
      [
        { path: '/dashboard/news/add', element: probe },
        { path: '*', element: null },
      ],
      { initialEntries: [{ pathname: '/dashboard/news/add', state }] },
    )
    const screen = createElement(UserContext, { value: person }, createElement(RouterProvider, { router }))
    return createElement(QueryClientProvider, { client }, screen)
  }
  const hook = await runHook(
    () =>
      useRecordForm<Values, Values>({
        draftKey: 'news/new',
        schema,
        initial,
        save,
        saved: 'أضيف الخبر',
        failure: 'حدث خطأ أثناء إضافة الخبر',
        listAddress: '/dashboard/news',
        ...options,
      }),
    around,
  )
  const pass = (ms: number) => hook.act(() => vi.advanceTimersByTimeAsync(ms))
  await pass(300)
  return {
    save,
    form: () => hook.current,
    act: hook.act,
    close: hook.close,
    pass,
    type: (title: string) => hook.act(() => hook.current.form.setValue('title', title)),
    submit: () => hook.act(() => hook.current.submit()),
    address: () => router?.state.location.pathname,
  }
}

const kept = () => listDrafts('news/new').map(({ name }) => findDraft<Values>(name)?.values.title)
const stale = (title: string) =>
  new ApiError('stale_version', 'تغيّر السجل', {
    status: 409,
    current: { title, subject: 'ARABIC', version: 7 },
  })
const valuesOfCurrent: Options['valuesOfCurrent'] = current => {
  if (current === undefined) return undefined
  const { version, ...values } = current as Values & { version: number }
  return { values, version }
}

describe('what is typed into a form', () => {
  it('is kept shortly after the last letter, and comes back when the form is opened again', async () => {
    const first = await openForm()
    await first.type('موعد')
    await first.pass(399)
    await first.type('موعد الامتحان')
    await first.pass(399)
    expect(kept()).toEqual([])
    await first.pass(1)
    expect(kept()).toEqual(['موعد الامتحان'])
    await first.close()
    const second = await openForm()
    expect(second.form().form.getValues()).toEqual({ title: 'موعد الامتحان', subject: 'MATH' })
    expect(second.form().draft.restoredAt).toBeDefined()
    await second.close()
  })

  it('is kept at once when the page is left before its time', async () => {
    const page = await openForm()
    await page.type('موعد')
    await page.act(() => opened.window.dispatchEvent(new Event('pagehide')))
    expect(kept()).toEqual(['موعد'])
    await page.close()
  })

  it('leaves nothing behind when it is taken back', async () => {
    const page = await openForm()
    await page.type('موعد')
    await page.pass(400)
    await page.type('')
    await page.pass(400)
    expect(kept()).toEqual([])
    await page.close()
    expect(kept()).toEqual([])
  })

  it('lives as long as the window where the browser keeps nothing, and says so', async () => {
    opened.storage.refuse()
    const page = await openForm()
    await page.type('موعد')
    await page.pass(400)
    expect(page.form().draft.isKept).toBe(false)
    expect(kept()).toEqual(['موعد'])
    await page.close()
    const again = await openForm()
    expect(again.form().form.getValues('title')).toBe('موعد')
    await again.act(() => again.form().draft.discard())
    await again.close()
  })

  it('asks before it is left, and can be kept, or thrown away', async () => {
    const page = await openForm()
    await page.type('موعد')
    await page.act(() => page.form().cancel())
    expect(page.form().leave.isAsking).toBe(true)
    expect(page.address()).toBe('/dashboard/news/add')
    await page.act(() => page.form().leave.stay())
    expect(page.form().leave.isAsking).toBe(false)
    await page.act(() => page.form().cancel())
    await page.act(() => page.form().leave.keepDraft())
    expect(page.address()).toBe('/dashboard/news')
    expect(kept()).toEqual(['موعد'])
    await page.close()

    const again = await openForm()
    await again.act(() => again.form().cancel())
    await again.act(() => again.form().leave.discard())
    expect(again.address()).toBe('/dashboard/news')
    expect(kept()).toEqual([])
    await again.close()
  })

  it('asks before it is left while a file is on its way, though the server holds the draft', async () => {
    vi.stubGlobal('fetch', async () =>
      Response.json({ csrfToken: 'token', data: { version: 1, drafts: [] } }),
    )
    const page = await openForm()
    await page.type('موعد')
    let end = () => {}
    await page.act(() => (end = page.form().uploads.begin()))
    await page.act(() => page.form().serverDraft.keep())
    await page.pass(100)
    await page.act(() => page.form().cancel())
    expect(page.form().leave).toMatchObject({ isAsking: true, isSending: true })
    await page.act(() => page.form().leave.stay())
    await page.act(end)
    await page.act(() => page.form().cancel())
    expect(page.address()).toBe('/dashboard/news')
    await page.close()
  })

  it('is left with its files without a question, and called off with one; what is cut is told of', async () => {
    const closeTray = openTray()
    vi.stubGlobal('fetch', async () =>
      Response.json({ csrfToken: 'token', data: { version: 1, drafts: [] } }),
    )
    const file = new File(['x'], 'صورة.png', { type: 'image/png' })
    const onWay: FileOnWay = { field: 'title', file, kind: 'image' }
    const page = await openForm()
    await page.act(() => void page.form().uploads.begin(onWay))
    expect(listDrafts('news/new')).toMatchObject([{ sending: [{ field: 'title', name: 'صورة.png' }] }])
    await page.act(() => page.form().cancel())
    expect(page.form().leave).toMatchObject({ isAsking: true, goesOn: true })
    await page.act(() => page.form().leave.stay())
    await page.act(() => page.form().back())
    expect(page.address()).toBe('/dashboard/news')
    expect([...trayGroups().values()]).toMatchObject([{ label: 'خبر بلا عنوان', files: 1 }])
    await page.pass(100)
    const [left] = listDrafts('news/new')
    expect(left?.server).toMatchObject({ version: 1 })
    closeTray()

    const again = await openForm()
    expect(again.form().draft.lost).toMatchObject([{ name: 'صورة.png' }])
    let end = () => {}
    await again.act(() => (end = again.form().uploads.begin(onWay)))
    expect(again.form().draft.lost).toEqual([])
    await again.act(end)
    expect(listDrafts('news/new')).toEqual([])
    await again.close()
  })
})

describe('a form that is opened again while the server still keeps what was left', () => {
  const seen = { title: 'نص كتبته', subject: 'MATH' }

  async function leaveWithFile(client: QueryClient, options: Partial<Options> = {}) {
    const closeTray = openTray()
    const keeping = Promise.withResolvers<void>()
    vi.stubGlobal('fetch', async (_address: string, { method }: RequestInit) => {
      if (method === 'PUT') await keeping.promise
      return Response.json({ csrfToken: 'token', data: { version: 1, drafts: [] } })
    })
    const page = await openForm(options, { client })
    await page.type('نص كتبته')
    const file = new File(['x'], 'صورة.png', { type: 'image/png' })
    await page.act(() => void page.form().uploads.begin({ field: 'subject', file, kind: 'image' }))
    await page.act(() => page.form().back())
    await page.pass(100)
    const [left] = listDrafts('news/new')
    await page.close()
    return { name: left?.name ?? '', keeping, closeTray }
  }

  it('shows the draft that was asked for at once, and knows later what the server has', async () => {
    const client = new QueryClient()
    const { name, keeping, closeTray } = await leaveWithFile(client)
    const again = await openForm({}, { state: { draft: name }, client })
    expect([again.form().draft.name, again.form().form.getValues()]).toEqual([name, seen])
    await again.type('نص ثان')
    await again.pass(400)
    await again.act(() => keeping.resolve())
    await again.pass(100)
    expect(listDrafts('news/new')).toMatchObject([{ name, title: 'نص ثان', server: { version: 1 } }])
    closeTray()
    await again.act(() => again.form().draft.discard())
    await again.close()
  })

  it('shows that of its record though nobody asked for it', async () => {
    const client = new QueryClient()
    const { name, keeping, closeTray } = await leaveWithFile(client, { version: 3 })
    const again = await openForm({ version: 3 }, { client })
    expect([again.form().draft.name, again.form().form.getValues()]).toEqual([name, seen])
    await again.act(() => keeping.resolve())
    closeTray()
    await again.act(() => again.form().draft.discard())
    await again.close()
  })
})

describe('a form that is sent', () => {
  it('goes once, however often it is pressed, and leaves no draft', async () => {
    const saving = Promise.withResolvers<Saved>()
    const save = vi.fn<Options['save']>(() => saving.promise)
    const page = await openForm({ save })
    await page.type('موعد')
    await page.submit()
    expect(kept()).toEqual(['موعد'])
    await page.submit()
    expect(page.form().isSaving).toBe(true)
    expect(page.address()).toBe('/dashboard/news/add')
    await page.act(() => saving.resolve(saved))
    expect(save).toHaveBeenCalledTimes(1)
    expect(save.mock.calls[0]?.[0]).toEqual({ title: 'موعد', subject: 'MATH' })
    expect(page.address()).toBe('/dashboard/news')
    await page.pass(1000)
    expect(kept()).toEqual([])
    await page.close()
  })

  it('is not sent while a field is wrong', async () => {
    const save = vi.fn<Options['save']>()
    const page = await openForm({ save })
    await page.submit()
    expect(save).not.toHaveBeenCalled()
    expect(page.form().form.getFieldState('title').error?.message).toBe('العنوان مطلوب')
    await page.close()
  })

  it('is not sent while a file is still on its way', async () => {
    const save = vi.fn<Options['save']>(async () => saved)
    const page = await openForm({ save })
    await page.type('موعد')
    let end = () => {}
    await page.act(() => (end = page.form().uploads.begin()))
    await page.submit()
    expect(save).not.toHaveBeenCalled()
    await page.act(end)
    await page.submit()
    expect(save).toHaveBeenCalledTimes(1)
    await page.close()
  })

  it('loses nothing when it is refused, shows why, and tries again under the same key', async () => {
    const refusal = new ApiError('invalid_fields', 'تحقق من الحقول', {
      status: 422,
      fields: { title: 'العنوان طويل' },
      errors: ['العنوان طويل'],
    })
    const save = vi.fn<Options['save']>().mockRejectedValueOnce(refusal).mockResolvedValue(saved)
    const page = await openForm({ save })
    await page.type('موعد')
    await page.submit()
    expect(page.form().failure).toEqual({ title: 'حدث خطأ أثناء إضافة الخبر', reasons: ['العنوان طويل'] })
    expect(page.form().form.getFieldState('title').error?.message).toBe('العنوان طويل')
    expect(page.form().form.getValues('title')).toBe('موعد')
    expect(kept()).toEqual(['موعد'])
    expect(page.form().isSaving).toBe(false)
    await page.submit()
    const keys = save.mock.calls.map(([, { key }]) => key)
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[1]).toBe(keys[0])
    expect(page.form().failure).toBeUndefined()
    await page.close()
  })

  it('tries again under the same key after a reload too, and under another once it is saved', async () => {
    const lost = new ApiError('offline', 'تعذر الاتصال بالخادم')
    const save = vi.fn<Options['save']>().mockRejectedValueOnce(lost).mockResolvedValue(saved)
    const first = await openForm({ save })
    await first.type('موعد')
    await first.submit()
    expect(first.form().failure?.reasons).toEqual(['تعذر الاتصال بالخادم'])
    await first.close()
    const second = await openForm({ save })
    await second.submit()
    await second.close()
    const third = await openForm({ save })
    await third.type('خبر آخر')
    await third.submit()
    await third.close()
    const [before, after, other] = save.mock.calls.map(([, { key }]) => key)
    expect(after).toBe(before)
    expect(other).not.toBe(before)
  })

  it('says that the record may have been deleted, and keeps what was typed', async () => {
    const gone = new ApiError('news_not_found', 'الخبر غير موجود', { status: 404 })
    const page = await openForm({ save: () => Promise.reject(gone) })
    await page.type('موعد')
    await page.submit()
    expect(page.form().failure?.reasons).toEqual([
      'الخبر غير موجود',
      expect.stringContaining('سلة المحذوفات'),
    ])
    expect(kept()).toEqual(['موعد'])
    await page.close()
  })
})

describe('a form of a record that somebody else has changed', () => {
  it('shows both sides, and saves the chosen values over the version that is there', async () => {
    const save = vi.fn<Options['save']>().mockRejectedValueOnce(stale('عنوان غيري')).mockResolvedValue(saved)
    const page = await openForm({ save, version: 3, valuesOfCurrent })
    await page.type('عنواني')
    await page.submit()
    expect(page.form().failure).toBeUndefined()
    expect(page.form().conflict).toMatchObject({
      base: initial,
      mine: { title: 'عنواني', subject: 'MATH' },
      theirs: { title: 'عنوان غيري', subject: 'ARABIC' },
    })
    const { conflict } = page.form()
    await page.act(() => conflict && conflict.settle({ title: 'عنواني', subject: 'ARABIC' }))
    expect(save.mock.calls.map(([input, { version }]) => [input, version])).toEqual([
      [{ title: 'عنواني', subject: 'MATH' }, 3],
      [{ title: 'عنواني', subject: 'ARABIC' }, 7],
    ])
    expect(page.address()).toBe('/dashboard/news')
    expect(kept()).toEqual([])
    await page.close()
  })

  for (const [whose, isYou] of [
    ['counts a save of the same person as done', true],
    ['shows both sides of a save of somebody else', false],
  ] as const)
    it(`${whose} where it left what is wanted`, async () => {
      const changedBy = { isYou, name: 'سارة', at: '2026-01-01T00:00:00.000Z' }
      const current = { title: 'عنواني', subject: 'MATH', version: 4 }
      const refused = new ApiError('stale_version', 'تغيّر السجل', { status: 409, current, changedBy })
      const save = vi.fn<Options['save']>().mockRejectedValueOnce(refused)
      const savedBefore = vi.fn<NonNullable<Options['savedBefore']>>(async () => saved)
      const page = await openForm({ save, savedBefore, version: 3, valuesOfCurrent })
      await page.type('عنواني')
      await page.submit()
      expect(savedBefore.mock.calls).toEqual(isYou ? [[current, 4]] : [])
      expect(page.form().conflict === undefined).toBe(isYou)
      expect(page.address()).toBe(isYou ? '/dashboard/news' : '/dashboard/news/add')
      await page.close()
    })

  it('goes back to the form with everything in it, and meets a second change with the first as its base', async () => {
    const save = vi
      .fn<Options['save']>()
      .mockRejectedValueOnce(stale('عنوان غيري'))
      .mockRejectedValueOnce(stale('عنوان ثالث'))
    const page = await openForm({ save, version: 3, valuesOfCurrent })
    await page.type('عنواني')
    await page.submit()
    const { conflict } = page.form()
    await page.act(() => conflict && conflict.settle({ title: 'عنواني', subject: 'ARABIC' }))
    expect(page.form().conflict).toMatchObject({
      base: { title: 'عنوان غيري', subject: 'ARABIC' },
      theirs: { title: 'عنوان ثالث' },
    })
    const second = page.form().conflict
    await page.act(() => second && second.close())
    expect(page.form().conflict).toBeUndefined()
    expect(page.form().form.getValues('title')).toBe('عنواني')
    expect(kept()).toEqual(['عنواني'])
    await page.close()
  })
})

describe('what is typed while a save is under way', () => {
  const valuesNow = { title: 'عنوان أول', subject: 'ARABIC', version: 4 }

  async function typeWhileSaving(record: Saved['record']) {
    const answer = Promise.withResolvers<Saved>()
    const save = vi.fn<Options['save']>(() => answer.promise)
    const page = await openForm({ save, version: 3, valuesOfCurrent })
    await page.type('عنوان أول')
    await page.submit()
    await page.type('عنوان ثان')
    await page.act(() => answer.resolve({ record }))
    expect(page.address()).toBe('/dashboard/news/add')
    expect(page.form().isSaving).toBe(false)
    expect(page.form().draft.hasTyped).toBe(true)
    expect(page.form().typedSince).toBeTruthy()
    expect(kept()).toEqual(['عنوان ثان'])
    return { ...page, save }
  }

  it('stays on top of what was saved, and the rest is as it was saved', async () => {
    const page = await typeWhileSaving(async () => valuesNow)
    expect(page.form().form.getValues()).toEqual({ title: 'عنوان ثان', subject: 'ARABIC' })
    const [draft] = listDrafts('news/new')
    expect(findDraft<Values>(draft?.name ?? '')).toMatchObject({ version: 4, base: { title: 'عنوان أول' } })
    await page.submit()
    expect(page.save.mock.calls.map(([, { version }]) => version)).toEqual([3, 4])
    expect(page.address()).toBe('/dashboard/news')
    expect(kept()).toEqual([])
    await page.close()
  })

  it('is nothing unsaved once it is taken back to what was saved', async () => {
    const page = await typeWhileSaving(async () => valuesNow)
    await page.type('عنوان أول')
    await page.pass(400)
    expect(page.form().draft.hasTyped).toBe(false)
    expect(kept()).toEqual([])
    await page.close()
  })

  it('stays against the version before when the saved record cannot be read, or is another one by now', async () => {
    for (const record of [async () => undefined, () => Promise.reject(new ApiError('offline', 'انقطع'))]) {
      const page = await typeWhileSaving(record)
      expect(page.form().form.getValues('title')).toBe('عنوان ثان')
      await page.submit()
      expect(page.save.mock.calls.map(([, { version }]) => version)).toEqual([3, 3])
      await page.close()
    }
  })

  it('is kept when the form was left before the answer came', async () => {
    const answer = Promise.withResolvers<Saved>()
    const page = await openForm({ save: () => answer.promise, version: 3, valuesOfCurrent })
    await page.type('عنوان أول')
    await page.submit()
    await page.type('عنوان ثان')
    await page.act(() => page.form().cancel())
    await page.act(() => page.form().leave.keepDraft())
    expect(page.address()).toBe('/dashboard/news')
    await page.act(() => answer.resolve({ record: async () => valuesNow }))
    expect(kept()).toEqual(['عنوان ثان'])
    await page.close()
  })
})

describe('a form whose first try has added the record', () => {
  const values = { title: 'العنوان الأول', subject: 'MATH' }
  const added = new ApiError('key_used', 'أُضيف من قبل', {
    status: 409,
    stored: { ...values, version: 1 },
    current: { ...values, version: 1 },
  })
  const withId: Options['valuesOfCurrent'] = current => ({
    id: 'n1',
    ...(valuesOfCurrent(current) ?? { values, version: 1 }),
  })

  it('takes what was typed last to the record, with the draft that is on its way to the server', async () => {
    const sending = Promise.withResolvers<void>()
    vi.stubGlobal('fetch', async (_address: string, { method }: RequestInit) => {
      if (method === 'PUT') await sending.promise
      return Response.json({ csrfToken: 'token', data: { version: 1, drafts: [] } })
    })
    const page = await openForm({ save: () => Promise.reject(added), valuesOfCurrent: withId })
    await page.type('العنوان')
    await page.act(() => page.form().serverDraft.keep())
    await page.type('العنوان الثاني')
    await page.submit()
    const move = () => page.act(() => page.form().usedKey?.editAdded?.())
    await move()
    await move()
    expect(page.address()).toBe('/dashboard/news/add')
    await page.act(() => sending.resolve())
    await page.pass(100)
    expect(page.address()).toBe('/dashboard/news/edit/n1')
    const [draft, ...others] = listDrafts('news/n1')
    expect(others).toEqual([])
    expect(draft?.server?.version).toBe(1)
    expect(findDraft<Values>(draft?.name ?? '')?.values.title).toBe('العنوان الثاني')
    await page.close()
  })

  it('shows and takes along what was typed while the try was on its way', async () => {
    const answer = Promise.withResolvers<Saved>()
    const page = await openForm({ save: () => answer.promise, valuesOfCurrent: withId })
    await page.type('العنوان الثاني')
    await page.submit()
    await page.type('العنوان الثالث')
    await page.act(() => answer.reject(added))
    expect(page.form().usedKey).toMatchObject({ mine: { title: 'العنوان الثالث' } })
    await page.act(() => page.form().usedKey?.editAdded?.())
    const [draft] = listDrafts('news/n1')
    expect(findDraft<Values>(draft?.name ?? '')?.values.title).toBe('العنوان الثالث')
    await page.close()
  })
})

describe('a form that equals what is stored', () => {
  it('is nothing unsaved, though a field that was empty is empty in another way', async () => {
    const stored = { title: 'موعد', subject: null as unknown as string }
    const page = await openForm({ initial: stored, version: 3 })
    await page.act(() => page.form().form.setValue('subject', 'MATH'))
    expect(page.form().draft.hasTyped).toBe(true)
    await page.pass(400)
    await page.act(() => page.form().form.setValue('subject', ''))
    await page.pass(400)
    expect(page.form().draft.hasTyped).toBe(false)
    expect(kept()).toEqual([])
    await page.close()
  })

  it('is nothing unsaved after its draft was opened, when the record says the same by now', async () => {
    const first = await openForm()
    await first.type('موعد')
    await first.pass(400)
    await first.close()
    const again = await openForm({ initial: { title: 'موعد', subject: 'MATH' } })
    expect(again.form().draft.hasTyped).toBe(false)
    await again.close()
  })

  it('is compared with the values of the other person after a conflict', async () => {
    const lost = new ApiError('offline', 'تعذر الاتصال بالخادم')
    const save = vi.fn<Options['save']>().mockRejectedValueOnce(stale('عنوان غيري')).mockRejectedValue(lost)
    const page = await openForm({ save, version: 3, valuesOfCurrent })
    await page.type('عنواني')
    await page.submit()
    const { conflict } = page.form()
    await page.act(() => conflict && conflict.settle({ title: 'عنواني', subject: 'ARABIC' }))
    expect(page.form().draft.hasTyped).toBe(true)
    await page.type('عنوان غيري')
    await page.pass(400)
    expect(page.form().draft.hasTyped).toBe(false)
    expect(kept()).toEqual([])
    await page.close()
  })
})
