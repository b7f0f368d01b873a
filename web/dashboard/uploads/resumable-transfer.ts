import type { DetailedError, HttpRequest, Upload } from 'tus-js-client'
import { limits } from '#contract/limits.ts'
import { apiPaths } from '#contract/paths.ts'
import type { FileFacts, FileKind, KnownFileAnswer, UnfinishedUpload } from '#contract/resources/file.ts'
import {
  api,
  errorOf,
  forgetCsrfToken,
  getCsrfToken,
  isApiError,
  isSessionRecovered,
  noAnswer,
} from '#web/api-client.ts'
import { logFailure } from '../parts/log-failure.ts'
import { overTheLine, retryPausesMs, whenOnline } from './line.ts'
import type { Transfer, TransferOptions } from './transfer-types.ts'

/** Larger files are not hashed beforehand: a phone may not have the memory. Units: bytes. */
const maxHashedBytes = 96 * 1024 * 1024
/** After the last byte the server joins and checks the file: give it longer than a standstill of the line. */
const finishPatience = 4

async function hashOf(file: File): Promise<string | undefined> {
  if (file.size > maxHashedBytes || !globalThis.isSecureContext) return undefined
  const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return [...new Uint8Array(hash)].map(byte => byte.toString(16).padStart(2, '0')).join('')
}

async function findOnServer(file: File, sha256: string | undefined): Promise<FileFacts | null> {
  if (!sha256) return null
  const answer = await api.post<KnownFileAnswer>(apiPaths.filesKnown, {
    sha256,
    size: file.size,
    name: file.name,
  })
  return answer.file
}

/** An upload of the same file that was cut, on this device or another. */
async function findUnfinished(
  file: File,
  kind: FileKind,
  sha256: string | undefined,
): Promise<string | undefined> {
  const { uploads } = await api.get<{ uploads: UnfinishedUpload[] }>(apiPaths.uploads)
  const same = uploads.find(
    upload =>
      upload.kind === kind &&
      upload.size === file.size &&
      (sha256 && upload.sha256 ? upload.sha256 === sha256 : upload.name === file.name),
  )
  return same?.url
}

async function addToken(request: HttpRequest): Promise<void> {
  const method = request.getMethod()
  if (method !== 'HEAD' && method !== 'GET') request.setHeader('X-CSRF-Token', await getCsrfToken())
}

/** Fetches the code that large files are sent by: a window that is older than the release finds it nowhere any more. */
export async function preloadResumableTransfer(): Promise<void> {
  await import('tus-js-client')
}

/** Gives up an unfinished upload and removes what the server holds of it. Errors: ApiError. */
export async function removeUpload(url: string): Promise<void> {
  const { Upload } = await import('tus-js-client')
  await Upload.terminate(url, { onBeforeRequest: addToken }).catch((error: unknown) => {
    throw error instanceof Error ? failureOf(error) : error
  })
}

/** A refusal stays one, but for a piece that another try still holds. */
function isWorthRetrying(error: DetailedError): boolean {
  const status = error.originalResponse?.getStatus() ?? 0
  return navigator.onLine && (status < 400 || status >= 500 || status === 409 || status === 423)
}

function failureOf(error: Error | DetailedError): Error {
  if (isApiError(error)) return error
  const response = 'originalResponse' in error ? error.originalResponse : null
  return response ? errorOf(response.getStatus(), response.getBody()) : noAnswer('offline', error)
}

/**
 * Sends a file in pieces that survive a cut line, a reload and a new sign-in (tus 1.0); a file that the server
 * already has is not sent at all.
 */
export function startResumableTransfer(file: File, { kind, onProgress, onWait }: TransferOptions): Transfer {
  const outcome = Promise.withResolvers<FileFacts>()
  let upload: Upload | undefined
  let isStopped = false
  let isPaused = false
  let mayRefreshToken = true
  let stallTimer: ReturnType<typeof setTimeout> | undefined

  const watch = (sentBytes: number) => {
    clearTimeout(stallTimer)
    if (isStopped || isPaused) return
    const patience = sentBytes >= file.size ? finishPatience : 1
    stallTimer = setTimeout(() => void recover(noAnswer('timeout')), limits.uploadStallMs * patience)
  }
  const stopSending = () => {
    upload?.abort().catch((error: unknown) => logFailure('The upload could not be stopped', error))
  }
  const stop = () => {
    isStopped = true
    clearTimeout(stallTimer)
  }
  const fail = (error: unknown) => {
    stop()
    stopSending()
    outcome.reject(error)
  }
  const goOn = () => {
    if (isStopped || isPaused) return
    watch(0)
    upload?.start()
  }

  /** Mends what can be mended (line, session, token) and goes on from the last piece; else gives up. */
  const recover = async (thrown: Error | DetailedError) => {
    if (isStopped) return
    clearTimeout(stallTimer)
    const error = failureOf(thrown)
    if (!navigator.onLine) {
      onWait()
      stopSending()
      await whenOnline()
      return goOn()
    }
    if (isApiError(error) && error.status === 401 && (await isSessionRecovered())) return goOn()
    if (isApiError(error) && error.status === 403 && /csrf/i.test(error.message) && mayRefreshToken) {
      mayRefreshToken = false
      forgetCsrfToken()
      return goOn()
    }
    fail(error)
  }

  const finish = async (url: string | null) => {
    stop()
    const id = url?.split('/').pop()
    if (!id) throw noAnswer('bad_answer')
    const asking = () => api.get<{ file: FileFacts }>(apiPaths.uploadResult(id))
    return (await overTheLine(asking, { onWait })).file
  }

  const begin = async () => {
    if (isStopped) return
    const [{ Upload }, sha256] = await Promise.all([import('tus-js-client'), hashOf(file)])
    const known = await findOnServer(file, sha256)
    if (known) return outcome.resolve(known)
    if (isStopped) return
    upload = new Upload(file, {
      endpoint: apiPaths.uploads,
      chunkSize: limits.uploadChunkBytes,
      retryDelays: [0, ...retryPausesMs],
      metadata: { name: file.name, kind, ...(sha256 && { sha256 }) },
      removeFingerprintOnSuccess: true,
      onBeforeRequest: addToken,
      onProgress: sentBytes => {
        watch(sentBytes)
        onProgress(sentBytes)
      },
      onShouldRetry: error => {
        const isRetried = isWorthRetrying(error)
        if (isRetried) onWait()
        return isRetried
      },
      onError: error => void recover(error),
      onSuccess: () => finish(upload?.url ?? null).then(outcome.resolve, outcome.reject),
    })
    const [previous] = await upload.findPreviousUploads()
    if (previous) upload.resumeFromPreviousUpload(previous)
    else upload.options.uploadUrl = (await findUnfinished(file, kind, sha256)) ?? null
    goOn()
  }
  overTheLine(begin, { onWait }).catch(fail)

  return {
    done: outcome.promise,
    cancel: () => {
      stop()
      upload?.abort(true).catch((error: unknown) => logFailure('The upload could not be removed', error))
      outcome.reject(noAnswer('cancelled'))
    },
    pause: () => {
      isPaused = true
      clearTimeout(stallTimer)
      stopSending()
    },
    resume: () => {
      isPaused = false
      goOn()
    },
  }
}
