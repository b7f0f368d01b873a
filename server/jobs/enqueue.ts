import { sql } from 'kysely'
import type { Kind } from '#contract/kinds.ts'
import type { JobState } from '#contract/codes/job-states.ts'
import { announceChange } from '#server/base/changes.ts'
import { newId } from '#server/base/db/id.ts'
import type { Queryable, Transaction } from '#server/base/db/types.ts'
import { portions } from '#server/base/portions.ts'
import type { JobKind } from './declare-job.ts'

/** A piece of work that somebody wants done. */
export interface WantedJob<Input> {
  /** What it works on: at most one job of the kind runs on a key at a time, and at most one more waits. */
  key: string
  /** What it works on, for people: in Arabic, or the name of a file. */
  title: string
  input: Input
  /** The record that it works for. */
  record?: { kind: Kind; id: string }
  /** Not before this moment; now when left out. */
  runAt?: Date
  /** Higher ones go first; 0 when left out. */
  priority?: number
}

/** Where notices of new jobs and of cancelled ones are heard. */
export const jobsChannel = 'rafid_jobs'

/** What a job knows of its tries before the first one. */
export const unbegunValues = {
  failures: 0,
  interruptions: 0,
  keptSteps: '{}',
  progressDone: null,
  progressTotal: null,
  reason: null,
  advice: null,
}

/**
 * Wants a job done, in the transaction of what causes it: both are there, or neither. One of the same kind and key
 * that has not begun yet takes over what is wanted now; one that runs is not touched, and this one comes after it.
 * Shape: the job's id.
 */
export async function enqueueJob<Input>(
  transaction: Transaction,
  kind: JobKind<Input>,
  job: WantedJob<Input>,
): Promise<string> {
  const [id = ''] = await enqueueJobs(transaction, kind, [job])
  return id
}

/** Wants many jobs of a kind done, as `enqueueJob` each; of a key the last one counts. Shape: their ids. */
export async function enqueueJobs<Input>(
  transaction: Transaction,
  kind: JobKind<Input>,
  jobs: readonly WantedJob<Input>[],
): Promise<string[]> {
  const ofKey = new Map(jobs.map(job => [job.key, job]))
  const ids: string[] = []
  for (const some of portions([...ofKey.values()], jobsAtOnce)) {
    const rows = await transaction
      .insertInto('jobs')
      .values(some.map(job => ({ id: newId(), kind: kind.name, keptSteps: '{}', ...valuesOf(kind, job) })))
      .onConflict(conflict =>
        conflict
          .columns(['kind', 'key'])
          // Written out, since an index is not found by a parameter.
          .where(sql<boolean>`state = 'waiting'`)
          .doUpdateSet(({ ref }) => ({
            title: ref('excluded.title'),
            input: ref('excluded.input'),
            recordKind: ref('excluded.recordKind'),
            recordId: ref('excluded.recordId'),
            runAt: ref('excluded.runAt'),
            priority: ref('excluded.priority'),
            ...unbegunValues,
          })),
      )
      .returning('id')
      .execute()
    ids.push(...rows.map(({ id }) => id))
  }
  if (ids.length > 0) await tellRunners(transaction)
  return ids
}

/**
 * Gives the waiting job of a key more to do; what it knows of its tries stays. Shape: false when none waits: it is to be
 * wanted then.
 */
export async function extendWaitingJob<Input>(
  transaction: Transaction,
  kind: JobKind<Input>,
  key: string,
  extend: (input: Input) => Pick<WantedJob<Input>, 'title' | 'input'>,
): Promise<boolean> {
  const waiting = await transaction
    .selectFrom('jobs')
    .select(['id', 'input'])
    .where('kind', '=', kind.name)
    .where('key', '=', key)
    .where('state', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst()
  const before = kind.input.safeParse(waiting?.input)
  if (!waiting || !before.success) return false
  const { title, input } = extend(before.data)
  await transaction
    .updateTable('jobs')
    .set({ title, input: JSON.stringify(kind.input.parse(input)) })
    .where('id', '=', waiting.id)
    .execute()
  return true
}

/**
 * What the jobs of a key hold that are not done: what waits, what runs, and what failed for good where nothing was wanted
 * after it. For a kind whose jobs each hold a part: a running one that is given back while another waits is cancelled.
 */
export async function findHeldInputs<Input>(
  transaction: Transaction,
  kind: JobKind<Input>,
  key: string,
): Promise<Input[]> {
  const rows = await transaction
    .selectFrom('jobs')
    .select('input')
    .where('kind', '=', kind.name)
    .where('key', '=', key)
    .where(({ eb, or, and, not, exists, selectFrom }) =>
      or([
        eb('state', 'in', ['waiting', 'running']),
        and([
          eb('state', '=', 'failed'),
          not(
            exists(
              selectFrom('jobs as later')
                .select('later.id')
                .whereRef('later.kind', '=', 'jobs.kind')
                .whereRef('later.key', '=', 'jobs.key')
                .whereRef('later.id', '>', 'jobs.id'),
            ),
          ),
        ]),
      ]),
    )
    .orderBy('id')
    .execute()
  return rows.flatMap(({ input }) => {
    const held = kind.input.safeParse(input)
    return held.success ? held.data : []
  })
}

const jobsAtOnce = 100

function valuesOf<Input>(
  kind: JobKind<Input>,
  { key, title, input, record, runAt, priority = 0 }: WantedJob<Input>,
) {
  return {
    key,
    title,
    input: JSON.stringify(kind.input.parse(input)),
    recordKind: record?.kind ?? null,
    recordId: record?.id ?? null,
    runAt: runAt ?? sql<Date>`now()`,
    priority,
  }
}

/** Wants no more of a kind for a key: a waiting job is cancelled, a running one writes nothing from here on. */
export async function withdrawJob(
  transaction: Transaction,
  kind: Pick<JobKind<unknown>, 'name'>,
  key: string,
): Promise<void> {
  await withdrawJobs(transaction, kind, [key])
}

/** The same for several keys. */
export async function withdrawJobs(
  transaction: Transaction,
  kind: Pick<JobKind<unknown>, 'name'>,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return
  await transaction
    .updateTable('jobs')
    .set(cancelledValues)
    .where('kind', '=', kind.name)
    .where('key', 'in', keys)
    .where('state', 'in', ['waiting', 'running'])
    .execute()
  await tellRunners(transaction)
}

/** What cancelling makes of a job that waits or runs. */
export const cancelledValues = {
  state: sql<JobState>`case state when 'waiting' then 'cancelled' else state end`,
  finishedAt: sql<Date | null>`case state when 'waiting' then now() end`,
  isCancelAsked: sql<boolean>`state = 'running'`,
}

/** Wakes the runners of all processes when the transaction is committed. */
export async function tellRunners(transaction: Transaction): Promise<void> {
  await sql`select pg_notify(${jobsChannel}, '')`.execute(transaction)
}

/** Tells the site of jobs that ended undone, where it says whether they go on. */
export async function tellUndone(
  database: Queryable,
  jobs: readonly { kind: Pick<JobKind<unknown>, 'tag'> | undefined; state: JobState }[],
): Promise<void> {
  const undone = jobs.filter(({ state }) => state === 'failed' || state === 'cancelled')
  const tags = new Set(undone.flatMap(({ kind }) => kind?.tag ?? []))
  if (tags.size > 0) await announceChange(database, [...tags])
}

/** How far the work on a key is. */
export interface KeyProgress {
  id: string
  state: JobState
  progress: { done: number; total: number } | null
  /** Why the last try failed, and what to do about it. */
  reason: string | null
  advice: string | null
}

/** The last job of a kind for a key; undefined when there is none, or none any more. */
export async function findLastJob(
  database: Queryable,
  kind: Pick<JobKind<unknown>, 'name'>,
  key: string,
): Promise<KeyProgress | undefined> {
  return (await findLastJobs(database, kind, [key])).get(key)
}

/** The last job of a kind for each of some keys; without those that have none. */
export async function findLastJobs(
  database: Queryable,
  kind: Pick<JobKind<unknown>, 'name'>,
  keys: readonly string[],
): Promise<Map<string, KeyProgress>> {
  if (keys.length === 0) return new Map()
  const rows = await database
    .selectFrom('jobs')
    .distinctOn('key')
    .select(['id', 'key', 'state', 'progressDone', 'progressTotal', 'reason', 'advice'])
    .where('kind', '=', kind.name)
    .where('key', 'in', keys)
    .orderBy('key')
    .orderBy('id', 'desc')
    .execute()
  return new Map(
    rows.map(row => {
      const { id, key, state, reason, advice } = row
      return [key, { id, state, progress: progressOf(row), reason, advice }]
    }),
  )
}

/** How far a job is; null when it does not know. */
export function progressOf(row: {
  progressDone: number | null
  progressTotal: number | null
}): { done: number; total: number } | null {
  const { progressDone: done, progressTotal: total } = row
  return done === null || total === null ? null : { done, total }
}
