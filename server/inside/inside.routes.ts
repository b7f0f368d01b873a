import { apiPaths } from '#contract/paths.ts'
import { insideAnswerSchema, insideQuerySchema } from '#contract/resources/inside.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { withEtag } from '#server/search/answer-etag.ts'
import type { InsideService } from './inside.service.ts'

/** Registers the search inside pages. Source: Q5.1. */
export function openInsideRoutes(app: AppInstance, { inside }: { inside: InsideService }): void {
  app.get(
    apiPaths.searchInside,
    { schema: { tags: ['search'], querystring: insideQuerySchema, response: { 200: insideAnswerSchema } } },
    async (request, reply) => {
      const { q, limit, offset, filter, type, record } = request.query
      const filters = type === undefined ? filter : { ...filter, type: [type] }
      return withEtag(q, request, reply, await inside.search({ query: q, limit, offset, filters, record }))
    },
  )
}
