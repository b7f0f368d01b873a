import { vi } from 'vitest'

/** One request of an `XMLHttpRequest`, as a test answers it. */
export class FakeRequest {
  readonly upload: { onprogress?: (event: { lengthComputable: true; loaded: number }) => void } = {}
  readonly headers = new Map<string, string>()
  onload?: () => void
  onerror?: (error: unknown) => void
  withCredentials = false
  method = ''
  url = ''
  body: unknown
  status = 0
  responseText = ''
  isSent = false
  isAborted = false
  #answerHeaders: Record<string, string> = {}

  open(method: string, url: string): void {
    this.method = method
    this.url = url
  }

  setRequestHeader(name: string, value: string): void {
    this.headers.set(name.toLowerCase(), value)
  }

  getResponseHeader(name: string): string | null {
    return this.#answerHeaders[name.toLowerCase()] ?? null
  }

  send(body: unknown): void {
    this.body = body
    this.isSent = true
  }

  abort(): void {
    this.isAborted = true
  }

  /** Tells the sender how many bytes have left. */
  progress(loaded: number): void {
    this.upload.onprogress?.({ lengthComputable: true, loaded })
  }

  answer(status: number, body: unknown = '', headers: Record<string, string> = {}): void {
    this.status = status
    this.responseText = typeof body === 'string' ? body : JSON.stringify(body)
    this.#answerHeaders = headers
    this.onload?.()
  }

  fail(): void {
    this.onerror?.(new Error('the line is cut'))
  }
}

/** Waits for what needs no clock, so that a test's own time stands still. Errors: throws when it does not come. */
export async function becomes(isSo: () => boolean): Promise<void> {
  for (let turn = 0; turn < 1000; turn += 1) {
    if (isSo()) return
    await new Promise(resolve => setImmediate(resolve))
  }
  throw new Error('What was waited for has not come.')
}

/** Puts requests that a test answers in the place of the browser's; `sent` lists those that were sent, in order. */
export function fakeRequests(): { sent: () => FakeRequest[]; next: () => Promise<FakeRequest> } {
  const all: FakeRequest[] = []
  let taken = 0
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends FakeRequest {
      constructor() {
        super()
        all.push(this)
      }
    },
  )
  const sent = () => all.filter(({ isSent }) => isSent)
  return {
    sent,
    async next() {
      await becomes(() => sent().length > taken)
      taken += 1
      return sent()[taken - 1] as FakeRequest
    },
  }
}

/** More than any test needs: what asks without end ends here. */
const mostCalls = 100

type Answer = Response | Error | Promise<Response>

/** A call as `fetch` was asked for it. */
export interface FetchedCall {
  method: string
  url: string
  headers: Headers
  body: unknown
  signal: AbortSignal | undefined
}

/**
 * Answers `fetch` in its place, and `AbortSignal.timeout` on the clock of the test. Shape: all calls so far. An
 * answer that never comes is a promise that never settles; it still ends when its caller gives up.
 */
export function fakeFetch(answerTo: (call: FetchedCall, calls: FetchedCall[]) => Answer): FetchedCall[] {
  const calls: FetchedCall[] = []
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    const giveUp = () => reject(init.signal?.reason as Error)
    if (init.signal?.aborted) giveUp()
    init.signal?.addEventListener('abort', giveUp)
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    const { method = 'GET', signal = null } = init
    const call = { method, url, headers: new Headers(init.headers), body, signal: signal ?? undefined }
    calls.push(call)
    const answer = calls.length > mostCalls ? new Error('It asks without end.') : answerTo(call, calls)
    if (answer instanceof Error) reject(answer)
    else Promise.resolve(answer).then(resolve, reject)
    return promise
  })
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(ms => {
    const timeout = new AbortController()
    setTimeout(() => timeout.abort(new DOMException('The time is over.', 'TimeoutError')), ms)
    return timeout.signal
  })
  return calls
}

/** An answer of the API. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  })
}
