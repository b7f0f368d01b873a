import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { isTimeout, TaskTimeout } from './task-timeout.ts'

/** So many are remembered of each kind. */
const maxRemembered = 2000

/** Remembers what of PDFs could not be drawn, so that nobody waits for it again. */
export interface UndrawnPages {
  /**
   * Takes down that something of a file could not be drawn, and why. `isBurden`: it took so much time that the whole file
   * is left alone after a few like it.
   */
  remember(sha256: string, key: string, cause: unknown, isBurden: boolean): void
  /** Errors: `page_not_drawn` while that is remembered. */
  refuse(sha256: string, key: string): void
}

/**
 * Opens a memory of one process. What is broken stays remembered; what only took too long is forgotten after
 * `limits.slowPagePauseMs`, since it may have been the machine that was busy.
 */
export function createUndrawnPages(): UndrawnPages {
  /** Until when each is left alone. */
  const failed = new Map<string, number>()
  const slow = new Map<string, { pages: number; until: number }>()

  return {
    remember(sha256, key, cause, isBurden) {
      if (failed.size >= maxRemembered) failed.clear()
      if (slow.size >= maxRemembered) slow.clear()
      const until = Date.now() + limits.slowPagePauseMs
      failed.set(key, isTimeout(cause) ? until : Infinity)
      if (!isBurden) return
      const known = slow.get(sha256)
      const pages = known && known.until > Date.now() ? known.pages : 0
      slow.set(sha256, { pages: pages + 1, until })
    },

    refuse(sha256, key) {
      const until = failed.get(key) ?? 0
      const burden = slow.get(sha256)
      const isBurden =
        burden !== undefined && burden.pages >= limits.maxSlowPages && burden.until > Date.now()
      if (until === Infinity) throw new AppError('page_not_drawn')
      if (isBurden || until > Date.now()) throw new AppError('page_not_drawn', { cause: new TaskTimeout() })
    },
  }
}
