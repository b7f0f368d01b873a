import { defaultSiteSettings, siteSettingsSchema } from '#contract/resources/site-settings.ts'
import type { SiteSettings } from '#contract/resources/site-settings.ts'
import { openStoredDocument } from './stored-document.ts'
import type { DocumentDependencies, StoredDocument } from './stored-document.ts'

/** What an administrator can change of the site. Source: S10.4. */
export type SettingsService = StoredDocument<SiteSettings>

/** Opens the settings over the database. */
export function createSettingsService(given: DocumentDependencies): SettingsService {
  return openStoredDocument(given, {
    key: 'site',
    tag: 'settings',
    description: 'تعديل إعدادات الموقع',
    read: stored => (stored ? mergeOverDefaults(stored) : defaultSiteSettings),
  })
}

/** Settings that this program knows and an older one did not store have their defaults; wrong ones too. */
function mergeOverDefaults(values: Record<string, unknown>): SiteSettings {
  const { resultSites, statistics } = defaultSiteSettings
  const merged: Record<string, unknown> = {
    ...defaultSiteSettings,
    ...values,
    resultSites: { ...resultSites, ...(values['resultSites'] as object) },
    statistics: { ...statistics, ...(values['statistics'] as object) },
  }
  const parsed = siteSettingsSchema.safeParse(merged)
  if (parsed.success) return parsed.data
  for (const { path } of parsed.error.issues) {
    const [name] = path
    if (typeof name === 'string') merged[name] = defaultSiteSettings[name as keyof SiteSettings]
  }
  return siteSettingsSchema.parse(merged)
}
