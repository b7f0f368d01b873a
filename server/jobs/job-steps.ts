import type { z } from 'zod'
import { limits } from '#contract/limits.ts'
import type { OpenDatabase, Transaction } from '#server/base/db/types.ts'
import { JobEnded } from './job-failure.ts'
import type { FailureWords } from './job-failure.ts'
import { holdJob, keepStep, updateProgress } from './jobs.repository.ts'
import type { Hold, JobRow, Moment } from './jobs.repository.ts'
import { runInThread } from './step-thread.ts'
import type { ThreadStep } from './step-thread.ts'

/** What the work of a job may use. Every call throws once the job is cancelled, lost or to be given back. */
export interface JobSteps {
  /** The job's id. */
  readonly id: string
  /** How often a process went away under this job since its last kept step. */
  readonly interruptions: number
  /** Aborted when the run has to end, for what can be ended early. */
  readonly signal: AbortSignal
  /**
   * Writes in a transaction that is undone when this run does not hold the job any more. Keep it short: one
   * portion of rows, no file, no network.
   */
  write<Result>(act: (transaction: Transaction) => Promise<Result>): Promise<Result>
  /**
   * Does a step whose result is kept with the job: after a kill or a failure it is not done again. The result is
   * JSON, and small.
   */
  once<Result>(name: string, result: z.ZodType<Result>, work: () => Promise<Result>): Promise<Result>
  /**
   * Does heavy work in a thread of its own, at low priority and with limits.
   * Errors: JobFailure when it needs more than its memory or time, or breaks its thread; otherwise what the step threw.
   */
  inThread<Answer>(step: ThreadStep): Promise<Answer>
  /** What people should know of the job when it is done all the same; the last one said counts. */
  remark(words: FailureWords | null): void
  /** Says how far the work is, for the dashboard; as often as you like. */
  progress(done: number, total: number): void
}

interface Given {
  database: Pick<OpenDatabase, 'kysely'>
  row: JobRow
  hold: Hold
  now: () => Moment
  signal: AbortSignal
  onLost: (by: 'cancelled' | 'lost') => void
}

/** The steps of one run. Shape: `settle` waits for the last progress that is on its way; `remark` is what was said. */
export function createSteps({ database, row, hold, now, signal, onLost }: Given): {
  steps: JobSteps
  remark(): FailureWords | null
  settle(): Promise<void>
} {
  const kept = { ...row.keptSteps }
  let remark: FailureWords | null = null
  let shown: { done: number; total: number } | undefined
  let timer: NodeJS.Timeout | undefined
  let sending: Promise<void> = Promise.resolve()

  function refuseEnded(): void {
    if (signal.aborted) throw signal.reason
  }

  async function write<Result>(act: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    refuseEnded()
    return database.kysely.transaction().execute(async transaction => {
      const held = await holdJob(transaction, hold, now())
      if (held === undefined || held.isCancelAsked) {
        const by = held === undefined ? 'lost' : 'cancelled'
        onLost(by)
        throw new JobEnded(by)
      }
      const result = await act(transaction)
      refuseEnded()
      return result
    })
  }

  function send(): void {
    timer = undefined
    const next = shown
    shown = undefined
    if (next === undefined || signal.aborted) return
    // How far it is helps whoever looks; the work does not depend on it.
    sending = updateProgress(database.kysely, hold, next.done, next.total).catch(() => undefined)
    timer = setTimeout(send, limits.jobProgressMs)
    timer.unref()
  }

  const steps: JobSteps = {
    id: row.id,
    interruptions: row.interruptions,
    signal,
    write,
    async once(name, result, work) {
      refuseEnded()
      if (Object.hasOwn(kept, name)) return result.parse(kept[name])
      const value = await work()
      await write(transaction => keepStep(transaction, row.id, name, value))
      kept[name] = value
      return value
    },
    async inThread<Answer>(step: ThreadStep) {
      refuseEnded()
      return runInThread<Answer>(step, signal)
    },
    remark(words) {
      remark = words
    },
    progress(done, total) {
      refuseEnded()
      shown = { done, total }
      if (timer === undefined) send()
    },
  }
  return {
    steps,
    remark: () => remark,
    async settle() {
      clearTimeout(timer)
      timer = undefined
      shown = undefined
      await sending
    },
  }
}
