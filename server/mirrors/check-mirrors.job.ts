import { sql } from 'kysely'
import { z } from 'zod'
import type { FastifyBaseLogger } from 'fastify'
import { limits } from '#contract/limits.ts'
import type { OpenDatabase } from '#server/base/db/types.ts'
import { declareJob, handleJob, type JobHandler } from '#server/jobs/declare-job.ts'
import { enqueueJob } from '#server/jobs/enqueue.ts'
import { checkMirrors, dayBegan, type MirrorCheck } from './check-mirrors.ts'
import { listUnasked } from './mirrors.repository.ts'

const job = declareJob({
  name: 'check-mirrors',
  label: 'فحص روابط التحميل الخارجية',
  // It waits for others nearly all of its time, and gives its place back after `mirrorRunMs`.
  lane: 'quick',
  input: z.object({}),
})

/** How links elsewhere are checked. */
export const mirrorsHandler = (check: MirrorCheck): JobHandler =>
  handleJob(job, steps => checkMirrors(check, steps))

/**
 * Wants the links asked that nobody has asked today, in Baghdad, unless that was wanted a short time ago.
 * Gives whether it is wanted now. Errors: those of the database.
 */
export function wantMirrorCheck(
  { kysely }: Pick<OpenDatabase, 'kysely'>,
  now = new Date(),
): Promise<boolean> {
  return kysely.transaction().execute(async transaction => {
    // Several processes look at the same minute.
    await sql`select pg_advisory_xact_lock(hashtext('rafid mirrors'))`.execute(transaction)
    const since = new Date(now.getTime() - limits.mirrorPauseMs)
    const wanted = await transaction
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', job.name)
      .where(({ or, eb }) => or([eb('createdAt', '>=', since), eb('state', 'in', ['waiting', 'running'])]))
      .limit(1)
      .executeTakeFirst()
    if (wanted !== undefined || (await listUnasked(transaction, dayBegan(now), 1)).length === 0) return false
    await enqueueJob(transaction, job, { key: 'daily', title: 'روابط Google Drive وتيليجرام', input: {} })
    return true
  })
}

interface Given {
  database: Pick<OpenDatabase, 'kysely'>
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** Wants every link asked once a day while the process lives. Gives a function that stops it and waits for a look under way. */
export function startDailyMirrorCheck({ database, log }: Given): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    running = running
      .then(() => wantMirrorCheck(database))
      .catch((error: unknown) =>
        log.warn({ err: error }, 'mirrors: their check could not be wanted, it is tried again'),
      )
  }, limits.mirrorLookMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
