import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { ManagedUser, User } from '#contract/resources/account.ts'
import type { Queryable, Transaction } from '#server/base/db/types.ts'
import type { UsersTable } from './accounts.table.ts'

export type UserRow = Selectable<UsersTable>

type ChangedUser = Partial<Pick<UserRow, 'name' | 'role' | 'passwordHash' | 'disabledAt'>>

/** The person with this e-mail address, which must be in lower case. */
export function findUserByEmail(database: Queryable, email: string): Promise<UserRow | undefined> {
  return database.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
}

export function findUser(database: Queryable, id: string): Promise<UserRow | undefined> {
  return database.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Everybody, oldest first, with the last time that one of their sessions was used. */
export async function listUsers(database: Queryable): Promise<ManagedUser[]> {
  const rows = await database
    .selectFrom('users')
    .leftJoin('sessions', 'sessions.userId', 'users.id')
    .leftJoin('secondFactors', 'secondFactors.userId', 'users.id')
    .selectAll('users')
    .select(({ fn }) => fn.max('sessions.lastSeenAt').as('lastSeenAt'))
    .select('secondFactors.confirmedAt as secondFactorAt')
    .select(({ exists, selectFrom }) =>
      exists(selectFrom('passkeys').select('id').whereRef('passkeys.userId', '=', 'users.id')).as(
        'hasPasskeys',
      ),
    )
    .select(({ selectFrom }) =>
      selectFrom('accountLinks')
        .whereRef('accountLinks.userId', '=', 'users.id')
        .where('usedAt', 'is', null)
        .where('withdrawnAt', 'is', null)
        .select(({ fn }) => fn.max('expiresAt').as('expiresAt'))
        .as('linkExpiresAt'),
    )
    .groupBy(['users.id', 'secondFactors.confirmedAt'])
    .orderBy('users.createdAt')
    .orderBy('users.id')
    .execute()
  return rows.map(row =>
    managedUserOf(row, { ...row, hasSecondFactor: row.secondFactorAt !== null || Boolean(row.hasPasskeys) }),
  )
}

/** How many administrators can sign in: not those who were invited and have not come. */
export async function countAdmins(database: Queryable): Promise<number> {
  const { count } = await database
    .selectFrom('users')
    .where('role', '=', 'admin')
    .where('disabledAt', 'is', null)
    .where('passwordHash', 'is not', null)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Makes other transactions that change users wait for this one, so that two cannot remove the last administrator. */
export async function lockUsers(transaction: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('rafid users'))`.execute(transaction)
}

/** The new person, or undefined when the e-mail address is taken. */
export function insertUser(
  transaction: Transaction,
  user: Pick<UserRow, 'id' | 'email' | 'name' | 'role' | 'passwordHash'>,
): Promise<UserRow | undefined> {
  return transaction
    .insertInto('users')
    .values(user)
    .onConflict(conflict => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function replaceUser(
  transaction: Transaction,
  id: string,
  change: ChangedUser,
): Promise<UserRow> {
  return await transaction
    .updateTable('users')
    .set({ ...change, updatedAt: sql`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Notes when a person has signed in for the first time. */
export async function noteFirstSignIn(transaction: Transaction, id: string, at: Date): Promise<void> {
  await transaction.updateTable('users').set({ firstSignInAt: at }).where('id', '=', id).execute()
}

/** The fields of a person that may leave the server. */
export function userOf(row: Pick<UserRow, 'id' | 'email' | 'name' | 'role'>): User {
  return { id: row.id, email: row.email, name: row.name, role: row.role }
}

interface UserStanding {
  lastSeenAt: Date | null
  linkExpiresAt: Date | null
  hasSecondFactor: boolean
}

/** The fields of a person that administrators may see. */
export function managedUserOf(
  row: UserRow,
  { lastSeenAt, linkExpiresAt, hasSecondFactor }: UserStanding,
): ManagedUser {
  return {
    ...userOf(row),
    isDisabled: row.disabledAt !== null,
    hasSecondFactor,
    hasPassword: row.passwordHash !== null,
    linkExpiresAt: linkExpiresAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    firstSignInAt: row.firstSignInAt?.toISOString() ?? null,
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
  }
}
