import type { FastifyRequest } from 'fastify'
import type { ChangeTag } from '#server/base/changes.ts'
import type { AppInstance } from './app-instance.ts'
import { codeOfError } from './errors.ts'
import { digestOf } from './kept-answers.ts'
import type { KeptAnswer, KeptAnswers } from './kept-answers.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the answer shows, where it goes on as it was last while the database is away. */
    keptUnder?: readonly ChangeTag[]
  }
}

const keptHeaders = ['cache-control', 'etag', 'x-total-count'] as const

/** The address with the parameters that the route knows, in order: others cannot make more answers of one. */
function keyOf({ url, query }: FastifyRequest): string {
  const [path = ''] = url.split('?')
  const known = Object.entries((query ?? {}) as Record<string, unknown>).filter(
    ([, value]) => value !== undefined,
  )
  return `${path} ${JSON.stringify(known.toSorted(([a], [b]) => (a < b ? -1 : 1)))}`
}

/** What somebody typed makes an answer that nobody else needs. */
const isTyped = ({ query }: FastifyRequest) => Boolean((query as { search?: unknown } | undefined)?.search)

/**
 * Keeps the answers of the routes that say `keptUnder`, for while the database is away, also after a start. Call it
 * before they are registered; gives what looks one up. Source: R8.1.
 */
export function keepAnswers(
  app: AppInstance,
  kept: KeptAnswers,
): (request: FastifyRequest, error: unknown) => Promise<KeptAnswer | undefined> {
  app.addHook('onSend', async (request, reply, payload) => {
    const tags = request.routeOptions.config.keptUnder
    if (!tags || reply.statusCode !== 200 || typeof payload !== 'string' || isTyped(request)) return payload
    const headers = Object.fromEntries(
      keptHeaders.flatMap(name => {
        const value = reply.getHeader(name)
        return value === undefined ? [] : [[name, String(value)]]
      }),
    )
    const body = Buffer.from(payload)
    const type = String(reply.getHeader('content-type'))
    kept.put({ key: keyOf(request), type, etag: digestOf(body), tags, headers, body })
    return payload
  })
  return async (request, error) => {
    const tags = request.routeOptions.config.keptUnder
    if (!tags || isTyped(request) || codeOfError(error) !== 'unavailable') return undefined
    return kept.get(keyOf(request))
  }
}
