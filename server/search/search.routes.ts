import { z } from 'zod'
import { apiPaths } from '#contract/paths.ts'
import {
  searchAnswerSchema,
  searchMissQuerySchema,
  searchMissSchema,
  searchQuerySchema,
  searchTypes,
  searchTypeSlugs,
  type SearchQuery,
  type SearchType,
} from '#contract/resources/search.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { withEtag } from './answer-etag.ts'
import type { SearchService } from './search.service.ts'

interface SearchServices {
  search: SearchService
}

function searchOf(services: SearchServices, { q, limit, offset, filter }: SearchQuery, type?: SearchType) {
  const filters = type === undefined ? filter : { ...filter, type: [type] }
  return services.search.search({ query: q, limit, offset, filters })
}

/** Registers the search of everything and of each type. Source: Q1.1. */
export function openSearchRoutes(app: AppInstance, services: SearchServices): void {
  const schema = { tags: ['search'], querystring: searchQuerySchema, response: { 200: searchAnswerSchema } }
  app.get(apiPaths.search, { schema }, async (request, reply) =>
    withEtag(request.query.q, request, reply, await searchOf(services, request.query)),
  )
  for (const type of searchTypes) {
    app.get(`${apiPaths.search}/${searchTypeSlugs[type]}`, { schema }, async (request, reply) =>
      withEtag(request.query.q, request, reply, await searchOf(services, request.query, type)),
    )
  }
}

/** Registers what students look for and we lack, for the staff scope. */
export function staffSearchRoutes(app: AppInstance, { search }: SearchServices): void {
  app.get(
    apiPaths.searchMisses,
    {
      schema: {
        tags: ['search'],
        querystring: searchMissQuerySchema,
        response: { 200: z.object({ misses: z.array(searchMissSchema) }) },
      },
    },
    async request => ({ misses: await search.listMisses(request.query.limit) }),
  )
}
