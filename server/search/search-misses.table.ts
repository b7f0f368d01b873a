import type { CreatedAt } from '#server/base/db/columns.ts'

export interface SearchMissesTable {
  /** The folded query that found nothing; no person is stored. */
  query: string
  count: number
  lastAt: CreatedAt
}

declare module '#server/base/db/schema.ts' {
  interface Database {
    searchMisses: SearchMissesTable
  }
}
