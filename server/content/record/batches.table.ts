import type { CreatedAt, Optional } from '#server/base/db/columns.ts'

/** Acts on many records; what each did stands in the log under its id. */
export interface BatchesTable {
  id: string
  /** The batch that undid it. */
  undoneBy: Optional<string>
  createdAt: CreatedAt
}

declare module '#server/base/db/schema.ts' {
  interface Database {
    batches: BatchesTable
  }
}
