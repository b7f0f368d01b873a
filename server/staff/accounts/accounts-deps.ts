import type { FastifyBaseLogger } from 'fastify'
import type { User } from '#contract/resources/account.ts'
import type { AuditService } from '#server/staff/audit/audit.service.ts'
import type { Actor } from '#server/staff/audit/actor.ts'
import type { Config } from '#server/config.ts'
import type { OpenDatabase } from '#server/base/db/types.ts'
import type { Passwords } from './passwords.ts'

/** What the parts of accounts need of each other and of the product. */
export interface AccountsDeps {
  database: Pick<OpenDatabase, 'kysely'>
  audit: Pick<AuditService, 'writeEntry'>
  config: Pick<Config, 'sessionIdleMs' | 'sessionAbsoluteMs' | 'adminEmail' | 'adminPassword'>
  log: Pick<FastifyBaseLogger, 'info'>
  passwords: Passwords
  now: () => Date
}

/** Where a request comes from, as sessions and logs keep it. */
export type RequestOrigin = Pick<Actor, 'ipAddress' | 'userAgent'>

/** The session of a request: who is signed in, and the CSRF token that their writes must carry. */
export interface RequestSession {
  id: string
  user: User
  csrfToken: string
  createdAt: Date
}
