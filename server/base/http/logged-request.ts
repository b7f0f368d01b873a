import type { FastifyRequest } from 'fastify'
import { examNumberIn, withoutDigits } from '#contract/exam-number.ts'

/** The parameters in which people type. */
const typedIn = ['q', 'query', 'search', 'find', 'number', 'school', 'group']

function withoutNumbers(url: string): string {
  const [path = '', search] = url.split(/\?(.*)/s)
  if (search === undefined) return url
  const query = new URLSearchParams(search)
  const numbers = typedIn.filter(name => query.getAll(name).some(value => examNumberIn(value)))
  if (numbers.length === 0) return url
  for (const name of numbers) query.set(name, withoutDigits(query.get(name) ?? ''))
  return `${path}?${query}`
}

/** How the log shows a request: of an exam number in its address no digit. Source: Q3.7. */
export const requestSerializers = {
  req(request: FastifyRequest) {
    const { method, url, host, ip, socket } = request
    return { method, url: withoutNumbers(url), host, remoteAddress: ip, remotePort: socket?.remotePort }
  },
}
