import { z } from 'zod'
import { apiPaths } from '#contract/paths.ts'
import {
  proposalSchema,
  proposalsInputSchema,
  releaseQuerySchema,
  releaseSchema,
  resultBatchAnswerSchema,
  resultBatchSchema,
  resultChecksAnswerSchema,
  resultChecksSchema,
} from '#contract/resources/release.ts'
import type { ResultBatch } from '#contract/resources/release.ts'
import type { OpenDatabase } from '#server/base/db/types.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { creationHeaders, creationHeadersNote } from '#server/content/record/content-routes.ts'
import { answerOnce, creationTry } from '#server/content/record/creation-keys.ts'
import type { Actor } from '#server/staff/session/actor.ts'
import { actorOf } from '#server/staff/session/request-actor.ts'
import type { ReleaseService } from './release.service.ts'

const tags = ['results']

/** Registers what the release room asks. Source: S13.1, S13.2. */
export function staffReleaseRoutes(app: AppInstance, release: ReleaseService, database: OpenDatabase): void {
  app.get(
    apiPaths.releases,
    {
      schema: { tags, querystring: releaseQuerySchema, response: { 200: z.object({ data: releaseSchema }) } },
    },
    async request => ({ data: await release.get(request.query) }),
  )
  app.post(
    apiPaths.resultProposals,
    {
      schema: {
        tags,
        body: proposalsInputSchema,
        response: { 200: z.object({ data: z.object({ proposals: z.array(proposalSchema) }) }) },
      },
    },
    async ({ body }) => ({
      data: { proposals: await release.propose(body.names, body.addresses ?? []) },
    }),
  )
  app.post(
    apiPaths.resultChecks,
    {
      schema: {
        tags,
        body: resultChecksSchema,
        response: { 200: z.object({ data: resultChecksAnswerSchema }) },
      },
    },
    async request => ({ data: { warnings: await release.listWarnings(request.body.results) } }),
  )
  app.post(
    apiPaths.resultBatch,
    {
      schema: {
        tags,
        body: resultBatchSchema,
        headers: creationHeaders,
        response: { 201: z.object({ data: resultBatchAnswerSchema }) },
      },
      config: { api: { headers: creationHeadersNote } },
    },
    async (request, reply) => {
      const { 'idempotency-key': key } = request.headers
      const ids = await addOnce(request.body, actorOf(request), key)
      return reply.code(201).send({ data: { results: await release.getMany(ids) } })
    },
  )

  async function addOnce({ results }: ResultBatch, actor: Actor, key: string | undefined): Promise<string[]> {
    const attempt =
      key === undefined || actor.userId === null
        ? undefined
        : creationTry(actor.userId, key, apiPaths.resultBatch, results)
    return answerOnce(
      database.kysely,
      attempt,
      () => release.addMany(results, actor, attempt),
      kept => answerSchema.parse(kept).ids,
    )
  }
}

const answerSchema = z.object({ ids: z.array(z.string()) })
