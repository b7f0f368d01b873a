import { createRequire } from 'node:module'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import { fakeFetch, fakeRequests, json, type FakeRequest, type FetchedCall } from '#test/requests.ts'
import type * as ApiClient from '#web/api-client.ts'
import type { Transfer, TransferOptions } from './transfer-types.ts'

// The client that browsers load; its other half, for Node, is what an import here would give.
vi.mock(
  'tus-js-client',
  () => createRequire(import.meta.url)('tus-js-client/lib.es5/browser/index.js') as object,
)

const size = 2 * limits.uploadChunkBytes + 10
const file = new File([new Uint8Array(size)], 'كتاب.pdf', { type: 'application/pdf' })
const address = 'http://localhost/api/files/uploads/upload-1'
const stored = { url: '/files/1.pdf' }

let client: typeof ApiClient
let requests: ReturnType<typeof fakeRequests>
let calls: FetchedCall[]
let line: { onLine: boolean }
let browser: EventTarget
let begun: { uploads: object[] }
let known: object | null

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.resetModules()
  client = await import('#web/api-client.ts')
  line = { onLine: true }
  browser = new EventTarget()
  begun = { uploads: [] }
  known = null
  vi.stubGlobal('navigator', line)
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser))
  vi.stubGlobal('removeEventListener', browser.removeEventListener.bind(browser))
  requests = fakeRequests()
  calls = fakeFetch(({ url }, all) => {
    if (url === '/api/users/csrf-token')
      return json({ csrfToken: `token ${all.filter(call => call.url === url).length}` })
    if (url === '/api/files/uploads') return json(begun)
    if (url === '/api/files/known') return json({ file: known })
    if (url === '/api/files/uploads/upload-1/result') return json({ file: stored })
    return json({ code: 'not_found', message: url, errors: [] }, 404)
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

interface Started extends Transfer {
  onProgress: ReturnType<typeof vi.fn<TransferOptions['onProgress']>>
  onWait: ReturnType<typeof vi.fn<TransferOptions['onWait']>>
  settled: ReturnType<typeof vi.fn>
}

async function start(): Promise<Started> {
  const { startResumableTransfer } = await import('./resumable-transfer.ts')
  const onProgress = vi.fn<TransferOptions['onProgress']>()
  const onWait = vi.fn<TransferOptions['onWait']>()
  const transfer = startResumableTransfer(file, { kind: 'pdf', onProgress, onWait })
  const settled = vi.fn()
  transfer.done.then(settled, settled)
  return { ...transfer, onProgress, onWait, settled }
}

/** The next request, which has to be of this method. */
async function next(method: string): Promise<FakeRequest> {
  const request = await requests.next()
  expect(`${request.method} ${request.headers.get('upload-offset') ?? ''}`.trim()).toMatch(method)
  return request
}

const answerHolds = (request: FakeRequest, offset: number) =>
  request.answer(200, '', { 'upload-offset': String(offset), 'upload-length': String(size) })

/** Begins a new upload. Shape: the request of its first piece. */
async function firstPiece(): Promise<FakeRequest> {
  ;(await next('POST')).answer(201, '', { location: address })
  return next('PATCH 0')
}

const taken = (request: FakeRequest, offset: number) =>
  request.answer(204, '', { 'upload-offset': String(offset) })

const refusal = (code: string, message: string) => ({ code, message, errors: [message] })

describe('a large file', () => {
  it('is sent piece by piece, and answers with what the server keeps', async () => {
    const { done, onProgress } = await start()
    const first = await firstPiece()
    expect(first.headers.get('x-csrf-token')).toBe('token 1')
    expect((first.body as Blob).size).toBe(limits.uploadChunkBytes)
    first.progress(1000)
    taken(first, limits.uploadChunkBytes)
    taken(await next(`PATCH ${limits.uploadChunkBytes}`), 2 * limits.uploadChunkBytes)
    const last = await next(`PATCH ${2 * limits.uploadChunkBytes}`)
    expect((last.body as Blob).size).toBe(10)
    taken(last, size)
    expect(await done).toEqual(stored)
    expect(onProgress.mock.calls.at(-1)).toEqual([size])
    expect(onProgress).toHaveBeenCalledWith(1000)
  })

  it('that the server has already is not sent at all', async () => {
    vi.stubGlobal('isSecureContext', true)
    known = stored
    const { done } = await start()
    expect(await done).toEqual(stored)
    expect(requests.sent()).toEqual([])
    const asked = calls.find(({ url }) => url === '/api/files/known')
    expect(asked?.body).toMatchObject({
      size,
      name: 'كتاب.pdf',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  })

  it('whose upload was cut elsewhere goes on where it was', async () => {
    begun = {
      uploads: [
        { kind: 'zip', size, name: 'كتاب.pdf', url: 'http://localhost/api/files/uploads/other-kind' },
        {
          kind: 'pdf',
          size: size - 1,
          name: 'كتاب.pdf',
          url: 'http://localhost/api/files/uploads/other-size',
        },
        { kind: 'pdf', size, name: 'غيره.pdf', url: 'http://localhost/api/files/uploads/other-name' },
        { kind: 'pdf', size, name: 'كتاب.pdf', url: address },
      ],
    }
    const { done } = await start()
    const asked = await next('HEAD')
    expect(asked.url).toBe(address)
    answerHolds(asked, size - 5)
    taken(await next(`PATCH ${size - 5}`), size)
    expect(await done).toEqual(stored)
  })

  it('is cancelled at once, and the server is told to forget it', async () => {
    const { done, cancel } = await start()
    const piece = await firstPiece()
    cancel()
    await expect(done).rejects.toMatchObject({ code: 'cancelled' })
    expect(piece.isAborted).toBe(true)
    expect((await next('DELETE')).url).toBe(address)
  })
})

describe('a large file on a slow line', () => {
  it('takes as long as it moves, and is given up when nothing has moved for a while', async () => {
    const { done, settled } = await start()
    const piece = await firstPiece()
    for (let sent = 1; sent <= 10; sent += 1) {
      await vi.advanceTimersByTimeAsync(limits.uploadStallMs - 1)
      piece.progress(sent)
    }
    await vi.advanceTimersByTimeAsync(limits.uploadStallMs - 1)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await expect(done).rejects.toMatchObject({ code: 'timeout' })
    expect(piece.isAborted).toBe(true)
  })

  it('is given up when it never begins to move', async () => {
    const { done } = await start()
    await firstPiece()
    await vi.advanceTimersByTimeAsync(limits.uploadStallMs)
    await expect(done).rejects.toMatchObject({ code: 'timeout' })
  })

  it('is given four times as long after its last byte, while the server looks at it', async () => {
    begun = { uploads: [{ kind: 'pdf', size, name: 'كتاب.pdf', url: address }] }
    const { done, settled } = await start()
    answerHolds(await next('HEAD'), size - 5)
    const piece = await next(`PATCH ${size - 5}`)
    piece.progress(5)
    await vi.advanceTimersByTimeAsync(4 * limits.uploadStallMs - 1)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await expect(done).rejects.toMatchObject({ code: 'timeout' })
  })

  it('may rest as long as the person wants, and goes on from the last piece', async () => {
    const { done, settled, pause, resume } = await start()
    const piece = await firstPiece()
    pause?.()
    expect(piece.isAborted).toBe(true)
    await vi.advanceTimersByTimeAsync(10 * limits.uploadStallMs)
    expect(settled).not.toHaveBeenCalled()
    expect(requests.sent()).toHaveLength(2)
    resume?.()
    answerHolds(await next('HEAD'), limits.uploadChunkBytes)
    taken(await next(`PATCH ${limits.uploadChunkBytes}`), size)
    expect(await done).toEqual(stored)
  })
})

describe('a large file whose line breaks', () => {
  it('tries again at once, then after pauses that grow, each time from what has arrived', async () => {
    const { done, onWait } = await start()
    ;(await firstPiece()).fail()
    await vi.advanceTimersByTimeAsync(0)
    for (const pauseMs of [1_000, 3_000, 5_000]) {
      ;(await next('HEAD')).fail()
      const before = requests.sent().length
      await vi.advanceTimersByTimeAsync(pauseMs - 1)
      expect(requests.sent()).toHaveLength(before)
      await vi.advanceTimersByTimeAsync(1)
    }
    expect(onWait).toHaveBeenCalledTimes(4)
    answerHolds(await next('HEAD'), 77)
    taken(await next('PATCH 77'), size)
    expect(await done).toEqual(stored)
  })

  it('is given up after the last pause, with the sentence of what failed', async () => {
    const { done } = await start()
    const away = refusal('unavailable', 'الخدمة غير متاحة الآن')
    ;(await firstPiece()).answer(503, away)
    for (const pauseMs of [0, 1_000, 3_000, 5_000, 10_000, 20_000]) {
      await vi.advanceTimersByTimeAsync(pauseMs)
      answerHolds(await next('HEAD'), 0)
      ;(await next('PATCH 0')).answer(503, away)
    }
    await expect(done).rejects.toMatchObject({ code: 'unavailable', message: away.message, status: 503 })
  })

  it('waits without an end while the device is offline, and goes on with the line', async () => {
    const { done, settled, onWait } = await start()
    const piece = await firstPiece()
    line.onLine = false
    piece.fail()
    await vi.advanceTimersByTimeAsync(20 * limits.uploadStallMs)
    expect(onWait).toHaveBeenCalled()
    expect(settled).not.toHaveBeenCalled()
    expect(requests.sent()).toHaveLength(2)
    line.onLine = true
    browser.dispatchEvent(new Event('online'))
    answerHolds(await next('HEAD'), 5)
    taken(await next('PATCH 5'), size)
    expect(await done).toEqual(stored)
  })

  it('waits too when a standstill turns out to be a line that is gone', async () => {
    const { settled } = await start()
    const piece = await firstPiece()
    line.onLine = false
    await vi.advanceTimersByTimeAsync(limits.uploadStallMs)
    expect(piece.isAborted).toBe(true)
    expect(settled).not.toHaveBeenCalled()
    line.onLine = true
    browser.dispatchEvent(new Event('online'))
    await next('HEAD')
  })
})

describe('a large file that the server refuses', () => {
  it('is not sent again, and says why', async () => {
    const { done } = await start()
    ;(await firstPiece()).answer(422, refusal('wrong_file_type', 'الرجاء اختيار ملف PDF'))
    await expect(done).rejects.toMatchObject({ code: 'wrong_file_type', message: 'الرجاء اختيار ملف PDF' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(requests.sent()).toHaveLength(2)
  })

  it('goes on with a new token, and ends when that is refused too', async () => {
    const { done } = await start()
    const csrf = refusal('csrf', 'تعذر التحقق من مصدر الطلب (csrf)')
    ;(await firstPiece()).answer(403, csrf)
    answerHolds(await next('HEAD'), 0)
    const again = await next('PATCH 0')
    expect(again.headers.get('x-csrf-token')).toBe('token 2')
    again.answer(403, csrf)
    await expect(done).rejects.toMatchObject({ code: 'csrf' })
  })

  it('goes on after a new sign-in, and ends when the person does not sign in', async () => {
    const ask = vi.fn(async () => ask.mock.calls.length === 1)
    client.onSessionExpired(ask)
    const { done } = await start()
    const signedOut = refusal('unauthorized', 'سجّل الدخول')
    ;(await firstPiece()).answer(401, signedOut)
    answerHolds(await next('HEAD'), 0)
    ;(await next('PATCH 0')).answer(401, signedOut)
    await expect(done).rejects.toMatchObject({ status: 401 })
  })
})
