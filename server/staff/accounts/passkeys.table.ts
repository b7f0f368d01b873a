import type { ColumnType } from 'kysely'
import type { CreatedAt, Optional, OptionalTimestamp, Timestamp } from '#server/base/db/columns.ts'

export interface PasskeysTable {
  /** The credential's id, in base64url. */
  id: string
  userId: string
  name: string
  /** COSE, in base64url. */
  publicKey: string
  /** How often the device says that it has signed; 0 for those that do not count. */
  counter: ColumnType<number, number, number>
  createdAt: CreatedAt
  lastUsedAt: OptionalTimestamp
  /** Since when it opens nothing. */
  cloneSuspectedAt: OptionalTimestamp
}

export interface PasskeyChallengesTable {
  /** SHA-256 of the challenge, in hexadecimal. */
  challengeHash: string
  /** Whoever makes a key; missing where somebody signs in. */
  userId: Optional<string>
  expiresAt: Timestamp
}

declare module '#server/base/db/schema.ts' {
  interface Database {
    passkeys: PasskeysTable
    passkeyChallenges: PasskeyChallengesTable
  }
}
