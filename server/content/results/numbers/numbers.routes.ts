import { z } from 'zod'
import { ministerialGradeBySlug } from '#contract/codes/grades.ts'
import { AppError } from '#contract/errors.ts'
import { apiPaths } from '#contract/paths.ts'
import { lookupInputSchema, lookupSchema } from '#contract/resources/lookup.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { chooseAnswer } from '#server/base/http/conditional.ts'
import { rateLimits } from '#server/base/http/rate-limits.ts'
import type { NumberBuckets } from './number-buckets.ts'
import type { NumbersService } from './numbers.service.ts'

const tags = ['results']

const bucketParameters = z.object({
  stage: z.string().max(100),
  release: z.string().regex(/^\d{4}-\d{1,2}$/),
  bucket: z.string().regex(/^[0-9a-f]{1,12}\.json$/),
})
const ofVersion = 'public, max-age=31536000, immutable'
const ofNow = 'public, max-age=0, s-maxage=10, stale-if-error=86400'

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
      const tag = `"${found.version}-${prefix}"`
      const { how } = chooseAnswer(request, tag)
      if (how === 'changed') throw new AppError('precondition_failed')
      reply.headers({
        etag: tag,
        'cache-control': request.query.v === found.version ? ofVersion : ofNow,
        'x-robots-tag': 'noindex',
      })
      if (how === 'unchanged') return reply.code(304).send()
      return reply.type('application/json; charset=utf-8').send(found.body)
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
