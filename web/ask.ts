import { limits } from '#contract/limits.ts'

/**
 * The browser's one `fetch` of something that is waited for. It gives up after `requestTimeoutMs`. A visit is told without
 * waiting, by the first script of a page.
 * Errors: those of `fetch`; a `TimeoutError` when nothing came in time; the reason of `signal` when that was aborted.
 */
export function ask(address: string, { signal, ...wanted }: RequestInit = {}): Promise<Response> {
  const timeout = AbortSignal.timeout(limits.requestTimeoutMs)
  return fetch(address, { ...wanted, signal: signal ? AbortSignal.any([signal, timeout]) : timeout })
}
