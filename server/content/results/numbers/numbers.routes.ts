import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { z } from 'zod'
import { ministerialGradeBySlug } from '#contract/codes/grades.ts'
import { AppError } from '#contract/errors.ts'
import { apiPaths } from '#contract/paths.ts'
import { lookupInputSchema, lookupSchema } from '#contract/resources/lookup.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { encodingFor } from '#server/base/http/accepted-encoding.ts'
import type { Encoding } from '#server/base/http/accepted-encoding.ts'
import { chooseAnswer } from '#server/base/http/conditional.ts'
import { rateLimits } from '#server/base/http/rate-limits.ts'
import type { NumberBuckets } from './number-buckets.ts'
import type { NumbersService } from './numbers.service.ts'

const tags = ['results']
const gzip = promisify(zlib.gzip)

const bucketParameters = z.object({
  stage: z.string().max(100),
  release: z.string().regex(/^\d{4}-\d{1,2}$/),
  bucket: z.string().regex(/^[0-9a-f]{1,16}\.json$/),
})
const address = /^\/results\/numbers\/([a-z-]+)\/(\d{4}-\d{1,2})\/([0-9a-f]{1,16})\.json(?:\?v=([0-9a-f]+))?$/
const ofVersion = 'public, max-age=31536000, immutable'
const ofNow = 'public, max-age=0, s-maxage=10, stale-if-error=86400'
const type = 'application/json; charset=utf-8'

/** What a bucket carries, whoever hands it out. */
function headersOf(version: string, asked: string | undefined) {
  return {
    'content-type': type,
    'cache-control': asked === version ? ofVersion : ofNow,
    'x-robots-tag': 'noindex',
    vary: 'Accept-Encoding',
  }
}

const tagOf = (version: string, prefix: string, encoding: Encoding) =>
  encoding === 'identity' ? `"${version}-${prefix}"` : `"${version}-${prefix}-${encoding}"`

/** A bucket that is in memory, for an address as it was asked for, packed by Brotli. Source: R6.4. */
export function readyBucket(
  buckets: Pick<NumberBuckets, 'peek'>,
  url: string,
): { bytes: Buffer; etag: string; headers: Record<string, string> } | undefined {
  const [, slug = '', release = '', prefix = '', asked] = address.exec(url) ?? []
  const stage = ministerialGradeBySlug(slug)
  const found = stage && buckets.peek({ stage, release }, prefix)
  if (!found) return undefined
  return {
    bytes: found.packed,
    etag: tagOf(found.version, prefix, 'br'),
    headers: { ...headersOf(found.version, asked), 'content-encoding': 'br' },
  }
}

/** The buckets of exam numbers: small static answers that any cache on the way may hold. Source: R6.4. */
export function numberBucketRoutes(app: AppInstance, buckets: Pick<NumberBuckets, 'find'>): void {
  app.get(
    '/results/numbers/:stage/:release/:bucket',
    { schema: { params: bucketParameters, querystring: z.object({ v: z.string().optional() }), hide: true } },
    async (request, reply) => {
      const { release, bucket } = request.params
      const stage = ministerialGradeBySlug(request.params.stage)
      const prefix = bucket.replace('.json', '')
      const found = stage && (await buckets.find({ stage, release }, prefix))
      if (!found) throw new AppError('not_found')
      if (found === 'withdrawn') throw new AppError('unavailable')
      const { body, packed, version } = found
      const accepted = encodingFor(request.headers['accept-encoding'])
      const encoding = accepted === 'br' && !packed ? 'identity' : accepted
      const tag = tagOf(version, prefix, encoding)
      const { how } = chooseAnswer(request, tag)
      if (how === 'changed') throw new AppError('precondition_failed')
      reply.headers({ ...headersOf(version, request.query.v), etag: tag })
      if (how === 'unchanged') return reply.code(304).send()
      if (encoding === 'identity') return reply.send(body)
      return reply.header('content-encoding', encoding).send(encoding === 'br' ? packed : await gzip(body))
    },
  )
}

/**
 * Where a student's own row stands: for a scope of its own with `requireOwnOrigin`. The number stands in the body, and
 * nowhere else. Source: R6.1.
 */
export function lookupRoutes(app: AppInstance, numbers: Pick<NumbersService, 'lookup'>): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
  })
  app.post(
    apiPaths.resultLookup,
    {
      config: rateLimits.lookups,
      schema: { tags, body: lookupInputSchema, response: { 200: z.object({ data: lookupSchema }) } },
    },
    async request => ({ data: await numbers.lookup(request.body) }),
  )
}
