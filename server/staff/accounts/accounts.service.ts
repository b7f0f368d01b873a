import { createAttempts } from '#server/base/attempts/attempts.service.ts'
import type { AccountsDeps } from './accounts-deps.ts'
import { createAccountLinks } from './account-links.service.ts'
import type { AccountLinksService } from './account-links.service.ts'
import { createFirstAdmin } from './first-admin.service.ts'
import type { FirstAdminService } from './first-admin.service.ts'
import { createPasskeys } from './passkeys.service.ts'
import type { PasskeysService } from './passkeys.service.ts'
import { Passwords } from './passwords.ts'
import { createSecondFactor } from './second-factor.service.ts'
import type { SecondFactorService } from './second-factor.service.ts'
import { openSecretBox } from './secret-box.ts'
import { createSecurityEvents } from './security-events.ts'
import type { SecurityEvents } from './security-events.ts'
import { createSessions } from './sessions.service.ts'
import type { SessionsService } from './sessions.service.ts'
import { createUsers } from './users.service.ts'
import type { UsersService } from './users.service.ts'

/** Who may work in the dashboard, and who does at the moment. */
export type AccountsService = SessionsService &
  UsersService &
  FirstAdminService &
  SecondFactorService &
  AccountLinksService &
  PasskeysService &
  Pick<SecurityEvents, 'settled'>

type Given = Omit<AccountsDeps, 'passwords' | 'attempts' | 'now'> & { now?: () => Date }

/** Builds the accounts; `now` is the clock of sessions and links. */
export function createAccountsService({ now = () => new Date(), ...given }: Given): AccountsService {
  const deps: AccountsDeps = {
    ...given,
    now,
    passwords: new Passwords(given.config),
    attempts: createAttempts(given.database),
  }
  const events = createSecurityEvents(deps)
  const secondFactor = createSecondFactor({ ...deps, box: openSecretBox(given.config) }, events)
  const sessions = createSessions(deps, secondFactor, events)
  const users = createUsers(deps)
  const firstAdmin = createFirstAdmin(deps, { createUser: users.createUser, begin: sessions.begin })
  const passkeys = createPasskeys(deps, sessions)
  const links = createAccountLinks(deps, { ...users, ...sessions, ...secondFactor })
  const { settled } = events
  return { ...sessions, ...users, ...firstAdmin, ...secondFactor, ...links, ...passkeys, settled }
}
