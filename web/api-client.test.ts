import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import { becomes, fakeFetch, fakeRequests, json, type FetchedCall } from '#test/requests.ts'
import type * as ApiClient from './api-client.ts'

type Client = typeof ApiClient

let client: Client

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  // Token and sign-in belong to the page that is open: each test opens its own.
  vi.resetModules()
  client = await import('./api-client.ts')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const never = new Promise<Response>(() => undefined)
const isToken = ({ url }: FetchedCall) => url === '/api/users/csrf-token'
const isNotToken = (call: FetchedCall) => !isToken(call)
const countOf = (calls: FetchedCall[], which: (call: FetchedCall) => boolean) => calls.filter(which).length
const tokenAnswer = (calls: FetchedCall[]) => json({ csrfToken: `token ${countOf(calls, isToken)}` })
const csrfRefusal = () => json({ code: 'csrf', message: 'رمز csrf غير صالح', errors: [] }, 403)
const signedOut = () => json({ code: 'unauthorized', message: 'سجّل الدخول', errors: [] }, 401)

/** Answers every token, and all other calls by `answer`. */
function serve(answer: (call: FetchedCall, calls: FetchedCall[]) => Response | Error | Promise<Response>) {
  return fakeFetch((call, calls) => (isToken(call) ? tokenAnswer(calls) : answer(call, calls)))
}

describe('an address', () => {
  it('leaves out what has no value, and repeats what has several', () => {
    const query = {
      search: 'جبر',
      stage: '',
      year: null,
      page: undefined,
      limit: 0,
      type: ['book', '', 'news'],
    }
    expect(client.addressOf('/api/books', query)).toBe(
      '/api/books?search=%D8%AC%D8%A8%D8%B1&limit=0&type=book&type=news',
    )
    expect(client.addressOf('/api/books')).toBe('/api/books')
  })
})

describe('a write', () => {
  it('carries a token that is asked for once, also by writes that begin together', async () => {
    const calls = serve(() => json({ data: 1 }))
    await Promise.all([client.api.post('/api/news', {}), client.api.put('/api/news/1', {})])
    await client.api.delete('/api/news/1')
    expect(countOf(calls, isToken)).toBe(1)
    const tokens = calls.filter(isNotToken).map(({ headers }) => headers.get('X-CSRF-Token'))
    expect(tokens).toEqual(['token 1', 'token 1', 'token 1'])
  })

  it('is sent once more with a new token after the old one was refused', async () => {
    const calls = serve(({ headers }) =>
      headers.get('X-CSRF-Token') === 'token 1' ? csrfRefusal() : json({ data: 'saved' }),
    )
    expect(await client.api.post('/api/news', { title: 'خبر' }, { key: 'one try' })).toEqual({
      data: 'saved',
    })
    const sent = calls.filter(isNotToken)
    expect(sent).toHaveLength(2)
    for (const { body, headers } of sent) {
      expect(body).toEqual({ title: 'خبر' })
      expect(headers.get('Idempotency-Key')).toBe('one try')
    }
  })

  it('is not sent a third time when the new token is refused too', async () => {
    const calls = serve(csrfRefusal)
    await expect(client.api.post('/api/news', {})).rejects.toMatchObject({ code: 'csrf', status: 403 })
    expect(countOf(calls, isNotToken)).toBe(2)
    expect(countOf(calls, isToken)).toBe(2)
  })

  it('is not sent again after any other refusal', async () => {
    const calls = serve(() => json({ code: 'forbidden', message: 'ليس لك', errors: [] }, 403))
    await expect(client.api.post('/api/news', {})).rejects.toMatchObject({ code: 'forbidden' })
    expect(countOf(calls, isNotToken)).toBe(1)
  })

  it('asks for a token again when it could not be had', async () => {
    let isOnline = false
    const calls = fakeFetch((call, all) => {
      if (!isOnline) return new TypeError('Failed to fetch')
      return isToken(call) ? tokenAnswer(all) : json({ data: 1 })
    })
    await expect(client.api.post('/api/news', {})).rejects.toMatchObject({ code: 'offline' })
    isOnline = true
    expect(await client.api.post('/api/news', {})).toEqual({ data: 1 })
    expect(calls.map(({ url }) => url)).toEqual([
      '/api/users/csrf-token',
      '/api/users/csrf-token',
      '/api/news',
    ])
  })
})

describe('a call whose session has ended', () => {
  it('asks the person to sign in, once for all calls that met it, and each of them goes on', async () => {
    let isSignedIn = false
    const recovery = Promise.withResolvers<boolean>()
    const ask = vi.fn(() => recovery.promise)
    client.onSessionExpired(ask)
    const calls = serve(() => (isSignedIn ? json({ data: 'here' }) : signedOut()))
    const answers = [client.api.get('/api/visits'), client.api.post('/api/news', {})]
    await becomes(() => countOf(calls, isNotToken) === 2)
    isSignedIn = true
    recovery.resolve(true)
    expect(await Promise.all(answers)).toEqual([{ data: 'here' }, { data: 'here' }])
    expect(ask).toHaveBeenCalledTimes(1)
    expect(calls.at(-1)?.headers.get('X-CSRF-Token')).toBe('token 2')
  })

  it('fails when the person does not sign in, and when the new session is not taken either', async () => {
    const calls = serve(signedOut)
    client.onSessionExpired(async () => false)
    await expect(client.api.get('/api/visits')).rejects.toMatchObject({ status: 401 })
    expect(calls).toHaveLength(1)
    const ask = vi.fn(async () => true)
    client.onSessionExpired(ask)
    await expect(client.api.get('/api/visits')).rejects.toMatchObject({ status: 401 })
    expect(ask).toHaveBeenCalledTimes(1)
    expect(calls).toHaveLength(3)
  })

  it('asks nobody while signing in, and nobody who typed a wrong password', async () => {
    const ask = vi.fn(async () => true)
    client.onSessionExpired(ask)
    serve(({ method }) =>
      method === 'GET' ? signedOut() : json({ code: 'wrong_credentials', message: 'خطأ', errors: [] }, 401),
    )
    await expect(client.api.get('/api/users/me', { isSignIn: true })).rejects.toMatchObject({ status: 401 })
    await expect(client.api.post('/api/users/me/password', {})).rejects.toMatchObject({ status: 401 })
    expect(ask).not.toHaveBeenCalled()
  })

  it('asks nobody any more where the dashboard has taken its question back', async () => {
    const ask = vi.fn(async () => true)
    const takeBack = client.onSessionExpired(ask)
    const later = vi.fn(async () => false)
    client.onSessionExpired(later)
    takeBack()
    serve(signedOut)
    await expect(client.api.get('/api/visits')).rejects.toMatchObject({ status: 401 })
    expect(ask).not.toHaveBeenCalled()
    expect(later).toHaveBeenCalledTimes(1)
  })
})

describe('a call without an answer', () => {
  it('is given up when its time is over, and not before', async () => {
    serve(() => never)
    const settled = vi.fn()
    const call = client.api.get('/api/books')
    call.catch(settled)
    await vi.advanceTimersByTimeAsync(limits.requestTimeoutMs - 1)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await expect(call).rejects.toMatchObject({ code: 'timeout', status: 0 })
    await expect(call).rejects.toThrow('تأخر الخادم في الرد')
  })

  it('says that it is the line, and keeps the cause', async () => {
    const cause = new TypeError('Failed to fetch')
    serve(() => cause)
    const call = client.api.get('/api/books')
    await expect(call).rejects.toMatchObject({ code: 'offline', status: 0, cause })
    await expect(call).rejects.toThrow('تعذر الاتصال بالخادم')
  })

  it('rejects with the reason of whoever gave it up', async () => {
    serve(() => never)
    const abort = new AbortController()
    const call = client.api.get('/api/books', { signal: abort.signal })
    abort.abort('another query was typed')
    await expect(call).rejects.toBe('another query was typed')
  })
})

describe('an answer whose end does not come', () => {
  const begun = ({ signal }: FetchedCall) =>
    new Response(
      new ReadableStream({
        start(stream) {
          stream.enqueue(new TextEncoder().encode('{"data":'))
          signal?.addEventListener('abort', () => stream.error(signal.reason))
        },
      }),
    )

  it('is given up when its time is over, and says so', async () => {
    serve(begun)
    const outcome = expect(client.api.get('/api/books')).rejects.toMatchObject({ code: 'timeout' })
    await vi.advanceTimersByTimeAsync(limits.requestTimeoutMs)
    await outcome
  })

  it('rejects with the reason of whoever gave it up', async () => {
    const calls = serve(begun)
    const abort = new AbortController()
    const call = client.api.get('/api/books', { signal: abort.signal })
    const outcome = expect(call).rejects.toBe('another query was typed')
    await becomes(() => calls.length === 1)
    abort.abort('another query was typed')
    await outcome
  })
})

describe('an answer', () => {
  it('is what the server sent, and nothing where it sent nothing', async () => {
    const answers = [json({ data: [1] }), new Response(null, { status: 204 })]
    serve(() => answers.shift() ?? json(null))
    expect(await client.api.get('/api/books')).toEqual({ data: [1] })
    expect(await client.api.delete('/api/books/1')).toBeUndefined()
  })

  it('of a refusal gives every part of it', async () => {
    const refusal = {
      code: 'stale_version',
      message: 'تغيّر السجل',
      fields: { title: 'العنوان مطلوب' },
      errors: ['العنوان مطلوب'],
      current: { title: 'غيره' },
    }
    serve(() => json(refusal, 409))
    const call = client.api.put('/api/books/1', {})
    await expect(call).rejects.toMatchObject({ ...refusal, status: 409 })
    await expect(call).rejects.toSatisfy(client.isApiError)
  })

  it('that is no answer of ours gets a sentence of ours', async () => {
    const page = (status: number) => new Response('<html>Bad gateway</html>', { status })
    const answers = [page(502), page(413), page(200), json({ message: 'no code' }, 500)]
    serve(() => answers.shift() ?? page(502))
    const codes: unknown[] = []
    for (let count = 0; count < 4; count += 1) {
      await client.api.get('/api/books').catch((error: unknown) => {
        if (client.isApiError(error)) codes.push([error.code, error.status, error.message])
      })
    }
    const { bad_answer, too_large_answer } = client.clientErrors
    expect(codes).toEqual([
      ['bad_answer', 502, bad_answer],
      ['too_large_answer', 413, too_large_answer],
      ['bad_answer', 200, bad_answer],
      ['bad_answer', 500, bad_answer],
    ])
    expect(client.messageOf(new Error('not ours'))).toBe(bad_answer)
  })
})

describe('a file in one request', () => {
  const file = new File([new Uint8Array(1000)], 'كتاب.pdf', { type: 'application/pdf' })
  const stored = { url: '/files/1.pdf' }
  const answered = { files: [{ file: stored }] }

  function upload(options: Partial<Parameters<Client['api']['upload']>[1]> = {}) {
    serve(() => json({}))
    const requests = fakeRequests()
    const done = client.api.upload(file, { kind: 'pdf', ...options })
    done.catch(() => undefined)
    return { done, ...requests }
  }

  it('is sent as a form with its kind, and tells how much has left, never more than the file', async () => {
    const onProgress = vi.fn()
    const { done, next } = upload({ onProgress })
    const request = await next()
    expect(request).toMatchObject({ method: 'POST', url: '/api/files/new?kind=pdf', withCredentials: true })
    expect(request.headers.get('x-csrf-token')).toBe('token 1')
    const form = request.body as FormData
    expect(form.get('kind')).toBe('pdf')
    expect((form.get('files') as File).name).toBe('كتاب.pdf')
    request.progress(400)
    request.progress(1300)
    expect(onProgress.mock.calls).toEqual([[400], [1000]])
    request.answer(200, answered)
    expect(await done).toEqual(stored)
    await vi.advanceTimersByTimeAsync(limits.uploadStallMs)
    expect(request.isAborted).toBe(false)
  })

  it('takes as long as it moves, and is given up when nothing has moved for a while', async () => {
    const { done, next } = upload()
    const settled = vi.fn()
    done.catch(settled)
    const request = await next()
    for (let sent = 100; sent <= 1000; sent += 100) {
      await vi.advanceTimersByTimeAsync(limits.uploadStallMs - 1)
      request.progress(sent)
    }
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(limits.uploadStallMs - 1)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await expect(done).rejects.toMatchObject({ code: 'timeout' })
    expect(request.isAborted).toBe(true)
  })

  it('is given up too when it never begins to move', async () => {
    const { done, next } = upload()
    await next()
    await vi.advanceTimersByTimeAsync(limits.uploadStallMs)
    await expect(done).rejects.toMatchObject({ code: 'timeout' })
  })

  it('ends at once when the person cancels it, and is not sent when they did before', async () => {
    const abort = new AbortController()
    const { done, next, sent } = upload({ signal: abort.signal })
    const request = await next()
    abort.abort()
    await expect(done).rejects.toMatchObject({ code: 'cancelled' })
    expect(request.isAborted).toBe(true)
    await expect(client.api.upload(file, { kind: 'pdf', signal: abort.signal })).rejects.toMatchObject({
      code: 'cancelled',
    })
    expect(sent()).toHaveLength(1)
  })

  it('is sent again with a new token after the old one was refused, once', async () => {
    const { done, next, sent } = upload()
    ;(await next()).answer(403, { code: 'csrf', message: 'رمز csrf غير صالح', errors: [] })
    const second = await next()
    expect(second.headers.get('x-csrf-token')).toBe('token 2')
    second.answer(200, answered)
    expect(await done).toEqual(stored)
    expect(sent()).toHaveLength(2)
  })

  it('says what stood in the way: the line, a refusal, an answer without a file', async () => {
    const answers = [
      (one: { fail(): void }) => one.fail(),
      (one: { answer(status: number, body: unknown): void }) =>
        one.answer(422, { code: 'wrong_file_type', message: 'الرجاء اختيار ملف PDF', errors: [] }),
      (one: { answer(status: number, body: unknown): void }) => one.answer(200, { files: [] }),
      (one: { answer(status: number, body: unknown): void }) => one.answer(200, '<html>'),
    ]
    const codes: unknown[] = []
    for (const answer of answers) {
      const { done, next } = upload()
      answer(await next())
      await done.catch((error: unknown) => codes.push(client.isApiError(error) && error.code))
    }
    expect(codes).toEqual(['offline', 'wrong_file_type', 'bad_answer', 'bad_answer'])
  })
})
