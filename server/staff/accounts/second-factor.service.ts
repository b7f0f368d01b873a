import { Secret, TOTP } from 'otpauth'
import { encode } from 'uqr'
import { AppError, errorCodeOf } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type {
  OwnPasswordInput,
  RecoveryCodes,
  SecondFactor,
  SecondFactorSetup,
} from '#contract/resources/second-factor.ts'
import { removeAttempts } from '#server/base/attempts/attempts.repository.ts'
import type { Queryable, Transaction } from '#server/base/db/types.ts'
import type { Actor, RequestOrigin } from '#server/staff/session/actor.ts'
import type { AccountsDeps } from './accounts-deps.ts'
import { verifyOwnPassword } from './own-password.ts'
import {
  beginFactor,
  countRecoveryCodes,
  findFactor,
  hasSecondStep,
  lockFactor,
  noteStep,
  removeFactor,
  useRecoveryCode,
} from './second-factor.repository.ts'
import type { SecondFactorRow } from './second-factor.repository.ts'
import { countPasskeys, removePasskeysOf } from './passkeys.repository.ts'
import { recoveryHash, removeUselessRecoveryCodes, writeRecoveryCodes } from './recovery-codes.ts'
import type { SecretBox } from './secret-box.ts'
import type { SecurityEvents } from './security-events.ts'
import { removeSessionsOf } from './sessions.repository.ts'
import { secondFactorAttempt } from './sign-in-attempts.ts'
import { findUser, lockUsers } from './users.repository.ts'
import type { UserRow } from './users.repository.ts'

/** The second step of signing in: codes of an application on the telephone, and recovery codes. Source: S1.8. */
export interface SecondFactorService {
  findSecondFactor(userId: string): Promise<Omit<SecondFactor, 'isRequired'>>
  /** Errors: `invalid_fields` for a wrong password, `conflict` when it is on already, `too_many_requests`. */
  beginSecondFactor(userId: string, input: OwnPasswordInput): Promise<SecondFactorSetup>
  /** Turns it on. Shape: the recovery codes, which nobody can read again. Errors: `wrong_code`, `too_many_requests`. */
  confirmSecondFactor(userId: string, code: string, actor: Actor): Promise<RecoveryCodes>
  /** Turns it off. Errors: `invalid_fields` for a wrong password, `too_many_requests`. */
  endSecondFactor(userId: string, input: OwnPasswordInput, actor: Actor): Promise<void>
  /** Makes new recovery codes in place of all others. Errors: as `endSecondFactor`; `not_found` when it is off. */
  renewRecoveryCodes(userId: string, input: OwnPasswordInput, actor: Actor): Promise<RecoveryCodes>
  /** Takes it with all passkeys from somebody who has lost the telephone, and ends their sessions. Errors: `user_not_found`, `not_found`. */
  resetSecondFactor(userId: string, actor: Actor): Promise<void>
  /**
   * Takes the second step of a sign-in whose password was right. Shape: whether the person has one.
   * Errors: `second_factor_needed`, `wrong_code`, `second_factor_unreadable`, `too_many_requests`.
   */
  passSecondFactor(user: UserRow, code: string | undefined, origin: RequestOrigin): Promise<boolean>
}

const issuer = 'Rafid'
const stepSeconds = 30
/** Builds the second step over the accounts. */
export function createSecondFactor(
  deps: AccountsDeps & { box: SecretBox },
  events: Pick<SecurityEvents, 'noteRefusal'>,
): SecondFactorService {
  const { audit, attempts, box, now } = deps
  const { kysely } = deps.database

  /** The step whose code this is, if none of it was taken before. */
  function stepOf(secret: string, code: string, lastStep: number): number | undefined {
    const timestamp = now().getTime()
    const delta = totpOf(secret).validate({ token: code, timestamp, window: limits.secondFactorWindow })
    if (delta === null) return undefined
    const step = Math.floor(timestamp / 1000 / stepSeconds) + delta
    return step > lastStep ? step : undefined
  }

  /** Takes a code of the application whose row is locked. Shape: whether it was right. */
  async function takeCode(transaction: Transaction, row: SecondFactorRow, code: string): Promise<boolean> {
    const step = stepOf(box.open(row.secret, row.userId), code, row.lastStep)
    if (step === undefined) return false
    await noteStep(transaction, row.userId, step)
    return true
  }

  /* One that was begun and left is nobody's second step, whoever has seen its picture. */
  async function takeConfirmed(transaction: Transaction, userId: string, code: string): Promise<boolean> {
    const row = await lockFactor(transaction, userId)
    return row?.confirmedAt ? await takeCode(transaction, row, code) : false
  }

  /** Counts a guess before it is looked at, and tells the log of too many. Errors: `wrong_code`, `too_many_requests`. */
  async function guarded(
    user: Pick<UserRow, 'id' | 'email'>,
    { ipAddress, userAgent }: RequestOrigin,
    take: (transaction: Transaction) => Promise<boolean>,
  ): Promise<void> {
    const attempt = secondFactorAttempt(user.id)
    try {
      await attempts.take([attempt])
    } catch (error) {
      if (errorCodeOf(error) === 'too_many_requests')
        await events.noteRefusal('too-many-codes', user.email, user, { ipAddress, userAgent })
      throw error
    }
    if (!(await kysely.transaction().execute(take))) throw new AppError('wrong_code')
    await attempts.forget(attempt.key)
  }

  async function write(
    transaction: Transaction,
    user: UserRow,
    { did, was, is }: { did: string; was: boolean; is: boolean },
    actor: Actor,
  ): Promise<void> {
    await audit.writeEntry(transaction, {
      action: 'UPDATE',
      entity: 'USER',
      entityId: user.id,
      description: `${did} للمستخدم ${user.email}`,
      oldData: { email: user.email, isSecondFactorOn: was },
      newData: { email: user.email, isSecondFactorOn: is },
      actor,
    })
  }

  async function getUser(database: Queryable, userId: string): Promise<UserRow> {
    const user = await findUser(database, userId)
    if (user === undefined) throw new AppError('user_not_found')
    return user
  }

  return {
    async findSecondFactor(userId) {
      const row = await findFactor(kysely, userId)
      return {
        isOn: row !== undefined && row.confirmedAt !== null,
        hasPasskeys: (await countPasskeys(kysely, userId)) > 0,
        recoveryCodesLeft: await countRecoveryCodes(kysely, userId),
      }
    },

    async beginSecondFactor(userId, { ownPassword }) {
      const { email } = await verifyOwnPassword(deps, userId, { ownPassword })
      const secret = new Secret({ size: 20 }).base32
      const sealed = box.seal(secret, userId)
      const isNew = await kysely
        .transaction()
        .execute(transaction => beginFactor(transaction, userId, sealed))
      if (!isNew) throw new AppError('second_factor_is_on')
      const address = totpOf(secret, email).toString()
      return { secret, address, picture: pictureOf(address) }
    },

    async confirmSecondFactor(userId, code, actor) {
      let recoveryCodes: string[] = []
      const user = await getUser(kysely, userId)
      await guarded(user, actor, async transaction => {
        const row = await lockFactor(transaction, userId)
        if (row?.confirmedAt !== null) throw new AppError(row ? 'second_factor_is_on' : 'not_found')
        if (!(await takeCode(transaction, row, code))) return false
        recoveryCodes = await writeRecoveryCodes(transaction, userId)
        const did = 'تفعيل التحقق بخطوتين'
        await write(transaction, user, { did, was: false, is: true }, actor)
        return true
      })
      return { recoveryCodes }
    },

    async endSecondFactor(userId, { ownPassword }, actor) {
      const user = await verifyOwnPassword(deps, userId, { ownPassword })
      await kysely.transaction().execute(async transaction => {
        if (!(await removeFactor(transaction, userId))) return
        await removeUselessRecoveryCodes(transaction, userId)
        await write(transaction, user, { did: 'إيقاف التحقق بخطوتين', was: true, is: false }, actor)
      })
    },

    async renewRecoveryCodes(userId, { ownPassword }, actor) {
      const user = await verifyOwnPassword(deps, userId, { ownPassword })
      return await kysely.transaction().execute(async transaction => {
        const row = await lockFactor(transaction, userId)
        if (!row?.confirmedAt && (await countPasskeys(transaction, userId)) === 0)
          throw new AppError('not_found')
        const recoveryCodes = await writeRecoveryCodes(transaction, userId)
        await write(transaction, user, { did: 'رموز استرداد جديدة', was: true, is: true }, actor)
        return { recoveryCodes }
      })
    },

    async resetSecondFactor(userId, actor) {
      await kysely.transaction().execute(async transaction => {
        await lockUsers(transaction)
        const user = await getUser(transaction, userId)
        const hadFactor = await removeFactor(transaction, userId)
        const hadPasskeys = (await removePasskeysOf(transaction, userId)) > 0
        if (!hadFactor && !hadPasskeys) throw new AppError('not_found')
        await removeUselessRecoveryCodes(transaction, userId)
        await removeSessionsOf(transaction, userId)
        /* Tries at the lost telephone keep nobody from setting up another one. */
        await removeAttempts(transaction, secondFactorAttempt(userId).key)
        await write(transaction, user, { did: 'إلغاء التحقق بخطوتين', was: true, is: false }, actor)
      })
    },

    async passSecondFactor(user, code, origin) {
      if (!(await hasSecondStep(kysely, user.id))) return false
      if (code === undefined) throw new AppError('second_factor_needed')
      const take = /^\d{6}$/.test(code)
        ? (transaction: Transaction) => takeConfirmed(transaction, user.id, code)
        : (transaction: Transaction) => useRecoveryCode(transaction, user.id, recoveryHash(code))
      await guarded(user, origin, take)
      return true
    },
  }
}

function totpOf(secret: string, label = ''): TOTP {
  return new TOTP({ issuer, label, secret, period: stepSeconds, digits: 6, algorithm: 'SHA1' })
}

function pictureOf(text: string): SecondFactorSetup['picture'] {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
    .join('')
  return { path, size }
}
