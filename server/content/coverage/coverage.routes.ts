import { z } from 'zod'
import { apiPaths } from '#contract/paths.ts'
import { coverageQuerySchema, coverageSchema } from '#contract/resources/coverage.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import type { CoverageService } from './coverage.service.ts'

/** Registers what there is of each grade and what is missing, for the staff scope. Source: S16.1. */
export function staffCoverageRoutes(app: AppInstance, coverage: CoverageService): void {
  app.get(
    apiPaths.coverage,
    {
      schema: {
        tags: ['stats'],
        querystring: coverageQuerySchema,
        response: { 200: z.object({ data: coverageSchema }) },
      },
    },
    async ({ query }) => ({ data: await coverage.get(query) }),
  )
}
