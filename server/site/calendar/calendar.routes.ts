import { gradePages } from '#contract/grade-pages.ts'
import { paths } from '#contract/paths.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { encode, makeReady } from '#server/base/http/page-cache.ts'
import type { Config } from '#server/config.ts'
import { encodingOfRequest, sendReady } from '#server/site/ready-answer.ts'
import { cacheControlOf, originOf } from '#server/site/site-origin.ts'
import type { ExamDatesService } from '#server/staff/settings/exam-dates.service.ts'
import { calendarDocument } from './calendar.ts'

const type = 'text/calendar; charset=utf-8'

/** Registers the calendar of exams of each grade and branch. Source: P15.3. */
export function calendarRoutes(
  app: AppInstance,
  { config, examDates }: { config: Config; examDates: ExamDatesService },
): void {
  const cacheControl = cacheControlOf(config)
  for (const place of gradePages) {
    app.route({
      method: ['GET', 'HEAD'],
      url: paths.examCalendar(place.grade, place.branch),
      exposeHeadRoute: false,
      schema: { hide: true },
      async handler(request, reply) {
        const origin = originOf(request, config)
        const body = calendarDocument(place, { ...(await examDates.get()), origin })
        const ready = await encode(makeReady({ status: 200, type, body }), encodingOfRequest(request))
        sendReady(request, reply, ready, {
          'cache-control': cacheControl,
          'content-disposition': 'inline; filename="exams.ics"',
        })
        return reply
      },
    })
  }
}
