import { AppError, errorCodeOf } from '#contract/errors.ts'
import { isStorableText } from '#contract/fields.ts'
import type { LoginInput, Session, User } from '#contract/resources/account.ts'
import type { Queryable, Transaction } from '#server/base/db/types.ts'
import { addressKey } from '#server/base/http/rate-limits.ts'
import type { AccountsDeps } from './accounts-deps.ts'
import type { SecurityEvents } from './security-events.ts'
import type { Actor, RequestOrigin } from '#server/staff/session/actor.ts'
import type { RequestSession } from '#server/staff/session/request-session.ts'
import { knownDeviceOf, rememberDevice } from './known-device.ts'
import { addressAttemptKey, deviceAttempt, strangerAttempts } from './sign-in-attempts.ts'
import { visitorTokenMs } from '#server/staff/session/session-cookie.ts'
import {
  findSessionWithUser,
  hasVisitorToken,
  insertSession,
  insertVisitorToken,
  listSessionsOf,
  removeExpired,
  removeSession,
  removeSessionOf,
  removeVisitorToken,
  touchSession,
} from './sessions.repository.ts'
import { newToken, tokenHash } from '#server/staff/session/tokens.ts'
import { findUserByEmail, noteFirstSignIn, userOf } from './users.repository.ts'
import type { UserRow } from './users.repository.ts'
import type { SecondFactorService } from './second-factor.service.ts'

const touchEveryMs = 60_000

/** The secrets that a browser already holds when it signs in; both end there. */
export interface HeldTokens {
  session: string | undefined
  visitor: string | undefined
  /** What makes a device a known one; it stays. */
  device: string | undefined
}

/** A session just begun: the token goes into the cookie and nowhere else. */
export interface BegunSession {
  token: string
  /** Makes the browser a known device of this person. */
  device: string
  user: User
  /** Whether the person has signed in with a second step. */
  hasSecondFactor: boolean
}

/** Sign-in, sign-out and everything about sessions. */
export interface SessionsService {
  /**
   * Errors: `wrong_credentials` and, after too many of them, `too_many_requests`: both alike for an unknown address,
   * a wrong password and a disabled person. With the right password also those of `passSecondFactor`.
   */
  signIn(input: LoginInput, origin: RequestOrigin, held: HeldTokens): Promise<BegunSession>
  /** Ends the session in every process at once; no session is no error. */
  signOut(token: string): Promise<void>
  /** The session of a cookie's token while it lives, and notes that it was used. */
  findSession(token: string): Promise<RequestSession | undefined>
  listSessions(current: RequestSession): Promise<Session[]>
  /** Errors: `not_found` for a session that is not the person's own. */
  endSession(current: RequestSession, id: string, actor: Actor): Promise<void>
  /** A new secret for a visitor's CSRF token. */
  createVisitor(): Promise<string>
  isVisitor(token: string): Promise<boolean>
  /** Begins a session inside the transaction that decided to. */
  begin(
    transaction: Transaction,
    user: UserRow,
    origin: RequestOrigin,
    held: HeldTokens,
  ): Promise<BegunSession>
  /**
   * Begins a session for somebody who has shown who they are, and tells of a new device.
   * `check` looks once more at what they have shown. Errors: its own; `wrong_credentials` when they were changed since
   * they were found.
   */
  enter(
    found: UserRow,
    origin: RequestOrigin,
    held: HeldTokens,
    hasSecondFactor: boolean,
    check?: (transaction: Transaction) => Promise<void>,
  ): Promise<BegunSession>
  /** Removes sessions, visitors, set-up links and counted attempts that have expired. */
  cleanUp(): Promise<void>
}

/** Builds the sessions part of accounts. Units: idle and absolute times from the configuration, in milliseconds. */
export function createSessions(
  deps: AccountsDeps,
  secondFactor: Pick<SecondFactorService, 'passSecondFactor'>,
  events: SecurityEvents,
): SessionsService {
  const { database, config, passwords, attempts, log, now } = deps
  const { kysely } = database
  const touchAfterMs = Math.min(touchEveryMs, config.sessionIdleMs / 4)
  const idleSince = () => new Date(now().getTime() - config.sessionIdleMs)

  async function begin(
    transaction: Transaction,
    user: UserRow,
    origin: RequestOrigin,
    held: HeldTokens,
  ): Promise<BegunSession> {
    if (held.session) await removeSession(transaction, tokenHash(held.session))
    if (held.visitor) await removeVisitorToken(transaction, tokenHash(held.visitor))
    const token = newToken()
    const createdAt = now()
    if (user.firstSignInAt === null) await noteFirstSignIn(transaction, user.id, createdAt)
    await insertSession(transaction, {
      idHash: tokenHash(token),
      userId: user.id,
      csrfToken: newToken(),
      createdAt,
      lastSeenAt: createdAt,
      expiresAt: new Date(createdAt.getTime() + config.sessionAbsoluteMs),
      ...origin,
    })
    const device = rememberDevice(user, held.device)
    return { token, device, user: userOf(user), hasSecondFactor: false }
  }

  /** Tells the log of a device where the person has not signed in before, unless it is the first of all. */
  async function noteDevice(
    transaction: Transaction,
    user: UserRow,
    origin: RequestOrigin,
    device: string | undefined,
  ): Promise<void> {
    if (user.firstSignInAt === null || device !== undefined) return
    const actor = { ...origin, userId: user.id, email: user.email }
    await events.write(transaction, 'new-device', user, actor)
  }

  async function enter(
    found: UserRow,
    origin: RequestOrigin,
    held: HeldTokens,
    hasSecondFactor: boolean,
    check?: (transaction: Transaction) => Promise<void>,
  ): Promise<BegunSession> {
    return await kysely.transaction().execute(async transaction => {
      await check?.(transaction)
      const user = await lockUnchanged(transaction, found)
      await noteDevice(transaction, user, origin, knownDeviceOf(found, held.device))
      return { ...(await begin(transaction, user, origin, held)), hasSecondFactor }
    })
  }

  /** Counts an attempt before its password is looked at; the answer takes it back when the password was right. */
  async function takeAttempt(
    email: string,
    person: UserRow | undefined,
    origin: RequestOrigin,
    device: string | undefined,
  ): Promise<() => Promise<void>> {
    const address = addressKey({ ip: origin.ipAddress ?? '' })
    const taken = device === undefined ? strangerAttempts(email, address) : [deviceAttempt(device)]
    try {
      await attempts.take(taken)
    } catch (error) {
      if (errorCodeOf(error) === 'too_many_requests') {
        log.warn({ isKnownDevice: device !== undefined }, 'too many sign-in attempts')
        await events.noteRefusal('too-many-tries', email, person, origin)
      }
      throw error
    }
    return async () => {
      for (const { key } of taken) {
        if (key === addressAttemptKey(address)) await attempts.giveBack(key)
        else await attempts.forget(key)
      }
    }
  }

  return {
    begin,
    enter,

    async signIn(input, origin, held) {
      const found = isStorableText(input.email) ? await findUserByEmail(kysely, input.email) : undefined
      const device = knownDeviceOf(found, held.device)
      const right = await takeAttempt(input.email, found, origin, device)
      const isRight = await passwords.verify(input.password, found?.passwordHash ?? undefined)
      if (!isRight || found === undefined || found.disabledAt !== null)
        throw new AppError('wrong_credentials')
      await right()
      const hasSecondFactor = await secondFactor.passSecondFactor(found, input.code, origin)
      return await enter(found, origin, held, hasSecondFactor)
    },

    async signOut(token) {
      await removeSession(kysely, tokenHash(token))
    },

    async findSession(token) {
      const idHash = tokenHash(token)
      const row = await findSessionWithUser(kysely, idHash)
      if (row === undefined) return undefined
      const at = now()
      if (row.expiresAt <= at || row.lastSeenAt <= idleSince()) {
        await removeSession(kysely, idHash)
        return undefined
      }
      if (at.getTime() - row.lastSeenAt.getTime() >= touchAfterMs) await touchSession(kysely, idHash, at)
      return {
        id: idHash,
        user: userOf(row),
        csrfToken: row.csrfToken,
        createdAt: row.createdAt,
        hasSecondFactor: row.secondFactorAt !== null || Boolean(row.hasPasskeys),
      }
    },

    async listSessions(current) {
      const rows = await listSessionsOf(kysely, current.user.id, now(), idleSince())
      return rows.map(row => ({
        id: row.idHash,
        createdAt: row.createdAt.toISOString(),
        lastSeenAt: row.lastSeenAt.toISOString(),
        ipAddress: row.ipAddress,
        userAgent: row.userAgent,
        isCurrent: row.idHash === current.id,
      }))
    },

    async endSession(current, id, actor) {
      await kysely.transaction().execute(async transaction => {
        if (!(await removeSessionOf(transaction, current.user.id, id))) throw new AppError('not_found')
        await events.write(transaction, 'session-ended', current.user, actor)
      })
    },

    async createVisitor() {
      const token = newToken()
      await insertVisitorToken(kysely, tokenHash(token), new Date(now().getTime() + visitorTokenMs))
      return token
    },

    isVisitor: token => hasVisitorToken(kysely, tokenHash(token), now()),

    async cleanUp() {
      await removeExpired(kysely, now(), idleSince())
      await attempts.cleanUp()
    },
  }
}

/** While the password was being checked it may have been changed, or the person disabled. */
async function lockUnchanged(transaction: Queryable, found: UserRow): Promise<UserRow> {
  const user = await transaction
    .selectFrom('users')
    .selectAll()
    .where('id', '=', found.id)
    .forUpdate()
    .executeTakeFirst()
  if (user?.passwordHash !== found.passwordHash || user.disabledAt !== null) {
    throw new AppError('wrong_credentials')
  }
  return user
}
