import { isApiError, noAnswer } from '#web/api-client.ts'

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

/** Begins when there is a line, and again each time that it was cut. Errors: those of the work. */
export async function overTheLine<Answer>(
  work: () => Promise<Answer>,
  { onWait, signal }: LineWatch,
): Promise<Answer> {
  for (;;) {
    await whenOnline(signal)
    try {
      return await work()
    } catch (error) {
      if (!isApiError(error) || error.code !== 'offline' || navigator.onLine) throw error
      onWait()
    }
  }
}
