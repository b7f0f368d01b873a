import type { Generated } from 'kysely'

/** A part of how many rows of a table have one state, or one entity, or stand in one place; the database keeps it. */
export interface RowCountsTable {
  id: Generated<number>
  /** The table; with `.school`, `.place`, `.category`, `.reading` or `.changes` after it where something else than its states is counted. */
  name: string
  part: string
  count: number
}

declare module '#server/base/db/schema.ts' {
  interface Database {
    rowCounts: RowCountsTable
  }
}
