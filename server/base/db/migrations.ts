import type { Migration } from 'kysely/migration'
import { up as accounts } from './migrations/0001-accounts.ts'
import { up as audit } from './migrations/0002-audit.ts'
import { up as files } from './migrations/0003-files.ts'
import { up as visitorTokens } from './migrations/0004-visitor-tokens.ts'
import { up as content } from './migrations/0010-content.ts'
import { up as visits } from './migrations/0020-visits.ts'
import { up as search } from './migrations/0030-search.ts'
import { up as uploads } from './migrations/0040-uploads.ts'
import { up as creationKeys } from './migrations/0060-creation-keys.ts'
import { up as attempts } from './migrations/0070-attempts.ts'
import { up as auditWords } from './migrations/0080-audit-words.ts'
import { up as fileHealth } from './migrations/0090-file-health.ts'
import { up as searchShape } from './migrations/0100-search-shape.ts'
import { up as recordStates } from './migrations/0140-record-states.ts'
import { up as uploadsOnce } from './migrations/0150-uploads-once.ts'
import { up as jobs } from './migrations/0160-jobs.ts'
import { up as sheets } from './migrations/0170-sheets.ts'
import { up as sheetNumbers } from './migrations/0180-sheet-numbers.ts'

/** Every migration by its name; they run once each, in the order of their names. */
export const migrations: Record<string, Migration> = {
  '0001-accounts': { up: accounts },
  '0002-audit': { up: audit },
  '0003-files': { up: files },
  '0004-visitor-tokens': { up: visitorTokens },
  '0010-content': { up: content },
  '0020-visits': { up: visits },
  '0030-search': { up: search },
  '0040-uploads': { up: uploads },
  '0060-creation-keys': { up: creationKeys },
  '0070-attempts': { up: attempts },
  '0080-audit-words': { up: auditWords },
  '0090-file-health': { up: fileHealth },
  '0100-search-shape': { up: searchShape },
  '0140-record-states': { up: recordStates },
  '0150-uploads-once': { up: uploadsOnce },
  '0160-jobs': { up: jobs },
  '0170-sheets': { up: sheets },
  '0180-sheet-numbers': { up: sheetNumbers },
}
