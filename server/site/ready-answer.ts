import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { chooseAnswer } from '#server/base/http/conditional.ts'
import { encodingFor } from '#server/base/http/accepted-encoding.ts'
import type { Encoding } from '#server/base/http/accepted-encoding.ts'
import { withoutSharedId } from '#server/base/http/request-ids.ts'
import type { ReadyPage } from '#server/base/http/page-cache.ts'

/** The ETag of a page's bytes in an encoding, which it names: a strong one may not be shared by different bytes. */
export function etagOf({ etag }: ReadyPage, encoding: Encoding): string {
  return encoding === 'identity' ? `"${etag}"` : `"${etag}-${encoding}"`
}

/** The encoding that a request is answered in. */
export function encodingOfRequest(request: FastifyRequest): Encoding {
  return encodingFor(request.headers['accept-encoding'])
}

/** Whether who asks has the page already, in the bytes that are kept of it. */
export function isKnownTo(request: FastifyRequest, page: ReadyPage): boolean {
  return chooseAnswer(request, etagOf(page, encodingOfRequest(request))).how === 'unchanged'
}

/**
 * Sends ready bytes past Fastify's serialisation: 304 for a known ETag, no body for HEAD.
 * Errors: `precondition_failed`.
 */
export function sendReady(
  request: FastifyRequest,
  reply: FastifyReply,
  page: ReadyPage,
  headers: Record<string, string>,
): void {
  const wanted = encodingOfRequest(request)
  const encoding = page.bytes[wanted] ? wanted : 'identity'
  const etag = etagOf(page, encoding)
  const bytes = page.bytes[encoding] ?? page.bytes.identity
  const head = withoutSharedId({
    ...reply.getHeaders(),
    ...headers,
    'content-type': page.type,
    vary: 'Accept-Encoding, Save-Data',
    etag,
  })
  if (page.location !== undefined) head['location'] = page.location
  const how = page.status === 200 ? chooseAnswer(request, etag).how : 'whole'
  if (how === 'changed') throw new AppError('precondition_failed')
  reply.hijack()
  if (how === 'unchanged') {
    delete head['content-type']
    reply.raw.writeHead(304, head as never).end()
    return
  }
  head['content-length'] = bytes.length
  if (encoding !== 'identity') head['content-encoding'] = encoding
  reply.raw.writeHead(page.status, head as never)
  reply.raw.end(request.method === 'HEAD' ? undefined : bytes)
}
