import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '#contract/errors.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { errorAnswer } from './errors.ts'

/** What Node's refusals mean in our catalogue; everything else is a request that nobody can read. */
const nodeCodes: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_too_slow',
}

/**
 * Makes the answer to what is no HTTP request, such as an address with letters that are not encoded: Node refuses it
 * before there is a request, so it is written to the socket. Shape: as every error, with `headers`.
 */
export function answerClientErrors(
  headers: Record<string, string>,
): (error: NodeJS.ErrnoException, socket: Socket) => void {
  return ({ code }, socket) => {
    if (code === 'ECONNRESET' || socket.destroyed || !socket.writable) return
    const { status, body } = errorAnswer(new AppError(nodeCodes[code ?? ''] ?? 'bad_request'))
    const text = JSON.stringify(body)
    const head = {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(text),
      connection: 'close',
    }
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`)
    socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', text].join('\r\n'), () =>
      socket.destroy(),
    )
  }
}
