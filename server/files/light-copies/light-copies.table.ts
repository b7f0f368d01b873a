import type { Generated } from 'kysely'
import type { CreatedAt, Optional } from '#server/base/db/columns.ts'
import type { LightAbsence } from './light-copies.types.ts'

/** What is known of the light copy of a PDF. */
export interface LightCopiesTable {
  fileHash: string
  /** The file that is its light copy. */
  lightHash: Optional<string>
  /** Why there is none; missing as well while that is not known. */
  absence: Optional<LightAbsence>
  /** Tries that broke their thread or took too long. */
  failures: Generated<number>
  /** The version of what made it, or found that there is none. */
  makerVersion: number
  changedAt: CreatedAt
}

declare module '#server/base/db/schema.ts' {
  interface Database {
    lightCopies: LightCopiesTable
  }
}
