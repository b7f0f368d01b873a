import type { Generated } from 'kysely'

/** A part of how many rows of a table have one state, or one entity; the database keeps it. */
export interface RowCountsTable {
  id: Generated<number>
  /** The table. */
  name: string
  part: string
  count: number
}

declare module '#server/base/db/schema.ts' {
  interface Database {
    rowCounts: RowCountsTable
  }
}
