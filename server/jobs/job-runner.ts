import { randomUUID } from 'node:crypto'
import os from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import { errorCodeOf } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { OpenDatabase } from '#server/base/db/types.ts'
import { placesOf } from '#server/base/machine-share.ts'
import { apartFromRequests } from '#server/base/request-id.ts'
import type { JobHandler, Lane } from './declare-job.ts'
import { jobsChannel, tellUndone } from './enqueue.ts'
import { JobEnded } from './job-failure.ts'
import type { EndedBy } from './job-failure.ts'
import { claimJob, msToNextJob, recoverJobs, renewLeases, returnJob } from './jobs.repository.ts'
import type { Hold, Moment } from './jobs.repository.ts'
import { runJob } from './run-job.ts'

/** Runs the jobs that this process has work for. */
export interface JobRunner {
  /** Looks for what is due now. Shape: resolves when what was found has begun. */
  wake(): Promise<void>
  /** Renews what runs and looks for what was left behind. */
  beat(): Promise<void>
  /** Resolves when nothing runs here. */
  idle(): Promise<void>
  /** Whether it has looked for jobs lately. */
  isAwake(): boolean
  /** Gives back what runs, at once, and takes nothing more. */
  close(): Promise<void>
}

interface Given {
  database: OpenDatabase
  handlers: readonly JobHandler[]
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  /** Nobody else can be running a job on this database. */
  isAlone?: boolean
  /** The moment, for tests; the database's own when left out. */
  clock?: () => Date
  jobsAtOnce?: Record<Lane, number>
}

interface Run {
  hold: Hold
  lane: Lane
  controller: AbortController
  done: Promise<void>
}

/** One core stays free of heavy work, where there are two; those who share the machine divide the others. */
const heavyOfMachine = Math.min(limits.heavyJobsAtOnce, Math.max(1, os.availableParallelism() - 1))

/** Starts to run jobs: those that wait, those whose time comes, and those that another process left behind. */
export async function startJobRunner({
  database,
  handlers,
  log,
  isAlone = database.engine === 'pglite',
  clock,
  jobsAtOnce = { quick: limits.quickJobsAtOnce, heavy: placesOf(heavyOfMachine) },
}: Given): Promise<JobRunner> {
  const runs = new Map<string, Run>()
  const handlerOf = new Map(handlers.map(handler => [handler.kind.name, handler]))
  const now = (): Moment => (clock === undefined ? sql<Date>`now()` : sql<Date>`${clock()}::timestamptz`)
  let renewedAt = performance.now()
  let lookedAt = performance.now()
  let isClosed = false
  let looking: Promise<void> = Promise.resolve()
  let isWanted = false
  let timer: NodeJS.Timeout | undefined
  let isFirst = true

  const kindsOf = (lane: Lane) =>
    handlers.filter(({ kind }) => kind.lane === lane).map(({ kind }) => kind.name)
  const countRuns = (lane: Lane) => [...runs.values()].filter(run => run.lane === lane).length
  const end = (run: Run | undefined, by: EndedBy) => run?.controller.abort(new JobEnded(by))

  /** Takes jobs of a lane until it is full or there are none. */
  async function fill(lane: Lane): Promise<void> {
    const kinds = kindsOf(lane)
    if (kinds.length === 0) return
    while (countRuns(lane) < jobsAtOnce[lane]) {
      if (isClosed) return
      const lease = randomUUID()
      const row = await claimJob(database.kysely, kinds, lease, now()).catch(ignoreTaken)
      const handler = row && handlerOf.get(row.kind)
      if (row === undefined || handler === undefined) return
      const hold = { id: row.id, lease }
      if (isClosed) {
        await returnJob(database.kysely, hold, now())
        return
      }
      const controller = new AbortController()
      const done = runJob({ database, handler, row, hold, now, log, controller }).finally(() => {
        runs.delete(lease)
        void wake()
      })
      runs.set(lease, { hold, lane, controller, done })
    }
  }

  /** Takes back what another process left behind, and tells of what ends with that. Shape: how many. */
  function recover(): Promise<number> {
    return database.kysely.transaction().execute(async transaction => {
      const recovered = await recoverJobs(transaction, isAlone && isFirst, [...runs.keys()], now())
      await tellUndone(
        transaction,
        recovered.map(({ kind, state }) => ({ kind: handlerOf.get(kind)?.kind, state })),
      )
      return recovered.length
    })
  }

  async function look(): Promise<void> {
    isWanted = false
    if (isClosed) return
    clearTimeout(timer)
    let nextMs: number = limits.jobPollMs
    try {
      const recovered = await recover()
      isFirst = false
      if (recovered > 0) log.info({ count: recovered }, 'jobs: taken over from a process that went away')
      await fill('quick')
      await fill('heavy')
      const names = handlers.map(({ kind }) => kind.name)
      lookedAt = performance.now()
      nextMs = Math.min(nextMs, (await msToNextJob(database.kysely, names, now())) ?? nextMs)
    } catch (error) {
      if (!isClosed) log.warn({ err: error }, 'jobs: could not be looked for, it is tried again')
    }
    if (isClosed) return
    timer = setTimeout(() => void wake(), Math.max(nextMs, limits.jobShortestWaitMs))
    timer.unref()
  }

  function wake(): Promise<void> {
    if (!isWanted && handlers.length > 0) {
      isWanted = true
      looking = looking.then(() => apartFromRequests(look))
    }
    return looking
  }

  async function beat(): Promise<void> {
    const leases = [...runs.keys()]
    if (leases.length === 0) return
    try {
      const held = await renewLeases(database.kysely, leases, now())
      renewedAt = performance.now()
      for (const lease of leases) {
        const state = held.get(lease)
        if (state === undefined) end(runs.get(lease), 'lost')
        else if (state.isCancelAsked) end(runs.get(lease), 'cancelled')
      }
    } catch (error) {
      if (!isClosed) log.warn({ err: error }, 'jobs: the leases could not be renewed, it is tried again')
      // Somebody else may have them by now, unless there is nobody else.
      if (!isAlone && performance.now() - renewedAt > limits.jobLeaseMs)
        for (const run of runs.values()) end(run, 'lost')
    }
  }

  const beats = setInterval(() => {
    if (runs.size === 0) renewedAt = performance.now()
    void beat()
  }, limits.jobRenewMs)
  beats.unref()
  const hear = () => {
    void wake()
    void beat()
  }
  const unlisten = handlers.length > 0 ? await database.listen(jobsChannel, hear, hear) : undefined
  void wake()

  return {
    wake,
    beat,
    async idle() {
      await looking
      await Promise.all([...runs.values()].map(({ done }) => done))
    },
    isAwake: () =>
      !isClosed && (handlers.length === 0 || performance.now() - lookedAt < limits.jobRunnerSilenceMs),
    async close() {
      isClosed = true
      clearTimeout(timer)
      clearInterval(beats)
      for (const run of runs.values()) end(run, 'closing')
      await looking
      await Promise.all([...runs.values()].map(({ done }) => done))
      await Promise.race([
        unlisten?.().catch(() => undefined),
        wait(limits.jobCloseGraceMs, undefined, { ref: false }),
      ])
    },
  }
}

/** Two processes wanted jobs of one key at the same moment: the other one has it. */
function ignoreTaken(error: unknown): undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === '23505' && errorCodeOf(error) === undefined) return undefined
  throw error
}
