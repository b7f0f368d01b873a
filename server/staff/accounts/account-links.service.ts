import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import type { AccountLink, InviteInput, LinkOwner, LinkUseInput, User } from '#contract/resources/account.ts'
import { removeAttemptsUnder } from '#server/base/attempts/attempts.repository.ts'
import type { Queryable, Transaction } from '#server/base/db/types.ts'
import type { Actor, RequestOrigin } from '#server/staff/session/actor.ts'
import { newToken, tokenHash } from '#server/staff/session/tokens.ts'
import { findLink, insertLink, noteLinkUsed, withdrawLinks } from './account-links.repository.ts'
import type { AccountsDeps } from './accounts-deps.ts'
import { hasSecondStep } from './second-factor.repository.ts'
import { createSecurityEvents } from './security-events.ts'
import { removeSessionsOf } from './sessions.repository.ts'
import type { BegunSession, HeldTokens, SessionsService } from './sessions.service.ts'
import { accountKey } from './sign-in-attempts.ts'
import { findUser, lockUsers, replaceUser, userOf } from './users.repository.ts'
import type { UserRow } from './users.repository.ts'
import type { UsersService } from './users.service.ts'

/** Links with which people set their own passwords: invitations, and for who has forgotten one. Source: S1.11. */
export interface AccountLinksService {
  /** Adds a person without a password, and a link for them. Errors: `email_taken`. */
  invite(input: InviteInput, actor: Actor): Promise<{ user: User; link: AccountLink }>
  /** A new link for somebody; those from before stop working. Errors: `user_not_found`, `user_disabled`. */
  createLink(userId: string, actor: Actor): Promise<AccountLink>
  /** Errors: `user_not_found`. */
  withdrawLink(userId: string, actor: Actor): Promise<void>
  /** Whose a link is. Errors: `account_link_unknown`, `_used`, `_expired`, `_withdrawn`. */
  lookAtLink(token: string): Promise<LinkOwner>
  /**
   * Sets the password, once, and ends the person's sessions. Shape: the session that begins with it; none for somebody who
   * has a second step, which a link does not stand for. Errors: as `lookAtLink`, and `invalid_fields`.
   */
  useLink(
    input: LinkUseInput,
    origin: RequestOrigin,
    held: HeldTokens,
  ): Promise<{ email: string; begun: BegunSession | undefined }>
}

type Parts = Pick<UsersService, 'createUser'> & Pick<SessionsService, 'begin'>

/** Builds the links part of accounts. */
export function createAccountLinks(deps: AccountsDeps, parts: Parts): AccountLinksService {
  const { config, passwords, now } = deps
  const { kysely } = deps.database
  const events = createSecurityEvents(deps)

  async function writeLink(transaction: Transaction, userId: string): Promise<AccountLink> {
    const token = newToken()
    const createdAt = now()
    const expiresAt = new Date(createdAt.getTime() + limits.accountLinkMs)
    await withdrawLinks(transaction, userId, createdAt)
    await insertLink(transaction, { tokenHash: tokenHash(token), userId, createdAt, expiresAt })
    return {
      address: `${config.siteUrl ?? ''}${paths.accountLink(token)}`,
      expiresAt: expiresAt.toISOString(),
    }
  }

  async function getOwner(database: Queryable, hash: string): Promise<{ owner: UserRow; expiresAt: Date }> {
    const link = await findLink(database, hash)
    if (link === undefined) throw new AppError('account_link_unknown')
    if (link.usedAt !== null) throw new AppError('account_link_used')
    const owner = await findUser(database, link.userId)
    if (link.withdrawnAt !== null || owner === undefined || owner.disabledAt !== null)
      throw new AppError('account_link_withdrawn')
    if (link.expiresAt <= now()) throw new AppError('account_link_expired')
    return { owner, expiresAt: link.expiresAt }
  }

  async function getUser(transaction: Transaction, userId: string): Promise<UserRow> {
    const user = await findUser(transaction, userId)
    if (user === undefined) throw new AppError('user_not_found')
    return user
  }

  return {
    async invite(input, actor) {
      return await kysely.transaction().execute(async transaction => {
        const user = await parts.createUser(transaction, { ...input, passwordHash: null }, actor)
        const link = await writeLink(transaction, user.id)
        await events.write(transaction, 'link-made', user, actor)
        return { user: userOf(user), link }
      })
    },

    async createLink(userId, actor) {
      return await kysely.transaction().execute(async transaction => {
        await lockUsers(transaction)
        const user = await getUser(transaction, userId)
        if (user.disabledAt !== null) throw new AppError('user_disabled')
        const link = await writeLink(transaction, userId)
        await events.write(transaction, 'link-made', user, actor)
        return link
      })
    },

    async withdrawLink(userId, actor) {
      await kysely.transaction().execute(async transaction => {
        await lockUsers(transaction)
        const user = await getUser(transaction, userId)
        if ((await withdrawLinks(transaction, userId, now())) === 0) return
        await events.write(transaction, 'link-withdrawn', user, actor)
      })
    },

    async lookAtLink(token) {
      const { owner, expiresAt } = await getOwner(kysely, tokenHash(token))
      const { name, email, passwordHash } = owner
      return { name, email, isInvitation: passwordHash === null, expiresAt: expiresAt.toISOString() }
    },

    async useLink({ token, password }, origin, held) {
      const hash = tokenHash(token)
      const { owner: found } = await getOwner(kysely, hash)
      const passwordHash = await passwords.make(password, found)
      return await kysely.transaction().execute(async transaction => {
        await lockUsers(transaction)
        const { owner } = await getOwner(transaction, hash)
        const user = await replaceUser(transaction, owner.id, { passwordHash })
        const at = now()
        await noteLinkUsed(transaction, hash, at)
        await removeSessionsOf(transaction, user.id)
        await removeAttemptsUnder(transaction, accountKey(user.email))
        const event = owner.passwordHash === null ? 'invitation-accepted' : 'password-by-link'
        await events.write(transaction, event, user, { userId: user.id, email: user.email, ...origin })
        const begun = (await hasSecondStep(transaction, user.id))
          ? undefined
          : await parts.begin(transaction, user, origin, held)
        return { email: user.email, begun }
      })
    },
  }
}
