import type { ChangedBy, ErrorBody, ErrorCode } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { apiPaths, releaseHeader, staffView } from '#contract/paths.ts'
import type { FileFacts, FileKind } from '#contract/resources/file.ts'
import { ask } from '#web/ask.ts'

/** What can go wrong before the server answers, or with an answer that is not ours. */
export const clientErrors = {
  offline: 'تعذر الاتصال بالخادم. تحقق من اتصالك بالإنترنت ثم أعد المحاولة.',
  timeout: 'تأخر الخادم في الرد. تحقق من اتصالك بالإنترنت ثم أعد المحاولة.',
  bad_answer: 'وصل رد غير مفهوم من الخادم. أعد المحاولة بعد قليل.',
  too_large_answer: 'حجم الملف أكبر من المسموح.',
  cancelled: 'أُلغي الطلب.',
} as const

export type ApiErrorCode = ErrorCode | keyof typeof clientErrors

interface ApiErrorDetails {
  status?: number
  fields?: Record<string, string>
  errors?: string[]
  current?: unknown
  changedBy?: ChangedBy | undefined
  stored?: unknown
  stale?: string[]
  cause?: unknown
}

/** A failed call, recognised by `code`. `status` is 0 when no answer came. */
export class ApiError extends Error {
  readonly code: ApiErrorCode
  readonly status: number
  readonly fields: Record<string, string>
  readonly errors: string[]
  /** The record as it stands on the server, on a stale write. */
  readonly current: unknown
  /** Who changed it last. */
  readonly changedBy: ChangedBy | undefined
  /** What an earlier try under the same key has added. */
  readonly stored: unknown
  /** The records of a batch that have changed since they were chosen. */
  readonly stale: readonly string[]

  constructor(code: ApiErrorCode, message: string, details: ApiErrorDetails = {}) {
    super(message, { cause: details.cause })
    this.name = 'ApiError'
    this.code = code
    this.status = details.status ?? 0
    this.fields = details.fields ?? {}
    this.errors = details.errors ?? []
    this.current = details.current
    this.changedBy = details.changedBy
    this.stored = details.stored
    this.stale = details.stale ?? []
  }
}

/** True for a failed call of this module. */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === 'ApiError'
}

/** Refusals that another try may not meet: signed out, too slow, too often. */
const passingStatuses = [401, 408, 429]

/** Whether the server would refuse the same call however often it were sent. */
export function isFinalRefusal(error: unknown): error is ApiError {
  return (
    isApiError(error) && error.status >= 400 && error.status < 500 && !passingStatuses.includes(error.status)
  )
}

/** Whether the server may have done what was asked: its answer was lost, or is a proxy's. */
export function isAnswerLost(error: unknown): boolean {
  return isApiError(error) && (error.status === 0 || error.code === 'bad_answer')
}

/** The sentence to show for any thrown thing. */
export function messageOf(error: unknown): string {
  return isApiError(error) ? error.message : clientErrors.bad_answer
}

type QueryValue = string | number | boolean | readonly string[] | null | undefined
export type Query = Record<string, QueryValue>

interface CallOptions {
  query?: Query
  body?: unknown
  signal?: AbortSignal
  /** The same for every try to add one record: a try whose answer was lost does not add a second one. */
  key?: string
  /** The call that asks who is signed in, or signs in: its 401 is an answer, not the end of a session. */
  isSignIn?: boolean
  /** Records are wanted with what only staff see of them: also those that are not public. */
  asStaff?: boolean
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** An address with its query; parameters with no value are not sent. Source: A1.1. */
export function addressOf(path: string, query: Query = {}): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const part of Array.isArray(value) ? value : [value]) {
      if (part !== undefined && part !== null && part !== '') parameters.append(name, String(part))
    }
  }
  const text = parameters.toString()
  return text ? `${path}?${text}` : path
}

let csrfToken: Promise<string> | undefined

/** The token that every write carries: fetched once, then reused. Errors: ApiError. */
export function getCsrfToken(): Promise<string> {
  csrfToken ??= fetchCsrfToken().catch((error: unknown) => {
    csrfToken = undefined
    throw error
  })
  return csrfToken
}

/** Drops the token; it dies with every sign-in and sign-out. */
export function forgetCsrfToken(): void {
  csrfToken = undefined
}

async function fetchCsrfToken(): Promise<string> {
  const answer = answerOf<{ csrfToken?: unknown }>(await send('GET', apiPaths.csrfToken, {}))
  if (typeof answer.csrfToken !== 'string') throw new ApiError('bad_answer', clientErrors.bad_answer)
  return answer.csrfToken
}

type SessionRecovery = () => Promise<boolean>
let recoverSession: SessionRecovery | undefined
let runningRecovery: Promise<boolean> | undefined

/**
 * Names what to do when the session has ended: it lets the person sign in again and resolves true, and the call
 * that met the 401 is sent once more. Returns the way to take it back.
 */
export function onSessionExpired(recovery: SessionRecovery): () => void {
  recoverSession = recovery
  return () => {
    if (recoverSession === recovery) recoverSession = undefined
  }
}

/** Asks the person to sign in again; true when they did. For transfers that send their own requests. */
export async function isSessionRecovered(): Promise<boolean> {
  if (!recoverSession) return false
  runningRecovery ??= recoverSession().finally(() => {
    runningRecovery = undefined
  })
  const isRecovered = await runningRecovery
  if (isRecovered) forgetCsrfToken()
  return isRecovered
}

let hearRelease: ((release: string) => void) | undefined

/** Names who is told of the release that an answer names. Returns the way to take it back. Source: S2.8. */
export function onRelease(hear: (release: string) => void): () => void {
  hearRelease = hear
  return () => {
    if (hearRelease === hear) hearRelease = undefined
  }
}

interface Received {
  response: Response
  text: string
}

async function send(method: Method, address: string, options: CallOptions): Promise<Received> {
  const headers: Record<string, string> = { Accept: 'application/json' }
  if (method !== 'GET') headers['X-CSRF-Token'] = await getCsrfToken()
  if (options.body !== undefined) headers['Content-Type'] = 'application/json'
  if (options.key !== undefined) headers['Idempotency-Key'] = options.key
  if (options.asStaff) headers[staffView.name] = staffView.value
  try {
    const response = await ask(address, {
      method,
      headers,
      credentials: 'include',
      ...(options.signal && { signal: options.signal }),
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    })
    const release = response.headers.get(releaseHeader)
    if (release !== null) hearRelease?.(release)
    return { response, text: await response.text() }
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw noAnswer(isTimeout(error) ? 'timeout' : 'offline', error)
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError'
}

/** The error of a call that got no usable answer. */
export function noAnswer(code: keyof typeof clientErrors, cause?: unknown): ApiError {
  return new ApiError(code, clientErrors[code], { cause })
}

function answerOf<Answer>({ response, text }: Received): Answer {
  if (!response.ok) throw errorOf(response.status, text)
  if (text === '') return undefined as Answer
  try {
    return JSON.parse(text) as Answer
  } catch (error) {
    throw new ApiError('bad_answer', clientErrors.bad_answer, { status: response.status, cause: error })
  }
}

function isErrorBody(value: unknown): value is ErrorBody {
  return typeof value === 'object' && value !== null && 'code' in value && 'message' in value
}

/** The error that an answer's body tells of; a body of another kind (a proxy's page) gives a sentence of ours. */
export function errorOf(status: number, text: string): ApiError {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    body = undefined
  }
  if (isErrorBody(body)) {
    const { code, message, ...details } = body
    return new ApiError(code, message, { ...details, status })
  }
  if (status === 413) return new ApiError('too_large_answer', clientErrors.too_large_answer, { status })
  return new ApiError('bad_answer', clientErrors.bad_answer, { status })
}

function isCsrfRefusal(error: ApiError): boolean {
  return error.status === 403 && /csrf/i.test(error.message)
}

function isSignedOut(error: ApiError): boolean {
  return error.status === 401 && error.code !== 'wrong_credentials'
}

/** Sends a call by `attempt`; again after a refused token, and again after a new sign-in; each at most once. */
async function withRetries<Answer>(attempt: () => Promise<Answer>, isSignIn: boolean): Promise<Answer> {
  let mayRefreshToken = true
  let mayRecover = !isSignIn
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (!isApiError(error)) throw error
      if (mayRefreshToken && isCsrfRefusal(error)) {
        mayRefreshToken = false
        forgetCsrfToken()
      } else if (mayRecover && isSignedOut(error) && (await isSessionRecovered())) {
        mayRecover = false
      } else {
        throw error
      }
    }
  }
}

function call<Answer>(method: Method, path: string, options: CallOptions = {}): Promise<Answer> {
  const address = addressOf(path, options.query)
  return withRetries(
    async () => answerOf<Answer>(await send(method, address, options)),
    options.isSignIn ?? false,
  )
}

/** The calls to the server. Errors: ApiError; an aborted call rejects with the abort reason. */
export const api = {
  get: <Answer>(path: string, options?: Omit<CallOptions, 'body'>) => call<Answer>('GET', path, options),
  post: <Answer>(path: string, body: unknown = {}, options?: CallOptions) =>
    call<Answer>('POST', path, { ...options, body }),
  put: <Answer>(path: string, body: unknown, options?: CallOptions) =>
    call<Answer>('PUT', path, { ...options, body }),
  delete: <Answer>(path: string, options?: CallOptions) => call<Answer>('DELETE', path, options),
  upload,
}

interface UploadOptions {
  kind: FileKind
  onProgress?: (sentBytes: number) => void
  signal?: AbortSignal
}

/** Sends one file in one request; gives up when nothing moves for `limits.uploadStallMs`. Errors: ApiError. */
function upload(file: File, options: UploadOptions): Promise<FileFacts> {
  return withRetries(async () => {
    const token = await getCsrfToken()
    const text = await sendForm(file, token, options)
    return storedFileOf(text)
  }, false)
}

function storedFileOf(text: string): FileFacts {
  try {
    const answer = JSON.parse(text) as { files?: Array<{ file?: FileFacts }> }
    const file = answer.files?.[0]?.file
    if (typeof file?.url === 'string') return file
  } catch (error) {
    throw noAnswer('bad_answer', error)
  }
  throw noAnswer('bad_answer')
}

function sendForm(file: File, token: string, options: UploadOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    let stallTimer: ReturnType<typeof setTimeout> | undefined
    const watch = () => {
      clearTimeout(stallTimer)
      stallTimer = setTimeout(() => fail(noAnswer('timeout')), limits.uploadStallMs)
    }
    const abort = () => fail(noAnswer('cancelled'))
    const finish = () => {
      clearTimeout(stallTimer)
      options.signal?.removeEventListener('abort', abort)
    }
    const fail = (error: ApiError) => {
      finish()
      request.abort()
      reject(error)
    }
    request.upload.onprogress = event => {
      watch()
      options.onProgress?.(Math.min(file.size, event.loaded))
    }
    request.onerror = () => fail(noAnswer('offline'))
    request.onload = () => {
      finish()
      if (request.status >= 200 && request.status < 300) resolve(request.responseText)
      else reject(errorOf(request.status, request.responseText))
    }
    if (options.signal?.aborted) return abort()
    options.signal?.addEventListener('abort', abort)
    request.open('POST', addressOf(apiPaths.filesNew, { kind: options.kind }))
    request.withCredentials = true
    request.setRequestHeader('Accept', 'application/json')
    request.setRequestHeader('X-CSRF-Token', token)
    const form = new FormData()
    form.append('kind', options.kind)
    form.append('files', file, file.name)
    watch()
    request.send(form)
  })
}
