import { isIPv6 } from 'node:net'
import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { FastifyRateLimitOptions, FastifyRateLimitStore } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { hour, minute } from '#contract/units.ts'
import { addCounts } from '#server/base/attempts/attempts.repository.ts'
import type { DatabaseLog, OpenDatabase } from '#server/base/db/types.ts'
import type { AppInstance } from './app-instance.ts'
import { isOwn } from './own-requests.ts'
import { SharedCounts } from './shared-counts.ts'

/** How often one address may ask, by what it asks for: goes into a route's `config`. */
export const rateLimits = {
  contact: { rateLimit: { max: limits.contactMessagesPerHour, timeWindow: hour, groupId: ' contact' } },
  wishes: { rateLimit: { max: limits.wishesPerHour, timeWindow: hour, groupId: ' wishes' } },
  lookups: { rateLimit: { max: limits.lookupsPerMinute, timeWindow: minute, groupId: ' lookups' } },
  visits: { rateLimit: { max: limits.visitsPerMinute, timeWindow: minute, groupId: ' visits' } },
  shareImages: {
    rateLimit: { max: limits.shareImagesPerMinute, timeWindow: minute, groupId: ' share images' },
  },
  sheetTexts: {
    rateLimit: { max: limits.sheetTextsPerMinute, timeWindow: minute, groupId: ' sheet texts' },
  },
  examPdfs: { rateLimit: { max: limits.examPdfsPerMinute, timeWindow: minute, groupId: ' exam PDFs' } },
} as const

interface LimitServices {
  database: Pick<OpenDatabase, 'kysely' | 'engine'>
  log: Pick<DatabaseLog, 'warn'>
}

/**
 * Makes `config.rateLimit` of routes and `limitScope` work, counted by all processes of one database together.
 * Errors: `too_many_requests` with Retry-After.
 */
export async function registerRateLimits(app: AppInstance, { database, log }: LimitServices): Promise<void> {
  const counts = new SharedCounts({
    log,
    /* The embedded database has one process. */
    ...(database.engine === 'postgres' && { add: additions => addCounts(database.kysely, additions) }),
  })
  app.addHook('onClose', () => counts.close())
  await app.register(rateLimit, {
    global: false,
    store: storeOf(counts),
    keyGenerator: addressKey,
    errorResponseBuilder: () => new AppError('too_many_requests'),
    addHeadersOnExceeding: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
    },
  })
}

/** The plugin makes stores itself, one for each limit; all of ours count in one place. */
function storeOf(counts: SharedCounts): new (options: FastifyRateLimitOptions) => FastifyRateLimitStore {
  return class CountsStore implements FastifyRateLimitStore {
    incr(
      key: string,
      callback: (error: Error | null, result?: { current: number; ttl: number }) => void,
      windowMs: number,
      max: number,
    ): void {
      const { current, leftMs } = counts.count(key, { max, windowMs })
      callback(null, { current, ttl: leftMs })
    }

    child(): FastifyRateLimitStore {
      return this
    }
  }
}

/**
 * Limits the requests of a scope together, by address; routes with a limit of their own have that one alone, and what
 * this process asks itself for has none.
 * Call after `registerRateLimits`, before the scope's routes. `name` tells its counts from those of other scopes.
 */
export function limitScope(
  scope: AppInstance,
  name: string,
  requestsPerMinute: number = limits.apiRequestsPerMinute,
): void {
  const limit = scope.rateLimit({
    max: requestsPerMinute,
    timeWindow: minute,
    keyGenerator: request => `${addressKey(request)} ${name}`,
  })
  scope.addHook('onRequest', async function limitRequest(request, reply) {
    /* The plugin runs only the first limit that a request meets. */
    if (request.routeOptions.config.rateLimit === undefined && !isOwn(request))
      await limit.call(this, request, reply)
  })
}

/** What counts as one address: an IPv4 address, or the /64 network that one IPv6 customer has. */
export function addressKey(request: Pick<FastifyRequest, 'ip'>): string {
  return isIPv6(request.ip) ? normalizeIP(request.ip) : request.ip
}
