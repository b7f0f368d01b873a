import { z } from 'zod'
import { apiPaths } from '#contract/paths.ts'
import { examDatesInputSchema, shownExamDatesSchema } from '#contract/resources/exam-dates.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { actorOf } from '#server/staff/session/request-actor.ts'
import type { ExamDatesService } from './exam-dates.service.ts'

const tags = ['settings']
const response = { 200: z.object({ data: shownExamDatesSchema }) }

/** Registers the days of exams, for everybody to read. */
export function openExamDatesRoutes(app: AppInstance, examDates: ExamDatesService): void {
  app.get(apiPaths.examDates, { schema: { tags, response } }, async () => ({ data: await examDates.get() }))
}

/** Registers their change, all of them at once, for staff. */
export function staffExamDatesRoutes(app: AppInstance, examDates: ExamDatesService): void {
  app.put(apiPaths.examDates, { schema: { tags, body: examDatesInputSchema, response } }, async request => ({
    data: await examDates.update(request.body, actorOf(request)),
  }))
}
