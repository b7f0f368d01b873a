import { z } from 'zod'
import { jobStates } from '../codes/job-states.ts'
import { limitParameter, offsetParameter } from '../fields.ts'
import { kindNames } from '../kinds.ts'
import { limits } from '../limits.ts'

/** A job as the dashboard shows it. */
export const jobSchema = z.object({
  id: z.string(),
  kind: z.string(),
  /** What kinds like this do, in Arabic. */
  label: z.string(),
  /** What this one works on, in Arabic or by the name of a file. */
  title: z.string(),
  /** The record that it works for. */
  record: z.object({ kind: z.enum(kindNames), id: z.string() }).nullable(),
  state: z.enum(jobStates),
  /** Somebody has cancelled it, and its step has not ended yet. */
  isCancelling: z.boolean(),
  /** When it may begin: later than now for one that is delayed, or that tries again after a failure. */
  runAt: z.string(),
  progress: z.object({ done: z.int(), total: z.int() }).nullable(),
  /** Failed tries of the ones that it has. */
  failures: z.int(),
  maxFailures: z.int(),
  /** Why the last try failed, and what to do about it. */
  reason: z.string().nullable(),
  advice: z.string().nullable(),
  canRepeat: z.boolean(),
  canCancel: z.boolean(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
})
export type Job = z.infer<typeof jobSchema>

/** The query of `GET /api/jobs`; `ids` (separated by commas) gives exactly these, whatever their state. */
export const jobListQuerySchema = z.object({
  limit: limitParameter(limits.logRowsPerPage),
  offset: offsetParameter,
  state: z.enum(jobStates).optional(),
  kind: z.string().max(limits.maxJobKeyLength).optional(),
  ids: z
    .preprocess(
      value => (typeof value === 'string' ? value.split(',').filter(Boolean) : undefined),
      z.array(z.string().max(limits.maxJobKeyLength)).max(limits.maxListLimit).optional(),
    )
    .meta({ wire: { type: 'string' } }),
})
export type JobListQuery = z.infer<typeof jobListQuerySchema>

/** The answer of `GET /api/jobs`. */
export const jobListSchema = z.object({
  jobs: z.array(jobSchema),
  total: z.int(),
  /** How many of all jobs are in each state. */
  counts: z.record(z.enum(jobStates), z.int()),
  /** Every kind of work there is. */
  kinds: z.array(z.object({ kind: z.string(), label: z.string() })),
  /** The id of the newest job of all; ids rise with time. */
  newestId: z.string().nullable(),
})
export type JobList = z.infer<typeof jobListSchema>
