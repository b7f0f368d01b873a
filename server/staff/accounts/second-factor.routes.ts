import { z } from 'zod'
import { isSecondFactorRequired } from '#contract/codes/second-factor.ts'
import { apiPaths } from '#contract/paths.ts'
import {
  codeInputSchema,
  ownPasswordInputSchema,
  recoveryCodesSchema,
  secondFactorSchema,
  secondFactorSetupSchema,
} from '#contract/resources/second-factor.ts'
import { idParameters } from '#server/base/http/route-schemas.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { actorOf } from '#server/staff/session/request-actor.ts'
import { requireAdmin, sessionOf } from '#server/staff/session/request-session.ts'
import type { SecondFactorSettings } from '#server/staff/session/request-session.ts'
import type { AccountsService } from './accounts.service.ts'

interface Services {
  accounts: AccountsService
  settings: SecondFactorSettings
}

const tags = ['users']
const nothing = z.null()

/** Registers one's own second step: for a scope of signed-in people that asks for none. */
export function ownSecondFactorRoutes(app: AppInstance, { accounts, settings }: Services): void {
  app.get(
    apiPaths.secondFactor,
    { schema: { tags, response: { 200: secondFactorSchema } } },
    async request => {
      const { user } = sessionOf(request)
      const isRequired = isSecondFactorRequired((await settings.get()).secondFactorFor, user.role)
      return { ...(await accounts.findSecondFactor(user.id)), isRequired }
    },
  )

  app.post(
    apiPaths.secondFactor,
    { schema: { tags, body: ownPasswordInputSchema, response: { 200: secondFactorSetupSchema } } },
    request => accounts.beginSecondFactor(sessionOf(request).user.id, request.body),
  )

  app.put(
    apiPaths.secondFactor,
    { schema: { tags, body: codeInputSchema, response: { 200: recoveryCodesSchema } } },
    request => accounts.confirmSecondFactor(sessionOf(request).user.id, request.body.code, actorOf(request)),
  )

  app.post(
    apiPaths.secondFactorEnd,
    { schema: { tags, body: ownPasswordInputSchema, response: { 204: nothing } } },
    async (request, reply) => {
      await accounts.endSecondFactor(sessionOf(request).user.id, request.body, actorOf(request))
      return reply.code(204).send(null)
    },
  )

  app.post(
    apiPaths.recoveryCodes,
    { schema: { tags, body: ownPasswordInputSchema, response: { 200: recoveryCodesSchema } } },
    request => accounts.renewRecoveryCodes(sessionOf(request).user.id, request.body, actorOf(request)),
  )
}

/** Registers the way for administrators to take a second step from somebody who has lost the telephone. */
export function staffSecondFactorRoutes(app: AppInstance, accounts: AccountsService): void {
  app.delete(
    `${apiPaths.users}/:id/second-factor`,
    { onRequest: requireAdmin, schema: { tags, params: idParameters, response: { 204: nothing } } },
    async (request, reply) => {
      await accounts.resetSecondFactor(request.params.id, actorOf(request))
      return reply.code(204).send(null)
    },
  )
}
