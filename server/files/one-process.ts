import { sql } from 'kysely'
import { AppError, errorCodeOf } from '#contract/errors.ts'
import { outsideTransaction } from '#server/base/db/one-connection-guard.ts'
import type { OpenDatabase } from '#server/base/db/types.ts'

/**
 * Does some work while no other process of this database does what has the same name. An embedded database has one process; while a
 * server is away nobody is waited for, and the work may be done twice.
 * Errors: those of the work; `busy` when another process takes longer than a lock is waited for.
 */
export async function aloneOnDatabase<Result>(
  { kysely, engine }: Pick<OpenDatabase, 'kysely' | 'engine'>,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  if (engine === 'pglite') return work()
  let hasBegun = false
  let done: { result: Result } | undefined
  try {
    await kysely.transaction().execute(async transaction => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction)
      hasBegun = true
      done = { result: await outsideTransaction(work) }
    })
  } catch (error) {
    /* The lock went with its line; what was made is there. */
    if (done !== undefined) return done.result
    if (hasBegun) throw error
    if (errorCodeOf(error) !== 'unavailable') throw new AppError('busy', { cause: error })
    return work()
  }
  if (done === undefined) throw new AppError('unavailable')
  return done.result
}
