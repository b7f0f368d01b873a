import type { CreatedAt, Json, Optional } from '#server/base/db/columns.ts'

export interface PageVisitsTable {
  id: string
  /** The path alone, decoded. */
  page: string
  metadata: Json<Record<string, string | number>>
  /** Dropped when its retention is over. */
  ipAddress: Optional<string>
  userAgent: Optional<string>
  createdAt: CreatedAt
}

declare module '#server/base/db/schema.ts' {
  interface Database {
    pageVisits: PageVisitsTable
  }
}
