import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { apiPaths } from '#contract/paths.ts'
import { batchAnswerSchema } from '#contract/resources/batch.ts'
import {
  arrivedFilesSchema,
  ingestArchiveInputSchema,
  ingestArchivesSchema,
  ingestChangesAnswerSchema,
  ingestChangesSchema,
  ingestChecksAnswerSchema,
  ingestChecksInputSchema,
  ingestFilesAnswerSchema,
  ingestFilesInputSchema,
  ingestPagesInputSchema,
  ingestPublicationSchema,
  ingestRowsInputSchema,
  ingestSchema,
  ingestSummarySchema,
  nameProposalsAnswerSchema,
  nameProposalsInputSchema,
  type NameProposal,
} from '#contract/resources/ingest.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { idParameters } from '#server/base/http/route-schemas.ts'
import { batchPersonOf } from '#server/content/record/batches.routes.ts'
import { creationHeaders, creationHeadersNote } from '#server/content/record/content-routes.ts'
import { proposeFromName } from '#server/search/file-names/propose-from-name.ts'
import { letOthersRun } from '#server/search/let-others-run.ts'
import { sessionOf } from '#server/staff/session/request-session.ts'
import type { IngestService } from './ingest.service.ts'
import type { IngestPerson } from './present-rows.ts'

const tags = ['ingest']

/** Reads many names, and lets other work in between. Shape: a name may begin with its folders. */
async function proposeAll(names: readonly string[]): Promise<NameProposal[]> {
  const proposals: NameProposal[] = []
  for (const name of names) {
    const at = name.lastIndexOf('/') + 1
    proposals.push(proposeFromName(name.slice(at), name.slice(0, at)))
    await letOthersRun()
  }
  return proposals
}

/** What tells people apart in an import. */
function personOf(request: FastifyRequest): IngestPerson {
  const { user } = sessionOf(request)
  return { userId: user.id, name: user.name }
}

const ingestAnswer = z.object({ data: ingestSchema })
const params = idParameters

/** Registers what the import of many files asks. Source: S15.1, S15.2, S15.5. */
export function staffIngestRoutes(app: AppInstance, ingests: IngestService): void {
  app.post(
    apiPaths.ingestProposals,
    {
      schema: {
        tags,
        body: nameProposalsInputSchema,
        response: { 200: z.object({ data: nameProposalsAnswerSchema }) },
      },
    },
    async ({ body }) => ({ data: { proposals: await proposeAll(body.names) } }),
  )
  app.get(
    apiPaths.ingests,
    {
      schema: {
        tags,
        response: { 200: z.object({ data: z.object({ ingests: z.array(ingestSummarySchema) }) }) },
      },
    },
    async () => ({ data: { ingests: await ingests.list() } }),
  )
  app.post(
    apiPaths.ingests,
    { schema: { tags, response: { 201: z.object({ data: z.object({ id: z.string() }) }) } } },
    async (request, reply) => reply.code(201).send({ data: await ingests.begin(personOf(request)) }),
  )
  app.get(
    apiPaths.ingest(':id'),
    { schema: { tags, params, response: { 200: ingestAnswer } } },
    async request => ({
      data: await ingests.get(request.params.id, personOf(request)),
    }),
  )
  app.get(
    apiPaths.ingestArchives(':id'),
    { schema: { tags, params, response: { 200: z.object({ data: ingestArchivesSchema }) } } },
    async request => ({ data: { archives: await ingests.archives(request.params.id) } }),
  )
  app.delete(
    apiPaths.ingest(':id'),
    { schema: { tags, params, response: { 200: z.object({ data: z.object({ id: z.string() }) }) } } },
    async request => {
      await ingests.drop(request.params.id)
      return { data: { id: request.params.id } }
    },
  )
  app.post(
    apiPaths.ingestFiles(':id'),
    {
      schema: {
        tags,
        params,
        body: ingestFilesInputSchema,
        response: { 200: z.object({ data: ingestFilesAnswerSchema }) },
      },
    },
    async request => ({ data: { ids: await ingests.addFiles(request.params.id, request.body.files) } }),
  )
  app.put(
    apiPaths.ingestFiles(':id'),
    { schema: { tags, params, body: arrivedFilesSchema, response: { 200: ingestAnswer } } },
    async request => {
      const { id } = request.params
      await ingests.arrive(id, request.body.files)
      return { data: await ingests.get(id, personOf(request)) }
    },
  )
  app.put(
    apiPaths.ingestRows(':id'),
    {
      schema: {
        tags,
        params,
        body: ingestChangesSchema,
        response: { 200: z.object({ data: ingestChangesAnswerSchema }) },
      },
    },
    async request => ({
      data: await ingests.change(request.params.id, request.body.rows, personOf(request)),
    }),
  )
  const acts = {
    ingestRemovals: 'removeRows',
    ingestJoinings: 'join',
    ingestPartings: 'part',
    ingestOpenings: 'open',
  } as const
  for (const path of ['ingestRemovals', 'ingestJoinings', 'ingestPartings', 'ingestOpenings'] as const) {
    app.post(
      apiPaths[path](':id'),
      { schema: { tags, params, body: ingestRowsInputSchema, response: { 200: ingestAnswer } } },
      async request => {
        const { id } = request.params
        const person = personOf(request)
        await ingests[acts[path]](id, request.body.rows, person)
        return { data: await ingests.get(id, person) }
      },
    )
  }
  app.post(
    apiPaths.ingestPages(':id'),
    { schema: { tags, params, body: ingestPagesInputSchema, response: { 200: ingestAnswer } } },
    async request => {
      const { id } = request.params
      const person = personOf(request)
      await ingests.replaceByPages(id, request.body, person)
      return { data: await ingests.get(id, person) }
    },
  )
  app.post(
    apiPaths.ingestClosings(':id'),
    { schema: { tags, params, body: ingestArchiveInputSchema, response: { 200: ingestAnswer } } },
    async request => {
      const { id } = request.params
      await ingests.close(id, request.body.archive)
      return { data: await ingests.get(id, personOf(request)) }
    },
  )
  app.post(
    apiPaths.ingestChecks(':id'),
    {
      schema: {
        tags,
        params,
        body: ingestChecksInputSchema,
        response: { 200: z.object({ data: ingestChecksAnswerSchema }) },
      },
    },
    async request => ({
      data: await ingests.check(request.params.id, request.body.rows, personOf(request)),
    }),
  )
  app.post(
    apiPaths.ingestPublication(':id'),
    {
      schema: {
        tags,
        params,
        body: ingestPublicationSchema,
        headers: creationHeaders,
        response: { 200: z.object({ data: batchAnswerSchema }) },
      },
      config: { api: { headers: creationHeadersNote } },
    },
    async request => {
      const { id } = request.params
      const who = batchPersonOf(request, apiPaths.ingestPublication(id), request.body)
      return { data: await ingests.publish(id, request.body, who, personOf(request)) }
    },
  )
}
