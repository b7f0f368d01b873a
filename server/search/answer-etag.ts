import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { examNumberIn } from '#contract/exam-number.ts'
import { chooseAnswer } from '#server/base/http/conditional.ts'

/**
 * Sends what a search found. Caches may keep it but must ask whether it still stands: a save is searchable at once. That of an exam number
 * is kept by nobody.
 */
export function withEtag<Answer>(
  query: string,
  request: Pick<FastifyRequest, 'method' | 'headers'>,
  reply: FastifyReply,
  answer: Answer,
): Answer | FastifyReply {
  if (examNumberIn(query) !== undefined) {
    reply.header('cache-control', 'no-store')
    return answer
  }
  const etag = `W/"${createHash('sha1').update(JSON.stringify(answer)).digest('base64url')}"`
  const { how } = chooseAnswer(request, etag)
  if (how === 'changed') throw new AppError('precondition_failed')
  reply.header('cache-control', 'public, no-cache').header('etag', etag)
  return how === 'unchanged' ? reply.code(304).send() : answer
}
