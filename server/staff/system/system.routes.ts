import { apiPaths } from '#contract/paths.ts'
import { alertTrialSchema, systemStateSchema } from '#contract/resources/system-state.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { requireAdmin } from '#server/staff/session/request-session.ts'
import type { SystemService } from './system.service.ts'

/** Registers the state of the product, for administrators. */
export function staffSystemRoutes(app: AppInstance, system: SystemService): void {
  app.get(
    apiPaths.system,
    { onRequest: requireAdmin, schema: { tags: ['stats'], response: { 200: systemStateSchema } } },
    () => system.look(),
  )
  app.post(
    apiPaths.alertTrials,
    { onRequest: requireAdmin, schema: { tags: ['stats'], response: { 200: alertTrialSchema } } },
    () => system.tryAlerts(),
  )
}
