import { z } from 'zod'
import { kinds } from '#contract/kinds.ts'
import { apiPaths } from '#contract/paths.ts'
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
import {
  questionVerdictsSchema,
  staffQuestionsQuerySchema,
  staffQuestionsSchema,
} from '#contract/resources/question.ts'
import { actorOf } from '#server/staff/session/request-actor.ts'
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

/** What staff may do with exams and their questions. Source: A7.1, S20.1, S20.2. */
export function staffExamRoutes(app: AppInstance, exams: ExamsService, database: OpenDatabase): void {
  app.get(
    apiPaths.questions,
    {
      schema: {
        tags: ['exams'],
        querystring: staffQuestionsQuerySchema,
        response: { 200: staffQuestionsSchema },
      },
    },
    async request => ({ data: await exams.questions.listForStaff(request.query) }),
  )
  app.put(
    apiPaths.questionVerdicts,
    {
      schema: {
        tags: ['exams'],
        body: questionVerdictsSchema,
        response: { 200: z.object({ data: questionVerdictsSchema }) },
      },
    },
    async request => {
      const { verdicts, ...scope } = request.body
      const before = await exams.questions.judge(scope, verdicts, actorOf(request))
      return { data: { ...scope, verdicts: before } }
    },
  )
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
