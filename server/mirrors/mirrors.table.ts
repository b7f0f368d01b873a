import type { MirrorCause } from '#contract/codes/mirror-causes.ts'
import type { Optional, OptionalTimestamp, Timestamp } from '#server/base/db/columns.ts'

/** An address elsewhere, of a record or several. */
export interface MirrorsTable {
  /** SHA-256 of the address, which may be too long for an index. */
  id: string
  address: string
  checkedAt: Timestamp
  /** Why it failed last; missing when it did not. */
  cause: Optional<MirrorCause>
  /** Days in a row on which it failed, those without a check left out. */
  failures: number
  /** Since when it counts as dead; missing while it does not. */
  deadSince: OptionalTimestamp
}

declare module '#server/base/db/schema.ts' {
  interface Database {
    mirrors: MirrorsTable
  }
}
