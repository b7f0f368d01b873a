import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

const current = new AsyncLocalStorage<string | undefined>()

/** Letters, digits, `-` and `_`, and at least one letter: no number of a person. */
const wellFormed = /^(?=.*[A-Za-z])[\w-]{16,64}$/

/** The id of a request: the one that it brings, from a proxy, where that is well-formed; otherwise a new one. */
export function requestIdOf(given: string | string[] | undefined): string {
  return typeof given === 'string' && wellFormed.test(given) ? given : randomUUID()
}

/** Does what belongs to a request, so that all that comes of it knows its id. */
export function duringRequest(id: string, act: () => void): void {
  current.run(id, act)
}

/** Begins what goes on by itself, such as the work of a timer: it belongs to no request, whichever one caused it. */
export function apartFromRequests<Result>(begin: () => Result): Result {
  return current.run(undefined, begin)
}

/** The id of the request that this belongs to, if it does to one. */
export function currentRequestId(): string | undefined {
  return current.getStore()
}
