import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import { apiPaths } from '#contract/paths.ts'
import { releaseStatusQuerySchema, releaseStatusSchema } from '#contract/resources/release-status.ts'
import { chooseAnswer } from '#server/base/http/conditional.ts'
import { kinds } from '#contract/kinds.ts'
import {
  resultInputSchema,
  unsavedResultSchema,
  resultListQuerySchema,
  resultSchema,
  staffResultSchema,
  staffResultListQuerySchema,
} from '#contract/resources/result.ts'
import type { OpenDatabase } from '#server/base/db/types.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { idParameters } from '#server/base/http/route-schemas.ts'
import { staffContentRoutes } from '#server/content/record/content-routes.ts'
import type { ResultsService } from './results.service.ts'

const resource = {
  path: kinds.result.apiPath,
  tag: kinds.result.list,
  recordSchema: resultSchema,
}

/* A country asks at once: whoever stands between may answer for ten seconds, and longer while we are away. */
const statusCaching = 'public, max-age=10, stale-while-revalidate=30, stale-if-error=86400'

/** An answer that is sent again only when it is another one. Source: RFC 9110, 13.1.2. */
function ofTag<Answer>(request: FastifyRequest, reply: FastifyReply, answer: Answer) {
  const digest = createHash('sha256').update(JSON.stringify(answer)).digest('base64url')
  const tag = `"${digest.slice(0, 22)}"`
  const { how } = chooseAnswer(request, tag)
  if (how === 'changed') throw new AppError('precondition_failed')
  reply.header('cache-control', statusCaching).header('etag', tag)
  return how === 'unchanged' ? reply.code(304).send() : answer
}

/** What everybody may read of results: a bare array, with the full count in a header. Source: A1.3. */
export function openResultRoutes(app: AppInstance, results: ResultsService): void {
  app.get(
    resource.path,
    {
      schema: {
        tags: ['results'],
        querystring: resultListQuerySchema,
        response: { 200: z.array(resultSchema) },
      },
      config: {
        keptUnder: ['results'],
        api: {
          answerHeaders: { 'X-Total-Count': { type: 'integer', description: 'عدد كل ما يطابق التصفية' } },
        },
      },
    },
    async (request, reply) => {
      const { items, total } = await results.list(request.query)
      return reply.header('x-total-count', total).send(items)
    },
  )
  app.get(
    apiPaths.resultStatus,
    {
      schema: {
        tags: ['results'],
        querystring: releaseStatusQuerySchema,
        response: { 200: z.object({ data: releaseStatusSchema }) },
      },
      /* A country stands behind a few addresses, and the answer costs nothing. */
      config: { rateLimit: false, keptUnder: ['results'] },
    },
    async (request, reply) => {
      const data = await results.status(request.query)
      return ofTag(request, reply, { data })
    },
  )
  app.get(
    `${resource.path}/:id`,
    {
      config: { keptUnder: ['results'] },
      schema: {
        tags: ['results'],
        params: idParameters,
        response: { 200: z.object({ data: resultSchema }) },
      },
    },
    async request => ({ data: await results.get(request.params.id) }),
  )
}

/** What staff may do with results. Source: A7.1. */
export function staffResultRoutes(app: AppInstance, results: ResultsService, database: OpenDatabase): void {
  staffContentRoutes(app, {
    ...resource,
    inputSchema: resultInputSchema,
    unsavedSchema: unsavedResultSchema,
    listName: 'results',
    recordSchema: staffResultSchema,
    querySchema: staffResultListQuerySchema,
    database,
    service: results,
  })
}
