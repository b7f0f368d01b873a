import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { counts } from '#server/base/counts.ts'
import { encodingFor } from '#server/base/http/accepted-encoding.ts'
import type { Encoding } from '#server/base/http/accepted-encoding.ts'
import { chooseAnswer } from '#server/base/http/conditional.ts'
import type { ReadyPage } from '#server/base/http/page-cache.ts'
import { etagOf } from './ready-answer.ts'

/** An answer in memory. */
export interface ReadyBytes {
  bytes: Buffer
  etag: string
  /** Beside those of every such answer, without length and tag. */
  headers: Record<string, string>
}

interface ReadyPages {
  /** The page in memory that a request asks for, if it may be sent as it is. */
  find(request: IncomingMessage): ReadyPage | undefined
  /** What every page carries beside its own headers. */
  headers: Record<string, string>
  /** Something else in memory, packed by Brotli: only for those who take it. */
  findPacked(request: IncomingMessage): ReadyBytes | undefined
  /** What everything else carries beside its own headers. */
  packedHeaders: Record<string, string>
}

/** Header names and values in turn, as `writeHead` takes them. */
type RawHeaders = (string | number)[]

/**
 * Answers what is ready in memory before Fastify begins its work, so that a country can open one page in one minute.
 *
 * Shape: only plain GETs; everything else, and whatever is not ready, goes the usual way with the same bytes and
 * headers. Source: P14.3.
 */
export function answerReadyPages(
  server: Server,
  { find, headers, findPacked, packedHeaders }: ReadyPages,
): void {
  const [usual] = server.listeners('request') as ((request: IncomingMessage, reply: ServerResponse) => void)[]
  if (!usual) throw new Error('The server has nobody to answer its requests')
  const known = new WeakMap<ReadyPage, Map<Encoding, RawHeaders>>()
  const common = Object.entries(headers).flat()
  const commonOfPacked = Object.entries(packedHeaders).flat()

  function headersOf(page: ReadyPage, encoding: Encoding): RawHeaders {
    let byEncoding = known.get(page)
    if (!byEncoding) known.set(page, (byEncoding = new Map()))
    let raw = byEncoding.get(encoding)
    if (!raw) {
      raw = [
        ...common,
        'content-type',
        page.type,
        'vary',
        'Accept-Encoding, Save-Data',
        'etag',
        etagOf(page, encoding),
      ]
      raw.push('content-length', page.bytes[encoding]?.length ?? 0)
      if (encoding !== 'identity') raw.push('content-encoding', encoding)
      byEncoding.set(encoding, raw)
    }
    return raw
  }

  function answerPacked(request: IncomingMessage, reply: ServerResponse): boolean {
    const found = findPacked(request)
    if (!found) return false
    const { how } = chooseAnswer(request, found.etag)
    if (how === 'changed') return false
    const raw: RawHeaders = [...commonOfPacked, 'etag', found.etag]
    for (const name in found.headers) raw.push(name, found.headers[name] ?? '')
    if (how === 'unchanged') {
      reply.writeHead(304, raw as never).end()
    } else {
      raw.push('content-length', found.bytes.length)
      reply.writeHead(200, raw as never).end(found.bytes)
    }
    return true
  }

  function answer(request: IncomingMessage, reply: ServerResponse): boolean {
    if (request.method !== 'GET' || !server.listening) return false
    const encoding = encodingFor(request.headers['accept-encoding'])
    if (encoding === 'br' && answerPacked(request, reply)) return true
    const page = find(request)
    if (page?.status !== 200) return false
    const bytes = page.bytes[encoding]
    if (!bytes) return false
    const etag = etagOf(page, encoding)
    const { how } = chooseAnswer(request, etag)
    if (how === 'changed') return false
    counts.pages.ready += 1
    if (how === 'unchanged') {
      reply.writeHead(304, [...common, 'vary', 'Accept-Encoding, Save-Data', 'etag', etag] as never).end()
    } else {
      reply.writeHead(200, headersOf(page, encoding) as never).end(bytes)
    }
    return true
  }

  server.removeListener('request', usual)
  server.on('request', (request: IncomingMessage, reply: ServerResponse) => {
    if (!answer(request, reply)) usual.call(server, request, reply)
  })
}
