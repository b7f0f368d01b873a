import { z } from 'zod'
import { kinds } from '#contract/kinds.ts'
import {
  examInputSchema,
  unsavedExamSchema,
  examListQuerySchema,
  examSchema,
  examYearsQuerySchema,
  latestExamsQuerySchema,
  staffExamSchema,
  staffExamListQuerySchema,
} from '#contract/resources/exam.ts'
import type { OpenDatabase } from '#server/base/db/types.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import {
  latestContentRoute,
  openContentRoutes,
  staffContentRoutes,
} from '#server/content/record/content-routes.ts'
import type { ExamsService } from './exams.service.ts'

const resource = {
  path: kinds.exam.apiPath,
  tag: kinds.exam.list,
  listKey: kinds.exam.listKey,
  recordSchema: examSchema,
}

/** What everybody may read of exams. Source: A7.1. */
export function openExamRoutes(app: AppInstance, exams: ExamsService): void {
  app.get(
    `${resource.path}/years`,
    { schema: { tags: ['exams'], querystring: examYearsQuerySchema, response: { 200: z.array(z.int()) } } },
    request => exams.years(request.query.stage),
  )
  latestContentRoute(app, { ...resource, querySchema: latestExamsQuerySchema, service: exams })
  openContentRoutes(app, { ...resource, querySchema: examListQuerySchema, service: exams })
}

/** What staff may do with exams. Source: A7.1. */
export function staffExamRoutes(app: AppInstance, exams: ExamsService, database: OpenDatabase): void {
  staffContentRoutes(app, {
    ...resource,
    inputSchema: examInputSchema,
    unsavedSchema: unsavedExamSchema,
    listName: 'exams',
    recordSchema: staffExamSchema,
    querySchema: staffExamListQuerySchema,
    database,
    service: exams,
  })
}
