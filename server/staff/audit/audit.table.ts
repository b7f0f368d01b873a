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

/** How many entries with a closed link an action on an entity has; the database keeps it. */
export interface AuditCountsTable {
  action: string
  entity: string
  count: number
}

/** The same of the entries of one day in Baghdad, `day:2026-11-23`, or of one person, `person:name@example.org`. */
export interface AuditPartCountsTable extends AuditCountsTable {
  part: string
}

declare module '#server/base/db/schema.ts' {
  interface Database {
    auditCounts: AuditCountsTable
    auditEntries: AuditEntriesTable
    auditPartCounts: AuditPartCountsTable
  }
}
