import { setImmediate as nextTurn } from 'node:timers/promises'
import { limits } from '#contract/limits.ts'
import type { Queryable } from '#server/base/db/types.ts'
import { findHead, listLinks, listStrays } from './audit-links.repository.ts'
import type { ChainHead, LinkWithEntry } from './audit-links.repository.ts'
import { addressHashOf, contentHashOf, firstHash, linkHashOf } from './link-hash.ts'

/** What is wrong with the log at one place. */
export interface ChainFault {
  what: 'removed' | 'changed' | 'inserted' | 'broken'
  /** Undefined when the link is gone as well. */
  entryId: string | undefined
  /** In the chain; undefined of what was never in it. */
  position: number | undefined
}

/** What a walk along the chain has found. */
export interface ChainReport {
  /** Entries that are as they were written. */
  sound: number
  /** Entries that staff removed, and that an entry says so of. */
  removed: number
  /** The end of the chain: noted elsewhere, it proves later that nothing was cut off. */
  head: ChainHead | undefined
  /** The first one comes first; not all of them when there are many. */
  faults: ChainFault[]
}

interface Options {
  /** An end of the chain as it was noted once. */
  noted?: ChainHead | undefined
  tell?: (progress: { done: number; of: number }) => void
  signal?: AbortSignal
}

/**
 * Walks along the chain of the log from its first link, while others write, and compares every entry with its link.
 * Errors: those of the database; what `signal` throws.
 */
export async function verifyChain(
  database: Queryable,
  { noted, tell, signal }: Options = {},
): Promise<ChainReport> {
  const faults: ChainFault[] = []
  const note = (fault: ChainFault) => {
    if (faults.length < limits.auditFaultsNamed) faults.push(fault)
  }
  const report: ChainReport = { sound: 0, removed: 0, head: undefined, faults }
  const of = (await findHead(database))?.position ?? 0
  let before = firstHash
  let next = 1
  for (;;) {
    signal?.throwIfAborted()
    const links = await listLinks(database, next - 1, limits.auditEntriesChainedAtOnce)
    for (const link of links) {
      if (link.position !== next) note({ what: 'removed', entryId: undefined, position: next })
      const fault = faultOf(link, link.position === next ? before : undefined)
      if (fault !== undefined) note({ what: fault, entryId: link.entryId, position: link.position })
      else if (link.entry === null) report.removed += 1
      else report.sound += 1
      if (link.position === noted?.position && link.hash !== noted.hash)
        note({ what: 'broken', entryId: link.entryId, position: link.position })
      before = link.hash
      next = link.position + 1
      report.head = { position: link.position, hash: link.hash }
    }
    tell?.({ done: next - 1, of: Math.max(of, next - 1) })
    if (links.length < limits.auditEntriesChainedAtOnce) break
    await nextTurn()
  }
  if (noted !== undefined && noted.position >= next)
    note({ what: 'removed', entryId: undefined, position: next })
  const { unlinked, gone } = await listStrays(database, limits.auditFaultsNamed)
  /* Whoever was added was written down: where people are, a log without a beginning has lost it. */
  const isEmpty = report.head === undefined && faults.length === 0 && unlinked.length + gone.length === 0
  if (isEmpty && (await hasPeople(database))) note({ what: 'removed', entryId: undefined, position: 1 })
  for (const entryId of gone) note({ what: 'removed', entryId, position: undefined })
  for (const entryId of unlinked) note({ what: 'inserted', entryId, position: undefined })
  return report
}

async function hasPeople(database: Queryable): Promise<boolean> {
  return (await database.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** What is wrong at a link; `before` is the hash of the one before it, unless that one is missing. */
function faultOf(link: LinkWithEntry, before: string | undefined): ChainFault['what'] | undefined {
  const { entry, position, entryId, contentHash, hash } = link
  if (entry === null && !link.isRemovalTold) return 'removed'
  if (entry !== null && !isAsWritten(link, entry)) return 'changed'
  if (before !== undefined && linkHashOf(before, position, entryId, contentHash) !== hash) return 'broken'
  return undefined
}

/** An address may be forgotten, and so may a person who is gone; neither may become another one. */
function isAsWritten(
  { actorId, isActorThere, addressSalt, addressHash, contentHash }: LinkWithEntry,
  entry: NonNullable<LinkWithEntry['entry']>,
): boolean {
  const isSamePerson = entry.actorId === actorId || (entry.actorId === null && !isActorThere)
  const isSameAddress =
    entry.ipAddress === null ||
    (addressSalt !== null && addressHashOf(entry.ipAddress, addressSalt) === addressHash)
  return isSamePerson && isSameAddress && contentHashOf(entry, { actorId, addressHash }) === contentHash
}
