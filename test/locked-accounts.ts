import { sql } from 'kysely'
import { expect } from 'vitest'
import type { OpenDatabase, Transaction } from '#server/base/db/types.ts'
import { lockUsers } from '#server/staff/accounts/users.repository.ts'

/**
 * Begins an act while the accounts are locked and, once it waits for them, does another before it goes on. The embedded
 * engine has one session, so there the act waits as a whole.
 */
export async function whileAccountsAreLocked<Value>(
  { kysely, engine }: Pick<OpenDatabase, 'kysely' | 'engine'>,
  begin: () => Promise<Value>,
  meanwhile: (transaction: Transaction) => Promise<unknown>,
): Promise<PromiseSettledResult<Value>> {
  const held = await kysely.startTransaction().execute()
  await lockUsers(held)
  const begun = Promise.allSettled([begin()])
  if (engine === 'postgres') {
    const waiting = sql`
      select from pg_locks join pg_database on pg_database.oid = pg_locks.database
      where not granted and datname = current_database()`
    await expect.poll(async () => (await waiting.execute(held)).rows.length, { timeout: 10_000 }).toBe(1)
  }
  await meanwhile(held)
  await held.commit().execute()
  const [settled] = await begun
  return settled
}
