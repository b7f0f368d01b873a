import { limits } from '#contract/limits.ts'
import type { ChangeTag, Changes } from '#server/base/changes.ts'
import type { OpenDatabase, Queryable } from '#server/base/db/types.ts'
import type { AuditService } from '#server/staff/audit/audit.service.ts'
import { refuseStale } from '#server/staff/audit/refuse-stale.ts'
import type { Actor } from '#server/staff/session/actor.ts'
import { findStored, lockSettings, replaceStored } from './settings.repository.ts'

/** What was stored, and how often and when it was changed; on a new site it never was. */
type Kept<Values> = Values & { version: number; changedAt: Date | undefined }

/** Something that is kept, changed and logged as one whole. */
export interface StoredDocument<Values> {
  /** What is in force: kept in this process until it changes, and the last known when the database is away. */
  get(): Promise<Kept<Values>>
  /** Errors: `stale_version` with what is in force now. */
  update(input: Values & { version?: number | undefined }, actor: Actor): Promise<Kept<Values>>
}

export interface DocumentDependencies {
  database: Pick<OpenDatabase, 'kysely'>
  audit: Pick<AuditService, 'writeEntry' | 'findLastChange'>
  changes: Changes
}

interface DocumentRule<Values> {
  /** Its name in the table, and its id in the log. */
  key: string
  /** Of the pages that show it. */
  tag: ChangeTag
  /** What the log says of a change. */
  description: string
  /** What is in force, of whatever was stored; of undefined on a new site. */
  read(stored: Record<string, unknown> | undefined): Values
}

/** Opens a document over the database; a change in any process is seen in all of them. */
export function openStoredDocument<Values extends object>(
  { database: { kysely }, audit, changes }: DocumentDependencies,
  { key, tag, description, read }: DocumentRule<Values>,
): StoredDocument<Values> {
  let known: Kept<Values> | undefined
  let freshUntilMs = 0
  let changeCount = 0

  changes.onChange(tags => {
    if (!tags.includes(tag)) return
    changeCount += 1
    freshUntilMs = 0
  })

  async function load(from: Queryable): Promise<{ values: Values; version: number; changedAt?: Date }> {
    const stored = await findStored(from, key)
    return stored
      ? { values: read(stored.values), version: stored.version, changedAt: stored.changedAt }
      : { values: read(undefined), version: 1 }
  }

  return {
    async get() {
      if (known !== undefined && Date.now() < freshUntilMs) return known
      const countBefore = changeCount
      try {
        const { values, version, changedAt } = await load(kysely)
        /* A change that came while this was read may not be in it. */
        if (countBefore === changeCount) freshUntilMs = Date.now() + limits.pageCacheFreshMs
        return (known = { ...values, version, changedAt })
      } catch (error) {
        if (known === undefined) throw error
        return known
      }
    },

    async update({ version: base, ...input }, actor) {
      const values = input as unknown as Values
      const saved = await kysely.transaction().execute(async transaction => {
        await lockSettings(transaction)
        const before = await load(transaction)
        await refuseStale({ audit }, transaction, {
          actor,
          entity: 'SETTINGS',
          row: { id: key, version: before.version },
          base,
          current: () => ({ ...before.values, version: before.version }),
        })
        const version = before.version + 1
        const changedAt = await replaceStored(transaction, key, { version, values })
        await audit.writeEntry(transaction, {
          action: 'UPDATE',
          entity: 'SETTINGS',
          entityId: key,
          description,
          oldData: before.values,
          newData: values,
          actor,
        })
        await changes.announce(transaction, [tag])
        return { ...values, version, changedAt }
      })
      await changes.tellHere([tag])
      return saved
    },
  }
}
