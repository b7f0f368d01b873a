import type { RegisterInput } from '#contract/resources/account.ts'
import type { Services } from '#server/services.ts'
import { Passwords } from '#server/staff/accounts/passwords.ts'
import { systemActor } from '#server/staff/session/actor.ts'

let passwords: Passwords | undefined

/**
 * Adds a person with a password at once, as no screen does: people are invited and choose their own.
 * Errors: `email_taken`, `invalid_fields` for a password that is easily guessed.
 */
export async function addPersonTo(
  { accounts, database }: Pick<Services, 'accounts' | 'database'>,
  { password, ...person }: RegisterInput,
): Promise<{ id: string; email: string }> {
  passwords ??= new Passwords({ siteUrl: undefined })
  const passwordHash = await passwords.make(password, person)
  const { id, email } = await database.kysely
    .transaction()
    .execute(transaction => accounts.createUser(transaction, { ...person, passwordHash }, systemActor))
  return { id, email }
}
