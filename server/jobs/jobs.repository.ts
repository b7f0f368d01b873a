import { sql, type RawBuilder, type Selectable, type UpdateObject } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { JobState } from '#contract/codes/job-states.ts'
import type { Database } from '#server/base/db/schema.ts'
import type { Queryable, Transaction } from '#server/base/db/types.ts'
import type { FailureWords } from './job-failure.ts'
import type { JobsTable } from './jobs.table.ts'
import { pauseAfterFailureMs } from './pauses.ts'

export type JobRow = Selectable<JobsTable>

/** The present moment: the database's own, that all processes agree on. */
export type Moment = RawBuilder<Date>

/** Who runs a job: both must still be true for a write to count. */
export interface Hold {
  id: string
  lease: string
}

const after = (now: Moment, ms: number) => sql<Date>`${now} + ${ms}::float8 * interval '1 millisecond'`
const leaseEnd = (now: Moment) => after(now, limits.jobLeaseMs)

/** One of the same kind and key waits already, and knows better what is wanted now. */
const hasTwin = sql`exists (
  select 1 from jobs twin where twin.kind = jobs.kind and twin.key = jobs.key and twin.state = 'waiting')`

/** Takes the next job of these kinds whose time has come, unless one of its kind and key is running. */
export async function claimJob(
  database: Queryable,
  kinds: readonly string[],
  lease: string,
  now: Moment,
): Promise<JobRow | undefined> {
  return database
    .updateTable('jobs')
    .set({
      state: 'running',
      lease,
      leaseEndsAt: leaseEnd(now),
      startedAt: now,
      finishedAt: null,
    })
    .where('id', '=', candidates =>
      candidates
        .selectFrom('jobs as next')
        .select('next.id')
        .where('next.state', '=', 'waiting')
        .where('next.runAt', '<=', now)
        .where('next.kind', 'in', kinds)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('jobs as other')
                .select('other.id')
                .where('other.state', '=', 'running')
                .whereRef('other.kind', '=', 'next.kind')
                .whereRef('other.key', '=', 'next.key'),
            ),
          ),
        )
        .orderBy('next.priority', 'desc')
        .orderBy('next.runAt')
        .orderBy('next.id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst()
}

/** In how many milliseconds the next delayed job of these kinds may begin; undefined when none is delayed. */
export async function msToNextJob(
  database: Queryable,
  kinds: readonly string[],
  now: Moment,
): Promise<number | undefined> {
  const next = await database
    .selectFrom('jobs')
    .select(sql<number>`(extract(epoch from run_at - ${now}) * 1000)::float8`.as('ms'))
    .where('state', '=', 'waiting')
    .where('kind', 'in', kinds)
    .where('runAt', '>', now)
    .orderBy('runAt')
    .limit(1)
    .executeTakeFirst()
  return next?.ms
}

/**
 * Says that these are still being run. Those that are just being written to renew themselves.
 * Shape: the ones that are still held, and whether somebody wants them to end.
 */
export async function renewLeases(
  database: Queryable,
  leases: readonly string[],
  now: Moment,
): Promise<Map<string, { isCancelAsked: boolean }>> {
  await sql`
    update jobs set lease_ends_at = ${leaseEnd(now)}
    where id in (
      select id from jobs where state = 'running' and lease = any(${leases}::text[]) for update skip locked
    )`.execute(database)
  const rows = await database
    .selectFrom('jobs')
    .select(['lease', 'isCancelAsked'])
    .where('state', '=', 'running')
    .where(sql<boolean>`lease = any(${leases}::text[])`)
    .execute()
  return new Map(rows.map(({ lease, isCancelAsked }) => [lease ?? '', { isCancelAsked }]))
}

/**
 * Renews a lease and holds the job's row until the transaction ends, so that nobody else can take it meanwhile.
 * Shape: undefined when somebody else has it.
 */
export function holdJob(
  transaction: Transaction,
  { id, lease }: Hold,
  now: Moment,
): Promise<{ isCancelAsked: boolean } | undefined> {
  return transaction
    .updateTable('jobs')
    .set({ leaseEndsAt: leaseEnd(now) })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .returning('isCancelAsked')
    .executeTakeFirst()
}

/** Keeps what a step gave; the job has come further, so earlier interruptions count no more. */
export async function keepStep(
  transaction: Transaction,
  id: string,
  name: string,
  value: unknown,
): Promise<void> {
  await transaction
    .updateTable('jobs')
    .set({
      keptSteps: sql`kept_steps || jsonb_build_object(${name}::text, ${JSON.stringify(value ?? null)}::jsonb)`,
      interruptions: 0,
    })
    .where('id', '=', id)
    .execute()
}

export async function updateProgress(
  database: Queryable,
  { id, lease }: Hold,
  done: number,
  total: number,
): Promise<void> {
  await database
    .updateTable('jobs')
    .set({ progressDone: done, progressTotal: total })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .execute()
}

const ended = (now: Moment) => ({
  lease: null,
  leaseEndsAt: null,
  isCancelAsked: false,
  finishedAt: now,
})

/** Marks a job that this transaction holds as done, with what people should know of it. */
export async function finishJob(
  transaction: Transaction,
  id: string,
  remark: FailureWords | null,
  now: Moment,
): Promise<void> {
  await transaction
    .updateTable('jobs')
    .set({
      ...ended(now),
      state: 'done',
      keptSteps: '{}',
      progressDone: sql`progress_total`,
      reason: remark?.reason ?? null,
      advice: remark?.advice ?? null,
    })
    .where('id', '=', id)
    .execute()
}

/** Ends a job for good. Shape: undefined when somebody else has it. */
export async function endJob(
  database: Queryable,
  { id, lease }: Hold,
  state: 'failed' | 'cancelled',
  words: FailureWords | null,
  now: Moment,
): Promise<JobState | undefined> {
  const ending = await database
    .updateTable('jobs')
    .set({
      ...ended(now),
      state,
      reason: words?.reason ?? null,
      advice: words?.advice ?? null,
      failures: state === 'failed' ? sql`failures + 1` : sql`failures`,
    })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .returning('state')
    .executeTakeFirst()
  return ending?.state
}

/**
 * Gives a job back, to be tried again after a pause; one that was meanwhile wanted anew is left to its successor.
 * Shape: what it is then; undefined when somebody else has it.
 */
export function retryJob(
  database: Queryable,
  hold: Hold,
  failures: number,
  words: FailureWords,
  now: Moment,
): Promise<JobState | undefined> {
  return giveBack(database, hold, now, {
    failures,
    ...words,
    runAt: after(now, pauseAfterFailureMs(failures)),
  })
}

/** Gives a job back as it is, to be taken at once. Shape: what it is then; undefined when somebody else has it. */
export function returnJob(database: Queryable, hold: Hold, now: Moment): Promise<JobState | undefined> {
  return giveBack(database, hold, now)
}

async function giveBack(
  database: Queryable,
  { id, lease }: Hold,
  now: Moment,
  change: UpdateObject<Database, 'jobs'> = {},
): Promise<JobState | undefined> {
  const isOver = sql`is_cancel_asked or ${hasTwin}`
  const given = await database
    .updateTable('jobs')
    .set({
      ...change,
      state: sql<JobState>`case when ${isOver} then 'cancelled' else 'waiting' end`,
      finishedAt: sql<Date | null>`case when ${isOver} then ${now} end`,
      lease: null,
      leaseEndsAt: null,
      isCancelAsked: false,
    })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .returning('state')
    .executeTakeFirst()
  return given?.state
}

const gaveUp: FailureWords = {
  reason: 'توقف الخادم مراراً أثناء هذا العمل، ولم يكتمل منه شيء جديد.',
  advice: 'قد يكون الملف هو السبب: افتحه على جهازك واحفظه من جديد، ثم ارفعه أو أعد العمل.',
}

/**
 * Gives back the jobs whose process went away: whose lease has run out, or all of them when nobody else can be
 * running any. Those under `ours` are being run here. The first interruptions are taken for restarts; from then on they wait longer each time.
 * Shape: what they are then.
 */
export async function recoverJobs(
  database: Queryable,
  isAlone: boolean,
  ours: readonly string[],
  now: Moment,
): Promise<{ kind: string; state: JobState }[]> {
  const isDead = isAlone ? sql`true` : sql`lease_ends_at < ${now} and not lease = any(${ours}::text[])`
  const isGivenUp = sql`interruptions + 1 >= ${limits.jobInterruptions}`
  const isOver = sql`(is_cancel_asked or ${hasTwin})`
  const overs = sql`greatest(interruptions + 1 - ${limits.jobFreeInterruptions}::int, 0)`
  const { rows } = await sql<{ kind: string; state: JobState }>`
    update jobs set
      state = case when ${isOver} then 'cancelled' when ${isGivenUp} then 'failed' else 'waiting' end,
      reason = case when ${isGivenUp} and not ${isOver} then ${gaveUp.reason} else reason end,
      advice = case when ${isGivenUp} and not ${isOver} then ${gaveUp.advice} else advice end,
      finished_at = case when ${isOver} or ${isGivenUp} then ${now} end,
      interruptions = interruptions + 1,
      run_at = ${now} + ${overs} * ${limits.jobFirstPauseMs}::float8 * interval '1 millisecond',
      lease = null, lease_ends_at = null, is_cancel_asked = false
    where id in (select id from jobs where state = 'running' and ${isDead} for update skip locked)
    returning kind, state`.execute(database)
  return rows
}

/** Removes jobs that ended before a moment. Shape: how many. */
export async function dropEndedJobs(
  transaction: Transaction,
  states: readonly JobState[],
  before: Date,
  limit: number,
): Promise<number> {
  const { numDeletedRows } = await transaction
    .deleteFrom('jobs')
    .where('id', 'in', rows =>
      rows
        .selectFrom('jobs')
        .select('id')
        .where('finishedAt', '<', before)
        .where('state', 'in', states)
        .limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** So many jobs of a kind are in a state. */
export interface JobCount {
  kind: string
  state: JobState
  count: number
  /** Since when the oldest of them could run; null for those that do not wait for a turn. */
  oldestDueAt: Date | null
}

/** How many jobs of each kind are in each state; what is none is left out. */
export function countJobsByKind(database: Queryable): Promise<JobCount[]> {
  return database
    .selectFrom('jobs')
    .select(({ fn }) => [
      'kind',
      'state',
      fn.countAll<number>().as('count'),
      sql<Date | null>`min(run_at) filter (where state = 'waiting' and run_at <= now())`.as('oldestDueAt'),
    ])
    .groupBy(['kind', 'state'])
    .execute()
}
