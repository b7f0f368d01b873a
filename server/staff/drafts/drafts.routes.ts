import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { apiPaths } from '#contract/paths.ts'
import {
  formDraftInputSchema,
  formDraftQuerySchema,
  formDraftSchema,
  listedFormDraftSchema,
  seenFormDraftSchema,
} from '#contract/resources/form-draft.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { idParameters as params } from '#server/base/http/route-schemas.ts'
import { sessionOf } from '#server/staff/session/request-session.ts'
import type { DraftOwner, DraftsService } from './drafts.service.ts'

const tags = ['drafts']
const draftAnswer = { 200: z.object({ data: formDraftSchema }) }

function ownerOf(request: FastifyRequest): DraftOwner {
  const { user } = sessionOf(request)
  return { id: user.id, name: user.name }
}

/** Registers the forms that somebody keeps on the server, each person's own. Source: S5.6. */
export function staffDraftRoutes(app: AppInstance, drafts: DraftsService): void {
  app.get(
    apiPaths.formDrafts,
    {
      schema: {
        tags,
        querystring: formDraftQuerySchema,
        response: { 200: z.object({ data: z.object({ drafts: z.array(listedFormDraftSchema) }) }) },
      },
    },
    async request => ({ data: { drafts: await drafts.list(ownerOf(request), request.query.form) } }),
  )
  app.get(apiPaths.formDraft(':id'), { schema: { tags, params, response: draftAnswer } }, async request => ({
    data: await drafts.get(ownerOf(request), request.params.id),
  }))
  app.put(
    apiPaths.formDraft(':id'),
    {
      schema: {
        tags,
        params,
        body: formDraftInputSchema,
        response: { 200: z.object({ data: listedFormDraftSchema }) },
      },
    },
    async request => ({ data: await drafts.keep(ownerOf(request), request.params.id, request.body) }),
  )
  app.delete(
    apiPaths.formDraft(':id'),
    { schema: { tags, params, querystring: seenFormDraftSchema, response: draftAnswer } },
    async request => ({
      data: await drafts.remove(ownerOf(request), request.params.id, request.query.version),
    }),
  )
}
