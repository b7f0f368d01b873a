import { z } from 'zod'
import { apiPaths } from '#contract/paths.ts'
import { lookupInputSchema, lookupSchema } from '#contract/resources/lookup.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { rateLimits } from '#server/base/http/rate-limits.ts'
import type { NumbersService } from './numbers.service.ts'

const tags = ['results']

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
