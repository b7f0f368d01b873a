import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Queryable, Transaction } from '#server/base/db/types.ts'
import { countPasskeys } from './passkeys.repository.ts'
import type { SecondFactorsTable } from './second-factor.table.ts'

export type SecondFactorRow = Selectable<SecondFactorsTable>

/** A person's second step, confirmed or not. */
export function findFactor(database: Queryable, userId: string): Promise<SecondFactorRow | undefined> {
  return database.selectFrom('secondFactors').selectAll().where('userId', '=', userId).executeTakeFirst()
}

/** The same, for this transaction alone until it ends. */
export function lockFactor(transaction: Transaction, userId: string): Promise<SecondFactorRow | undefined> {
  return transaction
    .selectFrom('secondFactors')
    .selectAll()
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst()
}

/** Begins a second step anew; one that is confirmed stays as it is. Shape: whether there is a new one. */
export async function beginFactor(
  transaction: Transaction,
  userId: string,
  secret: string,
): Promise<boolean> {
  const row = await transaction
    .insertInto('secondFactors')
    .values({ userId, secret })
    .onConflict(conflict =>
      conflict
        .column('userId')
        .doUpdateSet({ secret, createdAt: sql`now()`, lastStep: 0 })
        .where('secondFactors.confirmedAt', 'is', null),
    )
    .returning('userId')
    .executeTakeFirst()
  return row !== undefined
}

/** Notes the step whose code was taken; the first one confirms. */
export async function noteStep(transaction: Transaction, userId: string, lastStep: number): Promise<void> {
  await transaction
    .updateTable('secondFactors')
    .set({ lastStep, confirmedAt: sql`coalesce(confirmed_at, now())` })
    .where('userId', '=', userId)
    .execute()
}

/** Takes a person's codes by time away. Shape: whether there was a confirmed one. */
export async function removeFactor(transaction: Transaction, userId: string): Promise<boolean> {
  const row = await transaction
    .deleteFrom('secondFactors')
    .where('userId', '=', userId)
    .returning('confirmedAt')
    .executeTakeFirst()
  return row !== undefined && row.confirmedAt !== null
}

/** Whether a person's password is not enough: who has confirmed codes by time, or a passkey. */
export async function hasSecondStep(database: Queryable, userId: string): Promise<boolean> {
  const factor = await findFactor(database, userId)
  return Boolean(factor?.confirmedAt) || (await countPasskeys(database, userId)) > 0
}

export async function replaceRecoveryCodes(
  transaction: Transaction,
  userId: string,
  hashes: readonly string[],
): Promise<void> {
  await transaction.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
  await transaction
    .insertInto('recoveryCodes')
    .values(hashes.map(codeHash => ({ userId, codeHash })))
    .execute()
}

/** Uses a recovery code up; false when the person has none like it. */
export async function useRecoveryCode(
  transaction: Transaction,
  userId: string,
  codeHash: string,
): Promise<boolean> {
  const row = await transaction
    .deleteFrom('recoveryCodes')
    .where('userId', '=', userId)
    .where('codeHash', '=', codeHash)
    .returning('userId')
    .executeTakeFirst()
  return row !== undefined
}

export async function countRecoveryCodes(database: Queryable, userId: string): Promise<number> {
  const { count } = await database
    .selectFrom('recoveryCodes')
    .where('userId', '=', userId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
