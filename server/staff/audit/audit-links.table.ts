import type { Optional } from '#server/base/db/columns.ts'

/** The link of the chain that an entry has. It is there with the entry, stays when the entry goes, and is closed shortly after. */
export interface AuditLinksTable {
  entryId: string
  /** Who it was, also when that person is gone from the entry. */
  actorId: Optional<string>
  /** 1, 2, 3 …; missing while the link waits. */
  position: Optional<number>
  /** SHA-256 of the entry's content, in hexadecimal. */
  contentHash: Optional<string>
  /** Forgotten with the address, so that nobody can find it by trying all. */
  addressSalt: Optional<string>
  addressHash: Optional<string>
  /** SHA-256 over the link before, the position, the entry and its content, in hexadecimal. */
  hash: Optional<string>
}

declare module '#server/base/db/schema.ts' {
  interface Database {
    auditLinks: AuditLinksTable
  }
}
