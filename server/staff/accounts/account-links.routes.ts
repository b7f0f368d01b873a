import { z } from 'zod'
import { apiPaths } from '#contract/paths.ts'
import {
  accountLinkSchema,
  inviteInputSchema,
  linkLookInputSchema,
  linkOwnerSchema,
  linkUseInputSchema,
  userSchema,
} from '#contract/resources/account.ts'
import { idParameters } from '#server/base/http/route-schemas.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { actorOf, originOf } from '#server/staff/session/request-actor.ts'
import { requireAdmin } from '#server/staff/session/request-session.ts'
import { heldTokens, ownAnswer, welcome } from './sign-in-answer.ts'
import type { AccountServices } from './sign-in-answer.ts'
import type { AccountsService } from './accounts.service.ts'

const tags = ['users']
const linkAnswer = z.object({ link: accountLinkSchema })

/** Registers what the page of a link asks and sends: for a scope with `readSession` and `requireCsrf`. */
export function openAccountLinkRoutes(app: AppInstance, services: AccountServices): void {
  const { accounts } = services

  app.post(
    apiPaths.accountLinkLook,
    { schema: { tags, body: linkLookInputSchema, response: { 200: linkOwnerSchema } } },
    request => accounts.lookAtLink(request.body.token),
  )

  app.post(
    apiPaths.accountLinkUse,
    {
      schema: {
        tags,
        body: linkUseInputSchema,
        /* Without a user: the password is set, and the second step stands between it and the dashboard. */
        response: { 200: ownAnswer.partial().extend({ email: z.string() }) },
      },
    },
    async (request, reply) => {
      const { email, begun } = await accounts.useLink(request.body, originOf(request), heldTokens(request))
      return begun === undefined ? { email } : { email, ...(await welcome(reply, services, begun)) }
    },
  )
}

/** Registers how administrators invite people, and hand over and withdraw links. */
export function staffAccountLinkRoutes(app: AppInstance, accounts: AccountsService): void {
  const onRequest = requireAdmin
  const links = apiPaths.accountLinks(':id')

  app.post(
    apiPaths.register,
    {
      onRequest,
      schema: { tags, body: inviteInputSchema, response: { 201: linkAnswer.extend({ user: userSchema }) } },
    },
    async (request, reply) => reply.code(201).send(await accounts.invite(request.body, actorOf(request))),
  )

  app.post(
    links,
    { onRequest, schema: { tags, params: idParameters, response: { 201: linkAnswer } } },
    async (request, reply) =>
      reply.code(201).send({ link: await accounts.createLink(request.params.id, actorOf(request)) }),
  )

  app.delete(
    links,
    { onRequest, schema: { tags, params: idParameters, response: { 204: z.null() } } },
    async (request, reply) => {
      await accounts.withdrawLink(request.params.id, actorOf(request))
      return reply.code(204).send(null)
    },
  )
}
