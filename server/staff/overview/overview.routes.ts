import { apiPaths } from '#contract/paths.ts'
import { attentionSchema, dashboardStatsSchema } from '#contract/resources/dashboard-stats.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import type { OverviewService } from './overview.service.ts'

const tags = ['stats']

/** Registers the figures of the overview screen. Source: S10.1. */
export function staffOverviewRoutes(app: AppInstance, overview: OverviewService): void {
  app.get(apiPaths.stats, { schema: { tags, response: { 200: dashboardStatsSchema } } }, () =>
    overview.counts(),
  )
  app.get(apiPaths.attention, { schema: { tags, response: { 200: attentionSchema } } }, () =>
    overview.attention(),
  )
}
