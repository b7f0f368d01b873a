import { z } from 'zod'
import { apiPaths } from '#contract/paths.ts'
import { shownSiteSettingsSchema, siteSettingsInputSchema } from '#contract/resources/site-settings.ts'
import { actorOf } from '#server/staff/session/request-actor.ts'
import { requireAdmin } from '#server/staff/session/request-session.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import type { SettingsService } from './settings.service.ts'

const tags = ['settings']
const settingsAnswer = z.object({ data: shownSiteSettingsSchema })

/** Registers the settings that everybody may read: the links and figures of the pages. */
export function openSettingsRoutes(app: AppInstance, settings: SettingsService): void {
  app.get(apiPaths.settings, { schema: { tags, response: { 200: settingsAnswer } } }, async () => ({
    data: await settings.get(),
  }))
}

/** Registers the change of settings, for administrators. */
export function staffSettingsRoutes(app: AppInstance, settings: SettingsService): void {
  app.put(
    apiPaths.settings,
    {
      onRequest: requireAdmin,
      schema: { tags, body: siteSettingsInputSchema, response: { 200: settingsAnswer } },
    },
    async request => ({ data: await settings.update(request.body, actorOf(request)) }),
  )
}
