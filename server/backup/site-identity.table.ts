import type { Generated } from 'kysely'

/** The one row by which this site is told from others; it goes with the database wherever that is restored. */
export interface SiteIdentityTable {
  onlyRow: Generated<boolean>
  id: string
}

declare module '#server/base/db/schema.ts' {
  interface Database {
    siteIdentity: SiteIdentityTable
  }
}
