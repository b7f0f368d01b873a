import type { CreatedAt, Optional, OptionalTimestamp, Timestamp } from '#server/base/db/columns.ts'

export interface UsersTable {
  id: string
  /** Lower case and unique. */
  email: string
  name: string
  role: 'admin' | 'editor'
  /** An argon2id hash in its own text form; missing until somebody who was invited has set a password. */
  passwordHash: Optional<string>
  disabledAt: OptionalTimestamp
  /** Missing until the person has signed in once. */
  firstSignInAt: OptionalTimestamp
  createdAt: CreatedAt
  updatedAt: CreatedAt
}

export interface SessionsTable {
  /** SHA-256 of the cookie's token, in hexadecimal; the token itself is never stored. */
  idHash: string
  userId: string
  csrfToken: string
  createdAt: CreatedAt
  lastSeenAt: CreatedAt
  expiresAt: Timestamp
  ipAddress: Optional<string>
  userAgent: Optional<string>
}

export interface SetupLinksTable {
  /** SHA-256 of the link's token, in hexadecimal. */
  tokenHash: string
  createdAt: CreatedAt
  expiresAt: Timestamp
  usedAt: OptionalTimestamp
}

export interface AccountLinksTable {
  /** SHA-256 of the link's token, in hexadecimal. */
  tokenHash: string
  userId: string
  createdAt: CreatedAt
  expiresAt: Timestamp
  usedAt: OptionalTimestamp
  withdrawnAt: OptionalTimestamp
}

export interface VisitorTokensTable {
  /** SHA-256 of the cookie's token, in hexadecimal. */
  tokenHash: string
  expiresAt: Timestamp
}

declare module '#server/base/db/schema.ts' {
  interface Database {
    accountLinks: AccountLinksTable
    sessions: SessionsTable
    setupLinks: SetupLinksTable
    users: UsersTable
    visitorTokens: VisitorTokensTable
  }
}
