import { sql } from 'kysely'
import type { ListPage } from '#contract/page.ts'
import type { JobState } from '#contract/codes/job-states.ts'
import type { JobListQuery } from '#contract/resources/job.ts'
import type { Queryable, Transaction } from '#server/base/db/types.ts'
import { pageOf } from '#server/base/paging.ts'
import { countRows, countRowsByPart } from '#server/base/row-counts.ts'
import { cancelledValues, tellRunners, unbegunValues } from '#server/jobs/enqueue.ts'
import type { JobRow } from '#server/jobs/jobs.repository.ts'

const columns = [
  'id',
  'kind',
  'key',
  'title',
  'recordKind',
  'recordId',
  'state',
  'isCancelAsked',
  'runAt',
  'failures',
  'progressDone',
  'progressTotal',
  'reason',
  'advice',
  'createdAt',
  'startedAt',
  'finishedAt',
] as const satisfies (keyof JobRow)[]

export type ListedJobRow = Pick<JobRow, (typeof columns)[number]>

/** The newest first; with `ids` exactly these. */
export function listJobs(
  database: Queryable,
  { state, kind, ids, limit, offset }: JobListQuery,
): Promise<ListPage<ListedJobRow>> {
  let filtered = database.selectFrom('jobs')
  if (ids) filtered = filtered.where(sql<boolean>`id = any(${ids}::text[])`)
  if (state) filtered = filtered.where('state', '=', state)
  if (kind) filtered = filtered.where('kind', '=', kind)
  const isKeptCounted = ids === undefined && kind === undefined
  return pageOf(() => filtered, {
    limit,
    offset,
    totalOf: isKeptCounted ? () => countRows(database, 'jobs', state) : undefined,
    read: rows => rows.select(columns).orderBy('id', 'desc'),
  })
}

/** How many jobs are in each state; states without any are left out. */
export async function countJobs(database: Queryable): Promise<{ state: JobState; count: number }[]> {
  const counts = await countRowsByPart(database, 'jobs')
  return counts.map(({ part, count }) => ({ state: part as JobState, count }))
}

export async function findNewestId(database: Queryable): Promise<string | undefined> {
  const row = await database.selectFrom('jobs').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row?.id
}

/** A job, held until the transaction ends. */
export function lockJob(transaction: Transaction, id: string): Promise<ListedJobRow | undefined> {
  return transaction.selectFrom('jobs').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** True when another job of the same kind and key waits or runs. */
export async function hasTwin(transaction: Transaction, { id, kind, key }: ListedJobRow) {
  const twin = await transaction
    .selectFrom('jobs')
    .select('id')
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('state', 'in', ['waiting', 'running'])
    .where('id', '<>', id)
    .executeTakeFirst()
  return twin !== undefined
}

/** Lets a job that has ended begin anew, from its first step; of what is done once, after the steps that it has kept. */
export async function repeatJob(
  transaction: Transaction,
  id: string,
  { isOnce }: { isOnce: boolean },
): Promise<ListedJobRow> {
  const { keptSteps, ...unbegun } = unbegunValues
  const row = await transaction
    .updateTable('jobs')
    .set({
      state: 'waiting',
      runAt: sql<Date>`now()`,
      ...unbegun,
      ...(!isOnce && { keptSteps }),
      startedAt: null,
      finishedAt: null,
    })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
  await tellRunners(transaction)
  return row
}

/** Cancels a job: one that waits at once, one that runs as soon as it notices. */
export async function cancelJob(transaction: Transaction, id: string): Promise<ListedJobRow> {
  const row = await transaction
    .updateTable('jobs')
    .set(cancelledValues)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
  await tellRunners(transaction)
  return row
}
