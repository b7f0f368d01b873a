import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { visitorTokenOf } from './session-cookie.ts'
import { csrfTokenOf, isSameSecret } from './tokens.ts'
import type { Config } from '#server/config.ts'

interface CsrfServices {
  accounts: { isVisitor(token: string): Promise<boolean> }
  config: Pick<Config, 'siteUrl'>
}

const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])

/**
 * An `onRequest` hook after `readSession`: a write must come from our own pages and carry the CSRF token of its
 * session, or of its visitor before sign-in. Errors: `csrf`. Source: A4.3.
 */
export function requireCsrf(services: CsrfServices): onRequestAsyncHookHandler {
  return async request => {
    if (readingMethods.has(request.method)) return
    refuseForeignOrigin(request, services.config)
    await checkToken(request, services)
  }
}

/**
 * An `onRequest` hook for the writes that need no token, because they do nothing in anybody's name: visits.
 * Errors: `csrf` when another site sends them.
 */
export function requireOwnOrigin(services: { config: Pick<Config, 'siteUrl'> }): onRequestAsyncHookHandler {
  return async request => refuseForeignOrigin(request, services.config)
}

/**
 * An `onRequest` hook after `readSession` for forms that also work without scripts: what the browser says of its
 * origin stands in for the token, and who says nothing needs the token. Errors: `csrf`.
 */
export function requireCsrfOrOwnOrigin(services: CsrfServices): onRequestAsyncHookHandler {
  return async request => {
    refuseForeignOrigin(request, services.config)
    const { origin, 'sec-fetch-site': fetchSite } = request.headers
    if (origin === undefined && fetchSite !== 'same-origin') await checkToken(request, services)
  }
}

async function checkToken(request: FastifyRequest, services: CsrfServices): Promise<void> {
  const given = request.headers['x-csrf-token']
  if (typeof given !== 'string' || given === '') throw new AppError('csrf')
  const expected = request.session?.csrfToken ?? (await visitorCsrfToken(request, services))
  if (expected === undefined || !isSameSecret(given, expected)) throw new AppError('csrf')
}

async function visitorCsrfToken(
  request: FastifyRequest,
  services: CsrfServices,
): Promise<string | undefined> {
  const token = visitorTokenOf(request)
  if (token === undefined || !(await services.accounts.isVisitor(token))) return undefined
  return csrfTokenOf(token)
}

function refuseForeignOrigin(request: FastifyRequest, config: Pick<Config, 'siteUrl'>): void {
  if (request.headers['sec-fetch-site'] === 'cross-site') throw new AppError('csrf')
  const { origin } = request.headers
  if (origin !== undefined && !isOwnOrigin(origin, request.host, config.siteUrl)) throw new AppError('csrf')
}

/** Behind a proxy that ends TLS the scheme of the request is not the browser's, so hosts are compared. */
function isOwnOrigin(origin: string, host: string, siteUrl: string | undefined): boolean {
  if (!/^https?:\/\//i.test(origin) || !URL.canParse(origin)) return false
  const url = new URL(origin)
  if (siteUrl !== undefined && url.origin === new URL(siteUrl).origin) return true
  return url.host === hostWithoutDefaultPort(host, url.protocol)
}

function hostWithoutDefaultPort(host: string, protocol: string): string {
  const address = `${protocol}//${host}`
  return URL.canParse(address) ? new URL(address).host : ''
}
