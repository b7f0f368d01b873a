import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ChangeTag } from '#server/base/changes.ts'
import { nextMoment } from '#server/base/moments.ts'
import type { Moment } from '#server/base/moments.ts'
import type { AppInstance } from './app-instance.ts'
import { codeOfError } from './errors.ts'
import { digestOf } from './kept-answers.ts'
import type { KeptAnswer, KeptAnswers } from './kept-answers.ts'
import { isOwn } from './own-requests.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the answer shows, where it goes on as it was last while the database is away. */
    keptUnder?: readonly ChangeTag[]
  }
}

const keptHeaders = ['cache-control', 'etag', 'x-total-count'] as const

/** Under what an answer is kept: its address with the parameters that the route knows, in order. */
export function keyOfAnswer(path: string, query: object = {}): string {
  const known = Object.entries(query).filter(([, value]) => value !== undefined)
  return `${path} ${JSON.stringify(known.toSorted(([a], [b]) => (a < b ? -1 : 1)))}`
}

const keyOf = ({ url, query }: FastifyRequest) =>
  keyOfAnswer(url.split('?')[0] ?? '', (query ?? {}) as object)

/**
 * Keeps the answers of the routes that say `keptUnder`, for while the database is away, also after a start: those that
 * this process asks itself for, renewed by whoever asks. Call it before they are registered; gives what looks one up.
 * Source: R8.1.
 */
export function keepAnswers(
  app: AppInstance,
  kept: Pick<KeptAnswers, 'put' | 'renew' | 'remove' | 'isDue' | 'get'>,
): (request: FastifyRequest, error: unknown) => Promise<KeptAnswer | undefined> {
  const begun = new WeakMap<FastifyRequest, Moment>()
  const begin = async (request: FastifyRequest) => void begun.set(request, nextMoment())

  async function keep(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
    const tags = request.routeOptions.config.keptUnder
    const asOf = begun.get(request)
    if (!tags || asOf === undefined || typeof payload !== 'string') return payload
    const key = keyOf(request)
    if (reply.statusCode === 404) kept.remove(key)
    if (reply.statusCode !== 200 || !(isOwn(request) || kept.isDue(key))) return payload
    const headers = Object.fromEntries(
      keptHeaders.flatMap(name => {
        const value = reply.getHeader(name)
        return value === undefined ? [] : [[name, String(value)]]
      }),
    )
    const body = Buffer.from(payload)
    const type = String(reply.getHeader('content-type'))
    const answer = { key, type, etag: digestOf(body), tags, headers, body }
    if (isOwn(request)) kept.put(answer, asOf)
    else kept.renew(answer, asOf)
    return payload
  }

  app.addHook('onRoute', route => {
    if (route.config?.keptUnder === undefined) return
    route.onRequest = [begin, ...[route.onRequest ?? []].flat()]
    route.onSend = [...[route.onSend ?? []].flat(), keep]
  })
  return async (request, error) => {
    const tags = request.routeOptions.config.keptUnder
    if (!tags || isOwn(request) || codeOfError(error) !== 'unavailable') return undefined
    return kept.get(keyOf(request))
  }
}
