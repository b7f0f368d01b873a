import { z } from 'zod'
import type { Queryable, Transaction } from '#server/base/db/types.ts'
import { declareJob, handleJob } from '#server/jobs/declare-job.ts'
import type { JobHandler, LastWrite } from '#server/jobs/declare-job.ts'
import { enqueueJob, findLastJobs, withdrawJobs, type KeyProgress } from '#server/jobs/enqueue.ts'
import type { JobSteps } from '#server/jobs/job-steps.ts'

const unpackingJob = declareJob({
  name: 'unpack-ingest',
  label: 'فتح أرشيف في استيراد',
  lane: 'heavy',
  input: z.object({ archiveId: z.string() }),
})

/** Wants an archive of an import opened, in the transaction that takes it in. */
export async function wantUnpacking(
  transaction: Transaction,
  { id, name }: { id: string; name: string },
): Promise<void> {
  await enqueueJob(transaction, unpackingJob, { key: id, title: name, input: { archiveId: id } })
}

/**
 * Wants archives opened no more. To be called before its import is locked: the work too takes its job first, then
 * the import.
 */
export async function withdrawUnpacking(
  transaction: Transaction,
  archiveIds: readonly string[],
): Promise<void> {
  await withdrawJobs(transaction, unpackingJob, archiveIds)
}

/** How far the opening of archives is, by their ids; without those of which nothing is known any more. */
export function listUnpackings(
  from: Queryable,
  archiveIds: readonly string[],
): Promise<Map<string, KeyProgress>> {
  return findLastJobs(from, unpackingJob, archiveIds)
}

/** How the archives of imports are opened. */
export function unpackingHandler(
  unpack: (archiveId: string, steps: JobSteps) => Promise<LastWrite | undefined>,
): JobHandler {
  return handleJob(unpackingJob, async (steps, { archiveId }) => unpack(archiveId, steps))
}
