import type { Generated } from 'kysely'
import type { CreatedAt, Optional, OptionalJson } from '#server/base/db/columns.ts'

export interface AuditEntriesTable {
  id: string
  /** A code of contract/codes/audit.ts. */
  action: string
  /** A code of contract/codes/audit.ts. */
  entity: string
  entityId: string
  description: string
  oldData: OptionalJson<Record<string, unknown>>
  newData: OptionalJson<Record<string, unknown>>
  /** Missing when nobody was signed in, or when that user is gone; `actorEmail` stays. */
  actorId: Optional<string>
  actorEmail: Optional<string>
  ipAddress: Optional<string>
  userAgent: Optional<string>
  /** The folded words of the description, the person and the data, as a `tsvector`. */
  words: Generated<string>
  /** The act on many records that it is a part of. */
  batchId: Optional<string>
  createdAt: CreatedAt
}

declare module '#server/base/db/schema.ts' {
  interface Database {
    auditEntries: AuditEntriesTable
  }
}
