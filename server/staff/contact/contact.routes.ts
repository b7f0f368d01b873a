import { z } from 'zod'
import { apiPaths } from '#contract/paths.ts'
import {
  contactInputSchema,
  contactListQuerySchema,
  contactMessageSchema,
  contactUpdateSchema,
  inboxSchema,
} from '#contract/resources/contact-message.ts'
import { idParameters } from '#server/base/http/route-schemas.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { rateLimits } from '#server/base/http/rate-limits.ts'
import type { ContactService } from './contact.service.ts'

const tags = ['contact']

/** Registers the contact form's call: for a scope with `requireCsrfOrOwnOrigin`. */
export function visitorContactRoutes(app: AppInstance, contact: ContactService): void {
  app.post(
    apiPaths.contact,
    { schema: { tags, body: contactInputSchema, response: { 204: z.null() } }, config: rateLimits.contact },
    async (request, reply) => {
      await contact.create(request.body, request.ip || null)
      return reply.code(204).send(null)
    },
  )
}

/** Registers the inbox. */
export function staffContactRoutes(app: AppInstance, contact: ContactService): void {
  app.get(
    apiPaths.contact,
    { schema: { tags, querystring: contactListQuerySchema, response: { 200: inboxSchema } } },
    request => contact.list(request.query),
  )

  app.put(
    `${apiPaths.contact}/:id`,
    {
      schema: {
        tags,
        params: idParameters,
        body: contactUpdateSchema,
        response: { 200: z.object({ data: contactMessageSchema }) },
      },
    },
    async request => ({ data: await contact.update(request.params.id, request.body.isRead) }),
  )

  app.delete(
    `${apiPaths.contact}/:id`,
    { schema: { tags, params: idParameters, response: { 204: z.null() } } },
    async (request, reply) => {
      await contact.delete(request.params.id)
      return reply.code(204).send(null)
    },
  )
}
