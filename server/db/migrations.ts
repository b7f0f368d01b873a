import type { Migration } from 'kysely'
import * as accounts from './migrations/0001-accounts.ts'
import * as audit from './migrations/0002-audit.ts'
import * as files from './migrations/0003-files.ts'
import * as visitorTokens from './migrations/0004-visitor-tokens.ts'
import * as content from './migrations/0010-content.ts'
import * as visits from './migrations/0020-visits.ts'
import * as uploads from './migrations/0040-uploads.ts'

/** Every migration by its name; they run once each, in the order of their names. */
export const migrations: Record<string, Migration> = {
  '0001-accounts': accounts,
  '0002-audit': audit,
  '0003-files': files,
  '0004-visitor-tokens': visitorTokens,
  '0010-content': content,
  '0020-visits': visits,
  '0040-uploads': uploads,
}
