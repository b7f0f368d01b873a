import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { isSecondFactorRequired } from '#contract/codes/second-factor.ts'
import type { SecondFactorRule } from '#contract/codes/second-factor.ts'
import { AppError } from '#contract/errors.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import type { User } from '#contract/resources/account.ts'
import { sessionTokenOf } from './session-cookie.ts'

/** The session of a request: who is signed in, and the CSRF token that their writes must carry. */
export interface RequestSession {
  id: string
  user: User
  csrfToken: string
  createdAt: Date
  /** Whether the person signs in with a second step. */
  hasSecondFactor: boolean
}

/** Knows who holds a token of a session. */
export interface SessionFinder {
  findSession(token: string): Promise<RequestSession | undefined>
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null before `readSession` has run, and for whoever is not signed in. */
    session: RequestSession | null
  }
}

/** Makes room for the session on every request. Call once, before the scopes. */
export function decorateSession(app: AppInstance): void {
  app.decorateRequest('session', null)
}

/** An `onRequest` hook that looks the session up, for scopes that care who asks. */
export function readSession(accounts: SessionFinder): onRequestAsyncHookHandler {
  return async request => {
    const token = sessionTokenOf(request)
    request.session = token === undefined ? null : ((await accounts.findSession(token)) ?? null)
  }
}

/** An `onRequest` hook after `readSession`. Errors: `signed_out`. */
export async function requireSession(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('cache-control', 'no-store')
  if (request.session === null) throw new AppError('signed_out')
}

/** An `onRequest` hook after `readSession`. Errors: `signed_out`, `forbidden` for editors. */
export async function requireAdmin(request: FastifyRequest): Promise<void> {
  if (request.session === null) throw new AppError('signed_out')
  if (request.session.user.role !== 'admin') throw new AppError('forbidden')
}

/** Whether somebody must set up a second step before anything else. */
export async function mustSetUpSecondFactor(
  { user, hasSecondFactor }: Pick<RequestSession, 'user' | 'hasSecondFactor'>,
  { get }: SecondFactorSettings,
): Promise<boolean> {
  return !hasSecondFactor && isSecondFactorRequired((await get()).secondFactorFor, user.role)
}

/** What says who must sign in with a second step. */
export interface SecondFactorSettings {
  get(): Promise<{ secondFactorFor: SecondFactorRule }>
}

/** An `onRequest` hook after `requireSession`. Errors: `second_factor_required`. */
export function requireSecondFactor(settings: SecondFactorSettings): onRequestAsyncHookHandler {
  return async request => {
    if (await mustSetUpSecondFactor(sessionOf(request), settings))
      throw new AppError('second_factor_required')
  }
}

/** The session of a request in the staff scope. Errors: `signed_out`. */
export function sessionOf(request: FastifyRequest): RequestSession {
  if (request.session === null) throw new AppError('signed_out')
  return request.session
}
