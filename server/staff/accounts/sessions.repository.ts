import type { Insertable, Selectable } from 'kysely'
import { limits } from '#contract/limits.ts'
import { ShapedStatement } from '#server/base/db/shaped-statement.ts'
import type { Queryable } from '#server/base/db/types.ts'
import type { SessionsTable } from './accounts.table.ts'

export type SessionRow = Selectable<SessionsTable>

const findingSession = new ShapedStatement()

/** A session with the person it belongs to, unless that person is disabled. */
export async function findSessionWithUser(database: Queryable, hash: string) {
  const [session] = await findingSession.rows(database, { hash }, ({ hash: idHash }) =>
    database
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.userId')
      .leftJoin('secondFactors', 'secondFactors.userId', 'users.id')
      .where('sessions.idHash', '=', idHash)
      .where('users.disabledAt', 'is', null)
      .selectAll('sessions')
      .select(['users.id', 'users.email', 'users.name', 'users.role'])
      .select('secondFactors.confirmedAt as secondFactorAt')
      .select(({ exists, selectFrom }) =>
        exists(selectFrom('passkeys').select('id').whereRef('passkeys.userId', '=', 'users.id')).as(
          'hasPasskeys',
        ),
      ),
  )
  return session
}

export async function insertSession(database: Queryable, session: Insertable<SessionsTable>): Promise<void> {
  await database.insertInto('sessions').values(session).execute()
}

export async function touchSession(database: Queryable, idHash: string, now: Date): Promise<void> {
  await database.updateTable('sessions').set({ lastSeenAt: now }).where('idHash', '=', idHash).execute()
}

export async function removeSession(database: Queryable, idHash: string): Promise<void> {
  await database.deleteFrom('sessions').where('idHash', '=', idHash).execute()
}

/** Ends one session of a person; false when it is not theirs or is gone. */
export async function removeSessionOf(database: Queryable, userId: string, idHash: string): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('idHash', '=', idHash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Ends all sessions of a person, with what their devices were asked in them. */
export async function removeSessionsOf(database: Queryable, userId: string): Promise<void> {
  await database.deleteFrom('sessions').where('userId', '=', userId).execute()
  await database.deleteFrom('passkeyChallenges').where('userId', '=', userId).execute()
}

/** The sessions of a person that still live, the most recently used first. */
export function listSessionsOf(
  database: Queryable,
  userId: string,
  now: Date,
  seenAfter: Date,
): Promise<SessionRow[]> {
  return database
    .selectFrom('sessions')
    .selectAll()
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .where('lastSeenAt', '>', seenAfter)
    .orderBy('lastSeenAt', 'desc')
    .execute()
}

/** Removes what has expired: sessions, visitors' tokens and links; those of people stay a while to say so. */
export async function removeExpired(database: Queryable, now: Date, seenBefore: Date): Promise<void> {
  await database
    .deleteFrom('sessions')
    .where(row => row.or([row('expiresAt', '<=', now), row('lastSeenAt', '<=', seenBefore)]))
    .execute()
  await database.deleteFrom('visitorTokens').where('expiresAt', '<=', now).execute()
  await database.deleteFrom('passkeyChallenges').where('expiresAt', '<=', now).execute()
  await database.deleteFrom('setupLinks').where('expiresAt', '<=', now).execute()
  const links = new Date(now.getTime() - limits.accountLinkKeptMs)
  await database.deleteFrom('accountLinks').where('expiresAt', '<=', links).execute()
}

export async function insertVisitorToken(database: Queryable, hash: string, expiresAt: Date): Promise<void> {
  await database.insertInto('visitorTokens').values({ tokenHash: hash, expiresAt }).execute()
}

export async function hasVisitorToken(database: Queryable, hash: string, now: Date): Promise<boolean> {
  const row = await database
    .selectFrom('visitorTokens')
    .select('tokenHash')
    .where('tokenHash', '=', hash)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

export async function removeVisitorToken(database: Queryable, hash: string): Promise<void> {
  await database.deleteFrom('visitorTokens').where('tokenHash', '=', hash).execute()
}
