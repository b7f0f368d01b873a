import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { counts } from '#server/base/counts.ts'
import { encodingFor } from '#server/base/http/accepted-encoding.ts'
import type { Encoding } from '#server/base/http/accepted-encoding.ts'
import { chooseAnswer } from '#server/base/http/conditional.ts'
import type { ReadyPage } from '#server/base/http/page-cache.ts'
import type { AskedReady } from '#server/base/http/plain-get.ts'
import { answerAtLine } from '#server/base/http/quick-lines.ts'
import { createWholeAnswers, type MadeAnswer, type RawHeaders } from '#server/base/http/whole-answers.ts'
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
  find(request: AskedReady): ReadyPage | undefined
  /** What every page carries beside its own headers. */
  headers: Record<string, string>
  /** Something else in memory, packed by Brotli: only for those who take it. */
  findPacked(request: AskedReady): ReadyBytes | undefined
  /** What everything else carries beside its own headers. */
  packedHeaders: Record<string, string>
}

/**
 * Answers what is ready in memory before Fastify begins its work, so that a country can open one page in one minute; on a
 * line that is open already, before Node's own begins.
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

  function findPackedAnswer(request: AskedReady): MadeAnswer | undefined {
    const found = findPacked(request)
    if (!found) return undefined
    const { how } = chooseAnswer(request, found.etag)
    if (how === 'changed') return undefined
    const raw: RawHeaders = [...commonOfPacked, 'etag', found.etag]
    for (const name in found.headers) raw.push(name, found.headers[name] ?? '')
    if (how === 'unchanged') return { status: 304, raw, isSame: false }
    raw.push('content-length', found.bytes.length)
    return { status: 200, raw, body: found.bytes, isSame: false }
  }

  function findAnswer(request: AskedReady): MadeAnswer | undefined {
    if (request.method !== 'GET' || !server.listening) return undefined
    const encoding = encodingFor(request.headers['accept-encoding'])
    const packed = encoding === 'br' ? findPackedAnswer(request) : undefined
    if (packed) return packed
    const page = find(request)
    const body = page?.status === 200 ? page.bytes[encoding] : undefined
    if (!page || !body) return undefined
    const etag = etagOf(page, encoding)
    const { how } = chooseAnswer(request, etag)
    if (how === 'changed') return undefined
    counts.pages.ready += 1
    if (how === 'whole') return { status: 200, raw: headersOf(page, encoding), body, isSame: true }
    return {
      status: 304,
      raw: [...common, 'vary', 'Accept-Encoding, Save-Data', 'etag', etag],
      isSame: false,
    }
  }

  server.removeListener('request', usual)
  server.on('request', (request: IncomingMessage, reply: ServerResponse) => {
    const answer = findAnswer(request)
    if (answer) reply.writeHead(answer.status, answer.raw as never).end(answer.body)
    else usual.call(server, request, reply)
  })
  const wholeOf = createWholeAnswers(server)
  answerAtLine(server, request => {
    const answer = findAnswer(request)
    return answer && wholeOf(answer)
  })
}
