import { z } from 'zod'
import type { Queryable, Transaction } from '#server/base/db/types.ts'
import { declareJob, handleJob } from '#server/jobs/declare-job.ts'
import type { JobHandler, LastWrite } from '#server/jobs/declare-job.ts'
import { enqueueJob, findLastJob, withdrawJob, type KeyProgress } from '#server/jobs/enqueue.ts'
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
 * Wants an archive opened no more. To be called before its import is locked: the work too takes its job first, then
 * the import.
 */
export async function withdrawUnpacking(transaction: Transaction, archiveId: string): Promise<void> {
  await withdrawJob(transaction, unpackingJob, archiveId)
}

/** How far the opening of an archive is; undefined when nothing is known of it any more. */
export function findUnpacking(from: Queryable, archiveId: string): Promise<KeyProgress | undefined> {
  return findLastJob(from, unpackingJob, archiveId)
}

/** How the archives of imports are opened. */
export function unpackingHandler(
  unpack: (archiveId: string, steps: JobSteps) => Promise<LastWrite | undefined>,
): JobHandler {
  return handleJob(unpackingJob, async (steps, { archiveId }) => unpack(archiveId, steps))
}
