import { isIPv6 } from 'node:net'
import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { AppInstance } from './app-instance.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** How often one address may ask, by what it asks for: goes into a route's `config`. */
export const rateLimits = {
  contact: { rateLimit: { max: limits.contactMessagesPerHour, timeWindow: hourMs } },
  visits: { rateLimit: { max: limits.visitsPerMinute, timeWindow: minuteMs } },
  shareImages: { rateLimit: { max: limits.shareImagesPerMinute, timeWindow: minuteMs } },
  examPdfs: { rateLimit: { max: limits.examPdfsPerMinute, timeWindow: minuteMs } },
} as const

/** Makes `config.rateLimit` of routes work. Errors: `too_many_requests` with Retry-After. */
export async function registerRateLimits(app: AppInstance): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    keyGenerator: addressKey,
    errorResponseBuilder: () => new AppError('too_many_requests'),
    addHeadersOnExceeding: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
    },
  })
}

/**
 * Limits the requests of a scope together, by address; routes with a limit of their own have that one alone.
 * Call after `registerRateLimits`, before the scope's routes.
 */
export function limitScope(
  scope: AppInstance,
  requestsPerMinute: number = limits.apiRequestsPerMinute,
): void {
  const limit = scope.rateLimit({ max: requestsPerMinute, timeWindow: minuteMs })
  scope.addHook('onRequest', async function limitRequest(request, reply) {
    /* The plugin runs only the first limit that a request meets. */
    if (request.routeOptions.config.rateLimit === undefined) await limit.call(this, request, reply)
  })
}

/** What counts as one address: an IPv4 address, or the /64 network that one IPv6 customer has. */
export function addressKey(request: Pick<FastifyRequest, 'ip'>): string {
  return isIPv6(request.ip) ? normalizeIP(request.ip) : request.ip
}
