import { AppError, errorCodeOf } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import type { SetupInput } from '#contract/resources/account.ts'
import { ConfigError } from '#server/config.ts'
import { systemActor } from '#server/staff/session/actor.ts'
import type { Queryable } from '#server/base/db/types.ts'
import { removeAttemptsUnder } from '#server/base/attempts/attempts.repository.ts'
import { withdrawLinks } from './account-links.repository.ts'
import type { AccountsDeps } from './accounts-deps.ts'
import type { RequestOrigin } from '#server/staff/session/actor.ts'
import { accountKey } from './sign-in-attempts.ts'
import type { BegunSession, HeldTokens, SessionsService } from './sessions.service.ts'
import { countPasskeys } from './passkeys.repository.ts'
import { removeSessionsOf } from './sessions.repository.ts'
import { newToken, tokenHash } from '#server/staff/session/tokens.ts'
import { countAdmins, findUserByEmail, lockUsers, replaceUser } from './users.repository.ts'
import type { UsersService } from './users.service.ts'

/** How the first administrator comes to be, and how the operator gets back in. Source: S1.5. */
export interface FirstAdminService {
  /**
   * Call at start. When there is no administrator it creates the configured one, or a one-time set-up link.
   * Shape: the link's path, or undefined when an administrator exists.
   * Errors: ConfigError when the configured password is easily guessed.
   */
  prepareFirstAdmin(): Promise<string | undefined>
  /** Errors: `setup_link_invalid` (wrong, old, used, or there is an administrator by now), `email_taken`, `invalid_fields`. */
  setUp(input: SetupInput, origin: RequestOrigin, held: HeldTokens): Promise<BegunSession>
  /** For the operator's command: creates an administrator. Errors: `email_taken`, `invalid_fields`. */
  createAdmin(email: string, name: string, password: string): Promise<void>
  /**
   * For the operator's command: a new password, enabled, all sessions ended. Shape: how many passkeys still open the account.
   * Errors: `user_not_found`, `invalid_fields`.
   */
  resetPassword(email: string, password: string): Promise<number>
}

type Parts = Pick<UsersService, 'createUser'> & Pick<SessionsService, 'begin'>

/** Builds the first-administrator part of accounts. */
export function createFirstAdmin(deps: AccountsDeps, parts: Parts): FirstAdminService {
  const { audit, config, passwords, now } = deps
  const { kysely } = deps.database

  async function insertSetupLink(): Promise<string> {
    const token = newToken()
    const createdAt = now()
    const expiresAt = new Date(createdAt.getTime() + limits.setupLinkMs)
    await kysely
      .insertInto('setupLinks')
      .values({ tokenHash: tokenHash(token), createdAt, expiresAt })
      .execute()
    return `${paths.login}?setup=${token}`
  }

  async function isOpen(database: Queryable, token: string): Promise<boolean> {
    const link = await database
      .selectFrom('setupLinks')
      .select('tokenHash')
      .where('tokenHash', '=', tokenHash(token))
      .where('usedAt', 'is', null)
      .where('expiresAt', '>', now())
      .executeTakeFirst()
    return link !== undefined && (await countAdmins(database)) === 0
  }

  async function setPassword(email: string, password: string, role: 'admin' | undefined): Promise<boolean> {
    const found = await findUserByEmail(kysely, email)
    if (found === undefined) return false
    const passwordHash = await passwords.make(password, found)
    return await kysely.transaction().execute(async transaction => {
      await lockUsers(transaction)
      const before = await findUserByEmail(transaction, email)
      if (before === undefined) return false
      const change = { passwordHash, disabledAt: null, role: role ?? before.role }
      await replaceUser(transaction, before.id, change)
      await removeSessionsOf(transaction, before.id)
      await withdrawLinks(transaction, before.id, now())
      await removeAttemptsUnder(transaction, accountKey(email))
      await audit.writeEntry(transaction, {
        action: 'UPDATE',
        entity: 'USER',
        entityId: before.id,
        description: `تعيين كلمة مرور المستخدم ${email} من الخادم`,
        oldData: { email, role: before.role, isDisabled: before.disabledAt !== null },
        newData: { email, role: change.role, isDisabled: false, isPasswordChanged: true },
        actor: systemActor,
      })
      return true
    })
  }

  async function createAdmin(email: string, name: string, password: string): Promise<void> {
    const passwordHash = await passwords.make(password, { email, name })
    await kysely.transaction().execute(async transaction => {
      await lockUsers(transaction)
      await parts.createUser(transaction, { email, name, role: 'admin', passwordHash }, systemActor)
    })
  }

  return {
    createAdmin,

    async prepareFirstAdmin() {
      if ((await countAdmins(kysely)) > 0) return undefined
      const { adminEmail, adminPassword } = config
      if (adminEmail === undefined || adminPassword === undefined) return await insertSetupLink()
      try {
        if (await setPassword(adminEmail, adminPassword, 'admin')) return undefined
        await createAdmin(adminEmail, adminEmail.split('@')[0] ?? adminEmail, adminPassword)
      } catch (error) {
        if (errorCodeOf(error) === 'invalid_fields')
          throw new ConfigError(
            'ADMIN_PASSWORD: is well known, easily guessed, or made of the address; choose another',
          )
        /* Another process that starts at the same time has created the same person. */
        if ((await countAdmins(kysely)) === 0) throw error
      }
      return undefined
    },

    async setUp({ token, password, ...person }, origin, held) {
      if (!(await isOpen(kysely, token))) throw new AppError('setup_link_invalid')
      const passwordHash = await passwords.make(password, person)
      return await kysely.transaction().execute(async transaction => {
        await lockUsers(transaction)
        if (!(await isOpen(transaction, token))) throw new AppError('setup_link_invalid')
        await transaction.updateTable('setupLinks').set({ usedAt: now() }).execute()
        const actor = { userId: null, email: person.email, ...origin }
        const user = await parts.createUser(transaction, { ...person, role: 'admin', passwordHash }, actor)
        return await parts.begin(transaction, user, origin, held)
      })
    },

    async resetPassword(email, password) {
      if (!(await setPassword(email, password, undefined))) throw new AppError('user_not_found')
      const user = await findUserByEmail(kysely, email)
      return user ? await countPasskeys(kysely, user.id) : 0
    },
  }
}
