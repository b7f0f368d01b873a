import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError, errorCatalogue, errorCodeOf } from '#contract/errors.ts'
import { formatDigest } from '#contract/digest.ts'
import { setFileHeaders, setPartHeaders } from '#server/files/download.routes.ts'
import { chooseAnswer } from '#server/base/http/conditional.ts'
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
 * Errors: `precondition_failed`, `range_not_satisfiable`, and those of `open`.
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
  const { how } = chooseAnswer(request, tag)
  if (how === 'changed') throw new AppError('precondition_failed')
  if (how === 'unchanged') {
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
  const { handle, size, sha256 } = file
  const choice = chooseAnswer(request, tag, size)
  if (choice.how === 'outside' || request.method === 'HEAD') await handle.close()
  const range = setPartHeaders(reply, choice, size)
  setHeaders()
  if (sha256) reply.header('repr-digest', formatDigest(sha256))
  return reply.send(request.method === 'HEAD' ? undefined : handle.createReadStream(range))
}

function sendBusy(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  request.log.warn({ err: error }, 'a file could not be made now')
  return reply
    .code(errorCatalogue.unavailable.status)
    .headers({ 'retry-after': retryAfterSeconds, 'cache-control': 'no-store' })
    .send(errorAnswer(new AppError('unavailable')).body)
}
