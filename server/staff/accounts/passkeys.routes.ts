import { z } from 'zod'
import { apiPaths } from '#contract/paths.ts'
import {
  newPasskeyInputSchema,
  newPasskeySchema,
  passkeyOptionsSchema,
  passkeysSchema,
  passkeySignInSchema,
  removePasskeyInputSchema,
} from '#contract/resources/passkey.ts'
import { ownPasswordInputSchema } from '#contract/resources/second-factor.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { actorOf, originOf } from '#server/staff/session/request-actor.ts'
import { sessionOf } from '#server/staff/session/request-session.ts'
import { findPasskeyPlace, getPasskeyPlace } from './passkey-place.ts'
import { heldTokens, ownAnswer, welcome } from './sign-in-answer.ts'
import type { AccountServices } from './sign-in-answer.ts'

const tags = ['users']

/** Registers one's own passkeys: for a scope of signed-in people that asks for no second step. */
export function ownPasskeyRoutes(
  app: AppInstance,
  { accounts, config }: Pick<AccountServices, 'accounts' | 'config'>,
): void {
  app.get(apiPaths.passkeys, { schema: { tags, response: { 200: passkeysSchema } } }, async request => ({
    isAvailable: findPasskeyPlace(request, config) !== undefined,
    passkeys: await accounts.listPasskeys(sessionOf(request).user.id),
  }))

  app.post(
    apiPaths.passkeyOptions,
    { schema: { tags, body: ownPasswordInputSchema, response: { 200: passkeyOptionsSchema } } },
    async request => ({
      ...(await accounts.beginPasskey(
        sessionOf(request).user.id,
        request.body,
        getPasskeyPlace(request, config),
      )),
    }),
  )

  app.post(
    apiPaths.passkeys,
    { schema: { tags, body: newPasskeyInputSchema, response: { 201: newPasskeySchema } } },
    async (request, reply) => {
      const { user } = sessionOf(request)
      const place = getPasskeyPlace(request, config)
      const made = await accounts.addPasskey(user.id, request.body, place, actorOf(request))
      return reply.code(201).send(made)
    },
  )

  app.post(
    apiPaths.passkeyEnd,
    { schema: { tags, body: removePasskeyInputSchema, response: { 204: z.null() } } },
    async (request, reply) => {
      await accounts.removePasskey(sessionOf(request).user.id, request.body, actorOf(request))
      return reply.code(204).send(null)
    },
  )
}

/** Registers the way in without a password: for a scope with `readSession` and `requireCsrf`. */
export function passkeySignInRoutes(app: AppInstance, services: AccountServices): void {
  const { accounts, config } = services

  app.post(
    apiPaths.passkeyLoginOptions,
    { schema: { tags, response: { 200: passkeyOptionsSchema } } },
    async request => ({ ...(await accounts.beginPasskeySignIn(getPasskeyPlace(request, config))) }),
  )

  app.post(
    apiPaths.passkeyLogin,
    { schema: { tags, body: passkeySignInSchema, response: { 200: ownAnswer } } },
    async (request, reply) => {
      const place = getPasskeyPlace(request, config)
      const begun = await accounts.signInByPasskey(
        request.body,
        place,
        originOf(request),
        heldTokens(request),
      )
      return welcome(reply, services, begun)
    },
  )
}
