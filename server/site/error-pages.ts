import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { AppError } from '#contract/errors.ts'
import type { KeptAnswer } from '#server/base/http/kept-answers.ts'
import { prepareErrorAnswer, sendErrorBody } from '#server/base/http/errors.ts'
import type { MadePage } from './free-text-pages.ts'
import { sendReady } from './ready-answer.ts'

/** Makes the page that says what went wrong. */
type MakePage = (request: FastifyRequest, error: unknown) => Promise<MadePage>

export interface ErrorPages {
  /** The error handler of the whole app: programs get the body that they read, people a page of the site. */
  handle(error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
  /** Says how a page is made, once the pages of the site are open. */
  use(make: MakePage): void
}

/** True when a person opens the address in a tab of their own: a file, a PDF that is made when it is asked for. */
function isOpenedByPerson({ method, headers, url }: FastifyRequest): boolean {
  if (method !== 'GET' || url.startsWith('/api/')) return false
  const destination = headers['sec-fetch-dest']
  if (destination !== undefined) return destination === 'document'
  return headers.accept?.includes('text/html') === true
}

/**
 * Lets what cannot be opened say so in a page, with the way back; without the pages of the site all get the body. What
 * `findKept` has goes out in place of an error.
 */
export function createErrorPages(
  findKept: (request: FastifyRequest, error: unknown) => Promise<KeptAnswer | undefined>,
): ErrorPages {
  let make: MakePage | undefined

  async function pageFor(request: FastifyRequest, error: unknown): Promise<MadePage | undefined> {
    try {
      return await make?.(request, error)
    } catch (cause) {
      request.log.error({ err: cause }, 'the page for a failure could not be made')
      return undefined
    }
  }

  return {
    use(given) {
      make = given
    },
    async handle(error, request, reply) {
      const kept = await findKept(request, error)
      if (kept) {
        request.log.warn({ err: error }, 'an answer goes out as it was last')
        return reply.code(200).headers(kept.headers).type(kept.type).send(kept.body)
      }
      const body = prepareErrorAnswer(error, request, reply)
      const page = isOpenedByPerson(request) ? await pageFor(request, error) : undefined
      if (!page) return sendErrorBody(reply, body)
      reply.removeHeader('content-disposition')
      sendReady(request, reply, page.ready, page.headers)
      return reply
    },
  }
}
