import { z } from 'zod'
import { apiPaths } from '#contract/paths.ts'
import { batchAnswerSchema } from '#contract/resources/batch.ts'
import {
  trashAnswerSchema,
  trashedCountSchema,
  trashedKeysSchema,
  trashFreedSchema,
  trashListQuerySchema,
} from '#contract/resources/trash.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { requireAdmin } from '#server/staff/session/request-session.ts'
import { actorOf } from '#server/staff/session/request-actor.ts'
import { batchPersonOf } from './batches.routes.ts'
import type { Batches } from './batches.ts'
import { creationHeaders, creationHeadersNote } from './content-routes.ts'
import type { Trash } from './trash.ts'

const tags = ['trash']

/** Registers what staff may do with what was deleted. Source: S6.3. */
export function staffTrashRoutes(
  app: AppInstance,
  { trash, batches }: { trash: Trash; batches: Pick<Batches, 'restoreTrashed'> },
): void {
  app.get(
    apiPaths.trash,
    { schema: { tags, querystring: trashListQuerySchema, response: { 200: trashAnswerSchema } } },
    async request => ({ data: await trash.list(request.query) }),
  )
  app.post(
    apiPaths.trashRestorations,
    {
      schema: {
        tags,
        body: trashedKeysSchema,
        headers: creationHeaders,
        response: { 200: z.object({ data: batchAnswerSchema }) },
      },
      config: { api: { headers: creationHeadersNote } },
    },
    async request => {
      const { records } = request.body
      const person = batchPersonOf(request, apiPaths.trashRestorations, records)
      return { data: await batches.restoreTrashed(records, person) }
    },
  )
  app.post(
    apiPaths.trashFreed,
    { schema: { tags, body: trashedKeysSchema, response: { 200: trashFreedSchema } } },
    async request => ({ data: { freedBytes: await trash.freedBy(request.body.records) } }),
  )
  app.post(
    apiPaths.trashPurges,
    {
      onRequest: requireAdmin,
      schema: { tags, body: trashedKeysSchema, response: { 200: trashedCountSchema } },
    },
    async request => ({ data: { count: await trash.purge(request.body.records, actorOf(request)) } }),
  )
}
