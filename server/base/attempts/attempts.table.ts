import type { OptionalTimestamp, Timestamp } from '#server/base/db/columns.ts'

export interface AttemptsTable {
  /** What is counted, and of whom. */
  key: string
  /** How many there were since the window began. */
  count: number
  /** When the count begins anew. */
  endsAt: Timestamp
  /** Until when no further attempt is allowed; missing where only the count matters. */
  blockedUntil: OptionalTimestamp
}

declare module '#server/base/db/schema.ts' {
  interface Database {
    attempts: AttemptsTable
  }
}
