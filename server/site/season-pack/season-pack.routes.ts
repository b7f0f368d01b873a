import { z } from 'zod'
import { apiPaths } from '#contract/paths.ts'
import { seasonPackQuerySchema, seasonPackSchema } from '#contract/resources/season-pack.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { createSeasonPacks } from './season-pack.ts'

/** Registers what a student of a grade takes along for a season without a line. Source: P16.5. */
export function seasonPackRoutes(app: AppInstance, services: Parameters<typeof createSeasonPacks>[0]): void {
  const packOf = createSeasonPacks(services)
  app.get(
    apiPaths.seasonPack,
    {
      schema: {
        tags: ['site'],
        querystring: seasonPackQuerySchema,
        response: { 200: z.object({ data: seasonPackSchema }) },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'public, no-cache')
      return { data: await packOf(request.query) }
    },
  )
}
