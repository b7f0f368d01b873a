import type { GeneratedAlways } from 'kysely'
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

/** How many visits a page has in a span of time; the database keeps it. */
export interface VisitCountsTable {
  /** Empty: all pages. */
  page: string
  /** A day (2026-11-22), a month (2026-11) or a year (2026) in Baghdad, or `all`. */
  span: string
  count: number
}

/** A page that was ever visited. */
export interface VisitedPagesTable {
  page: string
  /** Its path up to its name: `/books/`. */
  folder: GeneratedAlways<string>
}

/** How many visits the pages of a folder have in a span of time, as in `VisitCountsTable`; the database keeps it. */
export interface VisitedFoldersTable {
  folder: string
  span: string
  count: number
}

declare module '#server/base/db/schema.ts' {
  interface Database {
    pageVisits: PageVisitsTable
    visitCounts: VisitCountsTable
    visitedPages: VisitedPagesTable
    visitedFolders: VisitedFoldersTable
  }
}
