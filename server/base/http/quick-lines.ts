import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { maxPlainBytes, readPlainGet, type AskedReady } from './plain-get.ts'

const headEnd = Buffer.from('\r\n\r\n')

/**
 * Whether a piece is the request that begins it, to its last byte: what comes next on the line is another one. The parser
 * has its end, so the piece is not too short; and it is not longer than by the first end of a head that could be meant.
 */
function isOneRequest(piece: Buffer, request: IncomingMessage | undefined): boolean {
  if (request?.complete !== true) return false
  const { 'content-length': bodyBytes = '0', 'transfer-encoding': coding } = request.headers
  const end = piece.indexOf(headEnd)
  return coding === undefined && end > 0 && piece.length === end + headEnd.length + Number(bodyBytes)
}

/**
 * Gives what comes on the lines of a server to `answer` before Node's parser, where it is certain to be one plain request:
 * between two requests, with nothing under way. Whatever else comes goes to the parser as it came, with all its rules, and
 * so does the first request of each line. A line on which a request came in pieces, or more than one at once, stays with
 * the parser.
 *
 * Shape: `answer` gives all bytes of an answer that leaves the line open, or undefined for what Node is to answer.
 */
export function answerAtLine(server: Server, answer: (request: AskedReady) => Buffer | undefined): void {
  /** What the parser finds in the piece that it is given at the moment. */
  let found: { request: IncomingMessage; reply: ServerResponse }[] | undefined
  server.prependListener('request', (request, reply) => found?.push({ request, reply }))

  server.on('connection', (socket: Socket) => {
    const [parse, ...others] = socket.listeners('data') as ((this: Socket, piece: Buffer) => void)[]
    if (parse === undefined || others.length > 0) return
    let isSure = false
    let isLost = false
    let underWay = 0
    let idleMs: number | undefined
    const leave = () => (underWay -= 1)

    function isSent(): void {
      if (idleMs !== undefined && underWay === 0) socket.setTimeout(idleMs)
      idleMs = undefined
    }

    /** What does not leave at once is waited for as long as for any answer, not as long as an idle line may be silent. */
    function send(bytes: Buffer): void {
      socket.write(bytes, isSent)
      if (socket.writableLength === 0) return
      idleMs = socket.timeout ?? 0
      socket.setTimeout(server.timeout)
    }

    function passToParser(piece: Buffer): void {
      const here: NonNullable<typeof found> = []
      found = here
      parse?.call(socket, piece)
      found = undefined
      underWay += here.length
      for (const { reply } of here) reply.once('close', leave)
      isLost ||= !isOneRequest(piece, here[0]?.request)
      isSure = !isLost
    }

    socket.removeListener('data', parse)
    socket.on('data', (piece: Buffer) => {
      const isFree = isSure && underWay === 0 && socket.writable && socket.writableLength === 0
      if (isFree && piece.length <= maxPlainBytes) {
        const request = readPlainGet(piece.toString('latin1'))
        const bytes = request && answer(request)
        if (bytes !== undefined) {
          send(bytes)
          return
        }
      }
      passToParser(piece)
    })
  })
}
