/** What the network answers to a request of a page, as it was asked. Errors: those of `fetch`. */
export function askNetwork(request: Request | string, init?: RequestInit): Promise<Response> {
  return fetch(request, init)
}

/**
 * A download that is given up when nothing came for `stallMs`.
 * Errors: those of `fetch`; `AbortError` after a stall or when `signal` is aborted.
 */
export async function* readSlowly(
  address: string,
  from: number,
  stallMs: number,
  signal: AbortSignal,
): AsyncGenerator<{ answer: Response; bytes: Uint8Array<ArrayBuffer> | undefined }> {
  const stalled = new AbortController()
  let timer = setTimeout(() => stalled.abort(), stallMs)
  const beat = () => {
    clearTimeout(timer)
    timer = setTimeout(() => stalled.abort(), stallMs)
  }
  try {
    const headers: Record<string, string> = from > 0 ? { range: `bytes=${from}-` } : {}
    const answer = await fetch(address, {
      headers,
      cache: 'no-store',
      signal: AbortSignal.any([stalled.signal, signal]),
    })
    yield { answer, bytes: undefined }
    const reader = answer.body?.getReader()
    for (;;) {
      const read = await reader?.read()
      if (!read || read.done) return
      beat()
      yield { answer, bytes: read.value }
    }
  } finally {
    clearTimeout(timer)
    stalled.abort()
  }
}
