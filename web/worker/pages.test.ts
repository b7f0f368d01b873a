import { beforeEach, expect, it, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import { makeDevice } from '#test/device.ts'
import type { Device } from '#test/device.ts'
import { answerAsset, dropOldAssets } from './assets.ts'
import { answerFile } from './files.ts'
import { answerPage, keepPage } from './pages.ts'
import { scope } from './scope.ts'
import type { AskingEvent } from './scope.ts'

const held = vi.hoisted(() => ({ device: undefined as Device | undefined }))
vi.mock('#web/shelf/shelf-database.ts', () => ({
  within: (...args: never[]) => Reflect.apply(held.device?.database.within ?? (() => {}), undefined, args),
  piecesOf: (sha256: string) => sha256,
}))

const origin = 'https://rafid.example'
const html = (text: string) =>
  new Response(
    `<title>رافد | ${text}</title><link href="/assets/style-1.css"><main id="content">${text}</main>`,
    {
      headers: { 'content-type': 'text/html' },
    },
  )

/** What the site answers; an address that is missing here has no line. */
let answers: Record<string, () => Response>

beforeEach(() => {
  vi.useRealTimers()
  vi.stubGlobal('location', new URL(origin))
  held.device = makeDevice()
  scope.shell = { assets: ['style-1.css', 'loader-1.js', 'shelf-1.js'], first: ['loader-1.js', 'shelf-1.js'] }
  answers = {
    '/assets/style-1.css': () => new Response('css'),
    '/assets/shelf-1.js': () => new Response('js'),
  }
  vi.stubGlobal('fetch', async (asked: Request | string) => {
    const { pathname } = new URL(typeof asked === 'string' ? asked : asked.url, origin)
    const answer = answers[pathname]?.()
    if (!answer) throw new TypeError('no line')
    return answer
  })
})

/** Opens a page through the worker, and waits for what the worker does afterwards. */
async function open(path: string): Promise<{ status: number; text: string }> {
  const later: Promise<unknown>[] = []
  const request = { method: 'GET', mode: 'navigate', url: origin + path, headers: new Headers() }
  const event = { request, waitUntil: (work: Promise<unknown>) => later.push(work) } as unknown as AskingEvent
  const answer = await answerPage(event, false)
  const text = await answer.text()
  await Promise.allSettled(later)
  return { status: answer.status, text }
}

/** A request of a file, and what the browser fetched already while it started the worker. */
function askingOf(path: string, preloaded?: Response): AskingEvent {
  const request = new Request(origin + path)
  const preloadResponse = Promise.resolve(preloaded)
  return { request, preloadResponse, waitUntil: () => undefined } as unknown as AskingEvent
}

const putOnShelf = (page: string) =>
  held.device?.database.within(['items'], 'readwrite', stores =>
    stores.items.put({ id: `book:${page}`, page, files: [], state: 'kept' } as never),
  )

it('keeps new pages also where the clock was ahead when the old ones were kept', async () => {
  vi.useFakeTimers({ now: Date.UTC(2031, 0, 1), toFake: ['Date'] })
  for (let number = 0; number < limits.keptPages; number += 1)
    await keepPage(`${origin}/books/${number}`, html('قديم'))
  vi.setSystemTime(Date.UTC(2026, 10, 22))
  await keepPage(`${origin}/books/new`, html('جديد'))
  const kept = await held.device?.cached('pages')
  expect(kept).toContain(`${origin}/books/new`)
  expect(kept).toHaveLength(limits.keptPages)
})

it('says no age of a copy from a time that has not come', async () => {
  answers['/results'] = () => html('النتائج')
  vi.useFakeTimers({ now: Date.UTC(2031, 0, 1), toFake: ['Date'] })
  await open('/results')
  vi.setSystemTime(Date.UTC(2026, 10, 22))
  delete answers['/results']
  const { text } = await open('/results')
  expect(text).toContain('هذه الصفحة كما كانت حين فتحتها')
  expect(text).not.toContain('قبل لحظات')
})

it('lets go of a page that left the site, and gives it from the shelf where it was put', async () => {
  for (const path of ['/books/a', '/books/b']) answers[path] = () => html(`كتاب ${path}`)
  await open('/books/a')
  await open('/books/b')
  await putOnShelf('/books/b')
  for (const path of ['/books/a', '/books/b'])
    answers[path] = () => new Response('غير موجود', { status: 404 })
  expect(await open('/books/a')).toEqual({ status: 404, text: 'غير موجود' })
  expect(await held.device?.cached('pages')).toEqual([`${origin}/books/b`])
  const own = await open('/books/b')
  expect(own.text).toContain('لم تعد هذه الصفحة على الموقع.')
  expect(own.text).toContain('كتاب /books/b')
})

it('keeps a page with the files that it needs, and those its parts may load later, through a new version', async () => {
  answers['/books'] = () => html('الكتب')
  answers['/assets/shelf-1.js'] = () => new Response('js')
  await answerAsset(new Request(`${origin}/assets/shelf-1.js`), false)
  await open('/books')
  scope.shell = { assets: ['loader-2.js'], first: ['loader-2.js'] }
  await dropOldAssets()
  expect(await held.device?.cached('assets')).toEqual([
    `${origin}/assets/shelf-1.js`,
    `${origin}/assets/style-1.css`,
  ])
})

it('leaves nothing in the cache that is in no list', async () => {
  held.device?.failNext('pages')
  await expect(keepPage(`${origin}/books`, html('الكتب'))).rejects.toThrow('full')
  expect(await held.device?.cached('pages')).toEqual([])
})

it('keeps the older copy of a page whose newer one finds no room', async () => {
  answers['/books'] = () => html('كتب الأمس')
  await open('/books')
  held.device?.failNext('pages')
  await expect(keepPage(`${origin}/books`, html('كتب اليوم'))).rejects.toThrow('full')
  delete answers['/books']
  expect((await open('/books')).text).toContain('كتب الأمس')
})

it('answers from the network where the device keeps nothing', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  let come = () => {}
  const coming = new Promise<void>(resolve => (come = resolve))
  answers['/books'] = () => html('الكتب')
  const network = fetch
  vi.stubGlobal('fetch', async (asked: string) => {
    await coming
    return network(asked)
  })
  held.device?.setBroken(true)
  const page = open('/books')
  await vi.advanceTimersByTimeAsync(limits.keptPageWaitMs)
  come()
  expect((await page).text).toContain('الكتب')
  const style = await answerAsset(new Request(`${origin}/assets/style-1.css`), false)
  expect(await style.text()).toBe('css')
  const picture = `/files/${'a'.repeat(64)}/w/480.avif`
  answers[picture] = () => new Response('صورة')
  expect(await (await answerFile(askingOf(picture), false)).text()).toBe('صورة')
})

it('asks for a file that is opened once, and for one of the shelf not at all', async () => {
  const address = `/files/${'c'.repeat(64)}/book.pdf`
  const preloaded = new Response('الملف')
  expect(await (await answerFile(askingOf(address, preloaded), false)).text()).toBe('الملف')

  const file = { sha256: 'c'.repeat(64), name: 'book.pdf', type: 'application/pdf', size: 6 }
  await held.device?.database.within(['files', 'pieces'], 'readwrite', async ({ files, pieces }) => {
    await files.put({ ...file, received: 6, isWhole: true })
    await pieces.put({ sha256: file.sha256, start: 0, bytes: new Blob(['محفوظ'.slice(0, 3)]) })
  })
  let isGivenUp = false
  const coming = new Response(new ReadableStream({ cancel: () => void (isGivenUp = true) }))
  expect(await (await answerFile(askingOf(address, coming), false)).text()).toBe('محف')
  await expect.poll(() => isGivenUp).toBe(true)

  await held.device?.database.within(['pieces'], 'readwrite', ({ pieces }) => pieces.remove(file.sha256))
  const whole = new Response('من الموقع')
  expect(await (await answerFile(askingOf(address, whole), false)).text()).toBe('من الموقع')
})

it('gives what the network has where the caches open and cannot be read', async () => {
  const broken = { match: () => Promise.reject(new DOMException('Internal error', 'UnknownError')) }
  vi.stubGlobal('caches', { open: async () => broken })
  expect(await (await answerAsset(new Request(`${origin}/assets/style-1.css`), true)).text()).toBe('css')
  const picture = `/files/${'a'.repeat(64)}/w/480.avif`
  answers[picture] = () => new Response('صورة')
  expect(await (await answerFile(askingOf(picture), true)).text()).toBe('صورة')
})
