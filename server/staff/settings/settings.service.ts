import { limits } from '#contract/limits.ts'
import { defaultSiteSettings, siteSettingsSchema } from '#contract/resources/site-settings.ts'
import type { ShownSiteSettings, SiteSettings, SiteSettingsInput } from '#contract/resources/site-settings.ts'
import type { Actor } from '#server/staff/session/actor.ts'
import type { AuditService } from '#server/staff/audit/audit.service.ts'
import { refuseStale } from '#server/staff/audit/refuse-stale.ts'
import type { Changes } from '#server/base/changes.ts'
import type { OpenDatabase, Queryable } from '#server/base/db/types.ts'
import { findSettings, lockSettings, replaceSettings } from './settings.repository.ts'

/** What an administrator can change of the site. Source: S10.4. */
export interface SettingsService {
  /** The settings in force: kept in this process until they change, and the last known ones when the database is away. */
  get(): Promise<ShownSiteSettings>
  /** Errors: `stale_version` with the settings as they stand now. */
  update(input: SiteSettingsInput, actor: Actor): Promise<ShownSiteSettings>
}

interface Given {
  database: Pick<OpenDatabase, 'kysely'>
  audit: Pick<AuditService, 'writeEntry' | 'findLastChange'>
  changes: Changes
}

/** The settings among the entries of the log. */
const settingsId = 'site'

/** Opens the settings over the database; a change in any process is seen in all of them. */
export function createSettingsService({ database, audit, changes }: Given): SettingsService {
  const { kysely } = database
  let known: ShownSiteSettings | undefined
  let freshUntilMs = 0
  let changeCount = 0

  changes.onChange(tags => {
    if (!tags.includes('settings')) return
    changeCount += 1
    freshUntilMs = 0
  })

  return {
    async get() {
      if (known !== undefined && Date.now() < freshUntilMs) return known
      const countBefore = changeCount
      try {
        const loaded = await load(kysely)
        /* A change that came while this was read may not be in it. */
        if (countBefore === changeCount) freshUntilMs = Date.now() + limits.pageCacheFreshMs
        known = loaded
        return loaded
      } catch (error) {
        if (known === undefined) throw error
        return known
      }
    },

    async update({ version, ...values }, actor) {
      const saved = await kysely.transaction().execute(async transaction => {
        await lockSettings(transaction)
        const { version: currentVersion, ...before } = await load(transaction)
        await refuseStale({ audit }, transaction, {
          actor,
          entity: 'SETTINGS',
          row: { id: settingsId, version: currentVersion },
          base: version,
          current: () => ({ ...before, version: currentVersion }),
        })
        const next = { ...values, version: currentVersion + 1 }
        await replaceSettings(transaction, { version: next.version, values })
        await audit.writeEntry(transaction, {
          action: 'UPDATE',
          entity: 'SETTINGS',
          entityId: settingsId,
          description: 'تعديل إعدادات الموقع',
          oldData: before,
          newData: values,
          actor,
        })
        await changes.announce(transaction, ['settings'])
        return next
      })
      await changes.tellHere(['settings'])
      return saved
    },
  }
}

async function load(database: Queryable): Promise<ShownSiteSettings> {
  const stored = await findSettings(database)
  if (stored === undefined) return { ...defaultSiteSettings, version: 1 }
  return { ...mergeOverDefaults(stored.values), version: stored.version }
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
