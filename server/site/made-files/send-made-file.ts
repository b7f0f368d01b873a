import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError, errorCatalogue, errorCodeOf } from '#contract/errors.ts'
import { allowsRange, chooseRange, matchesTag } from '#server/files/byte-range.ts'
import { setFileHeaders } from '#server/files/download.routes.ts'
import { errorAnswer, retryAfterSeconds } from '#server/base/http/errors.ts'
import type { MadeFile } from './made-files.ts'

interface MadeFileAnswer {
  type: string
  /** A strong entity tag with its quotes: equal tags must mean equal bytes. */
  tag: string
  cacheControl: string
  /** True for what pages of other sites may show. */
  isForOtherSites?: boolean
  /** Opens the file; not called when the browser has it already. */
  open(): Promise<MadeFile>
}

/**
 * Answers with a made file or the part of it that is asked for; 503 with Retry-After while too many are being made.
 * Errors: `range_not_satisfiable`, and those of `open`. Source: RFC 9110, 13 and 14.
 */
export async function sendMadeFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, tag, cacheControl, isForOtherSites = false, open }: MadeFileAnswer,
): Promise<FastifyReply> {
  const setHeaders = () => {
    setFileHeaders(reply, type, tag)
    reply.header('cache-control', cacheControl)
    if (isForOtherSites) reply.header('cross-origin-resource-policy', 'cross-origin')
  }
  if (matchesTag(request.headers['if-none-match'], tag)) {
    setHeaders()
    return reply.code(304).send()
  }
  let file: MadeFile
  try {
    file = await open()
  } catch (error) {
    if (errorCodeOf(error) !== 'unavailable') throw error
    return sendBusy(request, reply, error)
  }
  const { handle, size } = file
  const ifRange = request.headers['if-range']
  const followsRange = allowsRange(typeof ifRange === 'string' ? ifRange : undefined, tag)
  const choice = chooseRange(followsRange ? request.headers.range : undefined, size)
  if (choice.how === 'outside' || request.method === 'HEAD') await handle.close()
  if (choice.how === 'outside') {
    reply.header('content-range', `bytes */${size}`)
    throw new AppError('range_not_satisfiable')
  }
  setHeaders()
  const range = choice.how === 'part' ? choice.range : { start: 0, end: size - 1 }
  reply.header('content-length', range.end - range.start + 1)
  if (choice.how === 'part')
    reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  return reply.send(request.method === 'HEAD' ? undefined : handle.createReadStream(range))
}

function sendBusy(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  request.log.warn({ err: error }, 'a file could not be made now')
  return reply
    .code(errorCatalogue.unavailable.status)
    .headers({ 'retry-after': retryAfterSeconds, 'cache-control': 'no-store' })
    .send(errorAnswer(new AppError('unavailable')).body)
}
