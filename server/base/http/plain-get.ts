import type { IncomingHttpHeaders } from 'node:http'

/** A request as far as an answer that is ready in memory depends on it. */
export interface AskedReady {
  method?: string | undefined
  url?: string | undefined
  headers: IncomingHttpHeaders
}

/** A longer one is for Node to judge. Units: bytes. */
export const maxPlainBytes = 8 * 1024

/** No folded lines, no space before a colon, no lone LF, nothing but ASCII: where readers of HTTP differ it is not plain. */
const shape = /^GET \/[!-~]* HTTP\/1\.1\r\n(?:[A-Za-z\d-]+:[\t -~]*\r\n)+\r\n$/

/** What answers that are ready depend on. */
const read = new Set([
  'accept-encoding',
  'host',
  'if-match',
  'if-none-match',
  'save-data',
  'x-forwarded-host',
  'x-forwarded-proto',
])

/** What says that something follows, or how the line goes on. */
const otherwise = new Set([
  'content-length',
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/**
 * Reads a request if it is as plain as can be: one whole GET with nothing before or behind it, no body, and each header
 * that matters once. Everything else is undefined, for Node's parser to read and to refuse.
 *
 * Shape: the headers that answers in memory depend on, as Node gives them. Source: RFC 9112, 3 and 5.
 */
export function readPlainGet(text: string): AskedReady | undefined {
  if (!shape.test(text)) return undefined
  const headers: Record<string, string> = {}
  const lineEnd = text.indexOf('\r\n')
  for (let at = lineEnd + 2, end = 0; at < text.length - 2; at = end + 2) {
    end = text.indexOf('\r\n', at)
    const colon = text.indexOf(':', at)
    const name = text.slice(at, colon).toLowerCase()
    if (otherwise.has(name)) return undefined
    if (name === 'connection') {
      if (
        text
          .slice(colon + 1, end)
          .trim()
          .toLowerCase() !== 'keep-alive'
      )
        return undefined
    } else if (read.has(name)) {
      if (headers[name] !== undefined) return undefined
      headers[name] = text.slice(colon + 1, end).trim()
    }
  }
  if (headers['host'] === undefined) return undefined
  return { method: 'GET', url: text.slice('GET '.length, lineEnd - ' HTTP/1.1'.length), headers }
}
