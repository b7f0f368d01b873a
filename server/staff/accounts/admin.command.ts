import { parseArgs } from 'node:util'
import pino from 'pino'
import { registerInputSchema } from '#contract/resources/account.ts'
import { AppError, errorCodeOf } from '#contract/errors.ts'
import { fieldMessages } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { createAuditService } from '#server/staff/audit/audit.service.ts'
import { readConfig } from '#server/config.ts'
import { migrateToLatest } from '#server/base/db/migrate.ts'
import { refuseAbsent } from '#server/base/db/open-known.ts'
import { openDatabase } from '#server/base/db/open.ts'
import { systemActor } from '#server/staff/session/actor.ts'
import { createAccountsService } from './accounts.service.ts'
import type { AccountsService } from './accounts.service.ts'
import { askPassword } from './ask-password.ts'

const usage = `
  npm run admin -- create E-MAIL [--name NAME]   creates an administrator
  npm run admin -- reset E-MAIL                  sets a new password, enables the person, ends their sessions
  npm run admin -- reset-second-factor E-MAIL    takes codes and passkeys away, for who has lost the telephone or was
                                                 hacked: the password alone is enough again

The password is asked on the terminal, twice, or read from standard input. With the embedded database the site must be
stopped first; with DATABASE_URL it may go on running.
`

/** A mistake of whoever typed the command; the message says what to do. */
class CommandError extends Error {
  override name = 'CommandError'
}

async function main(): Promise<void> {
  const { command, email, name } = readArguments()
  const config = readConfig()
  if (command !== 'create') refuseAbsent(config)
  const log = pino({ level: 'error' })
  // Before anything is typed: a database that is in use is refused here.
  const database = await openDatabase({ dataDir: config.dataDir, databaseUrl: config.databaseUrl, log })
  try {
    await migrateToLatest(database)
    const input = command === 'reset-second-factor' ? { email } : await askInput(email, name)
    const audit = createAuditService({ database })
    const accounts = createAccountsService({ database, audit, config, log })
    const done = await act(accounts, command, input)
    const place = config.databaseUrl === undefined ? config.dataDir : 'the database of DATABASE_URL'
    process.stdout.write(`${done} This is in ${place}.\n`)
  } finally {
    await database.close()
  }
}

async function askInput(email: string, name: string) {
  const password = await askPassword(
    `Password for ${email}, ${limits.minPasswordLength} letters or more, which are not shown: `,
  )
  return checked({ email, name, password, role: 'admin' })
}

const commands = ['create', 'reset', 'reset-second-factor'] as const
type Command = (typeof commands)[number]

function readArguments(): { command: Command; email: string; name: string } {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { name: { type: 'string' } } })
  const [given, email, ...rest] = positionals
  const command = commands.find(known => known === given)
  if (command === undefined || email === undefined || rest.length > 0) {
    throw new CommandError(usage)
  }
  return { command, email, name: values.name ?? email.split('@')[0] ?? email }
}

function checked(input: object) {
  const parsed = registerInputSchema.safeParse(input)
  if (parsed.success) return parsed.data
  throw new CommandError(Object.values(fieldMessages(parsed.error)).join('\n'))
}

async function act(
  accounts: AccountsService,
  command: Command,
  { email, name = '', password = '' }: { email: string; name?: string; password?: string },
): Promise<string> {
  try {
    if (command === 'create') {
      await accounts.createAdmin(email, name, password)
      return `Administrator ${email} was created.`
    }
    if (command === 'reset-second-factor') {
      const user = (await accounts.listUsers()).find(each => each.email === email.toLowerCase())
      if (user === undefined) throw new CommandError(`There is no user ${email}.`)
      await accounts.resetSecondFactor(user.id, systemActor)
      return `${email} signs in with the password alone; all of their sessions have ended.`
    }
    const passkeys = await accounts.resetPassword(email, password)
    const warning = `\nPasskeys that still open the account: ${passkeys}. Take them away with "reset-second-factor".`
    return `${email} has a new password; all of their sessions have ended.${passkeys > 0 ? warning : ''}`
  } catch (error) {
    const code = errorCodeOf(error)
    if (code === 'invalid_fields' && error instanceof AppError)
      throw new CommandError(Object.values(error.fields ?? {}).join('\n'))
    if (code === 'email_taken')
      throw new CommandError(`There is a user ${email} already; use "reset" for a new password.`)
    if (code === 'not_found') throw new CommandError(`${email} has no second factor.`)
    if (code === 'user_not_found') throw new CommandError(`There is no user ${email}; use "create".`)
    throw error
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
