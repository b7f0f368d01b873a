import { limits } from '#contract/limits.ts'
import { apiPaths } from '#contract/paths.ts'
import { insideAnswerSchema, insideQuerySchema } from '#contract/resources/inside.ts'
import { Turns } from '#server/base/turns.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { withEtag } from '#server/search/answer-etag.ts'
import type { InsideService } from './inside.service.ts'

/** Registers the search inside pages: a few searches at once, the others wait. Source: Q5.1. */
export function openInsideRoutes(app: AppInstance, { inside }: { inside: InsideService }): void {
  const turns = new Turns({
    atOnce: limits.freeTextPagesAtOnce,
    maxWaiting: limits.freeTextPagesWaiting,
    maxWaitMs: limits.freeTextPageWaitMs,
  })
  app.get(
    apiPaths.searchInside,
    { schema: { tags: ['search'], querystring: insideQuerySchema, response: { 200: insideAnswerSchema } } },
    async (request, reply) => {
      const { q, limit, offset, filter, type, record, page } = request.query
      const filters = type === undefined ? filter : { ...filter, type: [type] }
      const pages = page === undefined ? undefined : [page]
      const answer = await turns.take(() =>
        inside.search({ query: q, limit, offset, filters, record, pages }),
      )
      return withEtag(q, request, reply, answer)
    },
  )
}
