import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { OpenDatabase } from '#server/base/db/types.ts'

/** Which of several processes looks at what they share, and speaks for a database that all of them miss. */
export interface WatchLease {
  /** Takes or renews it, unless another process has it. Errors: those of the database. */
  take(): Promise<void>
  /** Whether this process had it when it last asked. */
  isOurs(): boolean
  /** Lets another process take it at once. Errors: those of the database. */
  giveBack(): Promise<void>
}

/** Opens the lease for this process. */
export function openWatchLease({ kysely }: Pick<OpenDatabase, 'kysely'>): WatchLease {
  const holder = randomUUID()
  const heldUntil = sql<Date>`now() + ${limits.alertLeaseMs}::float8 * interval '1 millisecond'`
  let isHeld = false
  return {
    async take() {
      const row = await kysely
        .insertInto('alertWatch')
        .values({ id: 1, holder, heldUntil })
        .onConflict(conflict =>
          conflict
            .column('id')
            .doUpdateSet({ holder, heldUntil })
            .where(({ or, eb }) =>
              or([eb('alertWatch.holder', '=', holder), eb('alertWatch.heldUntil', '<', sql<Date>`now()`)]),
            ),
        )
        .returning('holder')
        .executeTakeFirst()
      isHeld = row !== undefined
    },
    isOurs: () => isHeld,
    async giveBack() {
      if (isHeld) await kysely.deleteFrom('alertWatch').where('holder', '=', holder).execute()
      isHeld = false
    },
  }
}
