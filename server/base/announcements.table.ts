import type { Generated } from 'kysely'

/** What a committed write has changed, until every process is told of it. */
export interface AnnouncementsTable {
  id: Generated<number>
  /** Shape: `ChangeTag`s. */
  tags: string[]
}

declare module '#server/base/db/schema.ts' {
  interface Database {
    announcements: AnnouncementsTable
  }
}
