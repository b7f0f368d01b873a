import { sql } from 'kysely'
import type { Queryable, Transaction } from '#server/base/db/types.ts'

const siteKey = 'site'

/** The stored settings of the site: whatever keys they had when they were saved. */
export interface StoredSettings {
  version: number
  values: Record<string, unknown>
}

/** What was saved last, or undefined on a new site. */
export async function findSettings(database: Queryable): Promise<StoredSettings | undefined> {
  const row = await database
    .selectFrom('settings')
    .select('value')
    .where('key', '=', siteKey)
    .executeTakeFirst()
  return row?.value as StoredSettings | undefined
}

/** Makes other writers of the settings wait for this transaction, the very first one included. */
export async function lockSettings(transaction: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('rafid settings'))`.execute(transaction)
}

/** Stores the settings; a missing value is kept as null, so that its default does not come back. */
export async function replaceSettings(transaction: Transaction, stored: StoredSettings): Promise<void> {
  const value = JSON.stringify(stored, (_key, part: unknown) => (part === undefined ? null : part))
  await transaction
    .insertInto('settings')
    .values({ key: siteKey, value })
    .onConflict(conflict => conflict.column('key').doUpdateSet({ value, updatedAt: sql`now()` }))
    .execute()
}
