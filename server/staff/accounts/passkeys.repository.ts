import type { Insertable, Selectable } from 'kysely'
import type { Queryable, Transaction } from '#server/base/db/types.ts'
import type { PasskeyChallengesTable, PasskeysTable } from './passkeys.table.ts'

export type PasskeyRow = Selectable<PasskeysTable>

/** A person's passkeys, oldest first. */
export function listPasskeysOf(database: Queryable, userId: string): Promise<PasskeyRow[]> {
  return database
    .selectFrom('passkeys')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

export async function countPasskeys(database: Queryable, userId: string): Promise<number> {
  return (await listPasskeysOf(database, userId)).length
}

export function findPasskey(database: Queryable, id: string): Promise<PasskeyRow | undefined> {
  return database.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The same, for this transaction alone until it ends. */
export function lockPasskey(transaction: Transaction, id: string): Promise<PasskeyRow | undefined> {
  return transaction.selectFrom('passkeys').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** The new passkey, or undefined when somebody has it already. */
export function insertPasskey(
  transaction: Transaction,
  passkey: Insertable<PasskeysTable>,
): Promise<PasskeyRow | undefined> {
  return transaction
    .insertInto('passkeys')
    .values(passkey)
    .onConflict(conflict => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function notePasskeyUsed(
  transaction: Transaction,
  id: string,
  used: { counter: number; lastUsedAt: Date },
): Promise<void> {
  await transaction.updateTable('passkeys').set(used).where('id', '=', id).execute()
}

export async function noteClone(transaction: Transaction, id: string, at: Date): Promise<void> {
  await transaction.updateTable('passkeys').set({ cloneSuspectedAt: at }).where('id', '=', id).execute()
}

/** Takes a passkey from a person. Shape: the one that was theirs. */
export function removePasskey(
  transaction: Transaction,
  userId: string,
  id: string,
): Promise<PasskeyRow | undefined> {
  return transaction
    .deleteFrom('passkeys')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** Takes all passkeys from a person. Shape: how many there were. */
export async function removePasskeysOf(transaction: Transaction, userId: string): Promise<number> {
  const rows = await transaction.deleteFrom('passkeys').where('userId', '=', userId).returning('id').execute()
  return rows.length
}

export async function insertChallenge(
  database: Queryable,
  challenge: Insertable<PasskeyChallengesTable>,
): Promise<void> {
  await database.insertInto('passkeyChallenges').values(challenge).execute()
}

/** Uses a challenge up. Shape: whether it was one of this person, or for signing in, whose time was not over. */
export async function takeChallenge(
  database: Queryable,
  challengeHash: string,
  userId: string | null,
  now: Date,
): Promise<boolean> {
  const row = await database
    .deleteFrom('passkeyChallenges')
    .where('challengeHash', '=', challengeHash)
    .where('userId', 'is not distinct from', userId)
    .where('expiresAt', '>', now)
    .returning('challengeHash')
    .executeTakeFirst()
  return row !== undefined
}
