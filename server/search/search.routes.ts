import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import { examNumberIn } from '#contract/exam-number.ts'
import { apiPaths } from '#contract/paths.ts'
import {
  searchAnswerSchema,
  searchMissQuerySchema,
  searchMissSchema,
  searchQuerySchema,
  searchTypes,
  searchTypeSlugs,
  type SearchAnswer,
  type SearchQuery,
  type SearchType,
} from '#contract/resources/search.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { chooseAnswer } from '#server/base/http/conditional.ts'
import type { SearchService } from './search.service.ts'

interface SearchServices {
  search: SearchService
}

/**
 * Caches may keep an answer but must ask whether it still stands: a save is searchable at once. That of an exam number
 * is kept by nobody.
 */
function withEtag(
  query: string,
  request: Pick<FastifyRequest, 'method' | 'headers'>,
  reply: FastifyReply,
  answer: SearchAnswer,
): SearchAnswer | FastifyReply {
  if (examNumberIn(query) !== undefined) {
    reply.header('cache-control', 'no-store')
    return answer
  }
  const etag = `W/"${createHash('sha1').update(JSON.stringify(answer)).digest('base64url')}"`
  const { how } = chooseAnswer(request, etag)
  if (how === 'changed') throw new AppError('precondition_failed')
  reply.header('cache-control', 'public, no-cache').header('etag', etag)
  return how === 'unchanged' ? reply.code(304).send() : answer
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
