import type { CreatedAt, Json, Optional } from '#server/base/db/columns.ts'

/** What was deleted and can come back; its files stay in its use until it goes. */
export interface TrashTable {
  /** A code of contract/codes/audit.ts. */
  entity: string
  recordId: string
  /** What lists of records called it. */
  name: string
  /** The whole record as its deletion found it. */
  data: Json<unknown>
  /** The e-mail address of who deleted it. */
  deletedBy: Optional<string>
  deletedAt: CreatedAt
}

declare module '#server/base/db/schema.ts' {
  interface Database {
    trash: TrashTable
  }
}
