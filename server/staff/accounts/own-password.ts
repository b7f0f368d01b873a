import { AppError } from '#contract/errors.ts'
import type { AccountsDeps } from './accounts-deps.ts'
import { ownPasswordAttempt } from './sign-in-attempts.ts'
import { findUser } from './users.repository.ts'
import type { UserRow } from './users.repository.ts'

/**
 * Makes sure that somebody who is signed in knows the own password, which comes under the name of its field.
 * Errors: `invalid_fields` when it is wrong, `too_many_requests` after too many wrong ones.
 */
export async function verifyOwnPassword(
  { database, passwords, attempts }: Pick<AccountsDeps, 'database' | 'passwords' | 'attempts'>,
  userId: string,
  given: Record<string, string>,
): Promise<UserRow> {
  const [[field, password] = ['', '']] = Object.entries(given)
  const attempt = ownPasswordAttempt(userId)
  await attempts.take([attempt])
  const found = await findUser(database.kysely, userId)
  const isRight = await passwords.verify(password, found?.passwordHash ?? undefined)
  if (!isRight || found === undefined) throw wrongPassword(field)
  await attempts.forget(attempt.key)
  return found
}

/** The refusal of a wrong password, beside the field that it came in. */
export function wrongPassword(field: string): AppError {
  return new AppError('invalid_fields', { fields: { [field]: 'كلمة المرور الحالية غير صحيحة' } })
}

/** The refusal of a new password that is the one which somebody has, beside the field that it came in. */
export function samePassword(field: string): AppError {
  return new AppError('invalid_fields', {
    fields: { [field]: 'هذه كلمة مرورك الحالية، فلم يتغير شيء. اكتب كلمة أخرى.' },
  })
}
