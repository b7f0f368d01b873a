import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { limits } from '#contract/limits.ts'
import type { JobState } from '#contract/codes/job-states.ts'
import type { OpenDatabase, Queryable } from '#server/base/db/types.ts'
import type { JobHandler } from './declare-job.ts'
import { explainFailure, JobEnded } from './job-failure.ts'
import { tellUndone } from './enqueue.ts'
import { createSteps } from './job-steps.ts'
import { endJob, finishJob, retryJob, returnJob } from './jobs.repository.ts'
import type { Hold, JobRow, Moment } from './jobs.repository.ts'

interface Given {
  database: Pick<OpenDatabase, 'kysely'>
  handler: JobHandler
  row: JobRow
  hold: Hold
  now: () => Moment
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  controller: AbortController
}

/** Runs a job that was claimed, and leaves it as it turned out. Errors: none; what could not be written is recovered. */
export async function runJob({ database, handler, row, hold, now, log, controller }: Given): Promise<void> {
  const { kysely } = database
  const { signal } = controller
  const facts = { job: row.id, kind: row.kind, key: row.key }
  const { steps, settle, remark } = createSteps({
    database,
    row,
    hold,
    now,
    signal,
    onLost: by => controller.abort(new JobEnded(by)),
  })

  async function leave(error: unknown): Promise<void> {
    const by = signal.aborted && signal.reason instanceof JobEnded ? signal.reason.by : undefined
    if (by === 'lost') log.warn(facts, 'jobs: another process has taken this job over')
    else if (by === 'closing') await leaveBy(database => returnJob(database, hold, now()))
    else if (by === 'cancelled') await leaveBy(database => endJob(database, hold, 'cancelled', null, now()))
    else await fail(error)
  }

  /** Leaves the job, and tells of it what the site says, where it does not go on. */
  async function leaveBy(act: (database: Queryable) => Promise<JobState | undefined>): Promise<void> {
    await kysely.transaction().execute(async transaction => {
      const state = await act(transaction)
      if (state !== undefined) await tellUndone(transaction, [{ kind: handler.kind, state }])
    })
  }

  async function fail(error: unknown): Promise<void> {
    const { isFinal, ...words } = explainFailure(error)
    const failures = row.failures + 1
    if (isFinal || failures >= handler.kind.maxFailures) {
      await leaveBy(database => endJob(database, hold, 'failed', words, now()))
      log.warn({ ...facts, failures, err: error }, 'jobs: a job has failed')
    } else {
      await leaveBy(database => retryJob(database, hold, failures, words, now()))
      log.info({ ...facts, failures, err: error }, 'jobs: a try has failed, the next one follows')
    }
  }

  try {
    try {
      const work = handler.work(steps, row.input)
      const lastWrite = await Promise.race([work, endOf(signal, work)])
      await settle()
      await steps.write(async transaction => {
        await lastWrite?.(transaction)
        await finishJob(transaction, row.id, remark(), now())
      })
    } catch (error) {
      await settle()
      await leave(error)
    }
  } catch (error) {
    log.warn({ ...facts, err: error }, 'jobs: how a job ended could not be written, it will be taken over')
  } finally {
    controller.abort(new JobEnded('lost'))
  }
}

/** Rejects when the run has to end and its work does not, a little later. */
function endOf(signal: AbortSignal, work: Promise<unknown>): Promise<never> {
  const over = work.then(
    () => undefined,
    () => undefined,
  )
  return new Promise((_, reject) => {
    const onAbort = () => {
      void Promise.race([over, wait(limits.jobCloseGraceMs, undefined, { ref: false })]).then(() =>
        reject(signal.reason as Error),
      )
    }
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
  })
}
