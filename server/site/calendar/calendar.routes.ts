import { gradePages } from '#contract/grade-pages.ts'
import { limits } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import type { Changes } from '#server/base/changes.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { PageCache } from '#server/base/http/page-cache.ts'
import type { Config } from '#server/config.ts'
import { encodingOfRequest, sendReady } from '#server/site/ready-answer.ts'
import { cacheControlOf, originOf } from '#server/site/site-origin.ts'
import type { ExamDatesService } from '#server/staff/settings/exam-dates.service.ts'
import { calendarDocument } from './calendar.ts'

const type = 'text/calendar; charset=utf-8'

/** Registers the calendar of exams of each grade and branch, kept as pages are. Source: P15.3. */
export function calendarRoutes(
  app: AppInstance,
  { config, changes, examDates }: { config: Config; changes: Changes; examDates: ExamDatesService },
): void {
  const cache = new PageCache({ maxBytes: limits.feedCacheBytes, freshMs: limits.pageCacheFreshMs })
  changes.onChange(tags => cache.drop(tags))
  const cacheControl = cacheControlOf(config)
  for (const place of gradePages) {
    app.route({
      method: ['GET', 'HEAD'],
      url: paths.examCalendar(place.grade, place.branch),
      exposeHeadRoute: false,
      schema: { hide: true },
      async handler(request, reply) {
        const origin = originOf(request, config)
        const key = origin + paths.examCalendar(place.grade, place.branch)
        const render = async () => {
          const body = calendarDocument(place, { ...(await examDates.get()), origin })
          return { status: 200, type, body }
        }
        const ready = cache.findFresh(key) ?? (await cache.load(key, ['exam-dates'], render))
        const encoded = await cache.encode(key, ready, encodingOfRequest(request))
        sendReady(request, reply, encoded, {
          'cache-control': cacheControl,
          'content-disposition': 'inline; filename="exams.ics"',
        })
        return reply
      },
    })
  }
}
