import type { FastifyBaseLogger } from 'fastify'
import type { AuditService } from '#server/staff/audit/audit.service.ts'
import type { Config } from '#server/config.ts'
import type { OpenDatabase } from '#server/base/db/types.ts'
import type { Attempts } from '#server/base/attempts/attempts.service.ts'
import type { Passwords } from './passwords.ts'

/** What the parts of accounts need of each other and of the product. */
export interface AccountsDeps {
  database: Pick<OpenDatabase, 'kysely'>
  audit: Pick<AuditService, 'writeEntry'>
  config: Pick<
    Config,
    | 'sessionIdleMs'
    | 'sessionAbsoluteMs'
    | 'adminEmail'
    | 'adminPassword'
    | 'secretKey'
    | 'dataDir'
    | 'siteUrl'
  >
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  passwords: Passwords
  attempts: Attempts
  now: () => Date
}
