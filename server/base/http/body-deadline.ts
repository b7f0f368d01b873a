import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { limits } from '#contract/limits.ts'

/** How fast a request must come in. Units: milliseconds and bytes. */
export interface BodyRule {
  /** For the line and headers of a request. */
  headMs: number
  /** How often bodies are looked at: what breaks the rule is cut at most so much later. */
  checkMs: number
  /** In every `windowMs` of a body at least `minBytes` come. */
  windowMs: number
  minBytes: number
  /** For a whole body that is no upload. */
  totalMs: number
  /** For what is left of a body after its answer. */
  restMs: number
  /** The window of uploads, which may last as long as they like. */
  upload: { windowMs: number; minBytes: number }
}

/** The rule of the product. Source: A4.5. */
export const bodyRule: BodyRule = {
  headMs: limits.requestHeadMs,
  checkMs: limits.bodyCheckMs,
  windowMs: limits.bodyWindowMs,
  minBytes: limits.minBodyBytesPerWindow,
  totalMs: limits.bodyTotalMs,
  restMs: limits.bodyRestMs,
  // Longer than the uploads' own window, so that they answer a standstill before the line is cut.
  upload: { windowMs: limits.connectionStallMs, minBytes: limits.uploadMinBytesPerWindow },
}

interface Body {
  request: IncomingMessage
  reply: ServerResponse
  beganAt: number
  answeredAt: number | undefined
  windowBeganAt: number
  /** What the connection had received when the window began. */
  windowBytes: number
}

const uploads = new WeakSet<IncomingMessage>()

/** Lets a body take as long as it keeps coming. Only for people who have signed in. */
export function allowLongBody(request: IncomingMessage): void {
  uploads.add(request)
}

function isIncomplete({ request }: Body): boolean {
  return !request.complete && !request.socket.destroyed
}

function postpone(body: Body, byMs: number): void {
  body.beganAt += byMs
  body.windowBeganAt += byMs
  if (body.answeredAt !== undefined) body.answeredAt += byMs
}

/** True when the body breaks the rule; begins its next window when one is over. */
function isTooSlow(body: Body, rule: BodyRule, now: number): boolean {
  const { request, reply } = body
  if (reply.writableFinished) body.answeredAt ??= now
  if (body.answeredAt !== undefined && now - body.answeredAt >= rule.restMs) return true
  const isUpload = uploads.has(request)
  if (!isUpload && now - body.beganAt >= rule.totalMs) return true
  const { windowMs, minBytes } = isUpload ? rule.upload : rule
  if (now - body.windowBeganAt < windowMs) return false
  const movedBytes = request.socket.bytesRead - body.windowBytes
  // What has come and was not taken yet: it is the server that is slow.
  const isWaitingForUs = isUpload && request.readableLength > 0
  if (movedBytes < minBytes && !isWaitingForUs) return true
  body.windowBeganAt = now
  body.windowBytes = request.socket.bytesRead
  return false
}

/**
 * Cuts every connection whose request does not come in as fast as the rule asks, whatever its address and however it
 * is answered: Node and Fastify wait for ever for a body that drips, and for one that nobody reads.
 */
export function watchBodies(server: Server, rule: BodyRule, log: { warn(text: string): void }): void {
  const open = new Set<Body>()
  let checkedAt = performance.now()

  function check(): void {
    const now = performance.now()
    /* While this process stood still nothing could be read; that is nobody's fault who was sending. */
    const lateMs = Math.max(0, now - checkedAt - rule.checkMs)
    checkedAt = now
    for (const body of open) {
      if (lateMs > rule.checkMs) postpone(body, lateMs)
      if (!isIncomplete(body)) open.delete(body)
      else if (isTooSlow(body, rule, now)) {
        open.delete(body)
        log.warn('request body did not arrive in time')
        body.request.socket.destroy()
      }
    }
  }

  server.headersTimeout = rule.headMs
  server.on('request', (request: IncomingMessage, reply: ServerResponse) => {
    const { headers, socket } = request
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
    const now = performance.now()
    open.add({
      request,
      reply,
      beganAt: now,
      answeredAt: undefined,
      windowBeganAt: now,
      windowBytes: socket.bytesRead,
    })
  })
  const timer = setInterval(check, rule.checkMs)
  timer.unref()
  server.once('close', () => clearInterval(timer))
}
