import { AppError } from '#contract/errors.ts'
import type { OpenDatabase } from '#server/base/db/types.ts'
import {
  countAttempt,
  findWait,
  giveAttemptBack,
  removeAttempts,
  removeEndedAttempts,
} from './attempts.repository.ts'
import type { Attempt } from './attempts.repository.ts'

/** Attempts that are counted before they are allowed, by all processes together. */
export interface Attempts {
  /**
   * Counts one attempt under each key, or none when one of them must still wait.
   * Errors: `too_many_requests` with the time to wait.
   */
  take(attempts: readonly Attempt[]): Promise<void>
  /** Takes back one attempt that turned out to be right. */
  giveBack(key: string): Promise<void>
  /** Begins to count anew. */
  forget(key: string): Promise<void>
  /** Removes what has ended. */
  cleanUp(): Promise<void>
}

class StillBlocked extends Error {}

/** Builds the attempts over the database. */
export function createAttempts({ kysely }: Pick<OpenDatabase, 'kysely'>): Attempts {
  return {
    async take(attempts) {
      /* All in one order, so that two that count the same keys wait for each other and never both. */
      const ordered = attempts.toSorted((one, other) => (one.key < other.key ? -1 : 1))
      try {
        await kysely.transaction().execute(async transaction => {
          for (const attempt of ordered) {
            if (!(await countAttempt(transaction, attempt))) throw new StillBlocked()
          }
        })
      } catch (error) {
        if (!(error instanceof StillBlocked)) throw error
        const waitMs = await findWait(
          kysely,
          attempts.map(({ key }) => key),
        )
        throw new AppError('too_many_requests', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) })
      }
    },

    giveBack: key => giveAttemptBack(kysely, key),
    forget: key => removeAttempts(kysely, key),
    cleanUp: () => removeEndedAttempts(kysely),
  }
}
