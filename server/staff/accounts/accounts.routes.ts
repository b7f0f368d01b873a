import { z } from 'zod'
import { apiPaths } from '#contract/paths.ts'
import {
  csrfAnswerSchema,
  loginInputSchema,
  managedUserSchema,
  nameInputSchema,
  passwordInputSchema,
  sessionSchema,
  setupInputSchema,
  userSchema,
  userUpdateSchema,
} from '#contract/resources/account.ts'
import { idParameters } from '#server/base/http/route-schemas.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { actorOf, originOf } from '#server/staff/session/request-actor.ts'
import { requireAdmin, sessionOf } from '#server/staff/session/request-session.ts'
import {
  clearSessionCookie,
  deviceTokenOf,
  sessionTokenOf,
  setDeviceCookie,
  setVisitorCookie,
  visitorTokenOf,
} from '#server/staff/session/session-cookie.ts'
import { heldTokens, ownAnswer, ownAnswerOf, welcome } from './sign-in-answer.ts'
import type { AccountServices } from './sign-in-answer.ts'
import { csrfTokenOf } from '#server/staff/session/tokens.ts'

const tags = ['users']
const userAnswer = z.object({ user: userSchema })
const managedUserAnswer = z.object({ user: managedUserSchema })
const nothing = z.null()

/** Registers who-am-I and the CSRF token: for a scope with `readSession` that lets everybody in. */
export function openAccountRoutes(app: AppInstance, { accounts, config, settings }: AccountServices): void {
  app.get(
    apiPaths.me,
    { schema: { tags, security: [{ session: [] }], response: { 200: ownAnswer } } },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return ownAnswerOf(settings, sessionOf(request))
    },
  )

  app.get(
    apiPaths.csrfToken,
    { schema: { tags, response: { 200: csrfAnswerSchema } } },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      if (request.session) return { csrfToken: request.session.csrfToken }
      const held = visitorTokenOf(request)
      if (held !== undefined && (await accounts.isVisitor(held))) return { csrfToken: csrfTokenOf(held) }
      const token = await accounts.createVisitor()
      setVisitorCookie(reply, config, token)
      return { csrfToken: csrfTokenOf(token) }
    },
  )
}

/** Registers sign-in, sign-out and first set-up: for a scope with `readSession` and `requireCsrf`. */
export function signInRoutes(app: AppInstance, services: AccountServices): void {
  const { accounts, config } = services

  app.post(
    apiPaths.login,
    { schema: { tags, body: loginInputSchema, response: { 200: ownAnswer } } },
    async (request, reply) => {
      const begun = await accounts.signIn(request.body, originOf(request), heldTokens(request))
      return welcome(reply, services, begun)
    },
  )

  app.post(apiPaths.logout, { schema: { tags, response: { 204: nothing } } }, async (request, reply) => {
    const token = sessionTokenOf(request)
    if (token !== undefined) await accounts.signOut(token)
    clearSessionCookie(reply, config)
    return reply.code(204).send(null)
  })

  app.post(
    apiPaths.setup,
    { schema: { tags, body: setupInputSchema, response: { 201: ownAnswer } } },
    async (request, reply) => {
      const begun = await accounts.setUp(request.body, originOf(request), heldTokens(request))
      return reply.code(201).send(await welcome(reply, services, begun))
    },
  )
}

/** Registers one's own account, and the users for administrators: for the staff scope. */
export function staffAccountRoutes(app: AppInstance, { accounts, config }: AccountServices): void {
  app.put(
    apiPaths.password,
    { schema: { tags, body: passwordInputSchema, response: { 204: nothing } } },
    async (request, reply) => {
      const { user } = sessionOf(request)
      const device = await accounts.changePassword(
        user.id,
        request.body,
        actorOf(request),
        deviceTokenOf(request),
      )
      clearSessionCookie(reply, config)
      setDeviceCookie(reply, config, device)
      return reply.code(204).send(null)
    },
  )

  app.put(
    apiPaths.me,
    { schema: { tags, body: nameInputSchema, response: { 200: userAnswer } } },
    async request => {
      const { user } = sessionOf(request)
      return { user: await accounts.changeName(user.id, request.body, actorOf(request)) }
    },
  )

  app.get(
    apiPaths.sessions,
    { schema: { tags, response: { 200: z.object({ sessions: z.array(sessionSchema) }) } } },
    async request => ({ sessions: await accounts.listSessions(sessionOf(request)) }),
  )

  app.delete(
    `${apiPaths.sessions}/:id`,
    { schema: { tags, params: idParameters, response: { 204: nothing } } },
    async (request, reply) => {
      const session = sessionOf(request)
      await accounts.endSession(session, request.params.id, actorOf(request))
      if (request.params.id === session.id) clearSessionCookie(reply, config)
      return reply.code(204).send(null)
    },
  )

  userRoutes(app, accounts)
}

function userRoutes(app: AppInstance, accounts: AccountServices['accounts']): void {
  const onRequest = requireAdmin

  app.get(
    apiPaths.users,
    { onRequest, schema: { tags, response: { 200: z.object({ users: z.array(managedUserSchema) }) } } },
    async () => ({ users: await accounts.listUsers() }),
  )

  app.put(
    `${apiPaths.users}/:id`,
    {
      onRequest,
      schema: { tags, params: idParameters, body: userUpdateSchema, response: { 200: managedUserAnswer } },
    },
    async request => ({ user: await accounts.updateUser(request.params.id, request.body, actorOf(request)) }),
  )
}
