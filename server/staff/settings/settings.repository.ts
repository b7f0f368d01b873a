import { sql } from 'kysely'
import type { Queryable, Transaction } from '#server/base/db/types.ts'

/** Something that is kept as one whole: whatever keys it had when it was saved. */
interface Stored {
  version: number
  values: object
}

/** What was saved last under a key, or undefined on a new site. */
export async function findStored(
  database: Queryable,
  key: string,
): Promise<{ version: number; values: Record<string, unknown>; changedAt: Date } | undefined> {
  const row = await database
    .selectFrom('settings')
    .select(['value', 'updatedAt'])
    .where('key', '=', key)
    .executeTakeFirst()
  if (!row) return undefined
  const { version, values } = row.value as Stored
  return { version, values: values as Record<string, unknown>, changedAt: row.updatedAt }
}

/** Makes other writers of the settings wait for this transaction, the very first one included. */
export async function lockSettings(transaction: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('rafid settings'))`.execute(transaction)
}

/** Stores it, and gives the moment; a missing value is kept as null, so that its default does not come back. */
export async function replaceStored(transaction: Transaction, key: string, stored: Stored): Promise<Date> {
  const value = JSON.stringify(stored, (_key, part: unknown) => (part === undefined ? null : part))
  const { updatedAt } = await transaction
    .insertInto('settings')
    .values({ key, value })
    .onConflict(conflict => conflict.column('key').doUpdateSet({ value, updatedAt: sql`now()` }))
    .returning('updatedAt')
    .executeTakeFirstOrThrow()
  return updatedAt
}
