import { randomBytes } from 'node:crypto'
import { limits } from '#contract/limits.ts'
import type { DatabaseLog, OpenDatabase } from '#server/base/db/types.ts'
import { apartFromRequests } from '#server/base/request-id.ts'
import { closeLinks, findHead, isLinkWaiting, lockWaiting, takeChain } from './audit-links.repository.ts'
import type { ChainHead, ClosedLink, WaitingEntry } from './audit-links.repository.ts'
import { addressHashOf, contentHashOf, firstHash, linkHashOf } from './link-hash.ts'

/** Closes the links of the log shortly behind those who write it, so that no writer waits for another. */
export interface AuditChain {
  /** Entries have been written, or will be at the end of a transaction. */
  expect(): void
  /** Closes all links that wait. */
  run(): Promise<void>
  close(): Promise<void>
}

interface Given {
  database: Pick<OpenDatabase, 'kysely'>
  log: Pick<DatabaseLog, 'info' | 'warn'>
}

/**
 * Starts to chain the entries of the log: a second after they were written, and every minute what an ended process has
 * left. Of several processes one at a time closes links.
 */
export function startAuditChain({ database: { kysely }, log }: Given): AuditChain {
  let running: Promise<void> | undefined
  let isClosed = false
  let soon: NodeJS.Timeout | undefined
  let toldAt: number | undefined
  const looking = setInterval(expect, limits.auditChainLookMs)
  looking.unref()
  expect()

  function expect(): void {
    if (isClosed) return
    soon ??= apartFromRequests(() =>
      setTimeout(() => {
        soon = undefined
        void run()
      }, limits.auditChainMs).unref(),
    )
  }

  /** Closes some links. Shape: whether others may wait. */
  async function closeSome(): Promise<boolean> {
    const links = await kysely.transaction().execute(async transaction => {
      if (!(await takeChain(transaction))) {
        // Whoever holds the chain may have looked before the last entry was written.
        expect()
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
    return !isClosed && links.length === limits.auditEntriesChainedAtOnce
  }

  function tell(head: ChainHead | undefined): void {
    const now = performance.now()
    if (head === undefined || (toldAt !== undefined && now - toldAt < limits.auditHeadToldMs)) return
    toldAt = now
    log.info({ position: head.position, hash: head.hash }, 'the audit log is chained up to here')
  }

  async function runOnce(): Promise<void> {
    try {
      if (!(await isLinkWaiting(kysely))) return
      while (await closeSome());
    } catch (error) {
      if (!isClosed) log.warn({ err: error }, 'the audit log could not be chained, it is tried again')
    }
  }

  async function run(): Promise<void> {
    // One under way may have looked before the last entry was written.
    await running
    running ??= runOnce().finally(() => {
      running = undefined
    })
    await running
  }

  return {
    expect,
    run,
    async close() {
      isClosed = true
      clearInterval(looking)
      clearTimeout(soon)
      await running
    },
  }
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
