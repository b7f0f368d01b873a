import type { FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '#contract/limits.ts'
import type { Config } from '#server/config.ts'
import { isTokenShaped } from './tokens.ts'

const sessionCookie = 'rafid_session'
const visitorCookie = 'rafid_visitor'
const deviceCookie = 'rafid_device'
const maxDeviceTokenLength = 500

/** How long a visitor's CSRF token lasts before sign-in. */
export const visitorTokenMs = 60 * 60_000

type CookieConfig = Pick<Config, 'siteUrl' | 'sessionAbsoluteMs'>

/** The session token that the request carries, if it can be one. */
export function sessionTokenOf(request: FastifyRequest): string | undefined {
  const value = request.cookies[sessionCookie]
  return isTokenShaped(value) ? value : undefined
}

/** The visitor token that the request carries, if it can be one. */
export function visitorTokenOf(request: FastifyRequest): string | undefined {
  const value = request.cookies[visitorCookie]
  return isTokenShaped(value) ? value : undefined
}

/** What the request's device is known by, if it can be that. */
export function deviceTokenOf(request: FastifyRequest): string | undefined {
  const value = request.cookies[deviceCookie]
  return value === undefined || value.length > maxDeviceTokenLength ? undefined : value
}

/** Makes the browser one that a person has signed in with, beyond the end of the session. */
export function setDeviceCookie(reply: FastifyReply, config: CookieConfig, token: string): void {
  reply.setCookie(deviceCookie, token, {
    ...attributes(reply.request, config),
    sameSite: 'strict',
    path: '/api/users',
    maxAge: limits.knownDeviceMs / 1000,
  })
}

/** Gives the browser its session; the visitor's token ends with it. */
export function setSessionCookie(reply: FastifyReply, config: CookieConfig, token: string): void {
  reply.setCookie(sessionCookie, token, {
    ...attributes(reply.request, config),
    path: '/',
    maxAge: Math.floor(config.sessionAbsoluteMs / 1000),
  })
  reply.clearCookie(visitorCookie, { ...attributes(reply.request, config), path: '/api' })
}

/** Takes the session from the browser. */
export function clearSessionCookie(reply: FastifyReply, config: CookieConfig): void {
  reply.clearCookie(sessionCookie, { ...attributes(reply.request, config), path: '/' })
}

/** Gives a visitor the secret that their CSRF token is made of. */
export function setVisitorCookie(reply: FastifyReply, config: CookieConfig, token: string): void {
  reply.setCookie(visitorCookie, token, {
    ...attributes(reply.request, config),
    path: '/api',
    maxAge: visitorTokenMs / 1000,
  })
}

/** Host-only: no `domain`. */
function attributes(request: FastifyRequest, config: CookieConfig) {
  const isSecure = request.protocol === 'https' || config.siteUrl?.startsWith('https:') === true
  return { httpOnly: true, sameSite: 'lax', secure: isSecure } as const
}
