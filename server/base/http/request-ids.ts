import { duringRequest } from '#server/base/request-id.ts'
import type { AppInstance } from './app-instance.ts'

/** Where a request brings its id, and its answer gives it back. */
export const requestIdHeader = 'x-request-id'

/** Whether caches on the way may keep an answer: it goes to many, so it names no request. */
const isShared = (cacheControl: unknown) => /\bpublic\b/.test(String(cacheControl))

/** Gives each answer the id of its request, and lets all that is logged meanwhile name it. */
export function tellRequestIds(app: AppInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(requestIdHeader, request.id)
    duringRequest(request.id, done)
  })
  /* The body comes in the context of its connection. */
  app.addHook('preHandler', (request, _reply, done) => duringRequest(request.id, done))
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isShared(reply.getHeader('cache-control'))) reply.removeHeader(requestIdHeader)
    done(null, payload)
  })
}

/** The headers of an answer that is sent without Fastify, as `tellRequestIds` would leave them. */
export function withoutSharedId(head: Record<string, unknown>): Record<string, unknown> {
  if (!isShared(head['cache-control'])) return head
  const { [requestIdHeader]: _, ...rest } = head
  return rest
}
