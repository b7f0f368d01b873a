import { createHash } from 'node:crypto'
import type { AuditRow } from './audit.repository.ts'

/** What of an entry its link proves. The time is as fine as the database keeps it. */
export type LinkedContent = Omit<AuditRow, 'actorId' | 'createdAt' | 'ipAddress'> & {
  /** Microseconds since 1970. */
  writtenAt: string
}

/** What comes before the first link. */
export const firstHash = '0'.repeat(64)

/** The SHA-256 of an entry's content, whoever writes the keys of its data in which order. Shape: hexadecimal. */
export function contentHashOf(
  entry: LinkedContent,
  { actorId, addressHash }: { actorId: string | null; addressHash: string | null },
): string {
  return sha256([
    'rafid audit entry 1',
    entry.id,
    entry.writtenAt,
    entry.action,
    entry.entity,
    entry.entityId,
    entry.description,
    inOrder(entry.oldData),
    inOrder(entry.newData),
    actorId,
    entry.actorEmail,
    addressHash,
    entry.userAgent,
    entry.batchId,
  ])
}

/** What proves an address as long as it and its salt are kept, and tells nothing of it afterwards. Shape: hexadecimal. */
export function addressHashOf(address: string, salt: string): string {
  return sha256(['rafid audit address 1', salt, address])
}

/** The SHA-256 of a link. Shape: hexadecimal. */
export function linkHashOf(before: string, position: number, entryId: string, contentHash: string): string {
  return sha256(['rafid audit link 1', before, position, entryId, contentHash])
}

function sha256(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

/* The database keeps no order of keys. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, held]) => [key, inOrder(held)])
}
