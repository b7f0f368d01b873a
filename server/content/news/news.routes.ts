import { z } from 'zod'
import { newsCategorySchema } from '#contract/codes/schemas.ts'
import { kinds } from '#contract/kinds.ts'
import {
  newsInputSchema,
  unsavedNewsSchema,
  newsItemSchema,
  newsListQuerySchema,
  staffNewsItemSchema,
  staffNewsListQuerySchema,
} from '#contract/resources/news.ts'
import type { OpenDatabase } from '#server/base/db/types.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { openContentRoutes, staffContentRoutes } from '#server/content/record/content-routes.ts'
import type { NewsService } from './news.service.ts'

const resource = {
  path: kinds.news.apiPath,
  tag: kinds.news.list,
  listKey: kinds.news.listKey,
  recordSchema: newsItemSchema,
}
const listAnswer = z.object({ data: z.object({ news: z.array(newsItemSchema), total: z.int() }) })

/** What everybody may read of news. Source: A7.1. */
export function openNewsRoutes(app: AppInstance, news: NewsService): void {
  app.get(
    `${resource.path}/type/:type`,
    {
      schema: {
        tags: ['news'],
        params: z.object({ type: newsCategorySchema }),
        querystring: newsListQuerySchema.omit({ type: true }),
        response: { 200: listAnswer },
      },
    },
    async request => {
      const { items, total } = await news.list({ ...request.query, type: request.params.type })
      return { data: { news: items, total } }
    },
  )
  openContentRoutes(app, { ...resource, querySchema: newsListQuerySchema, service: news })
}

/** What staff may do with news. Source: A7.1. */
export function staffNewsRoutes(app: AppInstance, news: NewsService, database: OpenDatabase): void {
  staffContentRoutes(app, {
    ...resource,
    inputSchema: newsInputSchema,
    unsavedSchema: unsavedNewsSchema,
    listName: 'news',
    recordSchema: staffNewsItemSchema,
    querySchema: staffNewsListQuerySchema,
    database,
    service: news,
  })
}
