import type { FastifyRequest } from 'fastify'
import { withoutPeople } from '#server/base/logged-error.ts'

/** What our own addresses choose from: codes, years, pages. Everything else may have been typed. */
const chosen = /^(?:[A-Z][A-Z_]*|\d{1,4}|all|asc|desc|exact|contains|true|false|on)$/

/** An address without what somebody typed: of its parameters the names, and the values that were chosen. Source: Q3.7. */
export function loggedAddress(url: string): string {
  const [path = '', search] = url.split(/\?(.*)/s)
  const plain = path.split('/').map(loggedSegment).join('/')
  if (search === undefined) return plain
  const parameters = [...new URLSearchParams(search)].map(
    ([name, value]) => `${/^[A-Za-z]{1,30}$/.test(name) ? name : '…'}=${chosen.test(value) ? value : '…'}`,
  )
  return `${plain}?${parameters.join('&')}`
}

/* What needs to be encoded is in no address of ours but in names. */
function loggedSegment(segment: string): string {
  return /^[\w.-]*$/.test(segment) && withoutPeople(segment) === segment ? segment : '…'
}

/** How the log shows a request: neither who sent it nor what they typed. */
export const requestSerializers = {
  req({ method, url }: FastifyRequest) {
    return { method, url: loggedAddress(url) }
  },
}
