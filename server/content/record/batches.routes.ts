import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { kindNames, kinds, type Kind } from '#contract/kinds.ts'
import { apiPaths } from '#contract/paths.ts'
import {
  batchAnswerSchema,
  batchInputSchema,
  batchUndoSchema,
  restorationsSchema,
  stateReturnSchema,
} from '#contract/resources/batch.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { idParameters } from '#server/base/http/route-schemas.ts'
import { actorOf } from '#server/staff/session/request-actor.ts'
import type { Batches, BatchPerson } from './batches.ts'
import { creationHeaders, creationHeadersNote } from './content-routes.ts'
import { creationTry } from './creation-keys.ts'

const tags = ['batches']
const answer = z.object({ data: batchAnswerSchema })
const config = { api: { headers: creationHeadersNote } }

/** Who asks for a batch, under the key that the request carries. */
export function batchPersonOf(request: FastifyRequest, path: string, body: unknown): BatchPerson {
  const { 'idempotency-key': key } = request.headers as z.output<typeof creationHeaders>
  const actor = actorOf(request)
  if (key === undefined || actor.userId === null) return { actor, attempt: undefined }
  return { actor, attempt: creationTry(actor.userId, key, path, body) }
}

/** Registers acts on many records of each kind, and the ways back from them. Source: S14.1, S14.2. */
export function staffBatchRoutes(
  app: AppInstance,
  batches: Batches,
  changes: Record<Kind, z.ZodObject>,
): void {
  for (const kind of kindNames) {
    const path = apiPaths.batchOf(kinds[kind].apiPath)
    app.post(
      path,
      {
        schema: {
          tags: [kinds[kind].list],
          body: batchInputSchema(changes[kind]),
          headers: creationHeaders,
          response: { 200: answer },
        },
        config,
      },
      async request => {
        const person = batchPersonOf(request, path, request.body)
        return { data: await batches.apply(kind, request.body, person) }
      },
    )
    app.post(
      apiPaths.changeUndo(kinds[kind].apiPath, ':id'),
      {
        schema: {
          tags: [kinds[kind].list],
          params: idParameters,
          body: stateReturnSchema,
          headers: creationHeaders,
          response: { 200: answer },
        },
        config,
      },
      async request => {
        const record = { id: request.params.id, version: request.body.version }
        const undoPath = apiPaths.changeUndo(kinds[kind].apiPath, record.id)
        const person = batchPersonOf(request, undoPath, record.version)
        return { data: await batches.undoChange(kind, record, person) }
      },
    )
  }
  app.post(
    apiPaths.batchUndo(':id'),
    {
      schema: {
        tags,
        params: idParameters,
        body: batchUndoSchema,
        headers: creationHeaders,
        response: { 200: answer },
      },
      config,
    },
    async request => {
      const { id } = request.params
      const { except = [] } = request.body
      return { data: await batches.undo(id, except, batchPersonOf(request, apiPaths.batchUndo(id), except)) }
    },
  )
  app.post(
    apiPaths.restorations,
    {
      schema: { tags, body: restorationsSchema, headers: creationHeaders, response: { 200: answer } },
      config,
    },
    async request => {
      const { entries } = request.body
      return { data: await batches.restore(entries, batchPersonOf(request, apiPaths.restorations, entries)) }
    },
  )
  app.post(
    apiPaths.stateOfEntry(':id'),
    {
      schema: {
        tags,
        params: idParameters,
        body: stateReturnSchema,
        headers: creationHeaders,
        response: { 200: answer },
      },
      config,
    },
    async request => {
      const { id } = request.params
      const { version } = request.body
      const person = batchPersonOf(request, apiPaths.stateOfEntry(id), version)
      return { data: await batches.returnTo(id, version, person) }
    },
  )
}
