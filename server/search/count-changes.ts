import { limits } from '#contract/limits.ts'
import { workBehindWriters, type BehindWriters } from '#server/base/behind-writers.ts'
import type { DatabaseLog, OpenDatabase } from '#server/base/db/types.ts'
import { countChanges, isChangeWaiting } from './index-changes.ts'

/** Counts the words and combinations of what was written, shortly behind those who write. */
export type IndexCounting = BehindWriters

interface Given {
  database: Pick<OpenDatabase, 'kysely'>
  log: Pick<DatabaseLog, 'warn'>
}

/**
 * Starts to count what transactions have noted of the index, and every minute what an ended process has left. Of several
 * processes one at a time counts; searches add what is not counted yet.
 */
export function startIndexCounting({ database: { kysely }, log }: Given): IndexCounting {
  const counting = workBehindWriters({
    soonMs: limits.searchCountMs,
    lookMs: limits.searchCountLookMs,
    doSome: async () => (await isChangeWaiting(kysely)) && countSome(),
    failed: error =>
      log.warn({ err: error }, 'the words of the index could not be counted, it is tried again'),
  })

  async function countSome(): Promise<boolean> {
    const mayMoreWait = await kysely
      .transaction()
      .execute(transaction => countChanges(transaction, limits.searchChangesCountedAtOnce))
    // Whoever counts may have looked before the last change was noted.
    if (mayMoreWait === undefined) counting.expect()
    return mayMoreWait ?? false
  }

  return counting
}
