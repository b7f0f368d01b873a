import { isApiError, noAnswer } from '#web/api-client.ts'

/** How long what had no answer waits before each other try, while the device has a line: the server may be starting. */
export const retryPausesMs = [1_000, 3_000, 5_000, 10_000, 20_000] as const

/** Resolves when the device has a line. Errors: ApiError `cancelled` when the signal ends the waiting. */
export function whenOnline(signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return Promise.reject(noAnswer('cancelled'))
  if (navigator.onLine) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      removeEventListener('online', onOnline)
      signal?.removeEventListener('abort', onAbort)
      finish()
    }
    const onOnline = () => settle(resolve)
    const onAbort = () => settle(() => reject(noAnswer('cancelled')))
    addEventListener('online', onOnline)
    signal?.addEventListener('abort', onAbort)
  })
}

interface LineWatch {
  /** Told each time that the line is cut under the work. */
  onWait: () => void
  signal?: AbortSignal
}

/** Errors: ApiError `cancelled` when the signal ends the waiting. */
function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer)
      reject(noAnswer('cancelled'))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}

/**
 * Begins when there is a line, again each time that it was cut, and some times more where the server does not answer.
 * Errors: those of the work.
 */
export async function overTheLine<Answer>(
  work: () => Promise<Answer>,
  { onWait, signal }: LineWatch,
): Promise<Answer> {
  const pauses = retryPausesMs.values()
  for (;;) {
    await whenOnline(signal)
    try {
      return await work()
    } catch (error) {
      if (!isApiError(error) || error.code !== 'offline') throw error
      const ms = navigator.onLine ? pauses.next().value : 0
      if (ms === undefined) throw error
      onWait()
      if (ms > 0) await pause(ms, signal)
    }
  }
}
