import { createHash } from 'node:crypto'
import type { Config } from '#server/config.ts'
import type { AppInstance } from './app-instance.ts'

type HeaderConfig = Pick<Config, 'siteUrl'>

const yearSeconds = 365 * 24 * 60 * 60

/** Pictures of records may live on other hosts; everything else is ours. */
const commonPolicy = {
  'default-src': `'self'`,
  'script-src': `'self'`,
  'script-src-attr': `'none'`,
  'style-src': `'self'`,
  'style-src-attr': `'unsafe-inline'`,
  'img-src': `'self' data: blob: https: http:`,
  'font-src': `'self'`,
  'connect-src': `'self'`,
  'manifest-src': `'self'`,
  'worker-src': `'self'`,
  'object-src': `'none'`,
  'base-uri': `'none'`,
  'form-action': `'self'`,
  'frame-ancestors': `'none'`,
}

/**
 * The one style element that the dashboard's component library makes: on iPhones, while a menu or calendar is open.
 * It is allowed by its hash, so that no other can be.
 */
export const preventScrollStyle = '@layer {\n  * {\n    overscroll-behavior: contain;\n  }\n}'
const preventScrollHash = createHash('sha256').update(preventScrollStyle).digest('base64')
const dashboardPolicy = { ...commonPolicy, 'style-src': `'self' 'sha256-${preventScrollHash}'` }

/**
 * What a browser may do with our pages and answers; the same bytes for every request, so that pages can be cached.
 * The referrer policy must let forms name their origin: `no-referrer` makes it `null`, which the CSRF check refuses.
 */
export function commonHeaders({ siteUrl }: HeaderConfig): Record<string, string> {
  const isHttps = siteUrl?.startsWith('https:') === true
  return {
    'content-security-policy': policyText(commonPolicy, isHttps),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(isHttps && { 'strict-transport-security': `max-age=${yearSeconds}` }),
  }
}

/** Sets the security headers on every answer; a route may set its own after it. */
export function addSecurityHeaders(app: AppInstance, config: HeaderConfig): void {
  const headers = commonHeaders(config)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

/** The policy of the dashboard's own document. Shape: the value of `content-security-policy`. */
export function dashboardContentPolicy({ siteUrl }: HeaderConfig): string {
  return policyText(dashboardPolicy, siteUrl?.startsWith('https:') === true)
}

function policyText(policy: Record<string, string>, isHttps: boolean): string {
  const directives = Object.entries(policy).map(([name, value]) => `${name} ${value}`)
  return [...directives, ...(isHttps ? ['upgrade-insecure-requests'] : [])].join('; ')
}
