import { AppError } from '#contract/errors.ts'
import { kindNames } from '#contract/kinds.ts'
import { limits } from '#contract/limits.ts'
import { jobStates } from '#contract/codes/job-states.ts'
import type { JobState } from '#contract/codes/job-states.ts'
import type { Job, JobList, JobListQuery } from '#contract/resources/job.ts'
import { announceChange } from '#server/base/changes.ts'
import type { OpenDatabase, Transaction } from '#server/base/db/types.ts'
import type { JobHandler } from '#server/jobs/declare-job.ts'
import { progressOf } from '#server/jobs/enqueue.ts'
import type { AuditService } from '#server/staff/audit/audit.service.ts'
import type { Actor } from '#server/staff/session/actor.ts'
import {
  cancelJob,
  countJobs,
  findNewestId,
  hasTwin,
  listJobs,
  lockJob,
  repeatJob,
} from './jobs.repository.ts'
import type { ListedJobRow } from './jobs.repository.ts'

/** The background work, for staff. Source: A10.1. */
export interface JobsService {
  list(query: JobListQuery): Promise<JobList>
  /** Lets a job that has ended begin anew. Errors: `job_not_found`, `job_not_repeatable`. */
  repeat(id: string, actor: Actor): Promise<Job>
  /** Errors: `job_not_found`, `job_not_cancellable`. */
  cancel(id: string, actor: Actor): Promise<Job>
}

interface Given {
  database: Pick<OpenDatabase, 'kysely'>
  audit: Pick<AuditService, 'writeEntry'>
  handlers: readonly JobHandler[]
}

/** Opens the background work to staff. */
export function createJobsService({ database, audit, handlers }: Given): JobsService {
  const { kysely } = database
  const kindOf = new Map(handlers.map(({ kind }) => [kind.name, kind]))

  function present(row: ListedJobRow): Job {
    const kind = kindOf.get(row.kind)
    const recordKind = kindNames.find(name => name === row.recordKind)
    const isEnded = hasEnded(row.state)
    return {
      id: row.id,
      kind: row.kind,
      label: kind?.label ?? row.kind,
      title: row.title,
      record: recordKind && row.recordId !== null ? { kind: recordKind, id: row.recordId } : null,
      state: row.state,
      isCancelling: row.isCancelAsked,
      runAt: row.runAt.toISOString(),
      progress: progressOf(row),
      failures: row.failures,
      maxFailures: kind?.maxFailures ?? limits.jobFailures,
      reason: row.reason,
      advice: row.advice,
      canRepeat: isEnded && kind !== undefined && !(kind.isOnce && row.state === 'done'),
      canCancel: !isEnded && !row.isCancelAsked,
      createdAt: row.createdAt.toISOString(),
      startedAt: row.startedAt?.toISOString() ?? null,
      finishedAt: row.finishedAt?.toISOString() ?? null,
    }
  }

  /** Changes a job in one transaction with its entry in the log. */
  function change(
    id: string,
    actor: Actor,
    verb: string,
    act: (transaction: Transaction, row: ListedJobRow) => Promise<ListedJobRow>,
  ): Promise<Job> {
    return kysely.transaction().execute(async transaction => {
      const row = await lockJob(transaction, id)
      if (row === undefined) throw new AppError('job_not_found')
      const changed = await act(transaction, row)
      const tag = kindOf.get(row.kind)?.tag
      if (tag !== undefined) await announceChange(transaction, [tag])
      const { label } = present(row)
      await audit.writeEntry(transaction, {
        action: 'UPDATE',
        entity: 'JOB',
        entityId: id,
        description: `${verb} عمل: ${label} (${row.title})`,
        oldData: auditedOf(row),
        newData: auditedOf(changed),
        actor,
      })
      return present(changed)
    })
  }

  return {
    async list(query) {
      const [{ items, total }, counted, newestId] = [
        await listJobs(kysely, query),
        await countJobs(kysely),
        await findNewestId(kysely),
      ]
      const counts = Object.fromEntries(jobStates.map(state => [state, 0])) as Record<JobState, number>
      for (const { state, count } of counted) counts[state] = count
      return {
        jobs: items.map(present),
        total,
        counts,
        kinds: [...kindOf.values()].map(({ name, label }) => ({ kind: name, label })),
        newestId: newestId ?? null,
      }
    },

    repeat: (id, actor) =>
      change(id, actor, 'إعادة', async (transaction, row) => {
        if (!present(row).canRepeat || (await hasTwin(transaction, row))) {
          throw new AppError('job_not_repeatable')
        }
        return repeatJob(transaction, id, { isOnce: kindOf.get(row.kind)?.isOnce === true })
      }),

    cancel: (id, actor) =>
      change(id, actor, 'إلغاء', async (transaction, row) => {
        if (hasEnded(row.state)) throw new AppError('job_not_cancellable')
        return cancelJob(transaction, id)
      }),
  }
}

const hasEnded = (state: JobState) => state !== 'waiting' && state !== 'running'

const auditedOf = ({ kind, title, state, failures, reason }: ListedJobRow) => ({
  kind,
  title,
  state,
  failures,
  reason,
})
