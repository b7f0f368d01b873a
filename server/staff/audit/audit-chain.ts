import { randomBytes } from 'node:crypto'
import { limits } from '#contract/limits.ts'
import { workBehindWriters, type BehindWriters } from '#server/base/behind-writers.ts'
import type { DatabaseLog, OpenDatabase } from '#server/base/db/types.ts'
import { closeLinks, findHead, isLinkWaiting, lockWaiting, takeChain } from './audit-links.repository.ts'
import type { ChainHead, ClosedLink, WaitingEntry } from './audit-links.repository.ts'
import { addressHashOf, contentHashOf, firstHash, linkHashOf } from './link-hash.ts'

/** Closes the links of the log shortly behind those who write it. */
export type AuditChain = BehindWriters

interface Given {
  database: Pick<OpenDatabase, 'kysely'>
  log: Pick<DatabaseLog, 'info' | 'warn'>
}

/**
 * Starts to chain the entries of the log: a second after they were written, and every minute what an ended process has
 * left. Of several processes one at a time closes links.
 */
export function startAuditChain({ database: { kysely }, log }: Given): AuditChain {
  let toldAt: number | undefined
  const chain = workBehindWriters({
    soonMs: limits.auditChainMs,
    lookMs: limits.auditChainLookMs,
    doSome: async () => (await isLinkWaiting(kysely)) && closeSome(),
    failed: error => log.warn({ err: error }, 'the audit log could not be chained, it is tried again'),
  })

  async function closeSome(): Promise<boolean> {
    const links = await kysely.transaction().execute(async transaction => {
      if (!(await takeChain(transaction))) {
        // Whoever holds the chain may have looked before the last entry was written.
        chain.expect()
        return []
      }
      const entries = await lockWaiting(transaction, limits.auditEntriesChainedAtOnce)
      if (entries.length === 0) return []
      const closed = linksOf(entries, await findHead(transaction))
      await closeLinks(transaction, closed)
      return closed
    })
    // What a commit that failed would have closed gets other hashes the next time.
    tell(links.at(-1))
    return links.length === limits.auditEntriesChainedAtOnce
  }

  function tell(head: ChainHead | undefined): void {
    const now = performance.now()
    if (head === undefined || (toldAt !== undefined && now - toldAt < limits.auditHeadToldMs)) return
    toldAt = now
    log.info({ position: head.position, hash: head.hash }, 'the audit log is chained up to here')
  }

  return chain
}

function linksOf(entries: readonly WaitingEntry[], head: ChainHead | undefined): ClosedLink[] {
  let { position, hash } = head ?? { position: 0, hash: firstHash }
  return entries.map(entry => {
    const addressSalt = entry.ipAddress === null ? null : randomBytes(16).toString('base64url')
    const addressHash =
      addressSalt === null || entry.ipAddress === null ? null : addressHashOf(entry.ipAddress, addressSalt)
    const contentHash = contentHashOf(entry, { actorId: entry.linkActorId, addressHash })
    position += 1
    hash = linkHashOf(hash, position, entry.id, contentHash)
    return { entryId: entry.id, position, contentHash, addressSalt, addressHash, hash }
  })
}
