import { z } from 'zod'
import { apiPaths } from '#contract/paths.ts'
import { jobListQuerySchema, jobListSchema, jobSchema } from '#contract/resources/job.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { idParameters } from '#server/base/http/route-schemas.ts'
import { actorOf } from '#server/staff/session/request-actor.ts'
import type { JobsService } from './jobs.service.ts'

const tags = ['jobs']
const jobAnswer = z.object({ data: jobSchema })

/** Registers the background work for staff. Source: A10.1. */
export function staffJobRoutes(app: AppInstance, jobs: JobsService): void {
  app.get(
    apiPaths.jobs,
    { schema: { tags, querystring: jobListQuerySchema, response: { 200: jobListSchema } } },
    request => jobs.list(request.query),
  )

  app.post(
    `${apiPaths.jobs}/:id/repeat`,
    { schema: { tags, params: idParameters, response: { 200: jobAnswer } } },
    async request => ({ data: await jobs.repeat(request.params.id, actorOf(request)) }),
  )

  app.post(
    `${apiPaths.jobs}/:id/cancel`,
    { schema: { tags, params: idParameters, response: { 200: jobAnswer } } },
    async request => ({ data: await jobs.cancel(request.params.id, actorOf(request)) }),
  )
}
