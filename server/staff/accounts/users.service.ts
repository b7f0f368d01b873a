import { AppError } from '#contract/errors.ts'
import type { ManagedUser, NameInput, PasswordInput, User, UserUpdate } from '#contract/resources/account.ts'
import type { Actor } from '#server/staff/session/actor.ts'
import { newId } from '#server/base/db/id.ts'
import type { Transaction } from '#server/base/db/types.ts'
import type { AccountsDeps } from './accounts-deps.ts'
import { withdrawLinks } from './account-links.repository.ts'
import { rememberDevice } from './known-device.ts'
import { samePassword, verifyOwnPassword, wrongPassword } from './own-password.ts'
import { removeSessionsOf } from './sessions.repository.ts'
import {
  countAdmins,
  findUser,
  insertUser,
  listUsers,
  lockUsers,
  managedUserOf,
  replaceUser,
  userOf,
} from './users.repository.ts'
import type { UserRow } from './users.repository.ts'

/** A person to create whose password is already hashed. */
export type HashedUser = Pick<UserRow, 'email' | 'name' | 'role' | 'passwordHash'>

/** The people who work in the dashboard. */
export interface UsersService {
  listUsers(): Promise<ManagedUser[]>
  /**
   * Changes a person; disabling ends all of their sessions and withdraws their links.
   * Errors: `user_not_found`, `last_admin`.
   */
  updateUser(id: string, update: UserUpdate, actor: Actor): Promise<ManagedUser>
  /** Changes one's own name. Errors: `user_not_found`. */
  changeName(userId: string, input: NameInput, actor: Actor): Promise<User>
  /**
   * Changes one's own password, ends all of one's sessions, and makes all known devices unknown.
   * Shape: what makes the device that asked known again. Errors: `invalid_fields` when the current password is wrong or the new one is the same,
   * `too_many_requests` after too many wrong ones.
   */
  changePassword(
    userId: string,
    input: PasswordInput,
    actor: Actor,
    heldDevice: string | undefined,
  ): Promise<string>
  /** Creates a person with an audit entry, inside a transaction. Errors: `email_taken`. */
  createUser(transaction: Transaction, user: HashedUser, actor: Actor): Promise<UserRow>
}

/** Builds the users part of accounts. */
export function createUsers(deps: AccountsDeps): UsersService {
  const { database, audit, passwords, now } = deps
  const { kysely } = database

  async function writeUpdate(
    transaction: Transaction,
    before: UserRow,
    after: UserRow,
    description: string,
    actor: Actor,
  ): Promise<void> {
    const isPasswordChanged = before.passwordHash !== after.passwordHash
    await audit.writeEntry(transaction, {
      action: 'UPDATE',
      entity: 'USER',
      entityId: after.id,
      description,
      oldData: auditedUser(before),
      newData: { ...auditedUser(after), ...(isPasswordChanged && { isPasswordChanged }) },
      actor,
    })
  }

  async function createUser(transaction: Transaction, user: HashedUser, actor: Actor): Promise<UserRow> {
    const row = await insertUser(transaction, { id: newId(), ...user })
    if (row === undefined)
      throw new AppError('email_taken', { fields: { email: 'يوجد مستخدم بهذا البريد الإلكتروني.' } })
    await audit.writeEntry(transaction, {
      action: 'CREATE',
      entity: 'USER',
      entityId: row.id,
      description: `إضافة المستخدم ${row.email}`,
      oldData: null,
      newData: auditedUser(row),
      actor,
    })
    return row
  }

  return {
    createUser,

    listUsers: () => listUsers(kysely),

    async updateUser(id, { name, role, isDisabled }, actor) {
      const row = await kysely.transaction().execute(async transaction => {
        await lockUsers(transaction)
        const before = await findUser(transaction, id)
        if (before === undefined) throw new AppError('user_not_found')
        const disabledAt =
          isDisabled === undefined ? before.disabledAt : isDisabled ? (before.disabledAt ?? now()) : null
        const change = { name: name ?? before.name, role: role ?? before.role, disabledAt }
        if (isAdmin(before) && !isAdmin({ ...before, ...change }) && (await countAdmins(transaction)) <= 1) {
          throw new AppError('last_admin')
        }
        const after = await replaceUser(transaction, id, change)
        if (disabledAt !== null) {
          await removeSessionsOf(transaction, id)
          await withdrawLinks(transaction, id, now())
        }
        await writeUpdate(transaction, before, after, `تعديل المستخدم ${after.email}`, actor)
        return after
      })
      return (
        (await listUsers(kysely)).find(user => user.id === id) ??
        managedUserOf(row, { lastSeenAt: null, hasSecondFactor: false, linkExpiresAt: null })
      )
    },

    async changeName(userId, { name }, actor) {
      const row = await kysely.transaction().execute(async transaction => {
        await lockUsers(transaction)
        const before = await findUser(transaction, userId)
        if (before === undefined) throw new AppError('user_not_found')
        if (before.name === name) return before
        const after = await replaceUser(transaction, userId, { name })
        await writeUpdate(transaction, before, after, `تغيير اسم المستخدم ${after.email}`, actor)
        return after
      })
      return userOf(row)
    },

    async changePassword(userId, { currentPassword, newPassword }, actor, heldDevice) {
      const found = await verifyOwnPassword(deps, userId, { currentPassword })
      if (await passwords.verify(newPassword, found.passwordHash ?? undefined))
        throw samePassword('newPassword')
      const passwordHash = await passwords.make(newPassword, found, 'newPassword')
      return await kysely.transaction().execute(async transaction => {
        await lockUsers(transaction)
        const before = await findUser(transaction, userId)
        if (before === undefined || before.passwordHash !== found.passwordHash)
          throw wrongPassword('currentPassword')
        const after = await replaceUser(transaction, userId, { passwordHash })
        await removeSessionsOf(transaction, userId)
        await withdrawLinks(transaction, userId, now())
        await writeUpdate(transaction, before, after, `تغيير كلمة مرور المستخدم ${after.email}`, actor)
        return rememberDevice(after, heldDevice)
      })
    },
  }
}

function isAdmin(user: Pick<UserRow, 'role' | 'disabledAt' | 'passwordHash'>): boolean {
  return user.role === 'admin' && user.disabledAt === null && user.passwordHash !== null
}

/** What the audit log keeps of a person: never a password or its hash. */
function auditedUser(row: UserRow) {
  return { email: row.email, name: row.name, role: row.role, isDisabled: row.disabledAt !== null }
}
